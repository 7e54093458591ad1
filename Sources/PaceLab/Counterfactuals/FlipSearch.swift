public import PaceEngine
public import PaceLanguage

/// Looks for the smallest single change of each sort that reverses one rule's verdict.
public struct FlipSearch {
  /// The most rows that runs of the whole log evaluate for all rules of one explanation: some seconds of work.
  public static let mostRows = 50_000_000
  /// The most values beyond a flip that are tried to see whether they all reverse the verdict.
  private static let mostBeyond = 200

  private let situation: Situation
  private let outlook: Outlook
  private let rule: RuleID
  /// Whether the verdict stands as things are.
  private let stands: Bool
  private let event: EventOrdinal?
  private let checkpoints: Checkpoints
  /// Rules out values that cannot make the condition true; nil if the verdict stands.
  private let bound: TruthBound?
  private let late: LateTrial?
  /// How many rows runs of the whole log may still evaluate.
  private var rowsLeft: Int
  private var report: FlipReport

  private var program: Program { situation.program }
  private var influences: Influences { checkpoints.influences }

  /// `account` is the outlook's own.
  ///
  /// The parameters share `mostRows`. Values for which a parameter's share is too small are reported as not searched.
  ///
  /// - Parameter trail: what questions about the rule share; nil begins anew.
  public init(
    _ outlook: Outlook, _ account: Account, rule: RuleID, mostRows: Int = FlipSearch.mostRows,
    along trail: consuming Trail? = nil
  ) {
    rowsLeft = mostRows
    situation = outlook.situation
    self.outlook = outlook
    self.rule = rule
    stands = account.rules[rule.index].stands(in: situation.program)
    event = account.rules[rule.index].event
    checkpoints = Checkpoints(situation, along: trail ?? Trail(of: rule, in: situation.plan))
    bound = stands ? nil : TruthBound(checkpoints)
    late = LateTrial(checkpoints)
    report = FlipReport(rule: rule)
  }

  public consuming func search() -> FlipReport { searchOn().report }

  /// Also gives what questions about later instants share.
  public consuming func searchOn() -> (report: FlipReport, trail: Trail) {
    searchParams()
    searchRows()
    searchEvents()
    searchWaiting()
    return (report, checkpoints.trail)
  }

  /// The flip that a change makes, given its verdict; nil if it makes none.
  private func flip(_ change: Alteration, _ verdict: Checkpoints.Verdict) -> Flip? {
    if verdict.stands == stands { return nil }
    return Flip(rule: rule, alteration: change, outcome: verdict.outcome, gate: verdict.gate)
  }

  /// The stream on whose events alone the verdict changes; nil if it may at any instant.
  ///
  /// The state of a rule that only raises a level is followed at every instant, whatever its trigger.
  private var stream: StreamID? { program[rule].emission == nil ? nil : program[rule].trigger.stream }

  /// Whether an `on` rule is tried at the instant, or may be after an alteration.
  private var mayBeTried: Bool {
    guard let stream, event == nil else { return true }
    if influences.hasFixedStreams { return false }
    return situation.log.events[situation.opening..<situation.known]
      .contains { program.holds($0, in: stream) }
  }

  // MARK: Parameters

  private mutating func searchParams() {
    let params = influences.params
    if params.isEmpty { report.others.append(.setting(nil, isSearched: true)) }
    for (place, param) in params.enumerated() {
      let share = rowsLeft / (params.count - place)
      let left = search(param, mostRows: share)
      rowsLeft -= share - left
    }
  }

  /// Looks for the nearest flip on each side of the present value, and gives the looser first.
  ///
  /// Types without an order have one side. Returns how many of the rows were not needed.
  private mutating func search(_ param: ParamID, mostRows: Int) -> Int {
    let declared = program.params[param.index]
    let present = checkpoints.present.value(of: param).bits
    let grid = present == Value.unknown.bits ? nil : ParamGrid(declared, in: program)
    var trial = ParameterTrial(checkpoints, param, stands: stands, bound, late, mostRows: mostRows)
    var sides = [true, false].map { grid?.values(from: present, isAbove: $0) ?? (values: [], isCut: true) }
    let isGridCut = sides.contains { $0.isCut }
    let isOrdered = declared.type.hasMargin
    if !isOrdered {
      let values = sides.flatMap { $0.values }.sorted {
        (abs($0 - present), present - $0) < (abs($1 - present), present - $1)
      }
      sides = [(values: values, isCut: isGridCut)]
    }
    var found: [Flip] = []
    var isCut = false
    for side in sides {
      let flip = mayBeTried ? nearest(of: param, in: side.values, &trial) : nil
      if let flip { found.append(flip) } else { isCut = isCut || side.isCut }
    }
    if isOrdered, !isGridCut {
      for (index, flip) in found.enumerated() {
        guard case .setting(_, let value) = flip.alteration else { continue }
        let beyond = sides[value.bits > present ? 0 : 1].values.drop { $0 != value.bits }.dropFirst()
        if beyond.count > Self.mostBeyond { continue }
        found[index].goesOn = beyond.allSatisfy { trial.reversed(at: Value($0)) != nil }
      }
    }
    isCut = isCut || trial.isCut
    if isCut || found.isEmpty { report.others.append(.setting(param, isSearched: !isCut)) }
    report.flips += program.isLooserBelow(param) ? found.reversed() : found
    return trial.rowsLeft
  }

  private func nearest(of param: ParamID, in values: [Int64], _ trial: inout ParameterTrial) -> Flip? {
    for value in values {
      guard let verdict = trial.reversed(at: Value(value)) else { continue }
      if let flip = flip(.setting(param, Value(value)), verdict) { return flip }
    }
    return nil
  }

  // MARK: Rows and events

  private func decisiveRows() -> [(event: EventOrdinal, verdict: Checkpoints.Verdict)] {
    guard mayBeTried else { return [] }
    return checkpoints.decisiveRows(since: late?.settledSince(stands: stands) ?? Instant(.min))
  }

  private mutating func searchRows() {
    let known = situation.known
    let first = checkpoints.firstTaken
    let rows = decisiveRows()
    report.flips += rows.compactMap { flip(.removal($0.event), $0.verdict) }
    if rows.isEmpty || first > 0 {
      report.others.append(.removal(looked: known - first, isAll: first == 0))
    }
  }

  private mutating func searchEvents() {
    var flips: [Flip] = []
    for (index, event) in program.events.enumerated() {
      let kinds = event.kinds.indices.compactMap { flip(withOneMore: EventID(index), KindID($0)) }
      // A row of an event with kinds may have none; it is tried where no kind reverses the verdict.
      flips += kinds.isEmpty ? [flip(withOneMore: EventID(index), nil)].compactMap { $0 } : kinds
    }
    report.flips += flips
    if flips.isEmpty { report.others.append(.addition) }
  }

  private func flip(withOneMore event: EventID, _ kind: KindID?) -> Flip? {
    flip(.addition(event, kind), checkpoints.verdict(withOneMore: event, kind))
  }

  // MARK: Waiting

  /// Delays the event that an `on` rule was tried on; for any other rule that did not speak, asks later.
  private mutating func searchWaiting() {
    if stream != nil { return searchDelay() }
    if program[rule].emission != nil, stands { return }
    let found = outlook.firstReversal(of: rule)
    let present = checkpoints.present
    if let instant = found.instant,
      let flip = flip(.waiting(instant), checkpoints.verdict(of: present, at: instant))
    {
      report.flips.append(flip)
    } else {
      report.others.append(.waiting(isSearched: !found.isCut))
    }
  }

  private mutating func searchDelay() {
    // Where another row of the instant brings the notice as well, a delay of this one leaves it where it is.
    guard let event, situation.isAt(event),
      !stands || !checkpoints.verdict(of: checkpoints.lacking(event)).stands
    else { return report.others.append(.waiting(isSearched: true)) }
    var moved = situation.log.events[event.index]
    var lacking = checkpoints.lacking(event)
    lacking.ceaseAccounts()
    let points = TurningPoints(situation, lacking, after: checkpoints.past)
    let found = points.first(from: lacking) { [checkpoints, stands] machine, instant in
      moved.at = instant
      _ = machine.append(moved)
      return checkpoints.stands(&machine, at: instant) != stands
    }
    if let later = found, let flip = flip(.delay(event, to: later), verdict(of: event, at: later)) {
      report.flips.append(flip)
    } else {
      report.others.append(.waiting(isSearched: !points.isCut))
    }
  }

  /// The verdict when an event comes later.
  private func verdict(of event: EventOrdinal, at later: Instant) -> Checkpoints.Verdict {
    var machine = checkpoints.lacking(event)
    machine.giveAccount(at: later)
    var moved = situation.log.events[event.index]
    moved.at = later
    _ = machine.append(moved)
    return checkpoints.verdict(of: machine, at: later)
  }
}

extension Program {
  /// Whether a smaller value of a parameter is the looser one.
  ///
  /// The first two presets of an `order` with different values decide; without such presets a greater value
  /// counts as looser, as for a threshold to be reached.
  fileprivate func isLooserBelow(_ param: ParamID) -> Bool {
    for order in orders {
      let values = order.presets.compactMap { presets[$0.index].values[param.index]?.bits }
      if let first = values.first, let other = values.first(where: { $0 != first }) { return first < other }
    }
    return false
  }
}

extension Situation {
  /// Whether an event comes at the instant asked about.
  func isAt(_ event: EventOrdinal) -> Bool {
    guard log.events.indices.contains(event.index) else { return false }
    return log.events.instant(of: event.index) == at
  }
}

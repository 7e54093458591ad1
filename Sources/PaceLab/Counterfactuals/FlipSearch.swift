public import PaceEngine
public import PaceLanguage

/// Looks for the smallest single change of each sort that turns one rule's verdict over.
public struct FlipSearch {
  /// How many rows are looked at, the newest first.
  static let mostRows = 1_000
  /// How many values beyond the first that does are looked at, to say that all of them do.
  private static let mostBeyond = 200

  private let situation: Situation
  private let rule: RuleID
  /// The verdict as it is.
  private let stands: Bool
  private let event: EventOrdinal?
  private let influences: Influences
  private let rehearsal: Rehearsal
  private var report: FlipReport

  private var program: Program { situation.program }

  /// `account` is the situation's own.
  public init(_ situation: Situation, _ account: Account, rule: RuleID) {
    self.situation = situation
    self.rule = rule
    stands = account.rules[rule.index].stands(in: situation.program)
    event = account.rules[rule.index].event
    influences = Influences(on: rule, in: situation.program)
    rehearsal = Rehearsal(situation, rule: rule, influences, stands: stands, mostRows: Self.mostRows)
    report = FlipReport(rule: rule)
  }

  public mutating func search() -> FlipReport {
    searchParams()
    searchRows()
    searchEvents()
    searchWaiting()
    return report
  }

  /// Whether a change turns the verdict over, as far as a quick look can tell.
  private func seemsToFlip(_ alteration: Alteration) -> Bool {
    rehearsal.stands(after: alteration) != stands
  }

  /// The flip that a change makes, from a plain evaluation of the changed input; nil if it makes none.
  private func verified(_ change: Alteration) -> Flip? {
    let verdict = situation.applying(change).verdict(of: rule)
    if verdict.stands == stands { return nil }
    return Flip(rule: rule, alteration: change, outcome: verdict.outcome, gate: verdict.gate)
  }

  // MARK: Parameters

  private mutating func searchParams() {
    let params = influences.params
    if params.isEmpty { report.others.append(.noSetting) }
    for param in params { search(param) }
  }

  private mutating func search(_ param: ParamID) {
    let present = rehearsal.value(of: param)
    let grid = ParameterGrid(program.params[param.index], at: present, in: program)
    for value in grid.outward(from: present) {
      guard seemsToFlip(.setting(param, Value(value))),
        var flip = verified(.setting(param, Value(value)))
      else { continue }
      let beyond = grid.beyond(value, from: present)
      if !grid.isCut, beyond.count <= Self.mostBeyond, program.params[param.index].type.isOrdered {
        flip.goesOn = beyond.allSatisfy { seemsToFlip(.setting(param, Value($0))) }
      }
      report.flips.append(flip)
      return
    }
    report.others.append(grid.isCut ? .unsearchedSetting(param) : .setting(param))
  }

  // MARK: Rows and events

  private mutating func searchRows() {
    let known = situation.log.count(upTo: situation.at)
    let first = max(0, known - Self.mostRows)
    for index in stride(from: known - 1, through: first, by: -1) {
      let change = Alteration.removal(EventOrdinal(index))
      if seemsToFlip(change), let flip = verified(change) { report.flips.append(flip) }
    }
    let hasFound = report.flips.contains { if case .removal = $0.alteration { true } else { false } }
    if !hasFound || first > 0 {
      report.others.append(.removal(looked: known - first, isAll: first == 0))
    }
  }

  private mutating func searchEvents() {
    var hasFound = false
    for change in situation.additions {
      guard seemsToFlip(change), let flip = verified(change) else { continue }
      report.flips.append(flip)
      hasFound = true
    }
    if !hasFound { report.others.append(.addition) }
  }

  // MARK: Waiting

  /// For a rule that was tried for an event: that event later. For any other that did not speak: only later.
  private mutating func searchWaiting() {
    if case .on = program[rule].trigger { return searchDelay() }
    if program[rule].emission != nil, stands { return }
    let found = Outlook(situation).firstTurn(of: rule)
    if let found, let flip = verified(.waiting(found)) {
      report.flips.append(flip)
    } else {
      report.others.append(.waiting)
    }
  }

  private mutating func searchDelay() {
    guard let event, situation.isAt(event) else { return report.others.append(.waiting) }
    var moved = situation.log.events[event.index]
    let points = TurningPoints(situation, without: event)
    let found = points.first(from: rehearsal.lacking(event)) { [rehearsal, stands] evaluator, instant in
      moved.at = instant
      _ = evaluator.append(moved)
      return rehearsal.verdict(&evaluator, at: instant) != stands
    }
    if let found, let flip = verified(.delay(event, to: found)) {
      report.flips.append(flip)
    } else {
      report.others.append(.waiting)
    }
  }
}

extension Situation {
  /// One more event of each kind; of an event without kinds, the event itself.
  var additions: [Alteration] {
    program.events.enumerated().flatMap { index, type in
      type.kinds.isEmpty
        ? [Alteration.addition(EventID(index), nil)]
        : type.kinds.indices.map { .addition(EventID(index), KindID($0)) }
    }
  }

  /// Whether an event comes at the instant asked about.
  func isAt(_ event: EventOrdinal?) -> Bool {
    guard let event, log.events.indices.contains(event.index) else { return false }
    return log.events[event.index].at == at
  }
}

extension ValueType {
  /// Whether values beyond another one mean more of the same.
  fileprivate var isOrdered: Bool {
    switch self {
    case .number, .duration, .time, .date, .level: true
    case .bool, .text, .preset, .schedule, .weekday, .enumeration: false
    }
  }
}

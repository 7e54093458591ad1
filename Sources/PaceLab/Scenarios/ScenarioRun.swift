import PaceEngine
import PaceLanguage

/// One scenario evaluated under one preset: what happened, and the verdicts asked for.
///
/// All verdicts are asked for first. One run then answers those at instants, a second one those over time.
struct ScenarioRun {
  let replay: ScenarioReplay

  private(set) var firings: [Firing] = []
  private(set) var holdings: [Holding] = []
  private(set) var changes: [LevelChange] = []
  /// The levels at the horizon, one for each scale.
  private(set) var finalLevels: [Int] = []
  /// The last instant that is evaluated.
  private(set) var horizon: Instant
  private var verdicts = AskedVerdicts()
  /// The verdicts of each rule that was asked about over time.
  private var verdictsOverTime: [RuleID: VerdictTally] = [:]
  /// The firings into each stream that was asked for.
  private var firingsOfStream: [StreamID: [Firing]] = [:]

  var program: Program { replay.program }
  var timeline: ScenarioTimeline { replay.timeline }
  /// Why its evaluation ended early; nil if it didn't.
  let runaway: Runaway?
  /// The last evaluated instant of a run that had too much in it to go on; nil for any other.
  let cutOff: Instant?
  var clock: ScenarioClock { timeline.clock }

  init(_ replay: ScenarioReplay) {
    self.replay = replay
    let timeline = replay.timeline
    var told: (firings: [Firing], holdings: [Holding], changes: [LevelChange]) = ([], [], [])
    let machine = replay.evaluate(accounts: .none) { record in
      switch record {
      case .fired(let firing): told.firings.append(firing)
      case .held(let holding): told.holdings.append(holding)
      case .level(let change): told.changes.append(change)
      case .account, .overflow, .runaway: break
      }
    }
    (firings, holdings, changes) = told
    runaway = machine.runaway
    cutOff = runaway == nil && machine.isCutOff ? machine.endedEarlyAt : nil
    finalLevels = machine.levels
    horizon = timeline.last
    if let end = machine.end.map({ min($0, .last) }) { horizon = timeline.until.map { min($0, end) } ?? end }
  }

  /// What is wrong with each expectation that does not hold.
  mutating func failures(of expectations: [Scenario.Expectation]) -> [ScenarioFailure] {
    // Which verdicts are asked for depends on no answer, so the first check asks for all.
    let open = expectations.filter { check($0) != nil || $0.claim.restsOnVerdicts }
    findVerdicts()
    return open.compactMap { check($0) }
  }

  private mutating func findVerdicts() {
    replay.answer(&verdicts)
    var tallies = verdictsOverTime
    if tallies.isEmpty { return }
    let rules = Set(tallies.keys)
    _ = replay.evaluate(accounts: .all, of: rules) { record in
      guard case .account(let account) = record else { return }
      for rule in rules { tallies[rule]?.note(account.rules[rule.index], at: account.at, in: program) }
    }
    verdictsOverTime = tallies
  }

  /// Whether all expectations hold; reasons are not looked for.
  mutating func passes(_ expectations: [Scenario.Expectation]) -> Bool {
    for expectation in expectations where check(expectation) != nil && !expectation.claim.restsOnVerdicts {
      return false
    }
    let open = expectations.filter { $0.claim.restsOnVerdicts }
    return open.isEmpty || failures(of: open).isEmpty
  }

  /// The level of a scale at an instant, or at the horizon.
  func level(of scale: ScaleID, at instant: Instant?) -> Int {
    guard let instant else { return finalLevels[scale.index] }
    return changes.last { $0.scale == scale && $0.at <= instant }?.level ?? 0
  }

  /// The firings into a stream, or all of them, in the order of time.
  mutating func firings(into stream: StreamID?) -> [Firing] {
    guard let stream else { return firings }
    if let known = firingsOfStream[stream] { return known }
    let rules = program.rules(firingInto: stream)
    let found = firings.filter { rules.contains($0.rule) }
    firingsOfStream[stream] = found
    return found
  }

  /// A rule's verdict at an instant; nil if the subject is not evaluated then, or before all are asked for.
  mutating func verdict(of rule: RuleID, at instant: Instant) -> RuleAccount? {
    verdicts.ask(of: rule, at: instant)
    return verdicts[rule, instant]
  }

  /// A rule's verdicts at an instant, or at every one that is evaluated; none before all are asked for.
  mutating func verdicts(of rule: RuleID, at instant: Instant?) -> VerdictTally {
    var tally = VerdictTally()
    guard let instant else {
      tally = verdictsOverTime[rule] ?? tally
      verdictsOverTime[rule] = tally
      return tally
    }
    if let found = verdict(of: rule, at: instant) { tally.note(found, at: instant, in: program) }
    return tally
  }
}

extension Scenario.Expectation.Claim {
  /// Whether it takes verdicts to decide it, and not only to say why it fails.
  var restsOnVerdicts: Bool {
    switch self {
    case .held, .outcome: true
    case .nothing, .none, .fires, .level: false
    }
  }
}

import PaceEngine
import PaceLanguage

/// One scenario evaluated under one preset: what happened, and accounts of the instants asked for.
struct ScenarioRun {
  let plan: Plan
  let scenario: Scenario
  let timeline: ScenarioTimeline
  /// Nil where the subject itself picks its preset.
  let named: PresetID?

  private(set) var firings: [Firing] = []
  private(set) var holdings: [Holding] = []
  private(set) var changes: [LevelChange] = []
  /// The levels at the horizon, one for each scale.
  private(set) var finalLevels: [Int] = []
  /// The last instant that was looked at.
  private(set) var horizon: Instant
  private var accounts: [Instant: Account?] = [:]
  private var everyAccount: [Account]?

  var program: Program { plan.program }
  var clock: ScenarioClock { timeline.clock }

  init(plan: Plan, scenario: Scenario, timeline: ScenarioTimeline, named: PresetID?) {
    self.plan = plan
    self.scenario = scenario
    self.timeline = timeline
    self.named = named
    horizon = timeline.until ?? timeline.latest
    let evaluator = evaluate(accounts: .none)
    if let end = evaluator.end { horizon = timeline.until.map { min($0, end) } ?? end }
    finalLevels = plan.program.scales.indices.map { evaluator.level(of: ScaleID($0)) }
    for record in evaluator.records {
      switch record {
      case .fired(let firing): firings.append(firing)
      case .held(let holding): holdings.append(holding)
      case .level(let change): changes.append(change)
      case .account, .overflow: break
      }
    }
  }

  /// The level of a scale at an instant, or at the horizon.
  func level(of scale: ScaleID, at instant: Instant?) -> Int {
    guard let instant else { return finalLevels[scale.index] }
    return changes.last { $0.scale == scale && $0.at <= instant }?.level ?? 0
  }

  /// The verdict of every rule at an instant; nil where the subject is not looked at.
  mutating func account(at instant: Instant) -> Account? {
    if let known = accounts[instant] { return known }
    var found: Account?
    for case .account(let account) in evaluate(accounts: .at(instant)).records
    where account.at == instant { found = account }
    accounts[instant] = .some(found)
    return found
  }

  /// The verdicts at every instant that is evaluated.
  mutating func allAccounts() -> [Account] {
    if let everyAccount { return everyAccount }
    var found: [Account] = []
    for case .account(let account) in evaluate(accounts: .all).records { found.append(account) }
    everyAccount = found
    return found
  }

  private func evaluate(accounts: Evaluator.Accounts) -> Evaluator {
    var options = Evaluator.Options()
    options.preset = named
    options.overrides = scenario.settings
    options.until = timeline.until
    options.tellsLevels = true
    options.tellsHeld = true
    options.accounts = accounts
    var evaluator = Evaluator(plan, options: options)
    evaluator.clear()
    let subject = subject(in: &evaluator)
    evaluator.begin(subject)
    for entry in timeline.entries {
      let values = entry.values.map { value(of: $0, in: &evaluator) }
      _ = evaluator.append(
        EventRecord(event: entry.event, kind: entry.kind, at: entry.at, values: values))
    }
    // Without an end and `until`, all that the scenario names is reached; the engine stops at the last event.
    if timeline.until == nil { evaluator.advance(to: timeline.latest) }
    evaluator.finish()
    return evaluator
  }

  private func subject(in evaluator: inout Evaluator) -> SubjectRecord {
    var attributes = [Value](repeating: .unknown, count: program.subject.attributes.count)
    for (attribute, constant) in scenario.attributes {
      attributes[attribute.index] = value(of: constant, in: &evaluator)
    }
    return SubjectRecord(
      startedAt: Instant(clock.start), endedAt: timeline.ended, attributes: attributes,
      zone: timeline.zone, given: timeline.given)
  }

  private func value(of constant: Constant?, in evaluator: inout Evaluator) -> Value {
    switch constant {
    case nil: .unknown
    case .value(let value): value
    case .text(let text): evaluator.intern(text)
    }
  }
}

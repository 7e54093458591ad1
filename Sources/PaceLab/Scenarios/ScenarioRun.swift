import PaceEngine
import PaceLanguage

/// One scenario evaluated under one preset: what happened, and accounts of the instants asked for.
struct ScenarioRun {
  let replay: ScenarioReplay

  private(set) var firings: [Firing] = []
  private(set) var holdings: [Holding] = []
  private(set) var changes: [LevelChange] = []
  /// The levels at the horizon, one for each scale.
  private(set) var finalLevels: [Int] = []
  /// The last instant that is evaluated.
  private(set) var horizon: Instant
  private var accounts: [Instant: Account?] = [:]
  private var everyAccount: [Account]?

  var program: Program { replay.program }
  var timeline: ScenarioTimeline { replay.timeline }
  /// Why its evaluation ended early; nil if it didn't.
  let runaway: Runaway?
  var clock: ScenarioClock { timeline.clock }

  init(_ replay: ScenarioReplay) {
    self.replay = replay
    let timeline = replay.timeline
    horizon = timeline.until ?? timeline.latest
    let machine = replay.evaluate(accounts: .none)
    runaway = machine.runaway
    if let end = machine.end.map({ min($0, .last) }) { horizon = timeline.until.map { min($0, end) } ?? end }
    finalLevels = machine.levels
    for record in machine.records {
      switch record {
      case .fired(let firing): firings.append(firing)
      case .held(let holding): holdings.append(holding)
      case .level(let change): changes.append(change)
      case .account, .overflow, .runaway: break
      }
    }
  }

  /// The level of a scale at an instant, or at the horizon.
  func level(of scale: ScaleID, at instant: Instant?) -> Int {
    guard let instant else { return finalLevels[scale.index] }
    return changes.last { $0.scale == scale && $0.at <= instant }?.level ?? 0
  }

  /// The verdict of every rule at an instant; nil if the subject is not evaluated then.
  mutating func account(at instant: Instant) -> Account? {
    if let known = accounts[instant] { return known }
    var found: Account?
    for case .account(let account) in replay.evaluate(accounts: .at(instant)).records
    where account.at == instant { found = account }
    accounts[instant] = .some(found)
    return found
  }

  /// The verdicts at every instant that is evaluated.
  mutating func allAccounts() -> [Account] {
    if let everyAccount { return everyAccount }
    var found: [Account] = []
    for case .account(let account) in replay.evaluate(accounts: .all).records { found.append(account) }
    everyAccount = found
    return found
  }
}

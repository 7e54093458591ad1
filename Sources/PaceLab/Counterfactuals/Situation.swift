public import PaceEngine
public import PaceLanguage

/// One subject's log, how it is evaluated, and the instant that is asked about.
public final class Situation: Sendable {
  public let plan: Plan
  /// The log as far as it is seen.
  public let log: SubjectLog
  /// The instant asked about, or the last one that is seen if that is earlier.
  public let at: Instant
  /// Whether the instant asked about is later than any that is seen.
  public let isUnseen: Bool
  /// The last instant that is seen; nil for no bound.
  public let last: Instant?
  /// The preset and the values set; each question chooses the other options.
  private let preset: PresetID?
  private let overrides: [(param: ParamID, value: Constant)]
  let passedFirings: Int
  /// How many events come before the instant asked about, and how many up to it.
  let opening: Int
  let known: Int

  /// - Parameter at: kept within the years 1 to 9999.
  public init(_ plan: Plan, _ log: SubjectLog, at: Instant, options: Machine.Options) {
    self.plan = plan
    let at = Instant(clamping: at.milliseconds)
    var log = log
    last = log.until ?? options.until
    if let last { log.cut(after: last) }
    self.at = min(at, last ?? at)
    isUnseen = self.at < at
    // The machines look past the instant for what comes next, so they cannot leave out notices given after it.
    log.until = nil
    while let given = log.record.given.last, given.at > self.at { log.record.given.removeLast() }
    self.log = log
    known = log.count(upTo: self.at)
    opening = log.count(upTo: Instant(self.at.milliseconds - 1))
    preset = options.preset
    overrides = options.overrides
    passedFirings = options.passedFirings
  }

  public var program: Program { plan.program }

  /// The options for an evaluation without messages.
  var quietOptions: Machine.Options {
    var options = Machine.Options()
    options.preset = preset
    options.overrides = overrides
    options.passedFirings = passedFirings
    options.messages = .none
    return options
  }

  /// A machine that begins the subject and can give an account of the instant.
  func follower() -> Follower {
    var options = quietOptions
    options.accounts = .at(at)
    return Follower(
      Machine(plan, options: options), self, constants: { TurningConstants(self, $0) }, dropsRows: false)
  }

  /// How many of the known events come before one more of this type at the instant asked about.
  ///
  /// The events of an instant come in the order of their declarations. One more is the last of its own, as if
  /// its row had the greatest id.
  func place(of event: EventID) -> Int {
    var place = known
    while place > opening, log.events[place - 1].event.index > event.index { place -= 1 }
    return place
  }

  /// An event of a kind at the instant asked about, with all its fields unknown.
  func record(of event: EventID, _ kind: KindID?) -> EventRecord {
    let fields = program.events[event.index].fields
    return EventRecord(
      event: event, kind: kind, at: at, values: [Value](repeating: .unknown, count: fields.count))
  }

  /// The account of the instant, from a plain evaluation, with the machine that gave it, which knows parameters and
  /// texts; nil if the subject has not begun by then.
  public func evaluate() -> (account: Account, machine: Machine)? {
    var options = quietOptions
    options.messages = .all
    options.accounts = .at(at)
    var machine = Machine(plan, options: options)
    log.replay(into: &machine, upTo: at)
    return answer(from: machine)
  }

  /// The account of the instant, from a machine that has reached it or is about to.
  func answer(from machine: Machine) -> (account: Account, machine: Machine)? {
    var teller = machine
    teller.advance(to: at)
    var last = teller
    last.tellReachedAccount()
    for case .account(let account) in last.records { return (account, teller) }
    return nil
  }
}

extension RuleAccount {
  /// Whether the verdict stands: the rule fired, or, if it only raises a level, its state is on.
  public func stands(in program: Program) -> Bool {
    program[rule].emission == nil ? isOn : outcome == .fired
  }
}

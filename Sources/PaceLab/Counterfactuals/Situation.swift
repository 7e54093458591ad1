public import PaceEngine
public import PaceLanguage

/// One subject's log, how it is evaluated, and the instant that is asked about.
public struct Situation: Sendable {
  public private(set) var plan: Plan
  public private(set) var log: SubjectLog
  public private(set) var at: Instant
  /// The preset and the values set; what is told of is up to each question.
  private var preset: PresetID?
  private(set) var overrides: [(param: ParamID, value: Constant)]

  public init(_ plan: Plan, _ log: SubjectLog, at: Instant, options: Evaluator.Options) {
    self.plan = plan
    self.log = log
    self.at = at
    preset = options.preset
    overrides = options.overrides
  }

  public var program: Program { plan.program }

  /// How the situation is evaluated when nothing is to be told of.
  var quietOptions: Evaluator.Options {
    var options = Evaluator.Options()
    options.preset = preset
    options.overrides = overrides
    options.fillsMessages = false
    return options
  }

  /// The same for another plan, of a program in which names have the same places.
  func running(_ plan: Plan) -> Situation {
    var other = self
    other.plan = plan
    return other
  }

  /// The situation as it would be after one change.
  public func applying(_ change: Alteration) -> Situation {
    var other = self
    switch change {
    case .setting(let param, let value): other.overrides.append((param, .value(value)))
    case .removal(let event): other.remove(event)
    case .addition(let event, let kind): other.insert(record(of: event, kind))
    case .delay(let event, let later):
      guard log.events.indices.contains(event.index) else { break }
      var moved = log.events[event.index]
      moved.at = later
      other.remove(event)
      // What was logged after the instant asked about is not known.
      other.forgetFuture()
      other.at = later
      other.insert(moved)
    case .waiting(let later):
      other.forgetFuture()
      other.at = later
    }
    return other
  }

  /// An event of a kind with nothing said of its fields.
  func record(of event: EventID, _ kind: KindID?) -> EventRecord {
    let fields = program.events[event.index].fields
    return EventRecord(
      event: event, kind: kind, at: at, values: [Value](repeating: .unknown, count: fields.count))
  }

  /// The account of the instant, from a plain evaluation; nil where the subject has not begun by then.
  public func account() -> Account? { evaluate()?.account }

  /// The account together with the evaluator that gave it, which knows parameters and texts.
  public func evaluate() -> (account: Account, evaluator: Evaluator)? {
    var options = quietOptions
    options.until = at
    options.fillsMessages = true
    options.accounts = .at(at)
    var evaluator = Evaluator(plan, options: options)
    log.replay(into: &evaluator, upTo: at)
    evaluator.finish()
    for case .account(let account) in evaluator.records { return (account, evaluator) }
    return nil
  }

  /// What one rule comes to at the instant. A subject that has not begun, or is over, triggers nothing.
  func verdict(of rule: RuleID) -> (stands: Bool, outcome: Outcome, gate: GateReference?) {
    guard let account = account() else { return (false, .notTriggered, nil) }
    let verdict = account.rules[rule.index]
    if account.at != at, verdict.outcome == .fired { return (false, .notTriggered, nil) }
    return (verdict.stands(in: program), verdict.outcome, verdict.gate)
  }

  private mutating func remove(_ event: EventOrdinal) {
    guard log.events.indices.contains(event.index) else { return }
    log.events.remove(at: event.index)
    if log.rows.indices.contains(event.index) { log.rows.remove(at: event.index) }
  }

  private mutating func insert(_ event: EventRecord) {
    let place = log.count(upTo: event.at)
    log.events.insert(event, at: place)
    if place <= log.rows.count { log.rows.insert("", at: place) }
  }

  private mutating func forgetFuture() {
    let known = log.count(upTo: at)
    log.events.removeLast(log.events.count - known)
    log.rows.removeLast(max(0, log.rows.count - known))
  }
}

extension RuleAccount {
  /// What a verdict comes down to: a rule that speaks fired; the state of one that only raises a level is on.
  public func stands(in program: Program) -> Bool {
    program[rule].emission == nil ? isOn : outcome == .fired
  }
}

import PaceLanguage

/// A notice that is due.
public struct Notice: Sendable {
  public var rule: String
  /// The notice kind that the rule emits.
  public var kind: String
  /// Empty if a guard forbids what it would say.
  public var message: String
  public var severity: Int?
  /// The level that the rule raises.
  public var level: String?
  public var at: Instant
}

/// Follows one subject for an app: it is told of events, and says what is due.
public struct Coach: Sendable {
  public let pack: Pack
  private var machine: Machine
  /// The newest instant that it has heard of.
  private var latest: Instant?
  /// Whether everything up to `latest` has been evaluated.
  private var isSettled = true
  private var due: [Notice] = []
  /// The account of the last evaluated instant.
  private var account: Account?
  private var overflows: [PackError] = []

  init(_ pack: Pack, _ machine: Machine) {
    self.pack = pack
    self.machine = machine
  }

  /// Logs an event by the name of its type, or of one of its kinds; false if debounce drops it.
  ///
  /// Events come in order of time. Events of one instant may follow each other if nothing is asked in between.
  ///
  /// - Throws: `.unknownName`, `.badValue`, `.outOfRange`, `.tooLate`; and `.runaway` once the evaluation has ended.
  @discardableResult
  public mutating func log(
    _ name: String, at instant: Instant, _ fields: [String: PackValue] = [:]
  ) throws(PackError) -> Bool {
    guard instant.isInRange else { throw .outOfRange(instant) }
    let program = pack.program
    let (event, kind) = try place(of: name)
    let declared = program.events[event.index].fields
    var values = declared.map { _ in Value.unknown }
    for (name, value) in fields {
      let index = try Pack.index(of: name, what: "field", in: declared.map { $0.name.text })
      values[index] = try pack.bits(of: value, for: declared[index], in: &machine)
    }
    let record = EventRecord(event: event, kind: kind, at: instant, values: values)
    // Even an event that is refused may have let time pass.
    isSettled = false
    switch machine.append(record) {
    case .kept:
      latest = max(latest ?? instant, instant)
      return true
    case .debounced: return false
    case .late: throw .tooLate(instant)
    case .beyond: throw runaway ?? .tooLate(instant)
    }
  }

  /// Lets time pass: evaluates everything up to and including an instant. Later events must come after it.
  ///
  /// An instant outside the years 1 to 9999 counts as the nearest one inside.
  public mutating func advance(to instant: Instant) {
    let instant = Instant(clamping: instant.milliseconds)
    machine.advance(to: instant)
    latest = max(latest ?? instant, instant)
    isSettled = isSettled || instant == latest
    for record in machine.takeRecords() {
      switch record {
      case .fired(let firing): due.append(notice(firing))
      case .account(let account): self.account = account
      case .overflow(let rule, _, let at): overflows.append(.overflow(rule: name(of: rule), at: at))
      case .held, .level, .runaway: break
      }
    }
  }

  /// The notices that have become due since this was last asked, in the order of time.
  public mutating func notices() -> [Notice] {
    if let latest { advance(to: latest) }
    defer { due = [] }
    return due
  }

  /// The name of the level at which each scale stands, by the scale's name.
  public var levels: [String: String] {
    let scales = zip(pack.program.scales, settled.machine.levels)
    return Dictionary(uniqueKeysWithValues: scales.map { ($0.name.text, $0.levels[$1].name) })
  }

  /// The next instant at which `advance` may have something to do if nothing is logged; nil for never.
  public var nextInstant: Instant? { settled.machine.nextDeadline() }

  /// What kept rules from being evaluated: each rule's first `.overflow`, then a `.runaway` if one ended everything.
  public var problems: [PackError] {
    let settled = settled
    return settled.overflows + [settled.runaway].compactMap { $0 }
  }

  private var runaway: PackError? {
    machine.runaway.map { .runaway(rule: name(of: $0.rule), every: $0.milliseconds, at: $0.at) }
  }

  private func name(of rule: RuleID) -> String { pack.program[rule].name.text }

  /// The verdict of a rule at the last instant at which anything was decided, and why.
  public func explain(_ rule: String) throws(PackError) -> RuleAccount {
    let index = try Pack.index(of: rule, what: "rule", in: pack.program.rules.map { $0.name.text })
    let settled = settled
    guard let account = settled.account else {
      return settled.machine.standing(of: RuleID(index), at: settled.latest ?? Instant(0))
    }
    return account.rules[index]
  }

  /// A copy that has evaluated everything it has heard of.
  private var settled: Coach {
    if isSettled { return self }
    var coach = self
    if let latest { coach.advance(to: latest) }
    return coach
  }

  private func place(of name: String) throws(PackError) -> (EventID, KindID?) {
    var names: [String] = []
    for (index, event) in pack.program.events.enumerated() {
      if event.name.text == name { return (EventID(index), nil) }
      if let kind = event.kinds.firstIndex(where: { $0.name.text == name }) {
        return (EventID(index), KindID(kind))
      }
      names += [event.name.text] + event.kinds.map { $0.name.text }
    }
    throw .unknownName(what: "event", name: name, meant: Spelling.nearest(to: name, among: names))
  }

  private func notice(_ firing: Firing) -> Notice {
    let rule = pack.program[firing.rule]
    return Notice(
      rule: rule.name.text,
      kind: rule.emission.map { pack.program.noticeKinds[$0.kind.index].name } ?? "",
      message: firing.message ?? "", severity: rule.severity,
      level: rule.raise.map { pack.program.scales[$0.scale.index].levels[$0.level].name }, at: firing.at)
  }
}

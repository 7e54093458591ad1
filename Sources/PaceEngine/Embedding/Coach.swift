import PaceLanguage

/// A notice for the app to give.
public struct Notice: Equatable, Sendable {
  public var rule: String
  /// The notice kind that the rule emits.
  public var kind: String
  public var message: String
  /// Nil if the rule has none.
  public var severity: Int?
  /// The level that the rule raises; nil if it raises none.
  public var level: String?
  public var at: Instant

  public init(
    rule: String, kind: String, message: String, severity: Int? = nil, level: String? = nil, at: Instant
  ) {
    self.rule = rule
    self.kind = kind
    self.message = message
    self.severity = severity
    self.level = level
    self.at = at
  }
}

/// Follows one subject for an app: takes its events, and returns the notices to give.
///
/// If a pack's subject is a day, a coach follows one day: the day of its start, or of its first event.
///
/// A coach lives in memory. To restart one, an app logs the subject's events again in a new coach, and drops the
/// notices that it has given already.
public struct Coach: Sendable {
  public let pack: Pack
  private var run: LiveRun
  /// The newest instant that the app has named; nil before the first.
  private var latest: Instant?
  private var due: [Notice] = []
  /// What `problems` has told so far, apart from a runaway.
  private var faults: [PackError] = []

  init(_ pack: Pack, _ machine: Machine) {
    self.pack = pack
    run = LiveRun(machine)
  }

  /// Logs an event by the name of its type, or of one of its kinds; false if debounce drops it.
  ///
  /// Events come in order of time. Several may have one instant until `notices()` or `advance` evaluates it. An event
  /// after the subject's end opens the subject again; if the subject is a day, until that is over.
  ///
  /// Events of one instant count in the order in which they are logged. In a database and a kept log they count in the
  /// order of their declarations, then of their ids.
  ///
  /// The events for which it returns true have the numbers 0, 1 and so on, by which accounts refer to them.
  ///
  /// - Throws: `.unknownName`, `.badValue`, `.outOfRange`, `.tooLate`; `.runaway` once the evaluation has ended. If the
  ///   subject is a day, `.tooLate` before that day and `.dayOver` after it.
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
      values[index] = try pack.bits(of: value, for: declared[index]) { run.intern($0) }
    }
    if program.subject.isPerDay {
      if instant.milliseconds > run.machine.subject.lastInstant { throw .dayOver(instant) }
      if let first = run.machine.firstOfDay, instant < first { throw .tooLate(instant) }
    }
    let admission = run.append(EventRecord(event: event, kind: kind, at: instant, values: values))
    // Even an event that is refused may have let time pass.
    takeRecords()
    switch admission {
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
  /// An instant before the newest one changes nothing. One outside the years 1 to 9999 counts as the nearest one
  /// inside.
  public mutating func advance(to instant: Instant) {
    let instant = Instant(clamping: instant.milliseconds)
    run.advance(to: instant)
    latest = max(latest ?? instant, instant)
    takeRecords()
  }

  private mutating func takeRecords() {
    for record in run.takeRecords() {
      switch record {
      case .fired(let firing) where firing.isWithheld: tellWithheld(name(of: firing.rule), firing.at)
      case .fired(let firing): due.append(notice(firing))
      case .overflow(let rule, _, let at): faults.append(.overflow(rule: name(of: rule), at: at))
      case .account, .held, .level, .runaway: break
      }
    }
  }

  private mutating func tellWithheld(_ rule: String, _ at: Instant) {
    let isTold = faults.contains { if case .withheld(let told, _) = $0 { told == rule } else { false } }
    if !isTold { faults.append(.withheld(rule: rule, at: at)) }
  }

  /// The notices that have become due since this was last asked, in the order of time.
  ///
  /// A notice whose message a guard withholds is not among them; `problems` has the first of each rule.
  public mutating func notices() -> [Notice] {
    if let latest { advance(to: latest) }
    defer { due = [] }
    return due
  }

  /// The name of each scale's level, by the scale's name. Before the subject starts and after it ends, scales rest.
  ///
  /// Like `nextInstant` and `problems`, it copies the rows of all windows if events were logged since `notices()` or
  /// `advance`.
  public var levels: [String: String] {
    let levels = settled.run.machine.toldLevels
    let isOpen = isOpen
    let scales = zip(pack.program.scales, levels)
    return Dictionary(
      uniqueKeysWithValues: scales.map { ($0.name.text, $0.levels[isOpen ? $1 : 0].name) })
  }

  /// The next instant at which a notice may be due or a level may change if nothing is logged; nil for never.
  ///
  /// However far away it is, an app that waits for it misses nothing.
  public var nextInstant: Instant? {
    let machine = settled.run.machine
    if let next = machine.nextDeadline() { return next }
    guard machine.runaway == nil, isOpen, machine.toldLevels.contains(where: { $0 != 0 }) else { return nil }
    return machine.rest
  }

  /// Whether the subject has started and not ended; at its last instant it is still open.
  public var isOpen: Bool { latest.map { run.machine.isOpen(at: $0) } ?? false }

  /// When the subject ended, or will if nothing is logged; nil if it never ends or its start is not known yet.
  public var end: Instant? { run.machine.end }

  /// What kept rules from being evaluated, or their notices from being given: each rule's first `.overflow` and first
  /// `.withheld`, then a `.runaway` if one ended everything.
  public var problems: [PackError] {
    let settled = settled
    return settled.faults + [settled.runaway].compactMap { $0 }
  }

  private var runaway: PackError? {
    run.machine.runaway.map { .runaway(rule: name(of: $0.rule), every: $0.step?.milliseconds, at: $0.at) }
  }

  /// The newest evaluated instant, which `explain` is about; nil before the subject starts.
  ///
  /// An event came at that instant, or something might change at it.
  public var evaluatedAt: Instant? { run.machine.newestInstant }

  /// The verdict of a rule at `evaluatedAt`, with the values of that instant, which is not always the present one.
  ///
  /// It evaluates some of the newest events again, so it takes longer than the other questions. Before the subject
  /// starts, the account says how the rule stands with nothing logged.
  ///
  /// - Throws: `.unknownName`.
  public func explain(_ rule: String) throws(PackError) -> RuleAccount {
    let index = try Pack.index(of: rule, what: "rule", in: pack.program.rules.map { $0.name.text })
    guard let account = run.account() else {
      return run.machine.standing(of: RuleID(index), at: latest ?? Instant(0))
    }
    return account.rules[index]
  }

  /// The value of a part of a condition that `explain` gave, as rules write it, texts in quotes.
  public func text(of part: ConditionNode) -> String {
    pack.program.text(of: run.machine.constant(part.value, type: part.type), type: part.type)
  }

  /// A copy that has evaluated everything up to `latest`.
  private var settled: Coach {
    guard run.machine.isInstantOpen, let latest else { return self }
    var coach = self
    coach.advance(to: latest)
    return coach
  }

  /// The bytes of the rows that it holds.
  package var rowBytes: Int { run.rowBytes }

  private func name(of rule: RuleID) -> String { pack.program[rule].name.text }

  private func place(of name: String) throws(PackError) -> (EventID, KindID?) {
    for (index, event) in pack.program.events.enumerated() {
      if event.name.text == name { return (EventID(index), nil) }
      if let kind = event.kinds.firstIndex(where: { $0.name.text == name }) {
        return (EventID(index), KindID(kind))
      }
    }
    let names = pack.program.events.flatMap { event in [event.name.text] + event.kinds.map { $0.name.text } }
    throw .unknownName(what: "event", name: name, meant: Spelling.nearest(to: name, among: names))
  }

  private func notice(_ firing: Firing) -> Notice {
    let rule = pack.program[firing.rule]
    return Notice(
      rule: rule.name.text,
      kind: pack.program.kindName(of: firing.rule) ?? "",
      message: firing.message ?? "", severity: rule.severity, level: pack.program.levelName(of: firing.rule),
      at: firing.at)
  }
}

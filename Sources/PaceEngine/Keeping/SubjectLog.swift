public import PaceLanguage

/// Everything that a log holds of one subject, in the order in which it is evaluated.
///
/// Rows are decoded once; the subject can then be run any number of times.
public struct SubjectLog: Sendable {
  public var id: String
  public var record: SubjectRecord
  public var events = EventRows()
  /// The id of each event's row; empty if ids were not asked for.
  public var rows = RowIDs()
  /// The given notices with their messages; nil if only `record.given` is known.
  public var notices: [KeptNotice]?
  /// The texts that values stand for, in the order in which they first came.
  public var texts: [String] = []
  /// The last instant evaluated; nil for the machine's own.
  public var until: Instant?

  public init(id: String, record: SubjectRecord) {
    self.id = id
    self.record = record
  }

  /// The earlier of its recorded start and its first event; nil if it has neither.
  public var start: Instant? {
    guard let first = events.first?.at else { return record.startedAt }
    return record.startedAt.map { min($0, first) } ?? first
  }

  /// Its start; for a day without a row, the day's first instant. Nil for any other subject without a start.
  public func beginning(in program: Program) -> Instant? {
    if let start { return start }
    if !program.subject.isPerDay { return nil }
    return Instant(program.calendar.calendar(in: record.zone).span(ofDayNamed: id).lowerBound)
  }

  /// Starts the subject in a machine, appends its events up to an instant, and evaluates them.
  public func replay(into machine: inout Machine, upTo instant: Instant) {
    begin(in: &machine)
    append(0..<count(upTo: instant), to: &machine)
    machine.advance(to: instant)
  }

  /// Evaluates the subject from its start to its horizon; its records stay in the machine.
  public func run(in machine: inout Machine) throws(RunawaySubject) {
    begin(in: &machine)
    append(events.indices, to: &machine)
    machine.finish()
    try check(machine)
  }

  /// Evaluates the subject from its start to its horizon, handing over records as they come.
  ///
  /// Memory may not hold the records of a long log, or of a long time without a row.
  public func run(in machine: inout Machine, tell: (Record) -> Void) throws(RunawaySubject) {
    try pass(in: &machine) { record in
      tell(record)
      return true
    }
  }

  /// As `run(in:tell:)`, but stops once `take` returns false.
  public func pass(in machine: inout Machine, _ take: (Record) -> Bool) throws(RunawaySubject) {
    begin(in: &machine)
    if pass(events.indices, in: &machine, before: nil, take) { try check(machine) }
  }

  /// As `pass(in:_:)`, but evaluates each instant by what was known then: without the notices given later.
  ///
  /// Up to the last given notice only accounts are handed over.
  public func passAsKnown(in machine: inout Machine, _ take: (Record) -> Bool) throws(RunawaySubject) {
    begin(in: &machine)
    var known = 0
    var last: Instant?
    for given in record.given.map({ $0.at }) where last.map({ given > $0 }) ?? true {
      last = given
      let before = events.indices.partitioningIndex { events.instant(of: $0) >= given }
      var fork = machine
      fork.forgetGiven()
      let goesOn = pass(known..<before, in: &fork, before: given) { record in
        guard case .account = record else { return true }
        return take(record)
      }
      try check(fork)
      if !goesOn { return }
      appendUntold(known..<before, to: &machine)
      machine.advance(before: given) { _ in true }
      known = count(upTo: given)
      append(before..<known, to: &machine)
      machine.advance(to: given)
      for case .account(let account) in machine.takeRecords() where account.at == given {
        guard take(.account(account)) else { return }
      }
    }
    if pass(known..<events.count, in: &machine, before: nil, take) { try check(machine) }
  }

  /// Appends some of its events and evaluates up to an instant, or to the horizon; false once `take` returns false.
  private func pass(
    _ range: Range<Int>, in machine: inout Machine, before last: Instant?, _ take: (Record) -> Bool
  ) -> Bool {
    var goesOn = true
    func tell(_ record: Record) -> Bool {
      goesOn = goesOn && take(record)
      return goesOn
    }
    var hasStarted = record.startedAt != nil || range.lowerBound > 0
    let mayDrop = mayDrop(machine.plan)
    for index in range {
      let next = events.instant(of: index)
      // Without an end or `until` the last kept row is the horizon: no time passes before a row that may be dropped.
      if hasStarted, machine.end != nil || machine.options.until != nil || !mayDrop {
        machine.advance(before: next, handingTo: tell)
        if !goesOn { return false }
      }
      append(index..<index + 1, to: &machine)
      for record in machine.takeRecords() where !tell(record) { return false }
      hasStarted = true
    }
    if hasStarted, let horizon = last ?? machine.end ?? machine.options.until {
      machine.advance(before: min(horizon, .last), handingTo: tell)
      if !goesOn { return false }
    }
    if last != nil { return true }
    machine.finish()
    for record in machine.takeRecords() where !tell(record) { return false }
    return true
  }

  /// How many of its events are kept, and not dropped because they came too soon after another.
  public func keptCount(by plan: Plan) -> Int {
    guard mayDrop(plan) else { return events.count }
    var last = plan.tables.kinds.map { _ in Int64?.none }
    return events.count { event in
      let kind = plan.tables.events[event.event.index].place(ofKind: event.kind?.index)
      let at = event.at.milliseconds
      if let span = plan.tables.kinds[kind].debounce, let last = last[kind],
        Arithmetic.difference(at, last) < span
      {
        return false
      }
      last[kind] = at
      return true
    }
  }

  private func mayDrop(_ plan: Plan) -> Bool { plan.tables.kinds.contains { $0.debounce != nil } }

  /// Throws if the evaluation ended early.
  public func check(_ machine: Machine) throws(RunawaySubject) {
    if let runaway = machine.runaway { throw RunawaySubject(subject: id, runaway: runaway) }
  }

  /// Starts the subject in a machine, with the texts that its values stand for.
  public func begin(in machine: inout Machine) {
    machine.clear()
    for text in texts { _ = machine.intern(text) }
    if let until { machine.set(until: until) }
    machine.begin(record)
  }

  /// Appends some of its events to a machine that has the earlier ones; returns how many were kept.
  @discardableResult
  public func append(_ range: Range<Int>, to machine: inout Machine) -> Int {
    var kept = 0
    events.forEachRun(in: range) { rows, stride, event in
      kept += machine.append(rows, stride: stride, of: event).kept
    }
    return kept
  }

  /// Appends events and drops their records, 4,096 events at a time, so that few are held at once.
  public func appendUntold(_ range: Range<Int>, to machine: inout Machine) {
    var first = range.lowerBound
    while first < range.upperBound {
      let end = min(first + 4_096, range.upperBound)
      append(first..<end, to: &machine)
      machine.forgetRecords()
      first = end
    }
  }

  /// How many events come at or before an instant.
  public func count(upTo instant: Instant) -> Int {
    (0..<events.count).partitioningIndex { events.instant(of: $0) > instant }
  }

  /// Removes everything after an instant.
  public mutating func cut(after last: Instant) {
    let known = count(upTo: last)
    if events.count > known { events.removeSubrange(known...) }
    if rows.count > known { rows.removeSubrange(known...) }
    record.given.removeAll { $0.at > last }
  }
}

/// A subject whose evaluation ended early.
public struct RunawaySubject: Error, Hashable {
  public var subject: String
  public var runaway: Runaway

  public init(subject: String, runaway: Runaway) {
    self.subject = subject
    self.runaway = runaway
  }

  /// What ended, and why: a sentence in lower case without a full stop.
  ///
  /// - Parameter program: the rules that the subject was evaluated with.
  public func message(in program: Program) -> String {
    runaway.sentence("\(program.noun) `\(subject)`", program)
  }

  /// What may help, for the same rules.
  public func help(in program: Program) -> String { runaway.help(program) }
}

extension SubjectLog {
  /// The last instant up to which a machine followed the rules over this log; nil for a log without events.
  public func lastFollowed(by machine: borrowing Machine) -> Instant? {
    machine.end ?? machine.options.until ?? events.last?.at
  }
}

public import PaceLanguage

/// What tools read of a run. Looking changes no verdict.
extension Machine {
  /// Whether the subject's life has begun.
  public var hasBegun: Bool { subject.hasBegun }

  /// When the subject ended, or will if nothing is logged.
  public var end: Instant? { subject.end == never ? nil : Instant(subject.end) }

  /// The first instant of the day of the subject's start; nil if subjects aren't days, or without a start.
  var firstOfDay: Instant? {
    guard subject.endsWithDayOfStart, let start = subject.startedAt else { return nil }
    return Instant(state.clock.calendar.calendarDay(at: start).start)
  }

  /// Whether the subject is open at `t`, which is not before the newest instant. At its last instant it still is.
  public func isOpen(at t: Instant) -> Bool { subject.hasBegun && t.milliseconds <= subject.end }

  /// The newest evaluated instant; nil before the subject starts.
  var newestInstant: Instant? { subject.hasBegun ? Instant(state.now) : nil }

  /// The first instant after the subject's end: every scale is at rest from then on. Nil if the subject never ends.
  var rest: Instant? { end?.next }

  /// The levels last reported; needs `tellsLevels`.
  var toldLevels: [Int] { state.scales.indices.map { state.scales[$0].told } }

  /// Whether neither the subject's end nor `until` bounds the evaluation.
  ///
  /// `mutating`, so that callers ask the machine in place instead of copying it.
  public mutating func isOpenEnded() -> Bool { lastToEvaluate() == nil }

  /// The earlier of the subject's end and `until`; nil if there is neither. `mutating` for the same reason.
  public mutating func lastToEvaluate() -> Instant? {
    let end = subject.end == never ? nil : Instant(subject.end)
    guard let end, let until = options.until else { return end ?? options.until }
    return min(end, until)
  }

  /// Whether an overflow, a runaway or a withheld message may be among the subject's records.
  ///
  /// `mutating` for the same reason.
  public mutating func mayHaveRemarks() -> Bool {
    state.code.mayWithhold || runaway != nil || !output.overflowed.isEmpty
  }

  /// A parameter's value for the subject; unknown if nothing reads it.
  public func value(of param: ParamID) -> Value {
    plan.tables.slots.firstIndex(of: .param(param)).map { Value(state.slots[$0]) } ?? .unknown
  }

  /// A copy that has moved on to an instant before which nothing is due.
  private func fork(at instant: Int64) -> Machine {
    var fork = self
    fork.own()
    fork.wait(until: instant)
    return fork
  }

  /// The level of a scale at the instant that the machine has reached.
  ///
  /// What a rule with `for` or `until` raises is known only if levels are told or accounts given; otherwise the
  /// rule isn't watched. The program must have the scale.
  public func level(of scale: ScaleID) -> Int {
    precondition(plan.program.scales.indices.contains(scale.index), "the program has no such scale")
    var fork = settledFork
    return Int(fork.state.level(scale).value)
  }

  /// The levels of all scales, as `level(of:)` gives each.
  public var levels: [Int] {
    var fork = settledFork
    return plan.program.scales.indices.map { Int(fork.state.level(ScaleID($0)).value) }
  }

  private var settledFork: Machine { fork(at: min(subject.settledThrough, lastInstant, subject.end)) }

  /// The values of expressions of the program at the last evaluated instant.
  public mutating func values(of expressions: [ExpressionID]) -> [Value] {
    values(of: expressions, waitingUntil: Instant(state.now))
  }

  /// The values of expressions at `instant`, if no event comes after the last one appended.
  ///
  /// The instant may not lie before the last evaluated one.
  public func values(of expressions: [ExpressionID], at instant: Instant) -> [Value] {
    var fork = self
    return fork.values(of: expressions, waitingUntil: instant)
  }

  /// As `values(of:at:)`, but the machine itself moves on to the instant.
  ///
  /// Its tracked ranges narrow to the values with the same answers.
  public mutating func values(of expressions: [ExpressionID], waitingUntil instant: Instant) -> [Value] {
    ask(at: instant) { machine in expressions.map { machine.value($0) } }
  }

  /// Asks something at an instant before which nothing is due.
  ///
  /// How long the answer holds is not looked for, so that only the answer itself narrows tracked ranges.
  private mutating func ask<Answer>(at instant: Instant, _ question: (inout Machine) -> Answer) -> Answer {
    wait(until: instant.milliseconds)
    state.wantsUntil = false
    defer { state.wantsUntil = true }
    return question(&self)
  }

  /// Evaluates everything up to and including `instant`, as `advance` does, and gives expressions' values there.
  ///
  /// Nothing is copied, so that many instants of a long log cost little. Before a subject has started every value is
  /// unknown; after its end, values stand as at the end. Levels need `tellsLevels`.
  public mutating func values(of expressions: [ExpressionID], advancingTo instant: Instant) -> [Value] {
    advance(to: instant)
    guard subject.hasBegun else { return expressions.map { _ in .unknown } }
    wait(until: min(instant.milliseconds, lastInstant, subject.end))
    return expressions.map { value($0) }
  }

  /// The values of expressions as stream conditions would see them if `event` came next: with its fields and the
  /// earlier events.
  ///
  /// The event must give every field, because defaults are not filled in.
  public func values(of expressions: [ExpressionID], deciding event: EventRecord) -> [Value] {
    var fork = fork(at: event.at.milliseconds)
    fork.state.event = event.event
    fork.state.edition += 1
    for field in fork.state.fields.indices {
      fork.state.fields[field] = field < event.values.count ? event.values[field].bits : unknown
    }
    return expressions.map { fork.value($0) }
  }

  /// The values of the event that was kept last, with defaults filled in. It must be an event of this type.
  public func lastFields(of event: EventID) -> [Value] {
    plan.program.events[event.index].fields.indices.map { Value(state.fields[$0]) }
  }

  /// Whether the event that was appended last was kept and joined a stream by a condition, the stream's own or a
  /// member's.
  public func lastEventMet(_ stream: StreamID) -> Bool {
    state.joined[stream.index] == subject.eventCount - 1
  }

  /// Whether each rule's state is on, in declaration order, whether or not the rule may speak.
  ///
  /// `mutating` like `values(of:)`, so that looking at each instant of a run copies nothing.
  public mutating func states() -> [Bool] {
    ask(at: Instant(state.now)) { machine in
      machine.plan.program.rules.indices.map {
        machine.state.standing(machine.plan.tables.indexOfRule[$0]).isOn
      }
    }
  }

  /// How a rule stands at the end of an instant not before the last evaluated one.
  ///
  /// Nothing is tried, so an `on` rule is not triggered, but its state, conditions and gates are given. No deadline
  /// may lie between the last evaluated instant and this one. The program must have the rule.
  public func standing(of rule: RuleID, at instant: Instant) -> RuleAccount {
    var fork = self
    return fork.standing(of: rule, waitingUntil: instant)
  }

  /// As `standing(of:at:)`, but the machine itself moves on to the instant.
  ///
  /// Its tracked ranges narrow to the values with which the rule stands alike.
  public mutating func standing(of rule: RuleID, waitingUntil instant: Instant) -> RuleAccount {
    let index = plan.tables.indexOfRule[rule.index]
    return ask(at: instant) { machine in
      var account = machine.account(of: index, machine.untriedVerdict(index), event: nil)
      machine.findOpenings(for: &account)
      return account
    }
  }

  /// Whether a rule's state is on at an instant that `standing` accepts.
  public func isOn(_ rule: RuleID, at instant: Instant) -> Bool {
    var fork = self
    return fork.isOn(rule, waitingUntil: instant)
  }

  /// As `isOn(_:at:)`, but the machine itself moves on to the instant.
  ///
  /// Its tracked ranges narrow to the values with the same answer.
  public mutating func isOn(_ rule: RuleID, waitingUntil instant: Instant) -> Bool {
    let index = plan.tables.indexOfRule[rule.index]
    return ask(at: instant) { machine in machine.state.standing(index).isOn }
  }

  /// The first instant after `instant` at which a condition may have another value if nothing is logged; nil if
  /// there is none up to `limit`.
  ///
  /// The result is never too late but may be too early, so look at the condition there.
  public func nextChange(of condition: ExpressionID, after instant: Instant, limit: Instant) -> Instant? {
    nextChanges(of: [condition], after: instant, limit: limit)[0]
  }

  /// As `nextChange(of:after:limit:)`, for several conditions.
  public func nextChanges(
    of conditions: [ExpressionID], after instant: Instant, limit: Instant
  ) -> [Instant?] {
    var fork = fork(at: instant.milliseconds)
    return conditions.map { condition in
      let until = fork.state.look(plan.tables.nodeOfExpression[condition.index]).until
      return until > limit.milliseconds ? nil : Instant(until)
    }
  }

  /// The first instant of the calendar day that `instant` belongs to.
  public func startOfDay(at instant: Instant) -> Instant {
    Instant(state.clock.calendar.calendarDay(at: instant.milliseconds).start)
  }

  /// The instant of the newest event of a stream; nil if there is none, or nothing looks back at it.
  public func newest(of stream: StreamID) -> Instant? {
    guard let column = plan.tables.columnOfStream[stream.index], state.columns[column.index].count > 0 else {
      return nil
    }
    return Instant(state.columns[column.index].time(state.columns[column.index].count - 1))
  }

  /// The newest event that joined a stream by a condition, the stream's own or a member's; nil if none has.
  public func newestEvent(of stream: StreamID) -> EventOrdinal? {
    let ordinal = state.joined[stream.index]
    return ordinal < 0 ? nil : EventOrdinal(Int(ordinal))
  }

  /// Whether an event up to now came after the last kept one of its kind, so that debounce has dropped it.
  public func hasDropped(_ event: EventRecord) -> Bool {
    let kind = state.code.events[event.event.index].place(ofKind: event.kind?.index)
    return state.code.kinds[kind].debounce != nil && event.at.milliseconds > state.lastKept[kind]
  }

  /// How many rows of a stream a window holds; nil if the window's span is unknown, or no expression has the window.
  ///
  /// - Parameter instant: not before the last evaluated one; the machine moves on to it.
  public mutating func count(
    of stream: StreamID, in window: Window, waitingUntil instant: Instant
  ) -> Int? {
    guard let column = plan.tables.columnOfStream[stream.index] else { return nil }
    if case .newest(let most) = window { return min(most, state.columns[column.index].count) }
    guard let id = plan.tables.window(over: column, window) else { return nil }
    wait(until: instant.milliseconds)
    return state.rows(id).map { $0.end - $0.first }
  }

  /// The longest of a rule's own cooldowns, in milliseconds; nil if it has none whose length is known.
  public func cooldown(of rule: RuleID) -> Int64? {
    plan.tables.gates[plan.tables.rules[plan.tables.indexOfRule[rule.index]].gates].compactMap { gate in
      guard case .cooldown(let span) = gate.kind, state.slots[span.index] != unknown else { return nil }
      return state.slots[span.index]
    }
    .max()
  }
}

extension Machine {
  /// Adds to `counts` how often each rule has fired for the subject, in declaration order.
  public mutating func addFirings(to counts: inout [Int]) {
    for rule in plan.program.rules.indices {
      counts[rule] += Int(state.rules[state.code.indexOfRule[rule]].firings)
    }
  }

  /// How often each rule was held back, in declaration order, and how often each gate held.
  ///
  /// Empty unless `Options.countsHeld` is set and something was held. `mutating` for the reason that `isOpenEnded` is.
  public mutating func heldCounts() -> (rules: [Int], gates: [(gate: GateReference, count: Int)]) {
    let counts = output.heldCounts
    if counts.rules.isEmpty { return ([], []) }
    let rules = plan.program.rules.indices.map { rule in
      let place = plan.tables.indexOfRule[rule]
      return counts.rules.indices.contains(place) ? counts.rules[place] : 0
    }
    return (rules, counts.gates.enumerated().map { (plan.tables.gates[$0.offset].reference, $0.element) })
  }

  /// Adds to `times` the milliseconds that the subject has been at each level, scale after scale.
  ///
  /// Times are counted only if levels are told, up to the instant that the subject was finished at or advanced to.
  public mutating func addTimes(to times: inout [Int64]) {
    for level in state.levels.indices { times[level] += state.levels[level].time }
  }

  /// Adds to `counts` each rule's firings, in declaration order, then each level's time at a tracked value of 0, then
  /// each level's growth per millisecond of that value.
  ///
  /// In the tracked range, a level's time is this linear function of the value.
  public mutating func addCounts(to counts: inout [Int64]) {
    let rules = plan.program.rules.count
    let levels = state.levels.count
    for rule in 0..<rules { counts[rule] &+= state.rules[state.code.indexOfRule[rule]].firings }
    let value = state.sliding.isFollowed ? state.slots[state.trackedSlots.first] : 0
    for level in 0..<levels {
      let pace = state.levels[level].pace
      counts[rules + level] &+= state.levels[level].time &- pace &* value
      counts[rules + levels + level] &+= pace
    }
  }

  /// Adds to `changes`, in the same order, how often the subject came to each level.
  public mutating func addChanges(to changes: inout [Int]) {
    for level in state.levels.indices { changes[level] += state.levels[level].changes }
  }
}

/// The memory that a machine takes, and the time that its evaluation took.
extension Machine {
  /// The bytes of the rows that it holds; a copy may come to duplicate all of them.
  public var rowBytes: Int {
    plan.tables.columns.indices.reduce(0) { $0 + state.bytes(ofColumn: $1) }
  }

  /// The most rows that one look may read one by one; 0 if no look does.
  public var mostRowsOfALook: Int {
    plan.tables.windows.indices.reduce(0) { most, window in
      guard state.code.asksForRows[window] else { return most }
      let column = state.columns[plan.tables.windows[window].column.index]
      return max(most, column.count - column.origin)
    }
  }

  /// Charges the time from here on to the engine, or to the work outside it.
  public mutating func measure(isInside: Bool) { state.meter.cross(isInside: isInside) }

  /// The time and memory that the evaluation took so far. The machine must have been made with `Options.clock`.
  public var profile: Profile {
    let meter = state.meter
    let columns = plan.tables.columns.indices.map { state.bytes(ofColumn: $0) }
    var profile = Profile(
      rows: meter.rules[plan.tables.rules.count].time, outside: meter.rules[plan.tables.rules.count + 1].time,
      nodeless: meter.nodes[meter.nodes.count - 1].time, measuring: meter.measuring,
      instants: meter.instants, instantsOfRows: meter.instantsOfRows, fixedState: fixedBytes)
    for rule in plan.program.rules.indices {
      let index = plan.tables.indexOfRule[rule]
      let state = columns.indices.reduce(0) { sum, column in
        let isRead = plan.tables.readersOfColumn[column].contains { $0.rule == index }
        return sum + (isRead ? columns[column] : 0)
      }
      profile.rules.append(
        Profile.OfRule(
          rule: RuleID(rule), time: meter.rules[index].time, evaluations: meter.rules[index].looks,
          firings: meter.firings[index], instants: meter.instantsOfRules[index], state: state))
    }
    var known: Set<NodeID> = []
    for (expression, id) in plan.tables.nodeOfExpression.enumerated() where known.insert(id).inserted {
      guard case .measured(let node) = plan.tables.nodes[id.index] else { continue }
      let tally = meter.nodes[id.index]
      profile.nodes.append(
        Profile.OfNode(
          expression: ExpressionID(expression), time: tally.time, evaluations: tally.looks,
          state: plan.tables.column(of: node).map { columns[$0.index] } ?? 0))
    }
    for (column, stream) in plan.tables.columns.enumerated() {
      profile.streams.append(Profile.OfStream(stream: stream, state: columns[column]))
    }
    return profile
  }
}

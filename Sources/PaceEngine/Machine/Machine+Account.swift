public import PaceLanguage

/// The account of an instant: every rule's verdict, with the values it rests on.
extension Machine {
  mutating func wantsAccount(at t: Int64) -> Bool {
    switch options.accounts {
    case .none: false
    case .at(let instant): instant.milliseconds == t
    case .firings, .all, .approaches: true
    }
  }

  /// Whether accounts cover a rule.
  private func tells(of rule: Int) -> Bool { isAccounted.isEmpty || isAccounted[rule] }

  /// Keeps the account of a try. Of several tries in an instant it keeps the first that fired after `passedFirings`
  /// others, else the last.
  mutating func keepAccount(of rule: Int, _ verdict: Verdict, event: EventOrdinal?) {
    if !tells(of: rule) { return }
    let last = output.tried.rules[rule]
    let hasFired = last?.outcome == .fired
    let earlier = last?.earlierFirings ?? 0
    if hasFired, earlier >= options.passedFirings { return }
    output.tried.rules[rule] = account(of: rule, verdict, event: event)
    output.tried.rules[rule]?.earlierFirings = hasFired ? earlier + 1 : earlier
  }

  /// Keeps the account of a stream's condition for an event, before the event is entered in any stream.
  @inline(never)
  mutating func keepAccount(of stream: StreamID, joins: Bool) {
    guard state.namesRows, let condition = plan.program[stream].condition else { return }
    let known = output.tried.streams.firstIndex { $0.stream == stream }
    if let known, !joins, output.tried.streams[known].condition.value.isTrue { return }
    let account = StreamAccount(
      stream: stream, event: EventOrdinal(Int(state.ordinal)), condition: node(condition))
    if let known { output.tried.streams[known] = account } else { output.tried.streams.append(account) }
  }

  /// Gives the account of the instant that has been evaluated.
  mutating func tellAccount(hasFired: Bool) {
    if hasFired { tries.lastFiring = state.now }
    var isTold = true
    if case .firings = options.accounts { isTold = hasFired }
    if isTold {
      tell(account())
      output.hasToldAccount = true
    }
    output.tried.forget()
  }

  /// Gives the account of an instant at which nothing happened, once evaluation goes past it.
  mutating func tellPassedAccount(before t: Int64) {
    guard case .at(let instant) = options.accounts, !output.hasToldAccount, subject.hasBegun,
      instant.milliseconds < t, instant.milliseconds >= subject.start
    else { return }
    output.hasToldAccount = true
    var look = self
    look.wait(until: min(instant.milliseconds, subject.end))
    tell(look.account())
  }

  /// Gives the account of the first untold try after `now` and before `t`; false if there is none.
  @inline(never)
  mutating func tellTry(before t: Int64) -> Bool {
    guard let next = tries.next(before: t, &state) else { return false }
    moveClock(to: next)
    tell(account())
    return true
  }

  private mutating func tell(_ account: Account) {
    output.accounts.append(account)
    output.told.append(.account(output.accounts.count - 1))
  }

  /// Gives the account of the instant asked for, which evaluation has reached, if nothing happened at it.
  public mutating func tellReachedAccount() {
    tellPassedAccount(before: never)
  }

  /// Lets time pass up to an instant before which nothing is due.
  mutating func wait(until t: Int64) {
    own()
    state.limit = never
    if t > state.now { moveClock(to: t) }
  }

  private mutating func account() -> Account {
    Account(
      at: Instant(state.now), preset: preset,
      levels: state.scales.indices.map { Int(state.level(ScaleID($0)).value) },
      rules: plan.program.rules.indices.map { id in
        let rule = plan.tables.indexOfRule[id]
        guard tells(of: rule) else {
          return RuleAccount(rule: RuleID(id), outcome: .notTriggered, isOn: false, gates: [])
        }
        var account = output.tried.rules[rule] ?? account(of: rule, untriedVerdict(rule), event: nil)
        if options.accountDetail.saysWhenGatesOpen { findOpenings(for: &account) }
        return account
      }, streams: output.tried.streams.sorted { $0.stream.index < $1.stream.index })
  }

  /// The present verdict of a rule that was not tried.
  mutating func untriedVerdict(_ rule: Int) -> Verdict {
    if plan.tables.rules[rule].isOn || !state.isTick(rule) { return Verdict(outcome: .notTriggered) }
    return verdict(rule, state.standing(rule))
  }

  mutating func account(of index: Int, _ verdict: Verdict, event: EventOrdinal?) -> RuleAccount {
    let planned = plan.tables.rules[index]
    let (condition, until) = (plan.program[planned.id].condition, plan.program[planned.id].until)
    var account = RuleAccount(
      rule: planned.id, outcome: verdict.outcome, event: event,
      gate: verdict.gate.map { plan.tables.gates[$0].reference },
      isOn: state.standing(index).isOn,
      condition: condition.map { node($0, isLeaf: verdict.outcome == .notTriggered) },
      until: until.map { node($0, isLeaf: true) },
      gates: options.accountDetail == .brief ? [] : planned.gates.map { gate($0, of: index) })
    // A true condition is not what is lacking: then the `until` keeps the rule off.
    let canEnd = planned.endFollowsCondition && account.condition?.value.isTrue != true
    let isIdle = verdict.outcome == .idle && (canEnd || account.until?.value.isTrue != true)
    if isIdle || verdict.outcome == .waiting {
      account.lacksOnlyCondition = state.holdingGate(index).gate < 0
    }
    if verdict.outcome == .waiting, let hold = planned.hold, state.slots[hold.index] != unknown {
      let since = min(state.rules[index].trueSince, state.now)
      account.waitsUntil = Instant(Arithmetic.saturatingSum(since, state.slots[hold.index]))
    }
    if planned.hold != nil, account.condition?.value.isTrue ?? true {
      account.trueSince = Instant(min(state.rules[index].trueSince, state.now))
    }
    if account.isOn, planned.until != nil {
      account.onSince = Instant(state.rules[index].isOn ? state.rules[index].onSince : state.now)
    }
    if account.isOn, planned.isFollowedAtEveryInstant, state.rules[index].hasFiredInEpisode {
      account.spokeAt = Instant(state.rules[index].firedInEpisodeAt)
    }
    if verdict.outcome == .fired, options.accountDetail != .brief {
      account.message = message(of: planned.id)
    }
    return account
  }

  private mutating func gate(_ index: Int, of rule: Int) -> GateAccount {
    let gate = plan.tables.gates[index]
    let isHolding = state.gate(index, of: rule).value == 1
    var account = GateAccount(gate: gate.reference, isHolding: isHolding)
    account.condition = gate.condition.map { node($0) }
    switch gate.kind {
    case .unless, .quiet: break
    case .cooldown:
      account.count = isHolding ? 1 : 0
      account.allowed = 1
      account.lastFiring = isHolding ? Instant(state.rules[rule].lastFiring) : nil
    case .limit(let window, let most, _):
      guard let first = state.first(window) else { break }
      let end = state.end(window)
      account.count = end - first
      account.allowed =
        state.slots[most.index] == unknown ? nil : Int(state.slots[most.index] / Arithmetic.unit)
      let column = plan.tables.windows[window.index].column.index
      account.lastFiring = end == first ? nil : Instant(state.columns[column].time(end - 1))
    }
    return account
  }

  /// Fills in when each holding gate opens, as things stand at the end of the instant.
  mutating func findOpenings(for account: inout RuleAccount) {
    let rule = plan.tables.indexOfRule[account.rule.index]
    let first = plan.tables.rules[rule].gates.lowerBound
    for place in account.gates.indices where account.gates[place].isHolding {
      let gate = first + place
      let follows = plan.tables.gateRecalls(gate) || plan.tables.gateHearsOthers(gate, of: rule)
      account.gates[place].opensAt = opening(of: gate, rule, follows: follows).map { Instant($0) }
      if account.gates[place].gate == account.gate { account.opensAt = account.gates[place].opensAt }
    }
  }

  /// The most instants that are followed to see a gate open.
  private static let mostFollowed = 100_000

  /// When a gate that holds now opens if nothing is logged; nil if not within 400 days and `mostFollowed` instants.
  ///
  /// A rule that speaks as its gate opens may shut it again at once.
  ///
  /// - Parameter follows: whether to evaluate the instants on the way, because the gate reads firings or memory.
  private func opening(of gate: Int, _ rule: Int, follows: Bool) -> Int64? {
    var fork = self
    fork.own()
    fork.state.limit = never
    fork.state.wantsUntil = true
    fork.options.accounts = .none
    fork.options.countsOnly = true
    fork.output.givesAccounts = false
    fork.ceaseAccounts()
    let limit = Arithmetic.saturatingSum(state.now, Self.foresight)
    let firings = fork.state.rules[rule].firings
    for _ in 0...min(options.mostRowless, Self.mostFollowed) {
      let look = fork.state.gate(gate, of: rule)
      if look.value != 1 || fork.state.rules[rule].firings > firings { return fork.state.now }
      let due = follows ? fork.nextDeadline()?.milliseconds ?? never : never
      let next = min(due, look.until)
      guard next <= limit else { return nil }
      fork.step(to: max(next, fork.state.now + 1), isInstant: follows)
    }
    return nil
  }

  /// Goes to an instant before which nothing is due.
  private mutating func step(to t: Int64, isInstant: Bool) {
    if isInstant, t <= subject.end {
      openInstant(t)
      closeInstant()
    } else {
      moveClock(to: t)
    }
  }

  // MARK: Expressions

  /// The account of an expression now, with all its parts, even those that didn't decide its value.
  ///
  /// A brief one ends at what comparisons compare.
  ///
  /// - Parameter isLeaf: whether a brief one has no parts at all.
  mutating func node(_ id: ExpressionID, isLeaf: Bool = false) -> ConditionNode {
    let expression = plan.program[id]
    let isBrief = options.accountDetail == .brief
    var node = ConditionNode(
      expression: id, text: isBrief ? "" : text(of: id), type: expression.type,
      value: value(id), rows: options.accountDetail == .whole ? rows(of: expression.operation) : [],
      children: isBrief && (isLeaf || expression.operation.shape == .plain)
        ? []
        : plan.program.parts(of: expression.operation).map {
          self.node($0, isLeaf: expression.operation.shape.compares)
        })
    if !isBrief, expression.operation.isStreak {
      node.days = days(of: plan.tables.nodeOfExpression[id.index])
    }
    if let margin = margin(of: expression.operation) {
      node.margin = Value(margin.bits)
      node.marginType = margin.type
    }
    return node
  }

  /// The text of an expression, read from the program only once: there may be an account for each instant.
  private mutating func text(of id: ExpressionID) -> String {
    if output.lines.isEmpty { output.lines = plan.program.expressions.map { _ in "" } }
    if output.lines[id.index].isEmpty {
      output.lines[id.index] = plan.program.line(of: plan.program[id].span)
    }
    return output.lines[id.index]
  }

  mutating func value(_ id: ExpressionID) -> Value {
    Value(state.look(plan.tables.nodeOfExpression[id.index]).value)
  }

  /// The logged events that an expression's own value rests on; empty if no accounts are given.
  private mutating func rows(of operation: ExpressionNode.Operation) -> [EventOrdinal] {
    guard output.givesAccounts, let reading = operation.reading, plan.program[reading.stream].isLogged,
      let column = plan.tables.columnOfStream[reading.stream.index]
    else { return [] }
    guard reading.aggregate != nil else {
      let count = state.columns[column.index].count
      let most = if case .newest(let most) = reading.window { most } else { 1 }
      return rows(max(count - most, 0)..<count, in: column)
    }
    guard let id = plan.tables.window(over: column, reading.window), let first = state.first(id) else {
      return []
    }
    return rows(first..<state.end(id), in: column)
  }

  /// The days of a streak, from the first that counts to the last completed one; nil for a streak of 0.
  private func days(of node: NodeID) -> ClosedRange<Int64>? {
    let index = state.code.parts[node.index]
    guard let next = state.clock.streaks, state.streaks[index].length > 0 else { return nil }
    return state.streaks[index].first...(next.day - 1)
  }

  /// The ordinals of rows of a column, without dropped rows.
  private mutating func rows(_ rows: Range<Int>, in column: ColumnID) -> [EventOrdinal] {
    (max(rows.lowerBound, state.columns[column.index].origin)..<rows.upperBound).map {
      EventOrdinal(Int(state.columns[column.index].value(Code.ordinalLane, $0)))
    }
  }

  /// The margin of a comparison: at least 0 if it is true, at most 0 if it is false; nil if there is none.
  private mutating func margin(of operation: ExpressionNode.Operation) -> (bits: Int64, type: ValueType)? {
    let comparisons = operation.comparisons
    guard let first = comparisons.first, plan.program[first.value].type.hasMargin else { return nil }
    var margins: [Int64] = []
    for comparison in comparisons {
      let excess = Self.difference(value(comparison.value), value(comparison.limit))
      guard excess != unknown else { return nil }
      margins.append(comparison.relation.margin(excess))
    }
    // All limits have to hold, but only one item of a list.
    let margin = operation.limits.isEmpty ? margins.max() : margins.min()
    return margin.flatMap { plan.program[first.value].type.margin($0) }
  }

  private static func difference(_ a: Value, _ b: Value) -> Int64 {
    a.isUnknown || b.isUnknown ? unknown : Arithmetic.difference(a.bits, b.bits)
  }

  // MARK: Overflow

  /// The first part of an expression that overflows now although its own parts are known; nil if none does.
  public mutating func overflow(in id: ExpressionID) -> ExpressionID? {
    own()
    return firstOverflow(in: id)
  }

  mutating func firstOverflow(in id: ExpressionID) -> ExpressionID? {
    let operation = plan.program[id].operation
    for part in plan.program.parts(of: operation) {
      if let culprit = firstOverflow(in: part) { return culprit }
    }
    guard value(id).isUnknown else { return nil }
    switch operation {
    case .binary(let symbol, let a, let b):
      let left = value(a)
      let right = value(b)
      return left.isUnknown || right.isUnknown || symbol.isUndefined(for: right.bits) ? nil : id
    case .aggregate(let aggregate, let stream, _, let window):
      return aggregate.isUnknownOnlyByOverflow && hasLength(window, of: stream) ? id : nil
    case .constant, .param, .attribute, .define, .level, .field, .latest, .since, .gap, .firesRule,
      .firesKind, .due, .streak, .elapsed, .clockWithin, .weekday, .date, .negate, .not, .comparison,
      .within, .among:
      return nil
    }
  }

  /// Whether it is known now which rows a window holds.
  private mutating func hasLength(_ window: Window, of stream: StreamID) -> Bool {
    guard let column = plan.tables.columnOfStream[stream.index],
      let id = plan.tables.window(over: column, window)
    else { return false }
    return state.first(id) != nil
  }
}

extension BinaryOperator {
  /// Whether the result may be unknown without an overflow, given the bits of the right side.
  ///
  /// In logic, unknown is a truth value of its own.
  fileprivate func isUndefined(for right: Int64) -> Bool {
    switch self {
    case .divide, .remainder: right == 0
    case .round, .floor: right <= 0
    case .or, .and, .otherwise: true
    case .add, .subtract, .multiply, .least, .greatest: false
    }
  }
}

extension Program {
  /// The parts of an expression that an account shows.
  func parts(of operation: ExpressionNode.Operation) -> [ExpressionID] {
    if let define = operation.definition { return [defines[define.index].value] }
    // A streak counts past days, of which the present values of its parts say nothing.
    return operation.isStreak ? [] : operation.children
  }
}

extension PlanTables {
  /// Whether a gate's answer depends on the memory of rules.
  func gateRecalls(_ gate: Int) -> Bool {
    if case .unless(let node) = gates[gate].kind { return recalls[node.index] }
    return false
  }

  /// Whether a gate of a rule looks back at other rules' firings.
  func gateHearsOthers(_ gate: Int, of rule: Int) -> Bool {
    let columns = columns(readByGate: gate)
    if columns.isEmpty { return false }
    return rules.indices.contains { other in
      other != rule
        && (rules[other].ownFirings.map { columns.contains($0) } ?? false
          || rules[other].kindFirings.map { columns.contains($0) } ?? false)
    }
  }
}

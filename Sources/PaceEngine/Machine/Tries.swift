import PaceLanguage

/// Tries between evaluated instants: their only result is an account.
///
/// What a rule reads changes at boundaries, and between two of them it moves one way at most. So the first and the last
/// try between two boundaries stand for all of them, however many ticks there are. None counts as a rowless instant.
///
/// Each firing is a boundary, too: what reads it differs from the next millisecond on.
struct Tries {
  /// A rule that is tried.
  fileprivate struct Entry {
    /// Its index in `PlanTables.rules`.
    let rule: Int
    /// Whether only its ticks are tries; else every instant is one.
    let hasTicks: Bool
    /// The parts of its condition that are not constant.
    let parts: [NodeID]
    /// Whether the last try before a boundary is told too.
    let wantsLast: Bool
    /// The first boundary after the last told try; `.min` if the next try is to be told.
    var boundary = Int64.min
  }
  private var entries: [Entry] = []
  /// Whether each firing is followed by an account a millisecond later, for accounted rules without a trigger.
  private var tellsAfterFirings = false
  /// When a rule fired last, or a notice was given, since an instant was last evaluated.
  var lastFiring = Int64.min

  /// The tries that get an account; none unless `accounts` is `.all` or `.approaches`.
  init(_ options: Machine.Options, _ plan: PlanTables) {
    let tellsApproaches: Bool
    switch options.accounts {
    case .none, .at, .firings: return
    case .all: tellsApproaches = false
    case .approaches: tellsApproaches = true
    }
    for (index, rule) in plan.rules.enumerated() {
      guard options.accounted?.contains(rule.id) ?? true, !rule.isOn else { continue }
      let hasTicks = rule.trigger.hasTicks
      let parts = plan.parts(ofConditionOf: rule.id)
      if !hasTicks, !tellsApproaches { tellsAfterFirings = true }
      if !hasTicks, !tellsApproaches || parts.isEmpty { continue }
      let wantsLast = tellsApproaches && parts.contains { plan.moves[$0.index] }
      entries.append(Entry(rule: index, hasTicks: hasTicks, parts: parts, wantsLast: wantsLast))
    }
  }

  /// Forgets the boundaries, because an instant is evaluated.
  mutating func forget() {
    for index in entries.indices { entries[index].boundary = .min }
    lastFiring = .min
  }

  /// The first untold try after the present instant and before `t`; nil if there is none.
  ///
  /// The account of the present instant has been given.
  mutating func next(before t: Int64, _ state: inout State) -> Int64? {
    let hasFired = lastFiring == state.now
    if entries.isEmpty, !(tellsAfterFirings && hasFired) { return nil }
    let limit = state.limit
    state.limit = never
    defer { state.limit = limit }
    var first = tellsAfterFirings && hasFired ? min(t, state.now + 1) : t
    for index in entries.indices {
      first = min(first, entries[index].next(before: t, hasFired: hasFired, &state))
    }
    return first < t ? first : nil
  }
}

extension Tries.Entry {
  /// The rule's first untold try after the present instant, or an instant that is not before `t`.
  fileprivate mutating func next(before t: Int64, hasFired: Bool, _ state: inout State) -> Int64 {
    if boundary <= state.now {
      boundary = !state.isTick(rule) ? .min : hasFired ? state.now + 1 : self.boundary(&state)
    }
    if boundary == .min { return state.nextTick(rule) }
    let end = min(boundary, t)
    if wantsLast {
      let last = hasTicks ? state.lastTick(rule, before: end) : end - 1
      if let last, last > state.now { return last }
    }
    guard boundary < t else { return t }
    return hasTicks ? state.tick(rule, after: boundary - 1) : boundary
  }

  /// The first instant after the present one at which something that the rule reads changes other than by moving.
  private func boundary(_ state: inout State) -> Int64 {
    var until = min(state.standing(rule).until, state.holdingGate(rule).until)
    if let end = state.code.planned[rule].until { until = min(until, state.look(end).until) }
    for part in parts { until = min(until, state.look(part).until) }
    return max(until, state.now + 1)
  }
}

extension PlanTables {
  /// The nodes of all expressions of a rule's condition that an account shows, except constants.
  fileprivate func parts(ofConditionOf rule: RuleID) -> [NodeID] {
    var found: [NodeID] = []
    var waiting = program[rule].condition.map { [$0] } ?? []
    while let expression = waiting.popLast() {
      let node = nodeOfExpression[expression.index]
      if nodes[node.index].slot == nil, !found.contains(node) { found.append(node) }
      waiting += program.parts(of: program[expression].operation)
    }
    return found
  }
}

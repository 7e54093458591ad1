public import PaceLanguage

/// The range of one parameter's values with which a run would have been the same so far.
///
/// Each question that the parameter enters into narrows the range to the values that give the same answer.
struct Tracking {
  /// The slot of the parameter; -1 where none is tracked.
  var slot = -1
  /// Whether the range can be followed; if not, it is the parameter's own value.
  var isFollowable = false
  private(set) var value: Int64 = 0
  private(set) var range: ClosedRange<Int64> = .min ... .max

  /// Begins with all values.
  mutating func begin(_ value: Int64) {
    self.value = value
    range = isFollowable && value != unknown ? .min ... .max : value...value
  }

  mutating func atMost(_ bound: Int64) {
    range = range.lowerBound...max(value, min(range.upperBound, bound))
  }

  mutating func atLeast(_ bound: Int64) {
    range = min(value, max(range.lowerBound, bound))...range.upperBound
  }

  mutating func exactly() { range = value...value }

  /// Keeps the values up to `other` if it is reached, else the greater ones.
  mutating func reached(by other: Int64, _ isReached: Bool) {
    if isReached { atMost(other) } else { atLeast(Arithmetic.saturatingSum(other, 1)) }
  }

  /// Keeps the values for which the comparison with `other` has the truth that it has for the present value.
  mutating func compared(_ relation: Relation, _ other: Int64) {
    guard other != unknown else { return }
    switch relation {
    case .greaterOrEqual, .less: reached(by: other, other >= value)
    case .greater, .lessOrEqual: reached(by: Arithmetic.saturatingSum(other, -1), other > value)
    case .equal, .notEqual:
      if other == value { exactly() }
      if other < value { atLeast(Arithmetic.saturatingSum(other, 1)) }
      if other > value { atMost(Arithmetic.saturatingSum(other, -1)) }
    }
  }
}

/// Narrowing the values of the tracked parameter.
extension State {
  @inline(__always)
  func tracks(_ slot: Slot) -> Bool { slot.index == tracking.slot }

  /// Until when an answer holds that a tracked span decides. An `end` up to the next row narrows the range to
  /// this span; a later one keeps every span that lasts past that row.
  ///
  /// - Parameter start: when the span began.
  @inline(never)
  mutating func trackedEnd(_ end: Int64, of span: Slot, from start: Int64) -> Int64 {
    guard wantsUntil else { return end }
    if limit == never || end <= limit {
      tracking.exactly()
      return end
    }
    // One more for spans whose last instant counts.
    tracking.atLeast(Arithmetic.saturatingSum(Arithmetic.saturatingDifference(limit, start), 1))
    return limit &+ 1
  }

  /// Notes whether a span back from now reaches an instant.
  @inline(never)
  mutating func trackReach(to instant: Int64, _ isReached: Bool) {
    let distance = Arithmetic.saturatingDifference(now, instant)
    tracking.reached(by: Arithmetic.saturatingDifference(distance, 1), !isReached)
  }

  /// Notes which rows of a column are in a window of a tracked span.
  @inline(never)
  mutating func trackRows(_ column: ColumnID, from first: Int) {
    if first < columns[column.index].count { trackReach(to: columns[column.index].time(first), true) }
    if first > columns[column.index].origin { trackReach(to: columns[column.index].time(first - 1), false) }
  }

  /// Whether the least count asked of a window is the tracked parameter, rounded up.
  @inline(__always)
  func tracksWhole(_ least: Slot) -> Bool {
    tracking.slot >= 0 && code.boundOfWhole[least.index] == tracking.slot
  }

  /// Notes whether a window has as many rows as the tracked parameter asks for; gives until when that holds
  /// for all values that are kept.
  @inline(never)
  mutating func trackCount(_ id: WindowID, _ least: Slot, until: Int64) -> Int64 {
    guard let first = first(id) else { return until }
    let end = end(id)
    compare(end - first, to: least)
    guard wantsUntil else { return until }
    if limit == never || until <= limit {
      // Other counts may be reached, or cease to be, at other instants.
      let isMore = code.isMoreThanWhole[least.index]
      let whole = Int64(clamping: Int128(slots[least.index]) * Int128(Arithmetic.unit))
      tracking.compared(isMore ? .greater : .greaterOrEqual, whole)
      tracking.compared(
        isMore ? .greater : .greaterOrEqual, Arithmetic.saturatingDifference(whole, Arithmetic.unit))
      return until
    }
    var next = first
    while next < end, leaving(id, next) <= limit { next += 1 }
    compare(end - next, to: least)
    return limit &+ 1
  }

  private mutating func compare(_ count: Int, to least: Slot) {
    tracking.compared(
      code.isMoreThanWhole[least.index] ? .greater : .greaterOrEqual, Int64(count) * Arithmetic.unit)
  }
}

extension Plan {
  /// Whether a sweep of a parameter can find out which of its values run alike.
  public func tracks(_ param: ParamID) -> Bool { tracking(param).isFollowable }

  /// What is needed to track a parameter.
  func tracking(_ param: ParamID?) -> Tracking {
    guard let param else { return Tracking() }
    // A parameter that nothing reads changes nothing.
    guard let index = slots.firstIndex(of: .param(param)) else {
      return Tracking(slot: slots.count, isFollowable: true)
    }
    return Tracking(slot: index, isFollowable: isFollowable(Slot(index)))
  }

  /// Whether every use of a slot is one that narrows a `Tracking`.
  private func isFollowable(_ slot: Slot) -> Bool {
    let isReadByNode = nodes.contains { node in
      switch node {
      case .clockWithin(let from, let to), .elapsed(let from, let to): from == slot || to == slot
      default: node.children.contains { nodes[$0.index] == .slot(slot) }
      }
    }
    let isCondition = rules.contains { rule in
      rule.condition.map { nodes[$0.index] } == .slot(slot)
        || rule.until.map { nodes[$0.index] } == .slot(slot)
    }
    let isClock = rules.contains { rule in
      switch rule.trigger {
      case .none, .on: false
      case .at(let time): time == slot
      case .every(let step, let from, let to): step == slot || from == slot || to == slot
      }
    }
    let isGate = gates.contains { gate in
      switch gate.kind {
      case .unless(let node): nodes[node.index] == .slot(slot)
      case .quiet(let from, let to): from == slot || to == slot
      case .cooldown, .limit: false
      }
    }
    // The days of a streak are not looked at again, so that nothing would be noted of them.
    let isStreaks = streaks.contains { streak in
      rests(streak.condition, on: slot) || streak.skip.map { rests($0, on: slot) } == true
    }
    return !isReadByNode && !isCondition && !isClock && !isGate && !isStreaks && ends?.delay != slot
  }

  /// Whether a node's value rests on a slot, or may do so through the level of a scale.
  private func rests(_ id: NodeID, on slot: Slot) -> Bool {
    let node = nodes[id.index]
    if case .level = node { return true }
    let own: [Slot] =
      switch node {
      case .slot(let own), .against(_, _, let own): [own]
      case .reaches(let window, let least): [least] + spans(of: window)
      case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
        .mean(let window, _), .median(let window, _):
        spans(of: window)
      case .elapsed(let from, let to), .clockWithin(let from, let to): [from, to]
      default: []
      }
    return own.contains { rests($0, on: slot) } || node.children.contains { rests($0, on: slot) }
  }

  private func rests(_ own: Slot, on slot: Slot) -> Bool {
    switch slots[own.index] {
    case .folded(let node): own == slot || rests(node, on: slot)
    case .leastWhole(let bound, _): own == slot || rests(bound, on: slot)
    case .constant, .param, .attribute: own == slot
    }
  }

  private func spans(of window: WindowID) -> [Slot] {
    if case .last(let span) = windows[window.index].start { [span] } else { [] }
  }
}

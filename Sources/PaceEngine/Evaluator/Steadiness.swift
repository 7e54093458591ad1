public import PaceLanguage

/// Over which values of one parameter everything that has been decided stays as it is.
///
/// Each question that the parameter enters into narrows the range to the values that give the same answer;
/// what is left at the end is a range of values for which the whole run is the same.
struct Steadiness {
  /// The slot that holds the parameter, and its value.
  let slot: Slot
  let value: Int64
  private(set) var range: ClosedRange<Int64>

  init(slot: Slot, value: Int64, isFollowed: Bool) {
    self.slot = slot
    self.value = value
    range = isFollowed ? .min ... .max : value...value
  }

  /// The same only for values up to `bound`.
  mutating func atMost(_ bound: Int64) {
    range = range.lowerBound...max(value, min(range.upperBound, bound))
  }

  /// The same only for values from `bound` on.
  mutating func atLeast(_ bound: Int64) {
    range = min(value, max(range.lowerBound, bound))...range.upperBound
  }

  /// The same only for this value.
  mutating func exactly() { range = value...value }

  /// Narrows to the values that are reached, or else not, by something.
  mutating func reached(by other: Int64, _ isReached: Bool) {
    if isReached { atMost(other) } else { atLeast(Arithmetic.saturatingSum(other, 1)) }
  }

  /// Narrows to the values to which something stands as it does to this one.
  mutating func compared(_ relation: Relation, _ other: Int64) {
    switch relation {
    case .greaterOrEqual, .less: reached(by: other, other >= value)
    case .greater, .lessOrEqual: reached(by: Arithmetic.saturatingSum(other, -1), other > value)
    case .equal, .notEqual: stands(other)
    }
  }

  /// Narrows to the values than which something is smaller, or greater, as it is of this one.
  mutating func stands(_ other: Int64) {
    if other == value { exactly() }
    if other < value { atLeast(Arithmetic.saturatingSum(other, 1)) }
    if other > value { atMost(Arithmetic.saturatingSum(other, -1)) }
  }
}

extension Evaluator {
  /// The values of the tracked parameter, its own among them, with which the subject's run so far would have
  /// been the same in everything but messages; in the bits of `Value`. Empty options track nothing: then nil.
  public var steadyRange: ClosedRange<Int64>? { steadiness?.range }

  /// Forgets what has been decided, so that the steady range tells of what comes from here on.
  ///
  /// What was looked ahead stays, which holds for the values that were in the range: for others the parameter has
  /// to be set anew.
  public mutating func trackAnew() { resetSteadiness() }

  /// Makes ready to track for the next subject.
  mutating func resetSteadiness() {
    guard let tracked else { return }
    let value = tracked.slot.index < slots.count ? slots[tracked.slot.index] : 0
    steadiness = Steadiness(
      slot: tracked.slot, value: value, isFollowed: tracked.isFollowable && value != Value.unknown.bits)
  }

  /// Notes that an instant `span` after `start` lies beyond `limit`, or else at a time of its own.
  mutating func trackEnd(of span: Slot, from start: Int64, limit: Int64) {
    guard steadiness?.slot == span else { return }
    let end = Arithmetic.saturatingSum(start, slots[span.index])
    if end > limit {
      steadiness?.atLeast(Arithmetic.saturatingSum(Arithmetic.saturatingDifference(limit, start), 1))
    } else {
      steadiness?.exactly()
    }
  }

  /// Notes whether a span that began at `start` is over at `t`.
  mutating func trackPassing(of span: Slot, from start: Int64, at t: Int64, _ isOver: Bool) {
    guard steadiness?.slot == span else { return }
    steadiness?.reached(by: Arithmetic.saturatingDifference(t, start), isOver)
  }

  /// Notes which events are in a window.
  mutating func trackRange(_ id: WindowID, _ range: Range<Int>, at t: Int64) {
    guard case .last(let span) = plan.windows[id.index].start, steadiness?.slot == span else { return }
    let column = plan.windows[id.index].column.index
    if !range.isEmpty { trackReach(of: span, to: log.times[column][range.lowerBound], at: t, true) }
    if range.lowerBound > 0 {
      trackReach(of: span, to: log.times[column][range.lowerBound - 1], at: t, false)
    }
  }

  /// Notes whether a span back from `t` reaches an instant.
  mutating func trackReach(of span: Slot, to instant: Int64, at t: Int64, _ isReached: Bool) {
    guard steadiness?.slot == span else { return }
    let distance = Arithmetic.saturatingDifference(t, instant)
    steadiness?.reached(by: Arithmetic.saturatingDifference(distance, 1), !isReached)
  }

  /// Notes whether a window back from `t` reaches an instant.
  mutating func trackReach(in window: WindowID, to instant: Int64, at t: Int64, _ isReached: Bool) {
    if case .last(let span) = plan.windows[window.index].start {
      trackReach(of: span, to: instant, at: t, isReached)
    }
  }

  /// Notes how many events there are in a window that is to have a least number of them.
  mutating func trackCount(_ window: WindowID, _ least: Slot, at t: Int64) {
    guard case .leastWhole(let bound, let isMore) = plan.slots[least.index], bound == steadiness?.slot,
      let range = range(window, at: t)
    else { return }
    steadiness?.compared(isMore ? .greater : .greaterOrEqual, Int64(range.count) * Arithmetic.unit)
  }

  /// Notes which least whole number a bound comes to.
  mutating func trackWhole(_ least: Slot) {
    guard case .leastWhole(let bound, let isMore) = plan.slots[least.index], bound == steadiness?.slot else {
      return
    }
    let whole = Int64(clamping: Int128(slots[least.index]) * Int128(Arithmetic.unit))
    steadiness?.compared(isMore ? .greater : .greaterOrEqual, whole)
    steadiness?.compared(
      isMore ? .greater : .greaterOrEqual, Arithmetic.saturatingDifference(whole, Arithmetic.unit))
  }
}

extension Plan {
  /// Whether a parameter can have a steady range of more than one value.
  public func tracks(_ param: ParamID) -> Bool { tracking(param).isFollowable }

  /// The slot of a parameter, and whether its steady range can be narrowed as it is used.
  func tracking(_ param: ParamID) -> (slot: Slot, isFollowable: Bool) {
    guard let index = slots.firstIndex(of: .param(param)) else {
      // Nothing reads it, so that no question is about it.
      return (Slot(slots.count), true)
    }
    return (Slot(index), isFollowable(Slot(index)))
  }

  /// Whether every use of a slot is one that narrows a `Steadiness`.
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
      case .unless(let node, _): nodes[node.index] == .slot(slot)
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
      case .slot(let own), .against(_, _, let own), .due(let own): [own]
      case .reaches(let window, let least): [least] + spans(of: window)
      case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
        .mean(let window, _):
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

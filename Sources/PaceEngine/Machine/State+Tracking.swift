public import PaceLanguage

/// The range of one parameter's values with which the run so far would have been the same.
///
/// Every other tracked parameter must stay in its own range.
///
/// Each look that the parameter enters narrows the range to the values that give the same answer.
struct Tracking {
  /// Above `high` where nothing is tracked.
  private var low: Int64 = .max
  private var high: Int64 = .min

  static let nothing = Tracking()

  private init() {}

  /// Begins with all values, or with `value` alone if the range can't be followed.
  init(_ value: Int64, isFollowable: Bool) {
    (low, high) = isFollowable && value != unknown ? (.min, .max) : (value, value)
  }

  @inline(__always)
  var isTracked: Bool { low <= high }

  var range: ClosedRange<Int64>? { isTracked ? low...high : nil }

  mutating func atMost(_ bound: Int64, _ value: Int64) { high = max(value, min(high, bound)) }

  mutating func atLeast(_ bound: Int64, _ value: Int64) { low = min(value, max(low, bound)) }

  mutating func narrow(to other: Tracking) {
    low = max(low, other.low)
    high = min(high, other.high)
  }

  /// Keeps the values up to `other` if `isReached`, else the greater ones.
  mutating func reached(by other: Int64, _ isReached: Bool, _ value: Int64) {
    if isReached { atMost(other, value) } else { atLeast(Arithmetic.saturatingSum(other, 1), value) }
  }

  /// Keeps the values for which the comparison with `other` comes out as for the present value.
  mutating func compared(_ relation: Relation, _ other: Int64, _ value: Int64) {
    guard other != unknown else { return }
    switch relation {
    case .greaterOrEqual, .less: reached(by: other, other >= value, value)
    case .greater, .lessOrEqual: reached(by: Arithmetic.saturatingSum(other, -1), other > value, value)
    case .equal, .notEqual:
      if other == value { (low, high) = (value, value) }
      if other < value { atLeast(Arithmetic.saturatingSum(other, 1), value) }
      if other > value { atMost(Arithmetic.saturatingSum(other, -1), value) }
    }
  }
}

/// Instants that slide: with a value greater by a millisecond, each comes a millisecond later.
///
/// Such an instant ends a span that is as long as the tracked value. One run stands for all values that are kept, so it
/// must not remember how late the instant was.
struct Sliding {
  /// Whether instants may slide. If not, one that would before the next row narrows the range to the present value.
  var isFollowed = false
  /// Whether the present instant slides.
  var isNow = false
  /// The first sliding instant that looks have found.
  var end = never
  /// The earliest sliding wake of any rule.
  var wake = never
}

/// The slot of a tracked parameter.
struct TrackedSlot {
  let param: ParamID
  let slot: Slot
  /// Whether its range can be followed; if not, it is the parameter's own value.
  let isFollowable: Bool
}

/// A range of slots that holds all tracked ones: a quick test that most slots fail.
struct TrackedSlots {
  private(set) var first = 0
  private var span: UInt = 0

  init() {}

  init(_ slots: [TrackedSlot]) {
    let indices = slots.map { $0.slot.index }
    guard let least = indices.min(), let greatest = indices.max() else { return }
    first = least
    span = UInt(greatest - least + 1)
  }

  @inline(__always)
  var isEmpty: Bool { span == 0 }

  @inline(__always)
  func mayContain(_ slot: Int) -> Bool { UInt(bitPattern: slot &- first) < span }
}

/// Narrowing the values of tracked parameters.
///
/// If two of them enter one look, each is narrowed by itself. A window's span keeps the values that leave the same
/// rows in the window. A bound keeps the values that compare with the window's rows as the present one does.
extension State {
  @inline(__always)
  mutating func tracks(_ slot: Slot) -> Bool { tracks(slot.index) }

  @inline(__always)
  private mutating func tracks(_ slot: Int) -> Bool {
    trackedSlots.mayContain(slot) && tracking[slot].isTracked
  }

  mutating func beginTracking(_ tracked: [TrackedSlot]) {
    if tracked.isEmpty { return }
    tracking.fill(.nothing)
    for one in tracked {
      tracking[one.slot.index] = Tracking(slots[one.slot.index], isFollowable: one.isFollowable)
    }
  }

  mutating func trackExactly(_ slot: Slot) {
    tracking[slot.index] = Tracking(slots[slot.index], isFollowable: false)
  }

  /// Notes a comparison of `other` with a tracked value.
  @inline(never)
  mutating func track(_ slot: Slot, _ relation: Relation, _ other: Int64) {
    tracking[slot.index].compared(relation, other, slots[slot.index])
  }

  /// Notes whether a tracked span is no longer than `other`.
  mutating func trackSpan(_ slot: Slot, upTo other: Int64, _ isReached: Bool) {
    if sliding.isNow { return trackExactly(slot) }
    tracking[slot.index].reached(by: other, isReached, slots[slot.index])
  }

  /// Until when an answer that a tracked span decides stays the same.
  ///
  /// If `end` comes no later than the next row, it slides, or the range narrows to the present span. Otherwise it
  /// keeps every span that lasts past that row.
  ///
  /// - Parameter start: when the span began.
  @inline(never)
  mutating func trackedEnd(_ end: Int64, of span: Slot, from start: Int64) -> Int64 {
    // With other values of the range, the answer may change at an earlier instant.
    guard wantsUntil else { return min(end, now &+ 1) }
    if limit == never || end <= limit {
      guard sliding.isFollowed, limit < never else {
        trackExactly(span)
        return end
      }
      sliding.end = min(sliding.end, end)
      return limit &+ 1
    }
    // One more, for spans whose last instant belongs to them.
    tracking[span.index].atLeast(
      Arithmetic.saturatingSum(Arithmetic.saturatingDifference(limit, start), 1), slots[span.index])
    return limit &+ 1
  }

  /// Notes whether a tracked span back from now reaches an instant.
  @inline(never)
  mutating func trackReach(of span: Slot, to instant: Int64, _ isReached: Bool) {
    // Where `now` slides, the span and the distance grow alike.
    if sliding.isNow { return }
    let distance = Arithmetic.saturatingDifference(now, instant)
    trackSpan(span, upTo: Arithmetic.saturatingDifference(distance, 1), !isReached)
  }

  /// Notes which rows of a column are in a window of a tracked span.
  @inline(never)
  mutating func trackRows(of span: Slot, _ column: ColumnID, from first: Int) {
    if first < columns[column.index].count {
      trackReach(of: span, to: columns[column.index].time(first), true)
    }
    if first > columns[column.index].origin {
      trackReach(of: span, to: columns[column.index].time(first - 1), false)
    }
  }

  /// Whether the least count asked of a window is a tracked parameter, rounded up.
  @inline(__always)
  mutating func tracksWhole(_ least: Slot) -> Bool {
    !trackedSlots.isEmpty && tracks(code.boundOfWhole[least.index])
  }

  /// Notes whether a window has as many rows as the tracked parameter asks for. Returns until when that stays so for
  /// all values of the range.
  @inline(never)
  mutating func trackCount(_ id: WindowID, _ least: Slot, until: Int64) -> Int64 {
    guard let (first, end) = rows(id) else { return until }
    compare(end - first, to: least)
    guard wantsUntil else { return min(until, now &+ 1) }
    if limit == never || until <= limit {
      // Other counts may be reached, or cease to be, at other instants.
      let whole = Int64(clamping: Int128(slots[least.index]) * Int128(Arithmetic.unit))
      compareWhole(whole, to: least)
      compareWhole(Arithmetic.saturatingDifference(whole, Arithmetic.unit), to: least)
      return until
    }
    var next = first
    while next < end, leaving(id, next) <= limit { next += 1 }
    compare(end - next, to: least)
    return limit &+ 1
  }

  private mutating func compare(_ count: Int, to least: Slot) {
    compareWhole(Int64(count) * Arithmetic.unit, to: least)
  }

  private mutating func compareWhole(_ count: Int64, to least: Slot) {
    let bound = code.boundOfWhole[least.index]
    tracking[bound].compared(
      code.isMoreThanWhole[least.index] ? .greater : .greaterOrEqual, count, slots[bound])
  }
}

/// Instants that slide with the one tracked value.
extension State {
  /// Keeps the values with which the present instant, if it slides, comes before `end`.
  @inline(__always)
  mutating func slide(before end: Int64) {
    if sliding.isNow { keepSliding(now, before: end) }
  }

  @inline(never)
  private mutating func keepSliding(_ instant: Int64, before end: Int64) {
    if end == never { return }
    let value = slots[trackedSlots.first]
    tracking[trackedSlots.first].atMost(Arithmetic.saturatingSum(value, end &- 1 &- instant), value)
  }

  /// Keeps only the present value if the present instant slides.
  mutating func pin() {
    if sliding.isNow { trackExactly(Slot(trackedSlots.first)) }
  }

  /// Keeps the values with which a firing at a sliding instant leaves the same memory.
  @inline(never)
  mutating func pinFiring(of rule: Int) {
    guard code.firesAtAnyInstant[rule] else { return pin() }
    slide(before: clock.day(at: now).end)
  }

  /// The next instant: `next`, which does not slide, or an earlier one that does.
  ///
  /// Narrows the range to the values with which they come in this order.
  mutating func nextSliding(before next: Int64, through limit: Int64) -> Int64 {
    if sliding.wake > min(next, limit) { return next }
    var first = never
    for rule in slidingWakes.indices { first = min(first, slidingWakes[rule]) }
    sliding.wake = first
    guard first <= min(next, limit) else { return next }
    keepSliding(first, before: min(next, limit))
    sliding.isNow = first < next
    return first
  }

  /// Marks the rules whose sliding wake has come.
  mutating func markSliding() {
    if sliding.wake > now { return }
    for rule in slidingWakes.indices where slidingWakes[rule] <= now {
      blocks[rule >> 6].marked |= State.bit(rule)
    }
  }

  /// Notes a rule's sliding wake, right after a look at the rule.
  mutating func noteSliding(of rule: Int) {
    slidingWakes[rule] = sliding.end
    sliding.wake = min(sliding.wake, sliding.end)
    sliding.end = never
    slide(before: wakes[rule])
  }

  /// Changes the times at levels to those for a tracked value that is greater by `distance`.
  mutating func moveTimes(by distance: Int64) {
    for level in levels.indices { levels[level].time &+= levels[level].pace &* distance }
    for scale in scales.indices { scales[scale].countedSince &+= scales[scale].countedPace &* distance }
  }
}

extension Plan {
  /// Whether machines can track a range of the parameter's values, and not only its present value.
  public func tracks(_ param: ParamID) -> Bool { tables.trackedSlot(param)?.isFollowable ?? true }
}

extension PlanTables {
  /// The slot by which a parameter is tracked; nil if nothing reads the parameter, so that it changes nothing.
  func trackedSlot(_ param: ParamID) -> TrackedSlot? {
    guard let index = slots.firstIndex(of: .param(param)) else { return nil }
    return TrackedSlot(param: param, slot: Slot(index), isFollowable: isFollowable(Slot(index)))
  }

  /// Whether every use of a slot is one that narrows a `Tracking`.
  private func isFollowable(_ slot: Slot) -> Bool {
    let isReadByNode = nodes.contains { node in
      let parts = node.parts
      return !node.traits.contains(.notesSlots) && parts.slots.contains(slot)
        || parts.children.contains { nodes[$0.index].slot == slot }
    }
    // A condition that only reads the slot notes nothing.
    let isCondition = conditions.contains { nodes[$0.index] == .slot(slot) }
    let isClock = rules.contains { rule in
      switch rule.trigger {
      case .none, .on: false
      case .at(let time): time == slot
      case .every(let step, let from, let to): step == slot || from == slot || to == slot
      }
    }
    let isGate = gates.contains { gate in
      switch gate.kind {
      case .quiet(let from, let to): from == slot || to == slot
      case .unless, .cooldown, .limit: false
      }
    }
    // A streak does not look at its past days again, so nothing would note what they rest on.
    let isStreaks = streaks.contains { streak in
      rests(streak.condition, on: slot) || streak.skip.map { rests($0, on: slot) } == true
    }
    return !isReadByNode && !isCondition && !isClock && !isGate && !isStreaks && ends?.delay != slot
  }

  /// The conditions of rules, of gates and of streams.
  private var conditions: [NodeID] {
    let ofGates = gates.compactMap { if case .unless(let node) = $0.kind { node } else { nil } }
    return rules.flatMap { [$0.condition, $0.until].compactMap { $0 } } + ofGates
      + derivations.compactMap { $0.condition }
  }

  /// Whether a node's value rests on a slot, or may do so through the level of a scale.
  private func rests(_ id: NodeID, on slot: Slot) -> Bool {
    let node = nodes[id.index]
    if case .level = node { return true }
    let parts = node.parts
    let own = parts.slots + (parts.window.map { spans(of: $0) } ?? [])
    return own.contains { rests($0, on: slot) } || parts.children.contains { rests($0, on: slot) }
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

import PaceLanguage

/// How many boundaries are stepped over in one look for a change; past that the look is taken up again
/// at the boundary reached, so that one call is short and nothing is missed.
private let patience = 4_096

/// What a node's value is, and until when.
struct Outlook {
  var value: Int64
  /// The first later instant at which it is another; `.max` for never.
  var change: Int64
}

extension Evaluator {
  /// The first instant after `t` at which a condition's value differs from its value at `t`, if nothing is
  /// logged.
  ///
  /// What comes after `limit` is not looked for: the answer is then any instant after `limit`. An answer
  /// may come before the change (never after it) where the look took too long.
  mutating func nextChange(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    outlook(id, at: t, limit: limit).change
  }

  /// A node's value at `t` and its next change, as `nextChange` says.
  mutating func outlook(_ id: NodeID, at t: Int64, limit: Int64) -> Outlook {
    switch plan.nodes[id.index] {
    case .slot(let slot): Outlook(value: slots[slot.index], change: never)
    case .reaches(let window, let least): reachOutlook(window, least, at: t, limit: limit)
    case .and(let a, let b): outlook(of: id, a, b, absorbing: 0, at: t, limit: limit)
    case .or(let a, let b): outlook(of: id, a, b, absorbing: 1, at: t, limit: limit)
    case .not(let a): negation(outlook(a, at: t, limit: limit))
    case .against(let relation, let a, let slot): outlook(of: id, relation, a, slot, at: t, limit: limit)
    case .shared(let node, let kept): sharedOutlook(node, kept, at: t, limit: limit)
    default: steppingOutlook(id, at: t, limit: limit)
    }
  }

  @inline(never)
  private mutating func negation(_ look: Outlook) -> Outlook {
    Outlook(value: negation(look.value), change: look.change)
  }

  @inline(never)
  private mutating func steppingOutlook(_ id: NodeID, at t: Int64, limit: Int64) -> Outlook {
    let value = value(id, at: t)
    let change: Int64 =
      switch plan.nodes[id.index] {
      case .firesRule, .firesKind, .field: never
      case .clockWithin(let from, let to):
        nextClockBoundary(from: slots[from.index], to: slots[to.index], after: t)
      default: nextStep(id, from: value, after: t, limit: limit)
      }
    return Outlook(value: value, change: change)
  }

  /// For a comparison with a constant.
  @inline(never)
  private mutating func outlook(
    of id: NodeID, _ relation: Relation, _ a: NodeID, _ slot: Slot, at t: Int64, limit: Int64
  ) -> Outlook {
    if case .since(let column) = plan.nodes[a.index] {
      return sinceOutlook(relation, column, slot, at: t, limit: limit)
    }
    return steppingOutlook(id, at: t, limit: limit)
  }

  /// For `and` and `or`: while a part has the absorbing value (false, true) nothing changes, so the look goes
  /// on at the instant at which it lets go. The second part is not asked before: it may be much more work.
  @inline(never)
  private mutating func outlook(
    of id: NodeID, _ a: NodeID, _ b: NodeID, absorbing: Int64, at t: Int64, limit: Int64
  ) -> Outlook {
    var look = joined(outlook(a, at: t, limit: limit), b, absorbing, at: t, limit: limit)
    let before = look.value
    for _ in 0..<patience {
      if look.change > limit { return Outlook(value: before, change: never) }
      let time = look.change
      if plan.recalls[id.index] { return Outlook(value: before, change: time) }
      look = joined(outlook(a, at: time, limit: limit), b, absorbing, at: time, limit: limit)
      if look.value != before { return Outlook(value: before, change: time) }
    }
    return Outlook(value: before, change: look.change)
  }

  /// What an `and` or `or` is at `t`, given its first part, and until when that is certain.
  private mutating func joined(
    _ left: Outlook, _ b: NodeID, _ absorbing: Int64, at t: Int64, limit: Int64
  ) -> Outlook {
    if left.value == absorbing { return left }
    // What the second does after the first has changed matters only while it alone decides.
    let near = min(limit, left.change)
    var right = outlook(b, at: t, limit: near)
    if right.value == absorbing {
      if right.change > near, near < limit { right.change = nextChange(b, after: t, limit: limit) }
      return right
    }
    let value = joined(left.value, right.value, absorbing)
    return Outlook(value: value, change: min(left.change, right.change))
  }

  /// The truth of an `and` (absorbing false) or `or` (absorbing true) of two truths.
  private mutating func joined(_ a: Int64, _ b: Int64, _ absorbing: Int64) -> Int64 {
    if a == absorbing || b == absorbing { return absorbing }
    return a == unknown || b == unknown ? unknown : 1 - absorbing
  }

  /// The next change of a node whose parts step at boundaries and, some of them, move in between.
  private mutating func nextStep(_ id: NodeID, from before: Int64, after t: Int64, limit: Int64) -> Int64 {
    let isMoving = comparesMoving(id)
    var time = t
    for _ in 0..<patience {
      let boundary = partsBoundary(id, after: time, limit: limit)
      let last = min(boundary == never ? limit : boundary - 1, limit)
      if isMoving, last > time, let crossing = firstCrossing(id, after: time, upTo: last) {
        if value(id, at: crossing) != before { return crossing }
        time = crossing
        continue
      }
      guard boundary <= limit else { return never }
      if plan.recalls[id.index] || value(id, at: boundary) != before { return boundary }
      time = boundary
    }
    return time
  }

  /// `since` against a constant: the instants at which it reaches it and passes it are known.
  private mutating func sinceOutlook(
    _ relation: Relation, _ column: ColumnID, _ slot: Slot, at t: Int64, limit: Int64
  ) -> Outlook {
    let bound = slots[slot.index]
    let newest = count(column, upTo: t)
    guard newest > 0, bound != unknown else { return Outlook(value: unknown, change: never) }
    let last = log.times[column.index][newest - 1]
    let value = compared(relation, Arithmetic.difference(t, last), slot)
    if steadiness != nil, Arithmetic.difference(t, last) <= bound {
      trackEnd(of: slot, from: last, limit: limit)
    }
    let (reached, overflow) = last.addingReportingOverflow(bound)
    guard !overflow, reached < never - 1 else { return Outlook(value: value, change: never) }
    if reached > t, relation.changesWhenReached { return Outlook(value: value, change: reached) }
    let passes = reached >= t && relation.changesWhenPassed
    return Outlook(value: value, change: passes ? reached + 1 : never)
  }

  /// Whether the node compares something that moves between boundaries.
  private mutating func comparesMoving(_ id: NodeID) -> Bool {
    switch plan.nodes[id.index] {
    case .against(_, let a, _): plan.moves[a.index]
    case .comparison(_, let a, let b): plan.moves[a.index] || plan.moves[b.index]
    case .within(let a, let low, let high, _):
      plan.moves[a.index] || plan.moves[low.index] || plan.moves[high.index]
    default: false
    }
  }

  /// The first instant after `t` at which the sides of a comparison stand otherwise to each other.
  ///
  /// There is no boundary in between, so they pass each other at most once and bisection finds where. Mostly
  /// what moves does so evenly: then it begins next to the place.
  private mutating func firstCrossing(_ id: NodeID, after t: Int64, upTo last: Int64) -> Int64? {
    let before = standing(id, at: t)
    guard standing(id, at: last) != before else { return nil }
    var low = t
    var high = last
    if let guess = evenCrossing(id, after: t, before: last) {
      var step: Int64 = 1
      if standing(id, at: guess) == before {
        low = guess
        while low < high - step, standing(id, at: low + step) == before {
          low += step
          step *= 2
        }
        high = min(high, low + step)
      } else {
        high = guess
        while high > low + step, standing(id, at: high - step) != before {
          high -= step
          step *= 2
        }
        low = max(low, high - step)
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if standing(id, at: middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  /// Where sides of a comparison would first pass each other if they moved evenly, strictly in between; nil
  /// where that can't be told.
  private mutating func evenCrossing(_ id: NodeID, after t: Int64, before last: Int64) -> Int64? {
    guard last - t > 2 else { return nil }
    let first = distances(id, at: t)
    let second = distances(id, at: last)
    let share = min(evenShare(first.low, second.low), evenShare(first.high, second.high))
    guard share < 1 else { return nil }
    return min(max(t + Int64(share * Double(last - t)), t + 1), last - 1)
  }

  /// The share of the way from one distance to another at which it is none; 1 where that is never.
  private mutating func evenShare(_ first: Double, _ second: Double) -> Double {
    let share = first / (first - second)
    return share >= 0 && share < 1 ? share : 1
  }

  /// How far the sides of a comparison are apart, for each of the two that `in` is; not a number where one is
  /// unknown.
  private mutating func distances(_ id: NodeID, at t: Int64) -> (low: Double, high: Double) {
    switch plan.nodes[id.index] {
    case .against(_, let a, let slot): return (distance(value(a, at: t), slots[slot.index]), .nan)
    case .comparison(_, let a, let b): return (distance(value(a, at: t), value(b, at: t)), .nan)
    case .within(let a, let low, let high, _):
      let value = value(a, at: t)
      return (distance(value, self.value(low, at: t)), distance(value, self.value(high, at: t)))
    default: return (.nan, .nan)
    }
  }

  private mutating func distance(_ a: Int64, _ b: Int64) -> Double {
    a == unknown || b == unknown ? .nan : Double(a) - Double(b)
  }

  /// How the sides of a comparison stand to each other: a code that differs where a sign differs.
  private mutating func standing(_ id: NodeID, at t: Int64) -> Int {
    switch plan.nodes[id.index] {
    case .against(_, let a, let slot): standing(a, slot, at: t)
    case .comparison(_, let a, let b): sign(value(a, at: t), value(b, at: t))
    case .within(let a, let low, let high, _): standing(value(a, at: t), low, high, at: t)
    default: 0
    }
  }

  private mutating func standing(_ value: Int64, _ low: NodeID, _ high: NodeID, at t: Int64) -> Int {
    sign(value, self.value(low, at: t)) * 4 + sign(value, self.value(high, at: t))
  }

  private mutating func standing(_ a: NodeID, _ slot: Slot, at t: Int64) -> Int {
    let value = value(a, at: t)
    if steadiness?.slot == slot, value != unknown { steadiness?.stands(value) }
    return sign(value, slots[slot.index])
  }

  private mutating func sign(_ a: Int64, _ b: Int64) -> Int {
    if a == unknown || b == unknown { return 3 }
    return a < b ? 0 : a == b ? 1 : 2
  }

  /// The first instant after `t` at which something that a node rests on steps; motion aside, and the node's
  /// own truth.
  private mutating func partsBoundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    var first = never
    for position in plan.steps[id.index] {
      let part = plan.steps.elements[position]
      let boundary =
        part == id ? ownBoundary(id, after: t, limit: limit) : boundary(part, after: t, limit: limit)
      first = min(first, boundary)
    }
    return first
  }

  private mutating func boundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .not, .and, .or, .comparison, .against, .within, .reaches: nextChange(id, after: t, limit: limit)
    case .negate, .otherwise, .add, .subtract, .subtractTimes, .multiply, .divide, .remainder:
      partsBoundary(id, after: t, limit: limit)
    case .shared(let node, _):
      plan.nodes[node.index].isCondition
        ? nextChange(id, after: t, limit: limit) : boundary(node, after: t, limit: limit)
    default: ownBoundary(id, after: t, limit: limit)
    }
  }

  private mutating func ownBoundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
      .mean(let window, _):
      boundary(window, after: t, limit: limit)
    case .due, .streak, .weekday, .date: calendarDay(at: t).end
    case .elapsed(let from, let to):
      nextElapsedBoundary(from: from, to: to, after: t)
    case .clockWithin(let from, let to):
      nextClockBoundary(from: slots[from.index], to: slots[to.index], after: t)
    case .level(let scale): nextLevelBoundary(scale, after: t, limit: limit)
    default: never
    }
  }

  /// The first instant after `t` at which a rule that raises the scale may turn on or off.
  private mutating func nextLevelBoundary(_ scale: ScaleID, after t: Int64, limit: Int64) -> Int64 {
    var first = never
    for position in plan.raisers[scale.index] {
      let index = plan.raisers.elements[position]
      let rule = plan.rules[index]
      guard rule.raise?.whenFired == false else { continue }
      if let condition = rule.condition { first = min(first, nextChange(condition, after: t, limit: limit)) }
      if let until = rule.until { first = min(first, nextChange(until, after: t, limit: limit)) }
      if let on = turnsOn(index, after: t, limit: limit) { first = min(first, on) }
    }
    return first
  }
}

extension Relation {
  /// Whether something that grows comes to stand otherwise to a bound when it reaches it.
  fileprivate var changesWhenReached: Bool {
    switch self {
    case .less, .greaterOrEqual, .equal, .notEqual: true
    case .lessOrEqual, .greater: false
    }
  }

  /// Whether something that grows comes to stand otherwise to a bound when it passes it.
  fileprivate var changesWhenPassed: Bool {
    switch self {
    case .lessOrEqual, .greater, .equal, .notEqual: true
    case .less, .greaterOrEqual: false
    }
  }
}

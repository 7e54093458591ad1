import PaceLanguage

private let never = Int64.max
private let unknown = Int64.min

/// How many boundaries are stepped over in one look for a change; past that the look is taken up again
/// at the boundary reached, so that one call is short and nothing is missed.
private let patience = 4_096

extension Evaluator {
  /// The first instant after `t` at which a condition's value differs from its value at `t`, if nothing is
  /// logged.
  ///
  /// What comes after `limit` is not looked for: the answer is then any instant after `limit`. An answer
  /// may come before the change (never after it) where the look took too long.
  mutating func nextChange(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .slot, .firesRule, .firesKind, .field: never
    case .reaches(let window, let least): nextFall(window, least, after: t)
    case .not(let a): nextChange(a, after: t, limit: limit)
    case .and(let a, let b): nextChange(of: id, a, b, absorbing: 0, after: t, limit: limit)
    case .or(let a, let b): nextChange(of: id, a, b, absorbing: 1, after: t, limit: limit)
    case .clockWithin(let from, let to):
      nextClockBoundary(from: slots[from.index], to: slots[to.index], after: t)
    default: nextStep(id, after: t, limit: limit)
    }
  }

  /// For `and` and `or`: while a part has the absorbing value (false, true) nothing changes, so the look
  /// goes on at the instant at which the last such part lets go.
  private mutating func nextChange(
    of id: NodeID, _ a: NodeID, _ b: NodeID, absorbing: Int64, after t: Int64, limit: Int64
  ) -> Int64 {
    var a = Part(node: a, value: value(a, at: t))
    var change = never
    if a.value == absorbing {
      change = nextChange(a.node, after: t, limit: limit)
      if change > limit { return never }
    }
    var b = Part(node: b, value: value(b, at: t))
    let before = joined(a.value, b.value, absorbing)
    var time = t
    for _ in 0..<patience {
      if a.value == absorbing {
        change = nextChange(a.node, after: time, limit: limit)
        if b.value == absorbing { change = max(change, nextChange(b.node, after: time, limit: limit)) }
      } else {
        change = nextChange(b.node, after: time, limit: limit)
        if b.value != absorbing { change = min(change, nextChange(a.node, after: time, limit: limit)) }
      }
      time = change
      if time > limit { return never }
      if plan.recalls[id.index] { return time }
      a.value = value(a.node, at: time)
      b.value = value(b.node, at: time)
      if joined(a.value, b.value, absorbing) != before { return time }
    }
    return time
  }

  /// One side of an `and` or `or`.
  private struct Part {
    var node: NodeID
    var value: Int64
  }

  /// The truth of an `and` (absorbing false) or `or` (absorbing true) of two truths.
  private mutating func joined(_ a: Int64, _ b: Int64, _ absorbing: Int64) -> Int64 {
    if a == absorbing || b == absorbing { return absorbing }
    return a == unknown || b == unknown ? unknown : 1 - absorbing
  }

  /// The next change of a node whose parts step at boundaries and, some of them, move in between.
  private mutating func nextStep(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    if let closed = closedForm(id, after: t) { return closed }
    let before = value(id, at: t)
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
  private mutating func closedForm(_ id: NodeID, after t: Int64) -> Int64? {
    guard case .against(let relation, let a, let slot) = plan.nodes[id.index],
      case .since(let column) = plan.nodes[a.index]
    else { return nil }
    let newest = count(column, upTo: t)
    guard newest > 0, slots[slot.index] != unknown else { return never }
    let (reached, overflow) =
      log.times[column.index][newest - 1].addingReportingOverflow(slots[slot.index])
    guard !overflow, reached < never - 1 else { return never }
    let atReached: Bool =
      switch relation {
      case .less, .greaterOrEqual, .equal, .notEqual: true
      case .lessOrEqual, .greater: false
      }
    if atReached, reached > t { return reached }
    let afterReached: Bool =
      switch relation {
      case .lessOrEqual, .greater, .equal, .notEqual: true
      case .less, .greaterOrEqual: false
      }
    return afterReached && reached + 1 > t ? reached + 1 : never
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
  /// There is no boundary in between, so they pass each other at most once and bisection finds where.
  private mutating func firstCrossing(_ id: NodeID, after t: Int64, upTo last: Int64) -> Int64? {
    let before = standing(id, at: t)
    guard standing(id, at: last) != before else { return nil }
    var low = t
    var high = last
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if standing(id, at: middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  /// How the sides of a comparison stand to each other: a code that differs where a sign differs.
  private mutating func standing(_ id: NodeID, at t: Int64) -> Int {
    switch plan.nodes[id.index] {
    case .against(_, let a, let slot): sign(value(a, at: t), slots[slot.index])
    case .comparison(_, let a, let b): sign(value(a, at: t), value(b, at: t))
    case .within(let a, let low, let high, _):
      sign(value(a, at: t), value(low, at: t)) * 4 + sign(value(a, at: t), value(high, at: t))
    default: 0
    }
  }

  private mutating func sign(_ a: Int64, _ b: Int64) -> Int {
    if a == unknown || b == unknown { return 3 }
    return a < b ? 0 : a == b ? 1 : 2
  }

  /// The first boundary after `t` of the parts of a node; not of the node's own truth.
  private mutating func partsBoundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    var first = ownBoundary(id, after: t, limit: limit)
    for child in plan.nodes[id.index].children {
      first = min(first, boundary(child, after: t, limit: limit))
    }
    return first
  }

  /// The first instant after `t` at which something that a node rests on steps; motion aside.
  private mutating func boundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .not, .and, .or, .comparison, .against, .within, .reaches: nextChange(id, after: t, limit: limit)
    case .streak: ownBoundary(id, after: t, limit: limit)
    default: partsBoundary(id, after: t, limit: limit)
    }
  }

  private mutating func ownBoundary(_ id: NodeID, after t: Int64, limit: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .count(let window), .sum(let window, _), .least(let window, _), .greatest(let window, _),
      .mean(let window, _):
      boundary(window, after: t)
    case .due, .streak, .weekday, .date: calendar.endOfDay(at: t)
    case .elapsed(let from, let to):
      nextElapsedBoundary(from: slots[from.index], to: slots[to.index], after: t)
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
      if let on = turnsOn(index, after: t) { first = min(first, on) }
    }
    return first
  }
}

import PaceLanguage

/// Comparisons of what moves: where their sides pass each other before the stretch of even motion ends.
extension State {
  /// The first instant after `now` and before `end` at which a comparison is no longer `value`; else `end`, or the
  /// instant after the next row.
  @inline(never)
  mutating func crossing(_ id: NodeID, from value: Int64, before end: Int64) -> Int64 {
    guard wantsUntil, limit > now else { return now &+ 1 }
    let last = min(end &- 1, limit, Instant.milliseconds.upperBound) &- now
    var from: Int64 = 0
    while last > from {
      let before = order(id, after: from)
      guard order(id, after: last) != before else { break }
      from = change(id, of: before, after: from, upTo: last)
      if truth(id, after: from) != value { return now &+ from }
    }
    return min(end, limit == never ? never : limit &+ 1)
  }

  /// The first moment after `low` and up to `high` at which the sides are in another order than `before`, which
  /// they are at `high`.
  ///
  /// The sides pass each other at most once, so bisection finds where; most move evenly, so it begins next to
  /// where even motion would have it.
  private mutating func change(_ id: NodeID, of before: Int, after low: Int64, upTo high: Int64) -> Int64 {
    var low = low
    var high = high
    if let guess = evenCrossing(id, after: low, before: high) {
      var step: Int64 = 1
      if order(id, after: guess) == before {
        low = guess
        while low < high - step, order(id, after: low + step) == before {
          low += step
          step *= 2
        }
        high = min(high, low + step)
      } else {
        high = guess
        while high > low + step, order(id, after: high - step) != before {
          high -= step
          step *= 2
        }
        low = max(low, high - step)
      }
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if order(id, after: middle) == before { low = middle } else { high = middle }
    }
    return high
  }

  /// Where sides of a comparison would pass each other if they moved evenly, strictly in between; nil where
  /// that can't be told.
  private mutating func evenCrossing(_ id: NodeID, after low: Int64, before high: Int64) -> Int64? {
    guard high - low > 2 else { return nil }
    let first = distances(id, after: low)
    let second = distances(id, after: high)
    let share = min(evenShare(first.low, second.low), evenShare(first.high, second.high))
    guard share < 1 else { return nil }
    return min(max(low + Int64(share * Double(high - low)), low + 1), high - 1)
  }

  /// The share of the way from one distance to another at which it is none; 1 where that is never.
  private mutating func evenShare(_ first: Double, _ second: Double) -> Double {
    let share = first / (first - second)
    return share >= 0 && share < 1 ? share : 1
  }

  /// How far the sides of a comparison are apart, twice for `in`; not a number where one is unknown.
  private mutating func distances(_ id: NodeID, after time: Int64) -> (low: Double, high: Double) {
    let sides = sides(of: id, after: time)
    return (distance(sides.value, sides.low), sides.high.map { distance(sides.value, $0) } ?? .nan)
  }

  private mutating func distance(_ a: Int64, _ b: Int64) -> Double {
    a == unknown || b == unknown ? .nan : Double(a) - Double(b)
  }

  /// How the sides of a comparison stand to each other: a code that differs where an order differs.
  private mutating func order(_ id: NodeID, after time: Int64) -> Int {
    let sides = sides(of: id, after: time)
    return order(sides.value, sides.low) * 4 + (sides.high.map { order(sides.value, $0) } ?? 0)
  }

  private mutating func order(_ a: Int64, _ b: Int64) -> Int {
    if a == unknown || b == unknown { return 3 }
    return a < b ? 0 : a == b ? 1 : 2
  }

  private mutating func truth(_ id: NodeID, after time: Int64) -> Int64 {
    let sides = sides(of: id, after: time)
    switch code.nodes[id.index] {
    case .against(let relation, _, _), .comparison(let relation, _, _):
      return relation.truth(sides.value, sides.low)
    case .within(_, _, _, let isClosed):
      return Relation.truth(sides.value, from: sides.low, to: sides.high ?? unknown, isClosed: isClosed)
    default: return unknown
    }
  }

  /// What a comparison compares, so long after `now`.
  private mutating func sides(of id: NodeID, after time: Int64) -> (value: Int64, low: Int64, high: Int64?) {
    switch code.nodes[id.index] {
    case .against(_, let a, let slot): (moved(a, by: time), slots[slot.index], nil)
    case .comparison(_, let a, let b): (moved(a, by: time), moved(b, by: time), nil)
    case .within(let a, let low, let high, _):
      (moved(a, by: time), moved(low, by: time), moved(high, by: time))
    default: (unknown, unknown, nil)
    }
  }

  /// The value of a node so long after `now`, in the stretch in which it moves evenly.
  private mutating func moved(_ id: NodeID, by time: Int64) -> Int64 {
    guard code.moves[id.index] else { return look(id).value }
    switch code.nodes[id.index] {
    case .since:
      let value = look(id).value
      return value == unknown ? unknown : Arithmetic.sum(value, time)
    case .elapsed: return elapsed(code.parts[id.index], at: now &+ time)
    case .shared(let node, _): return moved(node, by: time)
    case .negate(let a):
      let value = moved(a, by: time)
      return value == unknown ? unknown : -value
    case .otherwise(let a, let b):
      let value = moved(a, by: time)
      return value == unknown ? moved(b, by: time) : value
    case .add(let a, let b), .subtract(let a, let b), .multiply(let a, let b), .divide(let a, let b):
      let left = moved(a, by: time)
      guard left != unknown else { return unknown }
      let right = moved(b, by: time)
      return right == unknown ? unknown : combined(id, left, right)
    default: return look(id).value
    }
  }
}

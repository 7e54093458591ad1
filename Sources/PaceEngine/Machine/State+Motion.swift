import PaceLanguage

/// How many departures of rows from a window are tried to find the one that changes a comparison.
private let patience = 8

/// A comparison that may move; its right side is a node or a constant.
struct Comparison {
  enum Right {
    case node(NodeID)
    case constant(Slot)
  }

  let relation: Relation
  let left: NodeID
  let right: Right
}

/// The values of the two sides of a comparison at one instant.
struct Sides {
  var left: Int64
  var right: Int64
}

/// Comparisons of moving values: where the sides cross while both move evenly.
extension State {
  /// The first instant after `now` at which a comparison of `sides` is no longer `value`.
  ///
  /// If that is not before `end`, gives `end`, or the instant after the next row if that comes first.
  @inline(never)
  mutating func crossing(
    _ comparison: Comparison, _ sides: Sides, from value: Int64, before end: Int64
  ) -> Int64 {
    guard wantsUntil, limit > now else { return now &+ 1 }
    let last = min(end &- 1, limit, Instant.milliseconds.upperBound) &- now
    let until = crossing(comparison, sides, from: value, within: last)
    if case .constant(let slot) = comparison.right, tracks(slot) {
      let then = self.sides(of: comparison, after: last).left
      // A value that skips this bound may equal the bound that another parameter value gives.
      let leaps = comparison.relation.isEquality && (sides.left < sides.right) != (then < sides.right)
      if until < never || leaps { trackExactly(slot) } else { track(slot, comparison.relation, then) }
    }
    return until < never ? until : min(end, limit == never ? never : limit &+ 1)
  }

  /// The first instant, at most `last` milliseconds after `now`, at which the comparison changes; `.max` for none.
  private mutating func crossing(
    _ comparison: Comparison, _ sides: Sides, from value: Int64, within last: Int64
  ) -> Int64 {
    let paces = paces(of: comparison, sides, upTo: last)
    var from: Int64 = 0
    var before = sides
    while last > from {
      if let paces {
        from = Self.meeting(sides, paces, after: from)
        guard from <= last else { break }
        before = sides.moved(paces, by: from)
      } else {
        guard let next = change(comparison, of: before, after: from, upTo: last) else { break }
        (from, before) = next
      }
      if comparison.relation.truth(before.left, before.right) != value { return now &+ from }
    }
    return never
  }

  // MARK: Exact motion

  /// The first time after `from` at which two sides, both moving at an exact pace, change their order; `.max`
  /// for never.
  private static func meeting(_ sides: Sides, _ paces: Sides, after from: Int64) -> Int64 {
    let pace = paces.left &- paces.right
    if pace == 0 { return never }
    // Signs are turned so that the distance grows.
    let distance = pace > 0 ? sides.left &- sides.right : sides.right &- sides.left
    let step = abs(pace)
    let present = distance &+ step &* from
    if present > 0 { return never }
    if present == 0 { return from &+ 1 }
    return (step &- 1 &- distance) / step
  }

  /// How much each side moves in a millisecond; nil if motion is rounded, or a side is unknown or may overflow.
  private mutating func paces(of comparison: Comparison, _ sides: Sides, upTo last: Int64) -> Sides? {
    guard Self.hasRoom(sides.left), Self.hasRoom(sides.right), let left = pace(of: comparison.left),
      let right = pace(of: comparison.right), Self.stays(left, last), Self.stays(right, last)
    else { return nil }
    return Sides(left: left, right: right)
  }

  /// Whether a value is so small that sums of a few such values fit; false for unknown.
  private static func hasRoom(_ value: Int64) -> Bool {
    let most = Int64.max >> 2
    return -most < value && value < most
  }

  private mutating func pace(of right: Comparison.Right) -> Int64? {
    switch right {
    case .node(let node): pace(of: node)
    case .constant: 0
    }
  }

  /// Whether motion at a pace for some time stays small enough for `hasRoom`.
  private static func stays(_ pace: Int64, _ time: Int64) -> Bool {
    let (way, overflow) = pace.multipliedReportingOverflow(by: time)
    return !overflow && hasRoom(way)
  }

  /// How much a known node moves in a millisecond while it moves evenly; nil if the motion is rounded.
  private mutating func pace(of id: NodeID) -> Int64? {
    guard code.moves[id.index] else { return 0 }
    switch code.nodes[id.index] {
    case .since: return 1
    case .elapsed: return dailySpans[code.parts[id.index]].progress(at: now).isMoving ? 1 : 0
    case .shared(let node, _), .measured(let node): return pace(of: node)
    case .negate(let a): return pace(of: a).map { -$0 }
    case .otherwise(let a, let b): return look(a).value == unknown ? pace(of: b) : pace(of: a)
    case .arithmetic(.add, let a, let b):
      guard let first = pace(of: a), let second = pace(of: b) else { return nil }
      return first &+ second
    case .arithmetic(.subtract, let a, let b):
      guard let first = pace(of: a), let second = pace(of: b) else { return nil }
      return first &- second
    case .slot, .field, .count, .sum, .aggregate, .latest, .gap, .firesRule,
      .firesKind, .due, .streak, .clockWithin, .weekday, .date, .level, .not, .and, .or, .arithmetic,
      .comparison, .against, .reaches:
      return nil
    }
  }

  // MARK: Rounded motion

  /// The first moment after `low`, up to `last`, at which the sides are in another order than at `low`, and
  /// the sides then. Nil if they are in the same order at `last`.
  ///
  /// The sides cross at most once, so bisection finds where. Most move evenly, so it begins where even motion
  /// would cross.
  private mutating func change(
    _ comparison: Comparison, of sides: Sides, after low: Int64, upTo last: Int64
  ) -> (at: Int64, Sides)? {
    let before = sides.order
    var low = low
    var high = last
    var changed = self.sides(of: comparison, after: high)
    guard changed.order != before else { return nil }
    /// Looks at a moment in between, and tells whether the order is still the one before.
    func isBefore(_ time: Int64) -> Bool {
      let sides = self.sides(of: comparison, after: time)
      if sides.order == before {
        low = time
        return true
      }
      high = time
      changed = sides
      return false
    }
    if let guess = sides.evenMeeting(changed, after: low, before: high) {
      var step: Int64 = 1
      if isBefore(guess) {
        while low < high - step, isBefore(low + step) { step *= 2 }
      } else {
        while high > low + step, !isBefore(high - step) { step *= 2 }
      }
    }
    while high - low > 1 { _ = isBefore(low + (high - low) / 2) }
    return (high, changed)
  }

  /// The sides of a comparison some time after `now`.
  private mutating func sides(of comparison: Comparison, after time: Int64) -> Sides {
    let right =
      switch comparison.right {
      case .node(let node): moved(node, by: time)
      case .constant(let slot): slots[slot.index]
      }
    return Sides(left: moved(comparison.left, by: time), right: right)
  }

  /// The value of a node some time after `now`, while it moves evenly.
  private mutating func moved(_ id: NodeID, by time: Int64) -> Int64 {
    guard code.moves[id.index] else { return look(id).value }
    switch code.nodes[id.index] {
    case .since:
      let value = look(id).value
      return value == unknown ? unknown : Arithmetic.sum(value, time)
    case .elapsed: return elapsed(code.parts[id.index], at: now &+ time)
    case .shared(let node, _), .measured(let node): return moved(node, by: time)
    case .negate(let a):
      let value = moved(a, by: time)
      return value == unknown ? unknown : -value
    case .otherwise(let a, let b):
      let value = moved(a, by: time)
      return value == unknown ? moved(b, by: time) : value
    case .arithmetic(let sign, let a, let b):
      let left = moved(a, by: time)
      guard left != unknown else { return unknown }
      let right = moved(b, by: time)
      return right == unknown ? unknown : sign.value(left, right)
    case .slot, .field, .count, .sum, .aggregate, .latest, .gap, .firesRule,
      .firesKind, .due, .streak, .clockWithin, .weekday, .date, .level, .not, .and, .or, .comparison,
      .against, .reaches:
      return look(id).value
    }
  }
}

/// Sums over windows, and what is made of sums.
extension State {
  @inline(never)
  mutating func sum(_ id: WindowID, _ series: SeriesID) -> Look {
    guard let (first, end) = rows(id) else { return Look(value: unknown, until: never) }
    return Look(value: total(series, first, end), until: change(id, first))
  }

  /// A sum against a constant: it changes when the row that decides leaves.
  @inline(never)
  mutating func sum(_ id: WindowID, _ series: SeriesID, _ relation: Relation, _ slot: Slot) -> Look {
    guard let (first, end) = rows(id) else { return Look(value: unknown, until: never) }
    let bound = slots[slot.index]
    let whole = total(series, first, end)
    let value = relation.truth(whole, bound)
    if tracks(slot) { track(slot, relation, whole) }
    guard wantsUntil else { return Look(value: value, until: now &+ 1) }
    if stays(id, series, relation, bound, value), !tracks(slot) { return Look(value: value, until: never) }
    return Look(value: value, until: changeOfSum(id, series, relation, slot, from: value, first..<end))
  }

  /// Whether a sum compares alike however many rows leave: without negative values it only falls, to 0.
  @inline(__always)
  private mutating func stays(
    _ id: WindowID, _ series: SeriesID, _ relation: Relation, _ bound: Int64, _ value: Int64
  ) -> Bool {
    guard code.series[series.index].isNeverNegative, relation.truth(0, bound) == value else { return false }
    if case .last = code.windows[id.index].start { return !relation.isEquality }
    return false
  }

  /// The first instant at which a sum of some rows may compare differently if nothing is logged.
  @inline(never)
  private mutating func changeOfSum(
    _ id: WindowID, _ series: SeriesID, _ relation: Relation, _ slot: Slot, from value: Int64,
    _ rows: Range<Int>
  ) -> Int64 {
    let (first, end) = (rows.lowerBound, rows.upperBound)
    guard case .last = code.windows[id.index].start, first < end else { return change(id, first) }
    let bound = slots[slot.index]
    let column = code.series[series.index].column
    var next = first
    for _ in 0..<patience {
      let row = next
      next = columns[column].firstLater(than: next, before: end)
      if tracks(slot) {
        if limit < leaving(id, row) { return limit &+ 1 }
        track(slot, relation, total(series, next, end))
      }
      if relation.truth(total(series, next, end), bound) != value { return leaving(id, row) }
      if next == end { return never }
    }
    return leaving(id, next)
  }

  @inline(__always)
  mutating func total(_ id: SeriesID, _ first: Int, _ end: Int) -> Int64 {
    guard first < end else { return 0 }
    if code.series[id.index].high >= 0 { return wideTotal(id, first, end) }
    let (column, lane) = (code.series[id.index].column, code.series[id.index].sum)
    let whole = columns[column].value(lane, end &- 1)
    return first == 0 ? whole : whole &- columns[column].value(lane, first &- 1)
  }

  @inline(never)
  private mutating func wideTotal(_ id: SeriesID, _ first: Int, _ end: Int) -> Int64 {
    Arithmetic.fitting(wideTotal(code.series[id.index], first, end))
  }

  @inline(never)
  mutating func wideTotal(_ series: SeriesCode, _ first: Int, _ end: Int) -> Int128 {
    guard first < end else { return 0 }
    let whole = runningSum(series, end &- 1)
    return first == 0 ? whole : whole - runningSum(series, first &- 1)
  }

  /// The sum of the known values up to and including an index.
  mutating func runningSum(_ series: SeriesCode, _ index: Int) -> Int128 {
    let low = columns[series.column].value(series.sum, index)
    guard series.high >= 0 else { return Int128(low) }
    let high = columns[series.column].value(series.high, index)
    return Int128(high) << 64 | Int128(UInt64(bitPattern: low))
  }

  /// How many rows have no value in a series.
  mutating func unknownCount(_ series: SeriesCode, _ first: Int, _ end: Int) -> Int {
    guard series.unknown >= 0, first < end else { return 0 }
    let before = first == 0 ? 0 : columns[series.column].value(series.unknown, first - 1)
    return Int(columns[series.column].value(series.unknown, end - 1) - before)
  }

  @inline(never)
  mutating func mean(_ id: WindowID, _ seriesID: SeriesID) -> Look {
    guard let (first, end) = rows(id) else { return Look(value: unknown, until: never) }
    let series = code.series[seriesID.index]
    let known = end - first - unknownCount(series, first, end)
    let value =
      known == 0
      ? unknown : Arithmetic.fitting(Arithmetic.quotient(wideTotal(series, first, end), Int128(known)))
    return Look(value: value, until: change(id, first))
  }
}

extension Sides {
  /// The sides after some time at the given paces.
  fileprivate func moved(_ paces: Sides, by time: Int64) -> Sides {
    Sides(left: left &+ paces.left &* time, right: right &+ paces.right &* time)
  }

  /// The order of the sides as a code.
  fileprivate var order: Int {
    if left == unknown || right == unknown { return 3 }
    return left < right ? 0 : left == right ? 1 : 2
  }

  /// The time, strictly between `start` and `end`, at which the sides would cross if they moved evenly; nil if
  /// that can't be told.
  fileprivate func evenMeeting(_ others: Sides, after start: Int64, before end: Int64) -> Int64? {
    guard end - start > 2 else { return nil }
    let share = Self.evenShare(left, right, others.left, others.right)
    guard share < 1 else { return nil }
    return min(max(start + Int64(share * Double(end - start)), start + 1), end - 1)
  }

  /// The share of the time, from 0 to 1, after which two sides meet; 1 if they don't or if one is unknown.
  private static func evenShare(_ a: Int64, _ b: Int64, _ laterA: Int64, _ laterB: Int64) -> Double {
    if a == unknown || b == unknown || laterA == unknown || laterB == unknown { return 1 }
    let first = Double(a) - Double(b)
    let share = first / (first - (Double(laterA) - Double(laterB)))
    return share >= 0 && share < 1 ? share : 1
  }
}

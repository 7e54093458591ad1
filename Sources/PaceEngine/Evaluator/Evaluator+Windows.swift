import PaceLanguage

private let unknown = Int64.min

extension Evaluator {
  /// The indices of the events in a window at `t`; nil where its operand is unknown.
  mutating func range(_ id: WindowID, at t: Int64) -> Range<Int>? {
    let column = plan.windows[id.index].column
    guard let floor = floor(id, at: t) else { return nil }
    let end = count(column, upTo: t)
    guard floor > .min else { return 0..<end }
    let first = firstIndex(column, notBefore: floor, before: end)
    if steadiness != nil { trackRange(id, first..<end, at: t) }
    return first..<end
  }

  /// The earliest instant that is in a window at `t`; nil where its operand is unknown.
  mutating func floor(_ id: WindowID, at t: Int64) -> Int64? {
    switch plan.windows[id.index].start {
    case .whole: return .min
    case .last(let slot):
      let span = slots[slot.index]
      guard span != unknown else { return nil }
      let (floor, overflow) = t.subtractingReportingOverflow(span)
      return overflow ? (span > 0 ? .min : .max) : floor
    case .today, .thisWeek, .thisMonth, .after: return distantFloor(id, at: t)
    }
  }

  private mutating func distantFloor(_ id: WindowID, at t: Int64) -> Int64 {
    switch plan.windows[id.index].start {
    case .whole, .last: return .min
    case .today: return calendar.startOfDay(at: t)
    case .thisWeek: return calendar.weekStart(at: t)
    case .thisMonth: return calendar.monthStart(at: t)
    case .after(let column):
      let anchors = count(column, upTo: t)
      return anchors == 0 ? .min : log.times[column.index][anchors - 1] + 1
    }
  }

  /// How many events of a column come no later than `t`.
  mutating func count(_ column: ColumnID, upTo t: Int64) -> Int {
    let count = log.times[column.index].count
    guard t < now, count > 0 else { return count }
    return firstIndex(column, notBefore: t == .max ? t : t + 1, before: count)
  }

  /// The index of the first of a column's first `end` events that comes at or after `floor`; else `end`.
  ///
  /// It is looked for from the end, in doubling steps: windows are mostly much shorter than logs.
  mutating func firstIndex(_ column: ColumnID, notBefore floor: Int64, before end: Int) -> Int {
    var high = end
    var step = 1
    while high >= step, log.times[column.index][high - step] >= floor {
      high -= step
      step *= 2
    }
    var low = max(high - step, -1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if log.times[column.index][middle] < floor { low = middle } else { high = middle }
    }
    return high
  }

  /// Whether a window has at least as many events at `t` as a slot says; unknown where an operand is.
  mutating func reaches(_ id: WindowID, _ least: Slot, at t: Int64) -> Int64 {
    let wanted = slots[least.index]
    guard let floor = floor(id, at: t), wanted != unknown else { return unknown }
    if steadiness != nil { trackCount(id, least, at: t) }
    if wanted <= 0 { return 1 }
    guard let decisive = decisiveEvent(id, wanted, at: t) else { return 0 }
    let time = log.times[plan.windows[id.index].column.index][decisive]
    if steadiness != nil, case .last(let span) = plan.windows[id.index].start {
      trackReach(of: span, to: time, at: t, time >= floor)
    }
    return time >= floor ? 1 : 0
  }

  /// The same, and when it no longer will: nothing comes into a window by the passing of time.
  mutating func reachOutlook(_ id: WindowID, _ least: Slot, at t: Int64, limit: Int64) -> Outlook {
    let value = reaches(id, least, at: t)
    guard value == 1, let decisive = decisiveEvent(id, slots[least.index], at: t) else {
      if steadiness != nil, value == 1 { trackWhole(least) }
      return Outlook(value: value, change: .max)
    }
    let change = leaving(id, plan.windows[id.index].column, decisive, after: t, limit: limit)
    if steadiness != nil { if change > limit { trackCount(id, least, at: limit) } else { trackWhole(least) } }
    return Outlook(value: 1, change: change)
  }

  /// The oldest of the newest `wanted` events at `t`: it alone decides whether a window has so many.
  @inline(__always)
  private mutating func decisiveEvent(_ id: WindowID, _ wanted: Int64, at t: Int64) -> Int? {
    let count = count(plan.windows[id.index].column, upTo: t)
    return wanted > 0 && wanted <= Int64(count) ? count - Int(wanted) : nil
  }

  /// The next instant after `t` at which something leaves the window; `.max` for none.
  mutating func boundary(_ id: WindowID, after t: Int64, limit: Int64) -> Int64 {
    guard let range = range(id, at: t), !range.isEmpty else { return .max }
    return leaving(id, plan.windows[id.index].column, range.lowerBound, after: t, limit: limit)
  }

  /// When an event that is in a window at `t` leaves it.
  private mutating func leaving(
    _ id: WindowID, _ column: ColumnID, _ index: Int, after t: Int64, limit: Int64
  ) -> Int64 {
    switch plan.windows[id.index].start {
    case .whole, .after: return .max
    case .last(let slot):
      if steadiness != nil {
        trackEnd(of: slot, from: Arithmetic.saturatingSum(log.times[column.index][index], 1), limit: limit)
      }
      let (leaving, overflow) = log.times[column.index][index].addingReportingOverflow(slots[slot.index])
      return overflow || leaving == .max ? .max : leaving + 1
    case .today: return calendar.endOfDay(at: t)
    case .thisWeek: return calendar.weekEnd(at: t)
    case .thisMonth: return calendar.monthEnd(at: t)
    }
  }

  /// The least or greatest known value of a series in a range; unknown where there is none.
  mutating func extreme(_ id: SeriesID, _ range: Range<Int>, isGreatest: Bool) -> Int64 {
    var best = unknown
    for index in range {
      let value = log.series[id.index].values[index]
      guard value != unknown else { continue }
      if best == unknown || (isGreatest ? value > best : value < best) { best = value }
    }
    return best
  }

  /// The sum of the known values of a series in a range.
  mutating func total(_ id: SeriesID, _ range: Range<Int>) -> Int128 {
    guard !range.isEmpty else { return 0 }
    let whole = log.series[id.index].sums[range.upperBound - 1]
    return range.lowerBound == 0 ? whole : whole - log.series[id.index].sums[range.lowerBound - 1]
  }

  /// How many values of a series in a range are known.
  mutating func knownCount(_ id: SeriesID, _ range: Range<Int>) -> Int {
    guard !range.isEmpty, !log.series[id.index].unknown.isEmpty else { return range.count }
    let before = range.lowerBound == 0 ? 0 : log.series[id.index].unknown[range.lowerBound - 1]
    return range.count - (log.series[id.index].unknown[range.upperBound - 1] - before)
  }
}

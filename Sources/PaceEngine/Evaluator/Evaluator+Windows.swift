import PaceLanguage

/// How many events at the end of a column are looked at one by one.
private let nearby = 8

extension Evaluator {
  /// The indices of the events in a window at `t`, those of forgotten ones below 0; nil where its operand is
  /// unknown.
  @inline(__always)
  mutating func range(_ id: WindowID, at t: Int64) -> Range<Int>? {
    let column = plan.windows[id.index].column
    guard let floor = floor(id, at: t) else { return nil }
    let end = count(column, upTo: t)
    guard floor > .min else { return -log.forgotten[column.index]..<end }
    let first = firstIndex(column, notBefore: floor, before: end)
    if steadiness != nil { trackRange(id, first..<end, at: t) }
    return first..<end
  }

  /// The earliest instant that is in a window at `t`; nil where its operand is unknown.
  @inline(__always)
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

  @inline(never)
  private mutating func distantFloor(_ id: WindowID, at t: Int64) -> Int64 {
    switch plan.windows[id.index].start {
    case .whole, .last: return .min
    case .today: return calendarDay(at: t).start
    case .thisWeek: return calendar.weekStart(at: t)
    case .thisMonth: return calendar.monthStart(at: t)
    case .after(let column):
      let anchors = count(column, upTo: t)
      return anchors == 0 ? .min : log.times[column.index][anchors - 1] + 1
    }
  }

  /// How many events of a column come no later than `t`.
  @inline(__always)
  mutating func count(_ column: ColumnID, upTo t: Int64) -> Int {
    let count = log.times[column.index].count
    return t < now ? pastCount(column, upTo: t) : count
  }

  @inline(never)
  private mutating func pastCount(_ column: ColumnID, upTo t: Int64) -> Int {
    firstIndex(column, notBefore: t + 1, before: log.times[column.index].count)
  }

  /// The index of the first of a column's first `end` events that comes at or after `floor`; else `end`.
  ///
  /// It is looked for from the end, first one by one: windows are mostly much shorter than logs.
  @inline(__always)
  mutating func firstIndex(_ column: ColumnID, notBefore floor: Int64, before end: Int) -> Int {
    var first = end
    let near = max(0, end - nearby)
    while first > near, log.times[column.index][first - 1] >= floor { first -= 1 }
    return first == near && near > 0 ? distantIndex(column, notBefore: floor, before: near) : first
  }

  /// The same in doubling steps.
  @inline(never)
  private mutating func distantIndex(_ column: ColumnID, notBefore floor: Int64, before end: Int) -> Int {
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
    reach(id, least, at: t).value
  }

  /// The same, and when it no longer will: nothing comes into a window by the passing of time.
  mutating func reachOutlook(_ id: WindowID, _ least: Slot, at t: Int64, limit: Int64) -> Outlook {
    let reach = reach(id, least, at: t)
    guard reach.value == 1, let decisive = reach.decisive else {
      if steadiness != nil, reach.value == 1 { trackWhole(least) }
      return Outlook(value: reach.value, change: .max)
    }
    let change = leaving(id, plan.windows[id.index].column, decisive, after: t, limit: limit)
    if steadiness != nil { if change > limit { trackCount(id, least, at: limit) } else { trackWhole(least) } }
    return Outlook(value: 1, change: change)
  }

  /// Whether a window reaches a count, and the event that decides it: the oldest of the newest so many.
  @inline(__always)
  private mutating func reach(
    _ id: WindowID, _ least: Slot, at t: Int64
  ) -> (value: Int64, decisive: Int?) {
    let wanted = slots[least.index]
    guard let floor = floor(id, at: t), wanted != unknown else { return (unknown, nil) }
    if steadiness != nil { trackCount(id, least, at: t) }
    if wanted <= 0 { return (1, nil) }
    let column = plan.windows[id.index].column
    let count = count(column, upTo: t)
    guard wanted <= Int64(count) else { return pastReach(wanted, column, count, floor) }
    let decisive = count - Int(wanted)
    let isInside = log.times[column.index][decisive] >= floor
    if steadiness != nil { trackReach(in: id, to: log.times[column.index][decisive], at: t, isInside) }
    return (isInside ? 1 : 0, decisive)
  }

  /// The same where an event that is forgotten or never was would decide: only whole logs reach those.
  @inline(never)
  private mutating func pastReach(
    _ wanted: Int64, _ column: ColumnID, _ count: Int, _ floor: Int64
  ) -> (value: Int64, decisive: Int?) {
    let hasSoMany = wanted <= Int64(count + log.forgotten[column.index])
    return floor == .min && hasSoMany ? (1, count - Int(wanted)) : (0, nil)
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
    case .today: return calendarDay(at: t).end
    case .thisWeek: return calendar.weekEnd(at: t)
    case .thisMonth: return calendar.monthEnd(at: t)
    }
  }

  /// The least or greatest known value of a series in a range; unknown where there is none.
  mutating func extreme(_ id: SeriesID, _ range: Range<Int>, isGreatest: Bool) -> Int64 {
    var best = unknown
    for index in range {
      let value = log.series[id.index].value(at: index)
      guard value != unknown else { continue }
      if best == unknown || (isGreatest ? value > best : value < best) { best = value }
    }
    return best
  }
}

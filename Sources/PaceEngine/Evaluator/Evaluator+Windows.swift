import PaceLanguage

extension Evaluator {
  /// The indices of the events in a window at `t`; nil where its operand is unknown.
  mutating func range(_ id: WindowID, at t: Int64) -> Range<Int>? {
    let window = plan.windows[id.index]
    let end = count(window.column, upTo: t)
    guard let floor = floor(window.start, at: t) else { return nil }
    guard floor > .min else { return 0..<end }
    let start = firstIndex(window.column, from: t >= now ? log.cursors[id.index] : 0, notBefore: floor)
    return min(start, end)..<end
  }

  /// The earliest instant that is in a window at `t`; nil where its operand is unknown.
  mutating func floor(_ start: WindowStart, at t: Int64) -> Int64? {
    switch start {
    case .whole: return .min
    case .last(let slot):
      let span = slots[slot.index]
      guard span != Value.unknown.bits else { return nil }
      let (floor, overflow) = t.subtractingReportingOverflow(span)
      return overflow ? (span > 0 ? .min : .max) : floor
    case .today: return calendar.startOfDay(at: t)
    case .thisWeek: return calendar.weekStart(at: t)
    case .thisMonth: return calendar.monthStart(at: t)
    case .after(let column):
      let anchors = count(column, upTo: t)
      return anchors == 0 ? .min : log.columns[column.index].times[anchors - 1] + 1
    }
  }

  /// How many events of a column come no later than `t`.
  mutating func count(_ column: ColumnID, upTo t: Int64) -> Int {
    let count = log.columns[column.index].times.count
    guard t < now, count > 0 else { return count }
    return firstIndex(column, from: 0, notBefore: t == .max ? t : t + 1)
  }

  /// The index of a column's first event at or after `floor`, looked for from `start` on.
  ///
  /// A few steps, then doubling ones: what has left a window since the last look is mostly little.
  mutating func firstIndex(_ column: ColumnID, from start: Int, notBefore floor: Int64) -> Int {
    let count = log.columns[column.index].times.count
    var low = start
    var step = 1
    while low < count, log.columns[column.index].times[low] < floor {
      let next = low + step
      guard next < count, log.columns[column.index].times[next] < floor else { break }
      low = next
      step *= 2
    }
    guard low < count, log.columns[column.index].times[low] < floor else { return low }
    var high = min(low + step, count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if log.columns[column.index].times[middle] < floor { low = middle } else { high = middle }
    }
    return high
  }

  /// Moves the cursors of a column's windows up, after an event has been entered in it.
  mutating func moveCursors(of column: ColumnID) {
    for window in plan.windowsOfColumn[column.index] {
      if let range = range(window, at: now) { log.cursors[window.index] = range.lowerBound }
    }
  }

  /// The next instant after `t` at which something leaves the window; `.max` for none.
  mutating func boundary(_ id: WindowID, after t: Int64) -> Int64 {
    guard let range = range(id, at: t), !range.isEmpty else { return .max }
    let window = plan.windows[id.index]
    switch window.start {
    case .whole, .after: return .max
    case .last(let slot):
      let oldest = log.columns[window.column.index].times[range.lowerBound]
      let (leaving, overflow) = oldest.addingReportingOverflow(slots[slot.index])
      return overflow || leaving == .max ? .max : leaving + 1
    case .today: return calendar.endOfDay(at: t)
    case .thisWeek: return calendar.weekEnd(at: t)
    case .thisMonth: return calendar.monthEnd(at: t)
    }
  }

  /// The least or greatest known value of a series in a range; unknown where there is none.
  mutating func extreme(_ id: SeriesID, _ range: Range<Int>, isGreatest: Bool) -> Int64 {
    var best = Value.unknown.bits
    for index in range {
      let value = log.series[id.index].values[index]
      guard value != Value.unknown.bits else { continue }
      if best == Value.unknown.bits || (isGreatest ? value > best : value < best) { best = value }
    }
    return best
  }

  /// The sum of the known values of a series in a range, and how many there are.
  mutating func total(_ id: SeriesID, _ range: Range<Int>) -> (sum: Int128, count: Int) {
    let sum = log.series[id.index].sums[range.upperBound] - log.series[id.index].sums[range.lowerBound]
    let count = log.series[id.index].known[range.upperBound] - log.series[id.index].known[range.lowerBound]
    return (sum, count)
  }
}

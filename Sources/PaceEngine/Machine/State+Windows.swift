import PaceLanguage

/// Windows: cursors that only advance.
extension State {
  /// The index of a window's oldest row, and the index after its newest; nil if its span is unknown.
  @inline(__always)
  mutating func rows(_ id: WindowID) -> (first: Int, end: Int)? {
    let window = code.windows[id.index]
    let count = columns[window.column.index].count
    switch window.start {
    case .whole: return (0, count)
    case .last(let slot):
      let span = slots[slot.index]
      guard span != unknown else { return nil }
      let first = advance(id, window.column, to: Arithmetic.saturatingDifference(now, span))
      if tracks(slot) { trackRows(of: slot, window.column, from: first) }
      return (first, count)
    case .newest(let most): return (max(count &- most, 0), count)
    case .yesterday(let today):
      return (advance(id, window.column, to: floor(id, window.start)), start(of: today))
    case .today, .thisWeek, .thisMonth, .after:
      return (advance(id, window.column, to: floor(id, window.start)), count)
    }
  }

  @inline(__always)
  mutating func first(_ id: WindowID) -> Int? { rows(id)?.first }

  /// The index after the newest row in a window.
  @inline(__always)
  mutating func end(_ id: WindowID) -> Int {
    if case .yesterday(let today) = code.windows[id.index].start { return start(of: today) }
    return columns[code.windows[id.index].column.index].count
  }

  @inline(never)
  private mutating func start(of today: WindowID) -> Int { first(today) ?? 0 }

  @inline(__always)
  private mutating func advance(_ id: WindowID, _ column: ColumnID, to floor: Int64) -> Int {
    var first = cursors[id.index]
    let count = columns[column.index].count
    while first < count, columns[column.index].time(first) < floor { first &+= 1 }
    cursors[id.index] = first
    return first
  }

  /// The earliest instant of a calendar window or an `after` window.
  @inline(never)
  mutating func floor(_ id: WindowID, _ start: WindowStart) -> Int64 {
    if case .after(let anchor) = start {
      let count = columns[anchor.index].count
      return count == 0 ? .min : columns[anchor.index].time(count &- 1) &+ 1
    }
    return period(id, start).floor
  }

  private mutating func period(_ id: WindowID, _ start: WindowStart) -> Period {
    if now >= periods[id.index].until { periods[id.index] = clock.period(start, at: now) }
    return periods[id.index]
  }

  /// The first instant at which a row is no longer in a window.
  @inline(__always)
  mutating func leaving(_ id: WindowID, _ index: Int) -> Int64 {
    let window = code.windows[id.index]
    switch window.start {
    case .last(let slot):
      let (end, overflow) = columns[window.column.index].time(index).addingReportingOverflow(
        slots[slot.index])
      let leaving = overflow || end == never ? never : end &+ 1
      return tracks(slot)
        ? trackedEnd(leaving, of: slot, from: columns[window.column.index].time(index) &+ 1) : leaving
    case .whole, .newest, .after: return never
    case .today, .yesterday, .thisWeek, .thisMonth: return period(id, window.start).until
    }
  }

  /// The first instant at which the window's oldest row has left if nothing is logged.
  @inline(__always)
  mutating func change(_ id: WindowID, _ first: Int) -> Int64 {
    first == columns[code.windows[id.index].column.index].count ? never : leaving(id, first)
  }

  // MARK: Medians

  /// The median of the known values in a window: the middle one, or the mean of the middle two, rounded half to even.
  /// Unknown if there are none.
  @inline(never)
  mutating func median(_ index: Int) -> Look {
    let queue = code.queues[index]
    guard let first = first(queue.window) else { return Look(value: unknown, until: never) }
    sortRows(of: index, from: first)
    let until = change(queue.window, first)
    let count = columns[queue.column].count
    if count == 0 { return Look(value: unknown, until: until) }
    let middle = columns[queue.column].value(0, count / 2)
    if count % 2 == 1 { return Look(value: middle, until: until) }
    let sum = Int128(columns[queue.column].value(0, count / 2 - 1)) + Int128(middle)
    return Look(value: Arithmetic.fitting(Arithmetic.quotient(sum, 2)), until: until)
  }

  /// Removes from a sorted queue the rows that have left its window, and adds those that have entered it.
  private mutating func sortRows(of index: Int, from first: Int) {
    let queue = code.queues[index]
    for row in heads[index]..<max(heads[index], min(first, offered[index]))
    where !isUnknown(queue.series, row) {
      columns[queue.column].removeSorted(total(queue.series, row, row &+ 1))
    }
    let end = max(first, end(queue.window))
    for row in max(first, offered[index])..<end where !isUnknown(queue.series, row) {
      if columns[queue.column].isFull { columns[queue.column].makeRoom(keepingFrom: 0) }
      columns[queue.column].insertSorted(total(queue.series, row, row &+ 1))
    }
    heads[index] = first
    offered[index] = end
  }

  // MARK: Least and greatest

  @inline(never)
  mutating func extreme(_ index: Int) -> Look {
    let queue = code.queues[index]
    guard let first = first(queue.window) else { return Look(value: unknown, until: never) }
    offerRows(to: index)
    moveHead(of: index, to: first)
    guard heads[index] < columns[queue.column].count else {
      return Look(value: unknown, until: change(queue.window, first))
    }
    let row = Int(columns[queue.column].time(heads[index]))
    return Look(value: columns[queue.column].value(1, heads[index]), until: change(queue.window, row))
  }

  /// Passes over the candidates of a queue before the first row of its window.
  @inline(__always)
  private mutating func moveHead(of index: Int, to first: Int) {
    let column = code.queues[index].column
    while heads[index] < columns[column].count, columns[column].time(heads[index]) < Int64(first) {
      heads[index] += 1
    }
  }

  /// Offers a queue the rows that have entered its window.
  @inline(__always)
  private mutating func offerRows(to index: Int) {
    let queue = code.queues[index]
    guard queue.order != .sorted else {
      if let first = first(queue.window) { sortRows(of: index, from: first) }
      return
    }
    let end = end(queue.window)
    guard offered[index] < end else { return }
    for row in max(offered[index], oldest(code.series[queue.series.index].column))..<end
    where !isUnknown(queue.series, row) {
      offer(total(queue.series, row, row &+ 1), of: row, to: index)
    }
    offered[index] = end
  }

  /// Offers the value of a row to a queue.
  @inline(never)
  private mutating func offer(_ value: Int64, of row: Int, to index: Int) {
    let queue = code.queues[index]
    let head = heads[index]
    while columns[queue.column].count > head {
      let last = columns[queue.column].value(1, columns[queue.column].count - 1)
      guard queue.order == .greatest ? value >= last : value <= last else { break }
      columns[queue.column].removeLast()
    }
    // No row leaves the window of the whole log, so one candidate is enough.
    if case .whole = code.windows[queue.window.index].start, columns[queue.column].count > head { return }
    if columns[queue.column].isFull {
      if let first = first(queue.window) { moveHead(of: index, to: first) }
      columns[queue.column].makeRoom(keepingFrom: heads[index])
    }
    columns[queue.column].append(Int64(row))
    columns[queue.column].setNewest(1, value)
  }

  /// Removes all rows of a column of firings; its windows then begin with the next firing.
  mutating func empty(_ column: Int) {
    edition &+= 1
    columns[column].removeAll()
    for position in code.windowsOfColumn[column] {
      cursors[code.windowsOfColumn.elements[position].index] = 0
    }
  }

  /// Makes every window whose span may have grown look at all rows again.
  mutating func rewind() {
    edition &+= 1
    for window in cursors.indices where hasSpan(WindowID(window)) {
      cursors[window] = oldest(code.windows[window].column.index)
    }
    for index in code.queues.indices where hasSpan(code.queues[index].window) {
      columns[code.queues[index].column].removeAll()
      heads[index] = 0
      offered[index] = 0
    }
  }

  private mutating func hasSpan(_ window: WindowID) -> Bool {
    if case .last = code.windows[window.index].start { return true }
    return false
  }

  /// The index of the oldest row whose values can still be told from running sums.
  private mutating func oldest(_ column: Int) -> Int {
    columns[column].origin == 0 ? 0 : columns[column].origin + 1
  }

  /// Drops the rows of a column before `first`, except the last of them; always keeps the newest two rows.
  mutating func drop(_ column: Int, before first: Int) {
    offerRows(of: column)
    columns[column].makeRoom(keepingFrom: min(first, columns[column].count - 1) - 1)
    for position in code.windowsOfColumn[column] {
      let window = code.windowsOfColumn.elements[position].index
      if case .whole = code.windows[window].start { continue }
      cursors[window] = max(cursors[window], oldest(column))
    }
  }

  /// Whether a row has no value in a series.
  private mutating func isUnknown(_ id: SeriesID, _ row: Int) -> Bool {
    let series = code.series[id.index]
    return unknownCount(series, row, row + 1) > 0
  }

  /// Offers the rows of a column to its queues, before some are dropped.
  private mutating func offerRows(of column: Int) {
    for position in code.queuesOfColumn[column] { offerRows(to: code.queuesOfColumn.elements[position]) }
  }

  // MARK: Entering

  /// Enters an instant in a column and marks the rules that read it.
  @inline(__always)
  mutating func enter(_ column: Int, at t: Int64) {
    edition &+= 1
    if columns[column].isFull { makeRoom(column) }
    columns[column].append(t)
    mark(watch.readersOfColumn, column)
  }

  /// Enters the event that is being tried in a column, with its values.
  @inline(__always)
  mutating func enterEvent(_ column: Int) {
    enter(column, at: now)
    columns[column].setNewest(Code.ordinalLane, ordinal)
    for position in code.seriesOfColumn[column] { enterValue(code.seriesOfColumn.elements[position], column) }
  }

  @inline(__always)
  private mutating func enterValue(_ index: Int, _ column: Int) {
    let series = code.series[index]
    let value = fieldValue(series.field)
    newest[index] = value
    let added = value == unknown ? 0 : value
    if series.high < 0 {
      add(added, to: series.sum, of: column)
    } else {
      enterWide(added, index)
    }
    if series.unknown >= 0 { add(value == unknown ? 1 : 0, to: series.unknown, of: column) }
  }

  /// Sets the newest running sum of a lane.
  @inline(__always)
  private mutating func add(_ value: Int64, to lane: Int, of column: Int) {
    let last = columns[column].count &- 2
    let before = last < 0 ? 0 : columns[column].value(lane, last)
    columns[column].setNewest(lane, before &+ value)
  }

  @inline(never)
  private mutating func enterWide(_ value: Int64, _ index: Int) {
    let series = code.series[index]
    let last = columns[series.column].count &- 2
    let sum = (last < 0 ? 0 : runningSum(series, last)) + Int128(value)
    columns[series.column].setNewest(series.sum, Int64(truncatingIfNeeded: sum))
    columns[series.column].setNewest(series.high, Int64(truncatingIfNeeded: sum >> 64))
  }

  /// Makes room for one more row by dropping the rows that no window holds any more, except the last of them.
  @inline(never)
  private mutating func makeRoom(_ column: Int) {
    offerRows(of: column)
    var kept = columns[column].count - 1
    for position in code.windowsOfColumn[column] {
      let window = code.windowsOfColumn.elements[position]
      if keepsRows {
        kept = columns[column].origin
        break
      }
      if case .whole = code.windows[window.index].start, !code.asksForRows[window.index], !namesRows {
        continue
      }
      kept = min(kept, (first(window) ?? columns[column].count) - 1)
    }
    columns[column].makeRoom(keepingFrom: kept)
  }
}

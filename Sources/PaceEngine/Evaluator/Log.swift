private let unknownValue = Int64.min

/// One subject's events so far, in columns: a list of instants for each stream that is looked back at.
struct Log {
  /// The values of one field in one stream, as running totals, so that a window's sum is a subtraction.
  struct Series {
    /// `sums[i]` is the sum of the known values up to and including `i`; 128 bits hold any log's.
    private var sums: [Int128] = []
    /// `unknown[i]` counts the unknown values up to and including `i`; empty while there are none.
    private var unknown: [Int] = []

    mutating func append(_ value: Int64) {
      let total = sums.last ?? 0
      if value == unknownValue || !unknown.isEmpty {
        append(withUnknown: value, total)
      } else {
        sums.append(total + Int128(value))
      }
    }

    private mutating func append(withUnknown value: Int64, _ total: Int128) {
      let isKnown = value != unknownValue
      if unknown.isEmpty { unknown = Array(repeating: 0, count: sums.count) }
      unknown.append((unknown.last ?? 0) + (isKnown ? 0 : 1))
      sums.append(isKnown ? total + Int128(value) : total)
    }

    mutating func removeAll() {
      guard !sums.isEmpty else { return }
      sums.removeAll(keepingCapacity: true)
      if !unknown.isEmpty { unknown.removeAll() }
    }

    /// Forgets the first values; sums from the beginning on still count them.
    fileprivate mutating func forget(_ count: Int) {
      sums = Array(sums[count...])
      if !unknown.isEmpty { unknown = Array(unknown[count...]) }
    }

    /// The sum of the known values in a range, which begins below 0 where values are forgotten.
    func total(_ range: Range<Int>) -> Int128 {
      guard !range.isEmpty else { return 0 }
      let whole = sums[range.upperBound - 1]
      return range.lowerBound <= 0 ? whole : whole - sums[range.lowerBound - 1]
    }

    /// How many values in a range are known.
    func knownCount(_ range: Range<Int>) -> Int {
      guard !range.isEmpty, !unknown.isEmpty else { return range.count }
      let before = range.lowerBound <= 0 ? 0 : unknown[range.lowerBound - 1]
      return range.count - (unknown[range.upperBound - 1] - before)
    }

    /// The value of one event, which may be unknown; unknown where there is no such event.
    func value(at index: Int) -> Int64 {
      let range = index..<(index + 1)
      guard sums.indices.contains(index), knownCount(range) == 1 else { return unknownValue }
      return Int64(truncatingIfNeeded: total(range))
    }
  }

  /// The instants of each column.
  private(set) var times: [[Int64]]
  var series: [Series]
  /// How many events that came before the first of each column are forgotten, but for their sums.
  private(set) var forgotten: [Int]
  /// Counts what has changed of it, and of what else values rest on: one that is kept holds for its edition only.
  private(set) var edition = 0

  init(_ plan: Plan) {
    times = Array(repeating: [], count: plan.columns.count)
    series = Array(repeating: Series(), count: plan.series.count)
    forgotten = Array(repeating: 0, count: plan.columns.count)
  }

  /// Notes that values may be others from here on.
  mutating func noteChange() { edition += 1 }

  @inline(__always)
  mutating func append(_ t: Int64, to column: ColumnID) {
    noteChange()
    times[column.index].append(t)
  }

  mutating func removeAll() {
    noteChange()
    for index in times.indices where !times[index].isEmpty {
      times[index].removeAll(keepingCapacity: true)
      forgotten[index] = 0
    }
    for index in series.indices { series[index].removeAll() }
  }

  /// Puts other instants in place of a column of firings, of which nothing but that is kept.
  mutating func replace(_ column: ColumnID, by instants: [Int64]) {
    noteChange()
    times[column.index] = instants
    forgotten[column.index] = 0
  }

  /// Forgets the first events of a column, but for their number and their sums.
  ///
  /// Two at least are kept: values are told from running totals, of which the first has none before it.
  mutating func forget(_ count: Int, of column: ColumnID, _ plan: Plan) {
    let count = min(count, times[column.index].count - 2)
    guard count > 0 else { return }
    // New lists, as one that is shortened keeps its room, and each copy would ask for as much.
    times[column.index] = Array(times[column.index][count...])
    for position in plan.seriesOfColumn[column.index] {
      series[plan.seriesOfColumn.elements[position].index].forget(count)
    }
    forgotten[column.index] += count
  }
}

import PaceLanguage

/// One subject's events so far, in columns: a list of instants for each stream that is looked back at.
struct Log {
  struct Column {
    var times: [Int64] = []
    /// Which event of the subject each is; empty for firings.
    var ordinals: [Int] = []
  }

  /// The values of one field in one stream, with running totals so that a window's sum is a subtraction.
  struct Series {
    var values: [Int64] = []
    /// `sums[i]` is the sum of the known values before `i`; 128 bits hold any log's.
    var sums: [Int128] = [0]
    /// `known[i]` counts the known values before `i`.
    var known: [Int] = [0]

    mutating func append(_ value: Int64) {
      values.append(value)
      let isKnown = value != Value.unknown.bits
      sums.append(sums[sums.count - 1] + (isKnown ? Int128(value) : 0))
      known.append(known[known.count - 1] + (isKnown ? 1 : 0))
    }

    mutating func removeAll() {
      values.removeAll(keepingCapacity: true)
      sums.removeLast(sums.count - 1)
      known.removeLast(known.count - 1)
    }
  }

  var columns: [Column]
  var series: [Series]
  /// For each window an index at or before its first event; it never goes back.
  var cursors: [Int]

  init(_ plan: Plan) {
    columns = Array(repeating: Column(), count: plan.columns.count)
    series = Array(repeating: Series(), count: plan.series.count)
    cursors = Array(repeating: 0, count: plan.windows.count)
  }

  mutating func removeAll() {
    for index in columns.indices {
      columns[index].times.removeAll(keepingCapacity: true)
      columns[index].ordinals.removeAll(keepingCapacity: true)
    }
    for index in series.indices { series[index].removeAll() }
    for index in cursors.indices { cursors[index] = 0 }
  }
}

import PaceLanguage

/// One subject's events so far, in columns: a list of instants for each stream that is looked back at.
struct Log {
  /// The values of one field in one stream, with running totals so that a window's sum is a subtraction.
  struct Series {
    var values: [Int64] = []
    /// `sums[i]` is the sum of the known values up to and including `i`; 128 bits hold any log's.
    var sums: [Int128] = []
    /// `unknown[i]` counts the unknown values up to and including `i`; empty while there are none.
    var unknown: [Int] = []

    mutating func append(_ value: Int64) {
      let isKnown = value != Value.unknown.bits
      if !isKnown || !unknown.isEmpty { countUnknown(isKnown) }
      values.append(value)
      sums.append((sums.last ?? 0) + (isKnown ? Int128(value) : 0))
    }

    private mutating func countUnknown(_ isKnown: Bool) {
      if unknown.isEmpty { unknown = Array(repeating: 0, count: values.count) }
      unknown.append((unknown.last ?? 0) + (isKnown ? 0 : 1))
    }

    mutating func removeAll() {
      guard !values.isEmpty else { return }
      values.removeAll(keepingCapacity: true)
      sums.removeAll(keepingCapacity: true)
      unknown.removeAll()
    }
  }

  /// The instants of each column.
  var times: [[Int64]]
  /// Which event of the subject each is, where accounts are given; empty for firings.
  var ordinals: [[Int]]
  var series: [Series]

  init(_ plan: Plan) {
    times = Array(repeating: [], count: plan.columns.count)
    ordinals = Array(repeating: [], count: plan.columns.count)
    series = Array(repeating: Series(), count: plan.series.count)
  }

  mutating func removeAll() {
    for index in times.indices where !times[index].isEmpty {
      times[index].removeAll(keepingCapacity: true)
      ordinals[index].removeAll(keepingCapacity: true)
    }
    for index in series.indices { series[index].removeAll() }
  }
}

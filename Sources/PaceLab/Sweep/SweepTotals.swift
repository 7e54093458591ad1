import PaceLanguage

/// The totals of each point of a grid over all subjects.
///
/// One run may stand for a whole range of points, so only the two ends of the range are written to. Each cell
/// holds by how much its point differs from the one before.
struct SweepTotals: Sendable {
  private let rules: Int
  /// Where each scale's levels begin.
  private let scales: [Int]
  private let score: Int
  private let width: Int
  private let points: Int
  private var steps: [Int64]
  /// For each class of notices per subject that occurs, how many subjects are in it.
  private var spread: [Int: [Int64]] = [:]

  init(_ program: Program, points: Int) {
    rules = program.rules.count
    self.points = points
    var next = 2 * rules
    var scales: [Int] = []
    for scale in program.scales {
      scales.append(next)
      next += scale.levels.count
    }
    self.scales = scales
    score = next
    width = next + 4
    steps = Array(repeating: 0, count: (points + 1) * width)
  }

  /// Counts an outcome for every point of `range`.
  mutating func add(_ outcome: SweepOutcome, to range: Range<Int>) {
    var notices = 0
    for (rule, count) in outcome.firings.enumerated() where count > 0 {
      notices += count
      add(Int64(count), rule, range)
      add(1, rules + rule, range)
    }
    for (level, time) in outcome.times.enumerated() where time > 0 { add(time, 2 * rules + level, range) }
    let judged = outcome.score
    for (offset, count) in [judged.caught, judged.missed, judged.falseAlarms, judged.unlabelled].enumerated()
    where count > 0 {
      add(Int64(count), score + offset, range)
    }
    let column = SpreadClass.of(notices)
    spread[column, default: Array(repeating: 0, count: points + 1)][range.lowerBound] += 1
    spread[column]?[range.upperBound] -= 1
  }

  private mutating func add(_ value: Int64, _ column: Int, _ range: Range<Int>) {
    steps[range.lowerBound * width + column] &+= value
    steps[range.upperBound * width + column] &-= value
  }

  /// Adds the totals of other subjects.
  mutating func add(_ other: SweepTotals) {
    for index in steps.indices { steps[index] &+= other.steps[index] }
    for (column, counts) in other.spread {
      var own = spread[column] ?? Array(repeating: 0, count: points + 1)
      for index in own.indices { own[index] += counts[index] }
      spread[column] = own
    }
  }

  /// Each point's totals.
  func sums(_ program: Program, hasLabels: Bool) -> [SweepPoint] {
    var row = [Int64](repeating: 0, count: width)
    var classes = spread.keys.sorted().map { (class: $0, count: Int64(0)) }
    return (0..<points).map { point in
      for column in row.indices { row[column] &+= steps[point * width + column] }
      for index in classes.indices { classes[index].count += spread[classes[index].class]?[point] ?? 0 }
      var sums = SweepPoint(
        firings: row[..<rules].map { Int($0) }, subjects: row[rules..<(2 * rules)].map { Int($0) },
        affected: Int(classes.reduce(0) { $0 + ($1.class == 0 ? 0 : $1.count) }),
        median: SpreadClass.quantile(0.5, of: classes), ninetieth: SpreadClass.quantile(0.9, of: classes),
        levels: program.scales.enumerated().map { scale, declared in
          Array(row[scales[scale]..<(scales[scale] + declared.levels.count)])
        })
      if hasLabels {
        sums.score = SweepScore(
          caught: Int(row[score]), missed: Int(row[score + 1]), falseAlarms: Int(row[score + 2]),
          unlabelled: Int(row[score + 3]))
      }
      return sums
    }
  }
}

/// Classes of counts: each its own below 64, then 32 to every doubling, so that any log has a few hundred.
private enum SpreadClass {
  static func of(_ count: Int) -> Int {
    guard count >= 64 else { return count }
    let shift = Int.bitWidth - count.leadingZeroBitCount - 6
    return (count >> shift) << shift
  }

  /// The least count that at least this share of subjects do not exceed.
  static func quantile(_ share: Double, of classes: [(class: Int, count: Int64)]) -> Int {
    let total = classes.reduce(0) { $0 + $1.count }
    let rank = Int64((Double(total) * share).rounded(.up))
    var seen: Int64 = 0
    for (count, subjects) in classes where subjects > 0 {
      seen += subjects
      if seen >= rank { return count }
    }
    return 0
  }
}

import PaceLanguage

/// The totals of each point of a grid over all subjects.
///
/// One run may stand for a whole range of points, so only the two ends of the range are written to. Each cell
/// holds what its point has more than the one before. The time at a level has two cells, as in `SweepOutcome`.
struct SweepTotals: Sendable {
  private let rules: Int
  /// Where each scale's levels begin.
  private let scales: [Int]
  /// Where the paces of their times begin.
  private let paces: Int
  private let score: Int
  private let width: Int
  private var steps: [Int64]
  private var spread: SubjectSpread

  init(_ program: Program, points: Int) {
    rules = program.rules.count
    var next = 2 * rules
    var scales: [Int] = []
    for scale in program.scales {
      scales.append(next)
      next += scale.levels.count
    }
    self.scales = scales
    paces = next
    score = 2 * next - 2 * rules
    width = score + 4
    steps = Array(repeating: 0, count: (points + 1) * width)
    spread = SubjectSpread(points: points)
  }

  /// Counts an outcome for every point of `range`.
  mutating func add(_ outcome: SweepOutcome, to range: Range<Int>) {
    var notices = 0
    for (index, count) in outcome.counts.enumerated() where count != 0 {
      guard index < rules else {
        add(count, rules + index, range)
        continue
      }
      notices += Int(count)
      add(count, index, range)
      add(1, rules + index, range)
    }
    let judged = outcome.score
    for (offset, count) in [judged.caught, judged.missed, judged.falseAlarms, judged.unlabelled].enumerated()
    where count > 0 {
      add(Int64(count), score + offset, range)
    }
    spread.add(notices, to: range)
  }

  private mutating func add(_ value: Int64, _ column: Int, _ range: Range<Int>) {
    steps[range.lowerBound * width + column] &+= value
    steps[range.upperBound * width + column] &-= value
  }

  /// Adds the totals of other subjects.
  mutating func add(_ other: SweepTotals) {
    for index in steps.indices { steps[index] &+= other.steps[index] }
    spread.add(other.spread)
  }

  /// Each point's totals.
  func sums(_ program: Program, _ grid: SweepGrid, hasLabels: Bool) -> [SweepPoint] {
    var row = [Int64](repeating: 0, count: width)
    var found: [SweepPoint] = []
    spread.forEachPoint { notices in
      for column in row.indices { row[column] &+= steps[found.count * width + column] }
      let value = grid.inner.values[found.count % grid.inner.values.count]
      var sums = SweepPoint(
        firings: row[..<rules].map { Int($0) }, subjects: row[rules..<(2 * rules)].map { Int($0) },
        affected: notices.affected, median: notices.median, ninetieth: notices.ninetieth,
        levels: program.scales.enumerated().map { scale, declared in
          declared.levels.indices.map { level in
            row[scales[scale] + level] &+ row[scales[scale] + level - 2 * rules + paces] &* value
          }
        })
      if hasLabels {
        sums.score = SweepScore(
          caught: Int(row[score]), missed: Int(row[score + 1]), falseAlarms: Int(row[score + 2]),
          unlabelled: Int(row[score + 3]))
      }
      found.append(sums)
    }
    return found
  }
}

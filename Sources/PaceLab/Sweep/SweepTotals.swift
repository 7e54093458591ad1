import PaceLanguage

/// The totals of each point of a grid over all subjects.
struct SweepTotals: Sendable {
  private var outcomes: OutcomeSums
  private var spread: SubjectSpread

  init(_ program: Program, points: Int) {
    outcomes = OutcomeSums(SweepOutcome(program), values: points)
    spread = SubjectSpread(points: points)
  }

  /// Adds the outcome of a subject, which has been counted in it, to every point of `range`.
  mutating func add(_ outcome: SweepOutcome, to range: Range<Int>) {
    outcomes.add(outcome, to: range)
    spread.add(Int(outcome.firings.reduce(0, +)), to: range)
  }

  /// Adds the totals of other subjects.
  mutating func add(_ other: SweepTotals) {
    outcomes.add(other.outcomes)
    spread.add(other.spread)
  }

  /// Each point's totals.
  func sums(_ program: Program, _ grid: SweepGrid, hasLabels: Bool) -> [SweepPoint] {
    let totals = outcomes.parts.flatMap { part in part.values.map { _ in part.outcome } }
    var found: [SweepPoint] = []
    spread.forEachPoint { notices in
      let total = totals[found.count]
      let times = total.times(at: grid.inner.values[found.count % grid.inner.values.count])
      var next = 0
      let levels = program.scales.map { scale in
        defer { next += scale.levels.count }
        return Array(times[next..<(next + scale.levels.count)])
      }
      found.append(
        SweepPoint(
          firings: total.firings.map { Int($0) }, subjects: total.subjects.map { Int($0) },
          affected: notices.affected, median: notices.median, ninetieth: notices.ninetieth, levels: levels,
          score: hasLabels ? total.score : nil))
    }
    return found
  }
}

public import PaceLanguage

/// The totals of one point of a grid over all subjects.
public struct SweepPoint: Sendable {
  /// How often each rule fired.
  public var firings: [Int]
  /// How many subjects had a notice of each rule.
  public var subjects: [Int]
  /// How many subjects had any notice.
  public var affected: Int
  /// The median number of notices of a subject; of an even number of subjects the mean of the middle two.
  public var median: Double
  /// The least number of notices that some subject has and nine in ten do not exceed.
  public var ninetieth: Int
  /// For each scale, the milliseconds spent at each level; all zero if levels were not followed.
  public var levels: [[Int64]]
  /// How it compares with the labels, if there are any.
  public var score: SweepScore?

  public var notices: Int { firings.reduce(0, +) }
}

/// The result of a sweep: the totals of every point of a grid.
public struct SweepResult: Sendable {
  public let program: Program
  public let grid: SweepGrid
  /// One for each point of the grid.
  public let points: [SweepPoint]
  public let subjects: Int
  public let events: Int
  /// Whether the time in each level was followed.
  public let hasLevels: Bool

  /// The rules that some point makes fire more or less often than another, in declaration order.
  public var affectedRules: [RuleID] {
    program.rules.ids.filter { rule in
      let counts = points.map { $0.firings[rule.index] }
      return counts.min() != counts.max()
    }
  }

  /// The points that no other beats by catching more with no more false alarms, or as much with fewer.
  public var front: [Int] {
    let scores = Set(points.compactMap { $0.score })
    return points.indices.filter { index in
      guard let score = points[index].score else { return false }
      return !scores.contains { $0.dominates(score) }
    }
  }
}

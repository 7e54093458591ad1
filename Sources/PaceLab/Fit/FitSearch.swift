public import PaceLanguage

/// Looks for the best point of a grid.
///
/// A grid of at most `limit` points is searched whole. In a larger one, the points that get every label right
/// are looked for first, as long as `FitNarrowing.usual` lasts. Then pairs of parameters are varied in turn,
/// from every preset, until no pair does better: a better point may remain unseen.
public struct FitSearch: Sendable {
  let grid: SweepGrid
  private let objective: FitObjective
  private let nearness: FitNearness
  /// Where the search begins in a grid that is not searched whole.
  private let starts: [[Int]]
  private let limit: Int
  /// The rules whose labels are handled one after another; nil for labels that name none.
  private let groups: [RuleID?]
  /// Whether there is anything to catch.
  private let hasWanted: Bool

  /// - Parameters:
  ///   - preset: the one in force, which the recommended point is kept near to; nil for the parameters' defaults.
  ///   - limit: the most combinations that are evaluated in one go.
  public init(
    _ program: Program, _ grid: SweepGrid, _ objective: FitObjective, nearTo preset: PresetID?,
    labels: SweepLabels, limit: Int = FitRegion.limit
  ) {
    self.grid = grid
    groups = labels.groups(in: grid, of: program)
    hasWanted = labels.wanted > 0
    self.objective = objective
    self.limit = limit
    let near = FitNearness(grid, to: program.values(under: preset))
    nearness = near
    var starts = [near.nearest(in: grid)]
    for index in program.presets.indices {
      let start = FitNearness(grid, to: program.values(under: PresetID(index))).nearest(in: grid)
      if !starts.contains(start) { starts.append(start) }
    }
    self.starts = starts
  }

  public var isExhaustive: Bool { grid.count <= limit }

  /// - Parameter perform: does a task with all labelled subjects.
  public func run<Problem: Error>(
    _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> FitFinding {
    let flawless = isExhaustive ? nil : try flawless(perform)
    let survey =
      isExhaustive
      ? FitSurvey(objective: objective, parts: [try part(FitRegion(grid), perform)])
      : try climb(from: starts + (flawless.map { [nearness.nearest(in: $0)] } ?? []), perform)
    guard let best = survey.best else { preconditionFailure("a grid has a point") }
    let folds = try perform(.folds(survey)).folds
    return FitFinding(
      isExhaustive: isExhaustive, recommended: grid.point(of: best.indices), counts: best.counts,
      ties: flawless.map { GridBoxes($0, in: grid) }
        ?? GridBoxes(survey.ties(with: best, in: grid), in: grid),
      knowsAllTies: isExhaustive || flawless != nil, folds: folds.count > 1 ? folds.count : 0,
      same: folds.count { $0.indices == best.indices },
      leftOut: folds.reduce(SweepScore()) { $0 + $1.counts })
  }

  /// All points that get every label right; nil if there are none, or finding them would take too long.
  private func flawless<Problem: Error>(
    _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> [FitBox]? {
    // If nothing is wanted, F1 is 0 everywhere.
    guard hasWanted || objective != .f1 else { return nil }
    var boxes = [FitBox(grid)]
    var budget = FitNarrowing.usual
    // Wanted labels first: they leave much less.
    for isWanted in [true, false] {
      let task = FitNarrowing(
        boxes: boxes, groups: groups, isWanted: isWanted, objective: objective, budget: budget)
      guard let done = try perform(.narrow(task)).narrowing, let left = done.boxes, !left.isEmpty else {
        return nil
      }
      (boxes, budget) = (left, done.budget)
    }
    return boxes
  }

  private func part<Problem: Error>(
    _ region: FitRegion, _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> FitPart {
    FitPart(region, try perform(.tally(region)).tally, nearness)
  }

  /// Searches from every start; gives what was found from the starts that lead to the best score.
  private func climb<Problem: Error>(
    from starts: [[Int]], _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> FitSurvey {
    var survey = FitSurvey(objective: objective, parts: [])
    for start in starts {
      let found = try climb(from: start, perform)
      guard let worth = found.best?.worth else { continue }
      if let known = survey.best?.worth {
        if worth < known { continue }
        if known == worth {
          survey.parts += found.parts
          survey.passed.formUnion(found.passed)
          continue
        }
      }
      survey = found
    }
    return survey
  }

  /// Varies pairs in turn until no region through the best point holds a better one; gives those regions.
  ///
  /// A point that is as good and nearer to the preset counts as better.
  private func climb<Problem: Error>(
    from start: [Int], _ perform: (FitTask) throws(Problem) -> FitAnswer
  ) throws(Problem) -> FitSurvey {
    let moves = moves
    var passed: Set<Int> = []
    var best: FitBest?
    var recent: [FitPart] = []
    var next = 0
    while recent.count < moves.count {
      let here = best?.indices ?? start
      let part = try part(FitRegion(moves[next], through: here, in: grid, limit: limit), perform)
      let before = best?.worth
      part.improve(&best, objective, without: { _ in SweepScore() })
      if let worth = best?.worth {
        if before != worth { passed = [] }
        passed.formUnion(part.points(of: worth, objective, in: grid))
      }
      // The new point was found in this region; the others have to be searched anew.
      if best?.indices != here { recent = [] }
      recent.append(part)
      next = (next + 1) % moves.count
    }
    return FitSurvey(objective: objective, parts: recent, passed: passed)
  }

  /// The parameters that are varied together: every pair, and each one of a pair that is too large to be
  /// searched whole.
  private var moves: [[Int]] {
    var pairs: [[Int]] = []
    var alone: Set<Int> = []
    for first in grid.axes.indices {
      for second in grid.axes.indices.dropFirst(first + 1) {
        pairs.append([first, second])
        if grid.axes[first].values.count * grid.axes[second].values.count > limit {
          alone.formUnion([first, second])
        }
      }
    }
    return pairs + alone.sorted().map { [$0] }
  }
}

/// What a search found.
public struct FitFinding: Sendable {
  /// Whether every point of the grid was evaluated.
  public let isExhaustive: Bool
  /// The best point; among equally good ones, the nearest to the preset in force.
  public let recommended: Int
  public let counts: SweepScore
  /// Every point found that does as well.
  public let ties: GridBoxes
  /// Whether `ties` holds all that there are.
  public let knowsAllTies: Bool
  /// How many subjects were left out, one at a time; 0 if there is only one.
  public let folds: Int
  /// How often the same point was recommended with a subject left out.
  public let same: Int
  /// The counts of each subject's labels at the point recommended without it, added up.
  public let leftOut: SweepScore
}

extension Program {
  /// The value of each parameter under a preset; nil if neither it nor a default gives one.
  public func values(under preset: PresetID?) -> [Constant?] {
    params.indices.map { index in
      preset.flatMap { presets[$0.index].values[index] } ?? params[index].initial
    }
  }
}

import PaceLanguage

/// How far combinations of values are from a preset: the steps of the grid between them, added up over the
/// parameters.
///
/// A preset's value may lie between two of the grid, or beyond its end, from which distances then count. A
/// parameter to which the preset gives no value does not count.
struct FitNearness: Sendable {
  /// How many parts a step has; distances are counted in these.
  private static let step: Int64 = 1_000_000

  /// For each axis, where the preset's value lies, in parts of a step from the lowest value.
  private let places: [Int64?]

  init(_ grid: SweepGrid, to values: [Constant?]) {
    places = grid.axes.map { axis in
      guard case .value(let value)? = values[axis.param.index], !value.isUnknown else { return nil }
      let above = axis.count { $0 < value.bits }
      if above == 0 { return 0 }
      let place = Int64(above - 1) * Self.step
      if above == axis.values.count { return place }
      let (low, high) = (Double(axis.values[above - 1]), Double(axis.values[above]))
      return place + Int64(((Double(value.bits) - low) / (high - low) * Double(Self.step)).rounded())
    }
  }

  /// In parts of a step.
  func distance(of indices: [Int]) -> Int64 {
    zip(places, indices).reduce(0) { sum, axis in
      sum + (axis.0.map { abs($0 - Int64(axis.1) * Self.step) } ?? 0)
    }
  }

  /// The index nearest to a place; of two equally near ones, the lower.
  private static func index(at place: Int64) -> Int { Int((place + (step - 1) / 2) / step) }

  /// The nearest point of some boxes; among equally near points, the one with the lowest values.
  func nearest(in boxes: [FitBox]) -> [Int] {
    var nearest: (distance: Int64, indices: [Int])?
    for box in boxes {
      let indices = zip(places, box.ranges).map { place, range in
        place.map { min(max(Self.index(at: $0), range.lowerBound), range.upperBound - 1) } ?? range.lowerBound
      }
      let distance = distance(of: indices)
      if let known = nearest {
        if distance > known.distance { continue }
        if distance == known.distance, !indices.lexicographicallyPrecedes(known.indices) { continue }
      }
      nearest = (distance, indices)
    }
    return nearest?.indices ?? []
  }

  /// The nearest combination; the middle value of a parameter to which the preset gives none.
  func nearest(in grid: SweepGrid) -> [Int] {
    zip(places, grid.axes).map { place, axis in place.map(Self.index) ?? (axis.values.count - 1) / 2 }
  }
}

/// The combinations evaluated so far: regions with their sums over all subjects.
public struct FitSurvey: Sendable {
  let objective: FitObjective
  var parts: [FitPart]
  /// Points with the best score in parts that are no longer kept.
  var passed: Set<Int> = []

  /// The best point; among equally good ones the nearest to the preset, and among equally near ones the one
  /// with the lowest values.
  var best: FitBest? {
    var best: FitBest?
    for part in parts { part.improve(&best, objective, without: { _ in SweepScore() }) }
    return best
  }

  /// Every point that does as well as `best`, in the order of the grid.
  func ties(with best: FitBest, in grid: SweepGrid) -> [Int] {
    var points = passed
    for part in parts { points.formUnion(part.points(of: best.worth, objective, in: grid)) }
    return points.sorted()
  }
}

/// A region with the sums of its points.
struct FitPart: Sendable {
  let region: FitRegion
  let tally: [SweepScore]
  /// How far each position is from the preset in force.
  private let distances: [Int64]

  init(_ region: FitRegion, _ tally: [SweepScore], _ nearness: FitNearness) {
    self.region = region
    self.tally = tally
    distances = tally.indices.map { nearness.distance(of: region.indices(at: $0)) }
  }

  /// The grid points with a score.
  func points(of worth: FitWorth, _ objective: FitObjective, in grid: SweepGrid) -> [Int] {
    tally.indices.filter { objective.worth(tally[$0]) == worth }
      .map { grid.point(of: region.indices(at: $0)) }
  }

  /// Sets `best` to the best position that beats it, judged without the counts that `own` gives for one subject.
  @inline(__always)
  func improve(_ best: inout FitBest?, _ objective: FitObjective, without own: (Int) -> SweepScore) {
    var found: (position: Int, worth: FitWorth)?
    var worth = best?.worth
    var distance = best?.distance ?? .max
    for position in tally.indices {
      let next = objective.worth(tally[position] - own(position))
      if let worth {
        if next < worth { continue }
        if next == worth, distances[position] > distance { continue }
        if next == worth, distances[position] == distance,
          found != nil || !isBefore(position, best?.indices)
        {
          continue
        }
      }
      found = (position, next)
      worth = next
      distance = distances[position]
    }
    guard let found else { return }
    best = FitBest(
      indices: region.indices(at: found.position), counts: tally[found.position], own: own(found.position),
      worth: found.worth, distance: distance)
  }

  private func isBefore(_ position: Int, _ other: [Int]?) -> Bool {
    guard let other else { return true }
    return region.indices(at: position).lexicographicallyPrecedes(other)
  }
}

/// The best of some points.
struct FitBest: Sendable {
  var indices: [Int]
  var counts: SweepScore
  /// What was taken away: the counts of one subject.
  var own: SweepScore
  var worth: FitWorth
  var distance: Int64
}

/// The result of a fit without one subject.
struct FitFold: Sendable {
  /// The point recommended then.
  var indices: [Int]
  /// The counts of the subject's own labels there.
  var counts: SweepScore
}

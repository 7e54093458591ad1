import PaceLanguage

/// Some values of each axis of a grid, in all their combinations; the last axis varies fastest.
public struct FitRegion: Sendable {
  /// For each axis, ascending indices of its values.
  let values: [[Int]]
  /// How many combinations there are.
  public let count: Int

  /// The most combinations that are evaluated in one go.
  public static let limit = 100_000
  /// How much smaller than `limit` a thinned-out region is: it is only a first look, and each combination may
  /// take a run.
  private static let thinning = 20

  private init(_ values: [[Int]]) {
    self.values = values
    count = values.reduce(1) { $0 * $1.count }
  }

  /// All of a grid.
  init(_ grid: SweepGrid) { self.init(grid.axes.map { Array($0.values.indices) }) }

  /// Every value of some axes through a point.
  ///
  /// If these make more than `limit` combinations, it takes every nth value from the point on, with the least n
  /// that leaves at most `limit / thinning` of them.
  init(_ axes: [Int], through point: [Int], in grid: SweepGrid, limit: Int = Self.limit) {
    var step = 1
    var most = limit
    while true {
      let values = grid.axes.indices.map { axis in
        axes.contains(axis)
          ? grid.axes[axis].values.indices.filter { ($0 - point[axis]) % step == 0 } : [point[axis]]
      }
      let region = FitRegion(values)
      if region.count <= most {
        self = region
        return
      }
      step += 1
      most = limit / Self.thinning
    }
  }

  /// The value indices of the combination at a position.
  func indices(at position: Int) -> [Int] {
    zip(values, position.digits(inBases: values.map { $0.count })).map { $0[$1] }
  }

  /// Calls `body` for each run of neighbouring positions that lies in a box of value indices.
  @inline(__always)
  func forEachRun(in box: FitBox, _ body: (Range<Int>) -> Void) {
    var inside: [Range<Int>] = []
    inside.reserveCapacity(values.count)
    for axis in values.indices {
      let range = Self.positions(of: box.ranges[axis], in: values[axis])
      if range.isEmpty { return }
      inside.append(range)
    }
    let last = values.count - 1
    var place = inside.map { $0.lowerBound }
    while true {
      var start = 0
      for axis in values.indices { start = start * values[axis].count + place[axis] }
      body(start..<(start + inside[last].count))
      var axis = last - 1
      while axis >= 0 {
        place[axis] += 1
        if place[axis] < inside[axis].upperBound { break }
        place[axis] = inside[axis].lowerBound
        axis -= 1
      }
      if axis < 0 { return }
    }
  }

  private static func positions(of range: Range<Int>, in values: [Int]) -> Range<Int> {
    let first = values.partitioningIndex { $0 >= range.lowerBound }
    return first..<max(first, values.partitioningIndex { $0 >= range.upperBound })
  }
}

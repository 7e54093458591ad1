/// A set of points as boxes that cover it exactly and don't overlap: a range of value indices for each axis.
public struct GridBoxes: Sendable {
  public private(set) var boxes: [[ClosedRange<Int>]] = []

  /// - Parameter boxes: boxes that don't overlap.
  init(_ boxes: [[ClosedRange<Int>]]) { self.boxes = boxes }

  /// Starts each box at the first point that is left, and grows it along one axis after another, the last first.
  public init(_ points: [Int], in grid: SweepGrid) {
    var left = Set(points)
    for point in points where left.contains(point) {
      var box = grid.indices(of: point).map { $0...$0 }
      for axis in grid.axes.indices.reversed() {
        while box[axis].upperBound + 1 < grid.axes[axis].values.count {
          let next = box[axis].upperBound + 1
          var layer = box
          layer[axis] = next...next
          guard Self.points(of: layer, in: grid).allSatisfy(left.contains) else { break }
          box[axis] = box[axis].lowerBound...next
        }
      }
      left.subtract(Self.points(of: box, in: grid))
      boxes.append(box)
    }
  }

  /// How many points there are.
  public var count: Int { boxes.reduce(0) { $0 + Self.count(of: $1) } }

  /// Whether a point with these value indices is one of them.
  public func contains(_ indices: [Int]) -> Bool {
    boxes.contains { box in zip(box, indices).allSatisfy { $0.contains($1) } }
  }

  /// The points in the order of the grid; at most `limit` of them.
  public func points(in grid: SweepGrid, atMost limit: Int = .max) -> [Int] {
    var points: [Int] = []
    for box in boxes where points.count < limit {
      var box = box
      // A box too large is cut along its axes, the first one first.
      for axis in box.indices {
        let rest = Self.count(of: box) / box[axis].count
        let room = max(1, (limit - points.count) / rest)
        if box[axis].count > room {
          box[axis] = box[axis].lowerBound...(box[axis].lowerBound + room - 1)
        }
      }
      points += Self.points(of: box, in: grid)
    }
    return points.sorted()
  }

  private static func count(of box: [ClosedRange<Int>]) -> Int { box.reduce(1) { $0 * $1.count } }

  private static func points(of box: [ClosedRange<Int>], in grid: SweepGrid) -> [Int] {
    var points = [0]
    for (axis, range) in zip(grid.axes, box) {
      points = points.flatMap { start in range.map { start * axis.values.count + $0 } }
    }
    return points
  }
}

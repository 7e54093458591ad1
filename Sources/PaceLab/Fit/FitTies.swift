/// A set of points as boxes that cover it exactly and don't overlap: a range of value indices for each axis.
public struct FitTies: Sendable {
  public private(set) var boxes: [[ClosedRange<Int>]] = []

  /// Each box begins at the first point that is left and grows along one axis after another, the last first.
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

  private static func points(of box: [ClosedRange<Int>], in grid: SweepGrid) -> [Int] {
    var points = [0]
    for (axis, range) in zip(grid.axes, box) {
      points = points.flatMap { start in range.map { start * axis.values.count + $0 } }
    }
    return points
  }
}

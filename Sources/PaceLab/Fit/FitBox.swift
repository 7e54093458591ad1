/// Combinations of values with one outcome: a range of value indices for each axis.
struct FitBox: Hashable, Sendable {
  var ranges: [Range<Int>]

  init(ranges: [Range<Int>]) { self.ranges = ranges }

  /// All of a grid.
  init(_ grid: SweepGrid) { ranges = grid.axes.map { $0.values.indices } }

  /// The box that holds exactly the points of both; nil if there is no such box.
  func joined(with other: FitBox) -> FitBox? {
    let different = ranges.indices.filter { ranges[$0] != other.ranges[$0] }
    guard different.count == 1, let axis = different.first,
      ranges[axis].upperBound >= other.ranges[axis].lowerBound,
      other.ranges[axis].upperBound >= ranges[axis].lowerBound
    else { return nil }
    var joined = self
    let low = min(ranges[axis].lowerBound, other.ranges[axis].lowerBound)
    joined.ranges[axis] = low..<max(ranges[axis].upperBound, other.ranges[axis].upperBound)
    return joined
  }

  /// The points that lie in both boxes, which must have at least one in common.
  func common(with other: FitBox) -> FitBox {
    FitBox(ranges: zip(ranges, other.ranges).map { $0.clamped(to: $1) })
  }

  /// What is left when `inner`, which lies within, is taken away: boxes that don't overlap.
  func without(_ inner: FitBox) -> [FitBox] {
    var left: [FitBox] = []
    var core = self
    for axis in ranges.indices {
      let (all, taken) = (ranges[axis], inner.ranges[axis])
      for rest in [all.lowerBound..<taken.lowerBound, taken.upperBound..<all.upperBound] where !rest.isEmpty {
        core.ranges[axis] = rest
        left.append(core)
      }
      core.ranges[axis] = taken
    }
    return left
  }

  /// The same points in fewer boxes: neighbours are joined along one axis after another.
  static func merged(_ boxes: [FitBox]) -> [FitBox] {
    guard var merged = boxes.first.map({ _ in boxes }), let axes = boxes.first?.ranges.indices else {
      return []
    }
    for axis in axes.reversed() {
      merged.sort { $0.precedes($1, last: axis) }
      merged = merged.reduce(into: []) { kept, box in
        if let last = kept.last, let joined = last.joined(with: box) {
          kept[kept.count - 1] = joined
        } else {
          kept.append(box)
        }
      }
    }
    return merged
  }

  /// An order in which boxes that differ along one axis only are neighbours.
  private func precedes(_ other: FitBox, last axis: Int) -> Bool {
    for place in ranges.indices where place != axis && ranges[place] != other.ranges[place] {
      let (own, others) = (ranges[place], other.ranges[place])
      return (own.lowerBound, own.upperBound) < (others.lowerBound, others.upperBound)
    }
    return ranges[axis].lowerBound < other.ranges[axis].lowerBound
  }
}

extension GridBoxes {
  /// - Parameter boxes: boxes that don't overlap.
  init(_ boxes: [FitBox], in grid: SweepGrid) {
    let sorted = boxes.map { $0.ranges.map { ClosedRange($0) } }
      .sorted { $0.map { $0.lowerBound }.lexicographicallyPrecedes($1.map { $0.lowerBound }) }
    // Up to the limit, the boxes are made anew from their points, so that the same points always give the same
    // boxes.
    let all = GridBoxes(sorted)
    self = all.count > FitRegion.limit ? all : GridBoxes(all.points(in: grid), in: grid)
  }
}

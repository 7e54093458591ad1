public import PaceLanguage

/// What a rule's firings do along an axis: a jump between neighbouring values, or a flat stretch.
public struct SweepShape: Sendable {
  public var rule: RuleID
  public var axis: Int
  /// Its ends, which are points of the grid.
  public var first: Int
  public var last: Int
  /// What makes it matter more than others: the firings jumped over, or the number of values.
  public var size: Int
  /// Firings at its beginning and at its end; on a flat stretch the fewest and the most of it, twice.
  public var before: ClosedRange<Int>
  public var after: ClosedRange<Int>
}

extension SweepResult {
  /// The jumps of each rule along each axis, in the order of rules, axes and points.
  ///
  /// A step is a jump if it is twice the mean step of its line and a quarter of the line's whole change. It
  /// must also be at least two notices, and a fiftieth of the most there are.
  public var cliffs: [SweepShape] {
    lines.flatMap { line in
      let steps = zip(line.counts, line.counts.dropFirst()).map { FiringStep(before: $0, after: $1) }
      let way = steps.reduce(0) { $0 + $1.size }
      let most = line.counts.max() ?? 0
      let range = most - (line.counts.min() ?? 0)
      let least = max(2, (most + 49) / 50)
      guard steps.count > 1 else { return [SweepShape]() }
      return steps.enumerated()
        .filter { $1.isCliff(of: range, least: least) && $1.size * steps.count >= 2 * way }
        .map { index, step in
          SweepShape(
            rule: line.rule, axis: line.axis, first: line.point(index), last: line.point(index + 1),
            size: step.size, before: step.before...step.before, after: step.after...step.after)
        }
    }
  }

  /// The ranges of values along each axis over which a rule's firings hardly change.
  ///
  /// The firings stay within a fiftieth of all that the line changes, over at least three values and a tenth of
  /// the line.
  public var plateaus: [SweepShape] {
    lines.flatMap { line in
      let range = (line.counts.max() ?? 0) - (line.counts.min() ?? 0)
      let least = max(3, line.counts.count / 10)
      var plateaus: [SweepShape] = []
      var first = 0
      while first < line.counts.count {
        var last = first
        var firings = line.counts[first]...line.counts[first]
        while last + 1 < line.counts.count {
          let next = line.counts[last + 1]
          let wider = min(firings.lowerBound, next)...max(firings.upperBound, next)
          if (wider.upperBound - wider.lowerBound) * 50 > range { break }
          firings = wider
          last += 1
        }
        if last - first + 1 >= least {
          plateaus.append(
            SweepShape(
              rule: line.rule, axis: line.axis, first: line.point(first), last: line.point(last),
              size: last - first + 1, before: firings, after: firings))
        }
        first = last + 1
      }
      return plateaus
    }
  }

  /// Whether a rule fires more or less often anywhere along an axis.
  public func differs(_ rule: RuleID, along axis: Int) -> Bool {
    lines.contains { $0.rule == rule && $0.axis == axis && $0.counts.min() != $0.counts.max() }
  }

  /// The firings of one rule along one axis, with all other axes fixed.
  private struct Line {
    var rule: RuleID
    var axis: Int
    var start: Int
    var stride: Int
    var counts: [Int]

    func point(_ index: Int) -> Int { start + index * stride }
  }

  private var lines: [Line] {
    affectedRules.flatMap { rule in
      grid.axes.indices.flatMap { axis in
        let stride = grid.axes[(axis + 1)...].reduce(1) { $0 * $1.values.count }
        return (0..<grid.count).filter { grid.indices(of: $0)[axis] == 0 }.map { start in
          let counts = grid.axes[axis].values.indices.map {
            points[start + $0 * stride].firings[rule.index]
          }
          return Line(rule: rule, axis: axis, start: start, stride: stride, counts: counts)
        }
      }
    }
  }
}

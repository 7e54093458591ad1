public import PaceLanguage

/// Every combination of the values of some axes; the last axis varies fastest.
public struct SweepGrid: Sendable {
  public let axes: [SweepAxis]
  /// How many combinations there are.
  public let count: Int

  /// The most points that a sweep may have.
  public static let limit = 10_000

  /// Nil for no axes, for two of the same parameter, and for more points than `limit`.
  public init?(_ axes: [SweepAxis], limit: Int = Self.limit) {
    guard !axes.isEmpty, Set(axes.map({ $0.param })).count == axes.count else { return nil }
    var count = 1
    for axis in axes {
      let (product, overflow) = count.multipliedReportingOverflow(by: axis.values.count)
      guard !overflow, product <= limit else { return nil }
      count = product
    }
    self.axes = axes
    self.count = count
  }

  /// The axis along which one run may stand for several points.
  var inner: SweepAxis { axes[axes.count - 1] }

  /// For each axis, which of its values a point has.
  public func indices(of point: Int) -> [Int] { point.digits(inBases: axes.map { $0.values.count }) }

  /// The point with these values, one index for each axis.
  public func point(of indices: [Int]) -> Int {
    zip(axes, indices).reduce(0) { $0 * $1.0.values.count + $1.1 }
  }

  /// The settings of a point, as overrides of a machine.
  public func settings(of point: Int) -> [(param: ParamID, value: Constant)] {
    settings(at: indices(of: point))
  }

  /// The settings with these value indices, one for each axis.
  public func settings(at indices: [Int]) -> [(param: ParamID, value: Constant)] {
    zip(axes, indices).map { axis, index in
      (param: axis.param, value: .value(Value(axis.values[index])))
    }
  }
}

extension Int {
  /// Its digits in a mixed radix: each place has a base of its own, and the last one counts the ones.
  func digits(inBases bases: [Int]) -> [Int] {
    var rest = self
    var digits = bases
    for place in bases.indices.reversed() {
      (rest, digits[place]) = rest.quotientAndRemainder(dividingBy: bases[place])
    }
    return digits
  }
}

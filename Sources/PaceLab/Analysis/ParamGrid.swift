import PaceLanguage

/// The values that a parameter can be set to: the low end of its range plus multiples of its step.
struct ParamGrid {
  /// The most values that are tried on each side of a value.
  static let limit = 2_000

  let range: ClosedRange<Int64>
  let step: Int64
  private let demands: [Demand]

  /// Nil if the parameter has neither a range nor names for its values.
  init?(_ param: Param, in program: Program) {
    let names = param.type == .bool ? 2 : program.names(of: param.type)?.count ?? 0
    guard let range = param.range ?? (names > 0 ? 0...Int64(names - 1) : nil) else { return nil }
    self.range = range
    step = param.step ?? GridStep.standard(param.type)
    demands = param.demands
  }

  /// The nearest value of the grid above another value, or below it; the value need not lie on the grid.
  func next(from value: Int64, isAbove: Bool) -> Int64? {
    if value < range.lowerBound { return isAbove ? range.lowerBound : nil }
    // The distance of two values may be more than a signed number holds.
    let past = Int64(UInt64(bitPattern: value &- range.lowerBound) % UInt64(step))
    let (next, overflow) =
      isAbove
      ? value.addingReportingOverflow(step - past)
      : value.subtractingReportingOverflow(past == 0 ? step : past)
    return overflow || !range.contains(next) ? nil : next
  }

  /// The values above or below another value that every clause allows, the nearest first.
  ///
  /// `isCut` says whether there are values beyond the `limit`.
  func values(from value: Int64, isAbove: Bool) -> (values: [Int64], isCut: Bool) {
    var values: [Int64] = []
    var next = next(from: value, isAbove: isAbove)
    while let value = next, values.count < Self.limit {
      values.append(value)
      next = self.next(from: value, isAbove: isAbove)
    }
    return (values.filter { demands.unmet(by: $0) == nil }, next != nil)
  }
}

import PaceLab
import PaceLanguage

/// The values that a preset gives to the parameters of a grid.
struct GridStand: Sendable {
  let name: String
  /// Whether they hold for a subject that names no preset.
  let isInForce: Bool
  /// One for each axis, as the language writes it.
  let texts: [String]
  /// The point of the grid with these values; nil if there is none.
  let point: Int?
  /// The same as a place, in steps from the first value; nil if it isn't there or lies outside the values.
  ///
  /// On a grid of one axis it may lie between two values, 1.5 being halfway between the second and the third.
  let place: Double?

  /// - Parameter values: one for each parameter of the program.
  init?(
    _ name: String, isInForce: Bool, _ values: [Constant?], _ grid: SweepGrid, _ program: Program
  ) {
    self.name = name
    self.isInForce = isInForce
    var (texts, point): ([String], Int?) = ([], 0)
    for axis in grid.axes {
      guard case .value(let value)? = values[axis.param.index] else { return nil }
      texts.append(program.text(of: value, type: axis.type))
      let index = axis.values.firstIndex(of: value.bits)
      point = index.flatMap { index in point.map { $0 * axis.values.count + index } }
    }
    self.texts = texts
    self.point = point
    place =
      grid.axes.count == 1
      ? Self.place(values[grid.axes[0].param.index], grid.axes[0]) : point.map { Double($0) }
  }

  private static func place(_ value: Constant?, _ axis: SweepAxis) -> Double? {
    guard case .value(let value)? = value, let after = axis.values.firstIndex(where: { $0 >= value.bits })
    else {
      return nil
    }
    if axis.values[after] == value.bits { return Double(after) }
    if after == 0 { return nil }
    let (low, high) = (Double(axis.values[after - 1]), Double(axis.values[after]))
    return Double(after - 1) + (Double(value.bits) - low) / (high - low)
  }
}

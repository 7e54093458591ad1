import PaceLab
import PaceLanguage

/// The values that a preset gives to the parameters of a sweep.
struct SweepStand: Sendable {
  let name: String
  /// Whether they hold for a subject that names no preset.
  let isInForce: Bool
  /// One for each axis, as they are written.
  let texts: [String]
  /// Where on the grid that is; nil where it isn't there.
  let point: Int?
  /// Where between the values of a single axis it is, in steps from the first; nil beyond them, and on a grid of
  /// several.
  let place: Double?

  /// - Parameter values: one for each parameter of the program.
  private init?(_ name: String, isInForce: Bool, _ values: [Constant?], _ result: SweepResult) {
    self.name = name
    self.isInForce = isInForce
    var (texts, point): ([String], Int?) = ([], 0)
    for axis in result.grid.axes {
      guard case .value(let value)? = values[axis.param.index] else { return nil }
      texts.append(result.program.text(of: value, type: axis.type))
      let index = axis.values.firstIndex(of: value.bits)
      point = index.flatMap { index in point.map { $0 * axis.values.count + index } }
    }
    self.texts = texts
    self.point = point
    place =
      result.grid.axes.count == 1
      ? Self.place(values[result.grid.axes[0].param.index], result.grid.axes[0]) : nil
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

  /// - Parameter preset: the one that every subject was given.
  static func all(_ result: SweepResult, preset: PresetID?) -> [SweepStand] {
    let program = result.program
    let inForce = preset ?? program.defaultPreset
    let own = inForce == nil ? program.params.map { $0.initial } : []
    return program.presets.enumerated().compactMap { index, preset in
      SweepStand(preset.name.text, isInForce: inForce == PresetID(index), preset.values, result)
    } + (own.isEmpty ? [] : [SweepStand("default", isInForce: true, own, result)].compactMap { $0 })
  }
}

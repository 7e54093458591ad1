public import PaceLanguage

/// A table of a program's parameters and presets, with each parameter's range and the rules that use it.
public struct PresetTable: Sendable {
  public struct Row: Sendable {
    public var name: String
    /// As it is written in a program; nil if there is none.
    public var initial: String?
    public var low: String?
    public var high: String?
    public var step: String?
    /// One for each preset, through `extends` and defaults.
    public var cells: [Cell]
    /// The rules that read it, through definitions, streams and policies too, in declaration order.
    public var rules: [RuleID]
  }

  public struct Cell: Sendable {
    /// As it is written in a program; nil if the preset leaves the parameter without a value.
    public var text: String?
    /// Whether the preset itself sets it.
    public var isOwn: Bool
  }

  public struct Column: Sendable {
    public var name: String
    /// The preset it extends.
    public var base: String?
    /// Whether it is the preset of a subject that picks none.
    public var isDefault: Bool
  }

  public let columns: [Column]
  public let rows: [Row]

  public init(_ program: Program) {
    let initial = program.defaultPreset
    columns = program.presets.enumerated().map { index, preset in
      Column(
        name: preset.name.text, base: preset.base.map { program.presets[$0.index].name.text },
        isDefault: initial == PresetID(index))
    }
    let readers = program.rulesOfParams { References.of($0, in: program) }
    rows = program.params.enumerated().map { index, param in
      func text(_ bits: Int64) -> String { program.text(of: Value(bits), type: param.type) }
      return Row(
        name: param.name.text, initial: param.initial.map { program.text(of: $0, type: param.type) },
        low: param.range.map { text($0.lowerBound) }, high: param.range.map { text($0.upperBound) },
        step: param.step.map { text($0) },
        cells: program.presets.map { preset in
          Cell(
            text: preset.values[index].map { program.text(of: $0, type: param.type) },
            isOwn: preset.own.contains { $0.param.index == index })
        },
        rules: readers[index])
    }
  }
}

extension Program {
  /// The preset of a subject that picks none; nil if there is no such preset.
  public var defaultPreset: PresetID? {
    subject.presetAttribute.flatMap { preset(subject.attributes[$0.index].initial) }
      ?? (presets.count == 1 ? PresetID(0) : nil)
  }

  /// The preset that an attribute's value stands for; nil if there is none.
  func preset(_ constant: Constant?) -> PresetID? {
    guard case .value(let value)? = constant, let index = Int(exactly: value.bits),
      presets.indices.contains(index)
    else { return nil }
    return PresetID(index)
  }
}

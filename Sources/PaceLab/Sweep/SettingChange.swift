public import PaceLanguage

/// An edit that gives a parameter another value where it is written, and nothing else.
public struct SettingChange: Sendable {
  public let name: String
  /// The value that is replaced.
  public let span: SourceSpan
  /// What takes its place.
  public let text: String
  /// The preset that it belongs to; nil for the parameter's own default.
  public let preset: String?

  /// Finds the place: in `preset`, or, without one, the only one there is.
  ///
  /// - Parameter writtenAs: the value as it was typed, which is kept for numbers and durations, so that `3.0`
  ///   and `90 min` stay as they are.
  public init(
    _ param: ParamID, to value: Constant, writtenAs: String, preset: PresetID?, in program: Program
  ) throws(SettingChangeProblem) {
    let places = program.valuePlaces(of: param)
    let fitting = preset == nil ? places : places.filter { $0.preset == preset }
    guard let place = fitting.first else {
      guard let name = program.presetName(preset) else { throw .nowhere }
      let base = program.lineage(of: preset).first { base in places.contains { $0.preset == base } }
      throw .elsewhere(preset: name, program.presetName(base))
    }
    if fitting.count > 1 { throw .severalPlaces(fitting.compactMap({ program.presetName($0.preset) })) }
    let declared = program.params[param.index]
    name = declared.name.text
    span = place.span
    self.preset = program.presetName(place.preset)
    switch declared.type {
    case .number, .duration: text = Self.spaced(writtenAs)
    default: text = program.text(of: value, type: declared.type)
    }
  }

  /// The text with single blanks, and one between a number and its unit.
  private static func spaced(_ typed: String) -> String {
    var text = ""
    for character in typed {
      let startsWord = text.last.map { $0.isNumber != character.isNumber && $0 != "." && character != "." }
      if startsWord == true, text.last != " ", text.last != "-", !character.isWhitespace { text += " " }
      if !character.isWhitespace { text.append(character) } else if text.last != " " { text += " " }
    }
    return text.split(separator: " ").joined(separator: " ")
  }
}

/// Why it is not known where to write a value.
public enum SettingChangeProblem: Error, Sendable {
  /// The preset does not set the parameter, but the second one, which it extends, does; if that is nil, the
  /// default holds.
  case elsewhere(preset: String, String?)
  case severalPlaces([String])
  /// Neither a preset nor a default gives it.
  case nowhere
}

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
  ///   and `90 min` stay that.
  public init(
    _ param: ParamID, to value: Constant, writtenAs: String, preset: PresetID?, in program: Program
  ) throws(SettingChangeProblem) {
    let places = Self.places(of: param, in: program)
    let place: Place
    if let preset {
      let name = program.presets[preset.index].name.text
      guard let own = places.first(where: { $0.preset == name }) else {
        throw .elsewhere(preset: name, Self.inherited(param, preset, places, program)?.preset)
      }
      place = own
    } else {
      guard let only = places.first else { throw .nowhere }
      if places.count > 1 { throw .severalPlaces(places.compactMap({ $0.preset })) }
      place = only
    }
    let declared = program.params[param.index]
    name = declared.name.text
    span = place.span
    self.preset = place.preset
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

  private struct Place {
    var preset: String?
    var span: SourceSpan
  }

  private static func places(of param: ParamID, in program: Program) -> [Place] {
    let name = program.params[param.index].name.text
    var places: [Place] = []
    for declaration in program.syntax.flatMap({ $0.declarations }) {
      switch declaration {
      case .param(let syntax) where syntax.name.text == name:
        if let initial = syntax.initial { places.append(Place(preset: nil, span: initial.span)) }
      case .preset(let syntax):
        for assignment in syntax.values where assignment.name.text == name {
          places.append(Place(preset: syntax.name.text, span: assignment.value.span))
        }
      default: break
      }
    }
    return places
  }

  /// Where a preset that does not set the parameter itself takes it from.
  private static func inherited(
    _ param: ParamID, _ preset: PresetID, _ places: [Place], _ program: Program
  ) -> Place? {
    program.lineage(of: preset).dropFirst().lazy.compactMap { base in
      places.first { $0.preset == program.presets[base.index].name.text }
    }.first
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

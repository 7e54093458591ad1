public import PaceLanguage

/// How text is set on a terminal: its colours and weights, plain if they are off, and its width.
public struct Style: Sendable {
  public let isOn: Bool
  /// How many columns a line has; nil for as many as it takes.
  public var width: Int?

  /// Text as it is.
  public static let plain = Style(isOn: false)

  /// Text as it is, in lines of so many columns.
  public static func plain(width: Int?) -> Style { Style(isOn: false, width: width) }

  /// Text on as many lines as it needs, those after the first indented.
  public func wrapped(_ text: String, hanging: Int = 2) -> [String] {
    Wrapping.lines(text, width: width ?? .max, hanging: hanging)
  }

  /// The disclaimers of a program, as the last lines of text.
  public func disclaimers(of program: Program) -> [String] {
    program.disclaimers.flatMap { wrapped($0.printable, hanging: 0) }
  }

  public func bold(_ text: String) -> String { wrap(text, "1") }
  public func dim(_ text: String) -> String { wrap(text, "2") }
  public func red(_ text: String) -> String { wrap(text, "31") }
  public func green(_ text: String) -> String { wrap(text, "32") }
  func yellow(_ text: String) -> String { wrap(text, "33") }
  public func cyan(_ text: String) -> String { wrap(text, "36") }

  /// The name of one of a scale's levels, in a warmer colour the higher it stands.
  func level(_ level: Int, of scale: Scale) -> String {
    self.level(scale.levels[level].name, level, of: scale)
  }

  /// Text in the colour of one of a scale's levels.
  func level(_ text: String, _ level: Int, of scale: Scale) -> String {
    if level == 0 { return green(text) }
    return level == scale.levels.count - 1 ? red(text) : yellow(text)
  }

  private func wrap(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  /// `--color` decides, then `NO_COLOR` and `TERM`, then whether the output is a terminal.
  public static func chosen(
    color: String?, environment: [String: String], isTerminal: Bool
  ) -> Style {
    switch color {
    case "always": return Style(isOn: true)
    case "never": return Style(isOn: false)
    default:
      if let value = environment["NO_COLOR"], !value.isEmpty { return Style(isOn: false) }
      if environment["TERM"] == "dumb" { return Style(isOn: false) }
      return Style(isOn: isTerminal)
    }
  }
}

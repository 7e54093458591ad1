/// What can be wrong with values: their ranges, steps and completeness.
extension Diagnostic {
  static func outOfRange(
    _ span: SourceSpan, text: String, name: String, bounds: String, declared: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      code: "E0501", span: span, message: "`\(text)` is out of the range of `\(name)`, which is `\(bounds)`",
      notes: [DiagnosticNote(declared, "the range")])
  }

  static func emptyRange(_ range: RangeSyntax, low: String, high: String) -> Diagnostic {
    Diagnostic(
      code: "E0502", span: range.span, message: "the range is empty: `\(low)` is more than `\(high)`",
      help: "write the lower end first",
      fix: [TextEdit(range.low.span, high), TextEdit(range.high.span, low)], isGuess: true)
  }

  static func invalidStep(_ span: SourceSpan, text: String, isDate: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0503", span: span,
      message: isDate
        ? "the step of a date is a whole number of days, not `\(text)`"
        : "a step must be more than nothing, not `\(text)`")
  }

  static let stepTooLarge = naming("E0503") { "the step `\($0)` is larger than the range" }

  static func presetLacks(_ preset: Identifier, params: [Identifier]) -> Diagnostic {
    Diagnostic(
      code: "E0504", span: preset.span,
      message: "the preset `\(preset.text)` gives no value to \(list(params.map { $0.text }, most: 8))",
      notes: params.prefix(8).map { DiagnosticNote($0.span, "`\($0.text)` has no default") },
      help:
        "give it a value in `\(preset.text)` or in a preset that it extends, or a default where it is declared"
    )
  }

  /// - Parameter presets: all presets; none gives a value.
  static func paramWithoutValue(_ param: Identifier, presets: [String]) -> Diagnostic {
    if presets.isEmpty {
      return Diagnostic(
        code: "E0504", span: param.span,
        message: "the param `\(param.text)` has no value: it has no default and there are no presets",
        help: "give it a default: `param \(param.text): … = …`")
    }
    return Diagnostic(
      code: "E0504", span: param.span,
      message: "the param `\(param.text)` has no value in \(list(presets, most: 8))",
      help: "give it a default here: `param \(param.text): … = …`, or a value in each of them")
  }

  static func notPositive(_ span: SourceSpan, text: String, for use: String, mayBeZero: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0505", span: span,
      message: mayBeZero
        ? "\(use) can't be negative, found `\(text)`" : "\(use) must be more than nothing, found `\(text)`")
  }

  static func notWhole(_ span: SourceSpan, text: String, for use: String) -> Diagnostic {
    Diagnostic(
      code: "E0506", span: span, message: "\(use) needs a whole number that isn't negative, found `\(text)`")
  }

  static let eventsOutOfRange = naming("E0512") {
    "`last … events` needs a whole number from 1 to 10000, found `\($0)`"
  }

  static let assignedTwice = again("E0507") { "`\($0)` is given a value twice" }

  static let invalidSchedule = naming(
    "E0508", help: "\(Schedule.forms); or JSON such as `{\"type\":\"weekly\",\"days\":[\"mon\"]}`"
  ) { "this is no schedule: \($0)" }

  static func invalidColour(_ colour: StringSyntax) -> Diagnostic {
    Diagnostic(
      code: "E0509", span: colour.span, message: "`\(colour.text)` is no colour",
      help: "write a CSS colour name or `#rrggbb`")
  }

  static let emptyZone = alike("E0510", "the zone has no name", help: "write one such as \"Europe/London\"")

  static let emptyPhrase = alike("E0511", "a guard can't forbid a phrase without words")
}

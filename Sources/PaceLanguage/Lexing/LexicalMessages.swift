/// What can be wrong with a file's characters.
extension Diagnostic {
  static func tooManyErrors(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "E0100", span: span, message: "more than \(limit) errors in this file; the rest is not shown")
  }

  var isOfTooMany: Bool { code == "E0100" }

  static func wideText(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0101", span: span, message: "this file is UTF-16, not UTF-8",
      help: "save the file as UTF-8 text")
  }

  static func invalidUTF8(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0101", span: span, message: "these bytes are not UTF-8", help: "save the file as UTF-8 text")
  }

  static func zeroByte(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0102", span: span, message: "a zero byte can't stand in a program", fix: [TextEdit(span, "")])
  }

  static func strayCharacter(_ span: SourceSpan, character: String) -> Diagnostic {
    let isForeign = character.utf8.count > 1
    return Diagnostic(
      code: "E0103", span: span, message: "nothing is written with `\(character)`",
      help: isForeign
        ? "names are of the letters `a` to `z`, digits and `_`; texts may hold any character" : nil)
  }

  static func lookalike(_ span: SourceSpan, character: String, meant: String) -> Diagnostic {
    let message = blankName(character).map { "this is \($0): type a plain space" }
    return Diagnostic(
      code: "E0104", span: span, message: message ?? "`\(character)` only looks like `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  /// The name of a character that shows nothing.
  private static func blankName(_ character: String) -> String? {
    switch character {
    case "\u{00A0}": "a no-break space (U+00A0)"
    case "\u{202F}": "a narrow no-break space (U+202F)"
    case "\u{2009}": "a thin space (U+2009)"
    case "\u{200B}": "a space without width (U+200B)"
    case "\u{FEFF}": "a byte-order mark (U+FEFF)"
    default: nil
    }
  }

  static func lookalikeQuote(_ span: SourceSpan, _ character: String) -> Diagnostic {
    lookalike(span, character: character, meant: "\"")
  }

  static func unterminatedString(_ span: SourceSpan) -> Diagnostic {
    let end = SourceSpan(file: span.file, start: Int(span.end), end: Int(span.end))
    return Diagnostic(
      code: "E0105", span: span, message: "this string is not closed on its line", fix: [TextEdit(end, "\"")],
      isGuess: true)
  }

  static func unknownEscape(_ span: SourceSpan) -> Diagnostic {
    let backslash = SourceSpan(file: span.file, start: Int(span.start), end: Int(span.start))
    return Diagnostic(
      code: "E0106", span: span, message: "this escape means nothing",
      help: "the escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{HEX}`", fix: [TextEdit(backslash, "\\")])
  }

  static func singleQuotes(_ span: SourceSpan, file: FileID) -> Diagnostic {
    let first = SourceSpan(file: file, start: Int(span.start), end: Int(span.start) + 1)
    let last = SourceSpan(file: file, start: Int(span.end) - 1, end: Int(span.end))
    return Diagnostic(
      code: "E0107", span: span, message: "strings stand in double quotes",
      fix: [TextEdit(first, "\""), TextEdit(last, "\"")])
  }

  static func numberTooFine(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "E0110", span: span, message: "a number has at most six digits after the point")
  }

  static func numberTooLarge(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0111", span: span, message: "this number is too large",
      help: "the largest is 9223372036854.775807")
  }

  static func underscoreInNumber(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0112", span: span, message: "digits are written without `_`", fix: [TextEdit(span, meant)])
  }

  static func bareFraction(_ span: SourceSpan) -> Diagnostic {
    let before = SourceSpan(file: span.file, start: Int(span.start), end: Int(span.start))
    return Diagnostic(
      code: "E0113", span: span, message: "a number starts with a digit", fix: [TextEdit(before, "0")])
  }

  static func secondPoint(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "E0113", span: span, message: "a number has one point")
  }

  static func exponent(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0112", span: span, message: "numbers are written out: write `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  static func halfOfDay(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0116", span: span, message: "times are of 24 hours: write `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  static func noSuchDate(_ span: SourceSpan, _ text: String) -> Diagnostic {
    let month = text.split(separator: "-").dropFirst().first.flatMap { Int($0) } ?? 0
    return Diagnostic(
      code: "E0114", span: span, message: "there is no date `\(text)`",
      help: (1...12 ~= month ? "" : "there is no month \(month); ")
        + "a date is written YEAR-MONTH-DAY, as `2026-11-20`")
  }

  static func otherDate(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0114", span: span, message: "a date is written YEAR-MONTH-DAY: `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  static func dateJoinedToTime(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0115", span: span, message: "a date and a time stand apart", fix: [TextEdit(span, " ")])
  }

  static func noSuchTime(
    _ span: SourceSpan, _ text: String, meant: String? = nil, help: String? = nil
  ) -> Diagnostic {
    let isShort = meant.map { $0 == "0" + text } ?? false
    let forms =
      "times are written `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`, from `00:00` to `23:59:59.999`; midnight is `00:00`"
    return Diagnostic(
      code: "E0116", span: span, message: "there is no time `\(text)`",
      help: help ?? (isShort ? "an hour has two digits: `\("0" + text)`" : forms),
      fix: meant.map { [TextEdit(span, $0)] } ?? [])
  }

  /// Help for a time in place of a duration.
  static func lengthHelp(_ time: String) -> String {
    let parts = time.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2 else { return "a length of time has a unit, as in `90 min`" }
    let count = 60 * parts[0] + parts[1]
    return "a length of time has a unit: `\(count) min`, or `\(count) s`"
  }

  static func slashComment(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(code: "E0120", span: span, message: "a comment starts with `#`", fix: [TextEdit(span, "#")])
  }

  static func symbolForWord(
    _ span: SourceSpan, symbol: String, word: String, needsSpace: Bool
  ) -> Diagnostic {
    Diagnostic(
      code: "E0121", span: span, message: "`\(symbol)` is written `\(word)`",
      fix: [TextEdit(span, needsSpace ? word + " " : word)])
  }

  static func semicolon(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0122", span: span, message: "an item ends with its line, or with a comma inside `{ }`",
      fix: [TextEdit(span, meant)])
  }
}

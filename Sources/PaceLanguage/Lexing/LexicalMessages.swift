/// What can be wrong with a file's characters.
extension Diagnostic {
  static func tooManyErrors(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "E0100", span: span, message: "more than \(limit) errors in this file; the rest is not shown")
  }

  var isOfTooMany: Bool { code == "E0100" }

  /// Whether the diagnostic says that the file's bytes are no text.
  var isOfBytes: Bool { code == "E0101" || code == "E0102" }

  static let wideText = alike("E0101", "this file is UTF-16, not UTF-8", help: "save the file as UTF-8 text")

  static let invalidUTF8 = alike("E0101", "these bytes are not UTF-8", help: "save the file as UTF-8 text")

  static let zeroByte = alike("E0102", "a zero byte can't stand in a program", meant: "")

  /// - Parameter ends: the carriage returns of the file, at least one.
  static func loneReturns(_ ends: [SourceSpan]) -> Diagnostic {
    Diagnostic(
      code: "E0103", span: ends[0], message: "the lines of this file end with a carriage return alone",
      help: "save the file with line feeds at the ends of its lines", fix: ends.map { TextEdit($0, "\n") })
  }

  static func strayCharacter(_ span: SourceSpan, character: String) -> Diagnostic {
    var help: String?
    if character.utf8.count > 1 {
      help = "names are of the letters `a` to `z`, digits and `_`; texts may hold any character"
    }
    if character == "^" { help = "a power is written as a product, `x * x`, for whole exponents" }
    return Diagnostic(
      code: "E0103", span: span, message: "nothing is written with `\(character)`", help: help)
  }

  /// Whether the diagnostic says that the language does not use a character.
  var isOfStrayCharacter: Bool { code == "E0103" && fix.isEmpty }

  static func lookalike(_ span: SourceSpan, character: String, meant: String) -> Diagnostic {
    var message = "`\(character)` only looks like `\(meant)`"
    if let scalar = character.unicodeScalars.first {
      let number = String(scalar.value, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(4 - number.count, 0)) + number
      if let blank = blankName(character) {
        message = "this is \(blank) (\(code)): " + (meant.isEmpty ? "delete it" : "type a plain space")
      } else if meant.utf8.first?.isLetter == true {
        message = "`\(character)` (\(code)) only looks like `\(meant)`"
      }
    }
    return Diagnostic(code: "E0104", span: span, message: message, fix: [TextEdit(span, meant)])
  }

  /// Whether the diagnostic says that a dash is no minus sign.
  var isOfDash: Bool { code == "E0104" && fix.first?.replacement == "-" }

  /// The name of an invisible character.
  private static func blankName(_ character: String) -> String? {
    switch character {
    case "\u{00A0}": "a no-break space"
    case "\u{00AD}": "a soft hyphen"
    case "\u{202F}": "a narrow no-break space"
    case "\u{2009}": "a thin space"
    case "\u{3000}": "a wide space"
    case "\u{200B}": "a space without width"
    case "\u{200C}", "\u{200D}", "\u{2060}": "a joiner without width"
    case "\u{FEFF}": "a byte-order mark"
    default: nil
    }
  }

  static func lookalikeQuote(_ span: SourceSpan, _ character: String) -> Diagnostic {
    lookalike(span, character: character, meant: "\"")
  }

  static func unterminatedString(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0105", span: span, message: "this string is not closed on its line",
      fix: [TextEdit(span.after, "\"")],
      isGuess: true)
  }

  var isOfOpenText: Bool { code == "E0105" }

  /// - Parameter foreign: what it means in other languages; nil if it means nothing in them.
  static func unknownEscape(_ span: SourceSpan, foreign: StringText.ForeignEscape?) -> Diagnostic {
    Diagnostic(
      code: "E0106", span: span, message: "this escape means nothing",
      help: "the escapes are `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{HEX}`",
      fix: [foreign?.meant.map { TextEdit(span, $0) } ?? TextEdit(span.before, "\\")],
      isGuess: foreign != nil && foreign?.meant == nil)
  }

  static let foreignQuotes = naming("E0107", isMeant: true) { _ in "strings stand in double quotes" }

  static let quotedName = naming("E0107", isMeant: true) { "a name stands without quotes: `\($0)`" }

  static let numberTooFine = alike("E0110", "a number has at most six digits after the point")

  static let numberTooLarge = alike(
    "E0111", "this number is too large", help: "the largest is 9223372036854.775807")

  static let underscoreInNumber = naming("E0112", isMeant: true) { _ in "digits are written without `_`" }

  static func bareFraction(_ span: SourceSpan, isAfterWord: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0113", span: span, message: "a number starts with a digit",
      fix: isAfterWord ? [] : [TextEdit(span.before, "0")])
  }

  static let secondPoint = alike("E0113", "a number has one point")

  static let exponent = naming("E0112", isMeant: true) { "numbers are written out: write `\($0)`" }

  static let halfOfDay = naming("E0116", isMeant: true) { "times are of 24 hours: write `\($0)`" }

  static func zonedTime(_ span: SourceSpan, fix: [TextEdit], isGuess: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0115", span: span, message: "a date and a time stand apart, and no zone follows them",
      help: "a zone is named by itself, as in `zone \"UTC\"`", fix: fix, isGuess: isGuess)
  }

  static func noSuchDate(_ span: SourceSpan, _ text: String) -> Diagnostic {
    let month = text.split(separator: "-").dropFirst().first.flatMap { Int($0) } ?? 0
    return Diagnostic(
      code: "E0114", span: span, message: "there is no date `\(text)`",
      help: (1...12 ~= month ? "" : "there is no month \(month); ")
        + "a date is written YEAR-MONTH-DAY, as `2026-11-20`")
  }

  static let otherDate = naming("E0114", isMeant: true) { "a date is written YEAR-MONTH-DAY: `\($0)`" }

  static let dateJoinedToTime = alike("E0115", "a date and a time stand apart", meant: " ")

  /// Midnight at the end of a day that is named before it: `2026-11-20 24:00`, `day 1 24:00`.
  ///
  /// - Parameter next: the edit that names the day after.
  static func endOfDay(_ span: SourceSpan, next: TextEdit) -> Diagnostic {
    var problem = noSuchTime(
      span, "24:00", meant: "00:00", help: "midnight begins the next day: `\(next.replacement) 00:00`")
    problem.fix.insert(next, at: 0)
    return problem
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

  static func foreignComment(_ span: SourceSpan, fix: [TextEdit]) -> Diagnostic {
    Diagnostic(code: "E0120", span: span, message: "a comment starts with `#`", fix: fix)
  }

  static func symbolForWord(
    _ span: SourceSpan, symbol: String, word: String, edit: TextEdit
  ) -> Diagnostic {
    Diagnostic(code: "E0121", span: span, message: "`\(symbol)` is written `\(word)`", fix: [edit])
  }

  static func matching(_ span: SourceSpan, written: String) -> Diagnostic {
    var problem = Diagnostic(
      code: "E0220", span: span, message: "there is no matching with `\(written)`",
      help: "texts are compared whole, with `==`; a `map` in a source, or a view, can say which are meant")
    guard written == "~=" else { return problem }
    problem.message = "nothing is compared with `~=`"
    problem.help = "that two values differ is written `!=`, that they are the same `==`"
    (problem.fix, problem.isGuess) = ([TextEdit(span, "!=")], true)
    return problem
  }

  static func threeDots(_ span: SourceSpan, edit: TextEdit) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a range is written with two dots",
      help: "`LOW .. HIGH` has both ends in it, `LOW to HIGH` is without the last", fix: [edit], isGuess: true
    )
  }

  static let semicolon = naming("E0122", isMeant: true) { _ in
    "an item ends with its line, or with a comma inside `{ }`"
  }
}

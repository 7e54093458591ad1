/// What can be wrong with types.
extension Diagnostic {
  /// - Parameters:
  ///   - text: the literal as written.
  ///   - meant: what would be right without its quotes.
  static func wrongLiteral(
    _ span: SourceSpan, expected: String, found: String, text: String, meant: String? = nil
  ) -> Diagnostic {
    var help: String?
    var fix: [TextEdit] = []
    switch (expected, found) {
    case ("a duration", "a number"): help = unitHelp(text)
    case (_, "a text") where meant != nil:
      help = "only texts stand in quotes"
      fix = meant.map { [TextEdit(span, $0)] } ?? []
    case ("a duration", "a time"): help = lengthHelp(text)
    case ("a time", "a number"):
      help = "a time has hours and minutes, as in `07:00`"
      if text.utf8.count < 3, let hour = Int(text), hour < 24 {
        fix = [TextEdit(span, (hour < 10 ? "0" : "") + String(hour) + ":00")]
      }
    case ("yes or no", "the name `true`"), ("yes or no", "the name `false`"):
      help = "write `yes` for true and `no` for false"
      fix = [TextEdit(span, found == "the name `true`" ? "yes" : "no")]
    default: break
    }
    return Diagnostic(
      code: "E0401", span: span, message: "expected \(expected), found \(found)", help: help, fix: fix)
  }

  /// Help for a number in place of a duration.
  private static func unitHelp(_ number: String) -> String {
    "a duration has a unit, as in `\(number) min`; there are `ms`, `s`, `min`, `h` and `d`"
  }

  static func operandTypes(
    _ span: SourceSpan, operation: BinaryOperator, left: String, right: String
  ) -> Diagnostic {
    let isOfDate = [left, right].contains("a date")
    let help: String =
      switch operation {
      case .add where isOfDate, .subtract where isOfDate:
        "days are only compared; another day is an attribute or a param of its own"
      case .add, .subtract: "both sides must be numbers or both durations; a time minus a time is a duration"
      case .multiply: "number * number is a number, number * duration a duration"
      case .divide: "number / number and duration / duration are numbers, duration / number is a duration"
      default: "both sides must be numbers or both durations"
      }
    return Diagnostic(
      code: "E0402", span: span, message: "`\(operation.text)` can't join \(left) and \(right)", help: help)
  }

  static let cannotNegate = naming("E0402") { "`-` needs a number or a duration, found \($0)" }

  static func unequalTypes(_ span: SourceSpan, what: String, left: String, right: String) -> Diagnostic {
    let types = [left, right]
    let isUnitMissing = types.contains("a duration") && types.contains("a number")
    let isElse = what == "`else`" && types.contains("yes or no")
    let binding = "`else` binds tighter than a comparison: put those on both sides in parentheses"
    return Diagnostic(
      code: "E0403", span: span, message: "\(what) needs two values of one type, found \(left) and \(right)",
      help: isUnitMissing ? "a duration has a unit, as in `90 min`" : isElse ? binding : nil)
  }

  /// A number that is compared with a duration.
  static func comparedWithoutUnit(_ span: SourceSpan, what: String, text: String) -> Diagnostic {
    Diagnostic(
      code: "E0403", span: span, message: "\(what) compares a duration with `\(text)`, which has no unit",
      help: unitHelp(text))
  }

  /// A duration that is compared with a number.
  static func comparedWithUnit(_ span: SourceSpan, what: String, text: String) -> Diagnostic {
    Diagnostic(
      code: "E0403", span: span, message: "\(what) compares a number with the duration `\(text)`",
      help: "a number has no unit")
  }

  /// A text that would be right without its quotes.
  static func comparedInQuotes(_ span: SourceSpan, what: String, other: String, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0403", span: span, message: "\(what) compares \(other) with a text: write `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  /// A date whose parts were read as numbers.
  static func comparedAsNumber(_ span: SourceSpan, what: String, meant: String, isGuess: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0403", span: span, message: "\(what) compares a date with a number: write `\(meant)`",
      help: "a date is written YEAR-MONTH-DAY", fix: [TextEdit(span, meant)], isGuess: isGuess)
  }

  static func openWeekdays(_ span: SourceSpan, ends: SourceSpan, low: String, high: String) -> Diagnostic {
    let all = ValueText.weekdays
    var meant = "\(low) .. \(high)"
    if let first = all.firstIndex(of: low), let last = all.firstIndex(of: high), first > last {
      meant = "(" + (all[first...] + all[...last]).joined(separator: ", ") + ")"
    }
    return Diagnostic(
      code: "E0418", span: span, message: "`\(low) to \(high)` would leave `\(high)` out",
      help: "with both ends it is written `\(meant)`", fix: [TextEdit(ends, meant)])
  }

  static let notOrdered = naming("E0404", help: "use `==` or `!=`") {
    "\($0) is neither less nor more than another"
  }

  static let notComparable = naming("E0404", help: "ask `due(…)` whether it asks for today") {
    "\($0) can't be compared"
  }

  /// - Parameter meant: a condition of that value.
  static func notCondition(_ span: SourceSpan, what: String, found: String, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0405", span: span, message: "\(what) needs something that is true or false, found \(found)",
      help: "ask something of it, as in `\(meant)`")
  }

  /// `A or B` of two values, in which the second is meant to stand in for the first.
  static func orOfValues(
    _ span: SourceSpan, _ values: [String], between: SourceSpan, found: String
  ) -> Diagnostic {
    Diagnostic(
      code: "E0405", span: span, message: "`or` joins what is true or false, found \(found) on both sides",
      help: "a value for where another is unknown follows `else`: "
        + "`\(values.joined(separator: " else "))`", fix: [TextEdit(between, " else ")], isGuess: true)
  }

  static func fieldIsNoNumber(_ name: Identifier, call: String, found: String) -> Diagnostic {
    Diagnostic(
      code: "E0406", span: name.span,
      message: "`\(call)` needs a field that is a number or a duration; `\(name.text)` is \(found)")
  }

  static func firingsHaveNoFields(_ name: Identifier, stream: String) -> Diagnostic {
    Diagnostic(
      code: "E0407", span: name.span, message: "the firings of `\(stream)` have no fields",
      help: "only logged events have; `count(\(stream))` and `since(\(stream))` need none")
  }

  static func memberFieldDiffers(_ name: Identifier, one: String, other: String) -> Diagnostic {
    Diagnostic(
      code: "E0407", span: name.span,
      message: "the field `\(name.text)` is \(one) in one event of this stream and \(other) in another")
  }

  static func notConstant(_ name: Identifier, what: String, use: String) -> Diagnostic {
    Diagnostic(
      code: "E0408", span: name.span,
      message: "\(use) needs a literal, a param or an attribute; `\(name.text)` is \(what)")
  }

  static func wrongOperand(_ name: Identifier, use: String, expected: String, found: String) -> Diagnostic {
    Diagnostic(
      code: "E0401", span: name.span, message: "\(use) needs \(expected); `\(name.text)` is \(found)")
  }

  /// The clock compared with a time, on its right.
  static func comparedClock(_ span: SourceSpan, _ relation: Relation, time: String) -> Diagnostic {
    let meant: String? =
      switch relation {
      case .equal, .notEqual: nil
      case .greater, .greaterOrEqual: "clock in \(time) to 00:00"
      case .less, .lessOrEqual: "clock in 00:00 to \(time)"
      }
    return Diagnostic(
      code: "E0409", span: span,
      message: meant.map { "the clock is asked for a span: `\($0)`" } ?? "the clock is asked for a span",
      help: meant == nil ? "at one time of day a rule speaks with `at \(time)`" : nil,
      fix: meant.map { [TextEdit(span, $0)] } ?? [], isGuess: true)
  }

  static let strayClock = alike(
    "E0409", "`clock` can only be asked whether it is in a span", help: "write `clock in 22:00 to 07:00`")

  static func closedClock(_ span: SourceSpan, between: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0409", span: span,
      message: "a span of the clock is half-open; it is written with `to`, not `..`",
      help: "write `clock in A to B`", fix: [TextEdit(between, " to ")])
  }

  static let clockNeedsOperand = alike(
    "E0409", "a span of the clock runs from one time, param or attribute to another")

  static func dueNeedsSchedule(_ span: SourceSpan, text: String, meant: String?) -> Diagnostic {
    unknown(
      "E0410", span,
      "`due` needs an attribute, or the `latest` of a field, of type `schedule`; `\(text)` is neither",
      meant: meant)
  }

  static let notInStream = naming(
    "E0411",
    help:
      "a stream is decided when its event comes: from fields, params, attributes, `clock`, `weekday`, `date`, "
      + "and windows and `since` of streams declared before"
  ) { "\($0) has no meaning in the `where` of a stream" }

  static let notInStreak = naming(
    "E0412",
    help:
      "the days of a streak are looked at one by one: windows `today`, `yesterday` and `last`, `latest`, `due`, "
      + "`date`, `weekday`, attributes and params may be used"
  ) { "\($0) has no meaning in a `streak`" }

  static func typeHasNoPlace(_ name: Identifier, use: String, places: String) -> Diagnostic {
    Diagnostic(
      code: "E0413", span: name.span,
      message: "\(use) can't be of type `\(name.text)`; only \(places) can")
  }

  static let secondPresetAttribute = again("E0414") { _ in
    "a second attribute of type `preset`; one attribute picks the preset of a subject"
  }

  static let zoneIsNoText = alike(
    "E0415", "the attribute `zone` names the subject's time zone, so it is a text", meant: "text")

  static let rangeWithoutOrder = naming("E0416") {
    "\($0) has no range; numbers, durations, times and dates have"
  }

  static let limitInPast = naming(
    "E0417",
    help:
      "`today`, `this week`, `this month`, `last` and a duration, or `after` and a stream: `limit 3 today`, "
      + "`limit 3 last 1 h`"
  ) { "a limit counts firings over a time up to now, which `\($0)` isn't" }
}

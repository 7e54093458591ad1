/// What can be wrong with the order of a file's words.
extension Diagnostic {
  var isOfSyntax: Bool { code.hasPrefix("E02") }

  /// How many more `{` than `}` a safe edit adds.
  var bracesAdded: Int {
    guard !isGuess else { return 0 }
    return fix.flatMap { $0.replacement.utf8 }.reduce(0) {
      $0 + ($1 == UInt8(ascii: "{") ? 1 : $1 == UInt8(ascii: "}") ? -1 : 0)
    }
  }

  static func unexpected(
    _ span: SourceSpan, expected: Expected, found: String, fix: [TextEdit] = []
  ) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "expected \(expected.text), found \(found)", help: expected.help,
      fix: fix)
  }

  static func strayMark(
    _ span: SourceSpan, written: String, after keyword: String, expected: Expected, gap: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "expected \(expected.text), found `\(written)`",
      help: "no \(written == ":" ? "colon" : "`=`") follows `\(keyword)`", fix: [TextEdit(gap, "")])
  }

  static func needlessWord(_ span: SourceSpan, written: String, after word: String, gap: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      code: "E0200", span: span, message: "no `\(written)` follows `\(word)`", fix: [TextEdit(gap, "")])
  }

  static func otherRange(_ span: SourceSpan, meant: String, isList: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a \(isList ? "list" : "range") is written `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  /// Two values that may be meant as a list or as the ends of a range.
  static func rangeOrList(_ span: SourceSpan, list: String, range: String) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a list is written `\(list)`, a range `\(range)`",
      fix: [TextEdit(span, list)], isGuess: true)
  }

  static func openName(_ span: SourceSpan, meant: String, what: String = "tables", isGuess: Bool = false)
    -> Diagnostic
  {
    let message =
      meant.hasPrefix("\"")
      ? "a name with a blank or a point in it stands in quotes: `\(meant)`"
      : "\(what) are named alone: `\(meant)`"
    return Diagnostic(
      code: "E0200", span: span, message: message, fix: [TextEdit(span, meant)], isGuess: isGuess)
  }

  static func fileForTable(_ span: SourceSpan, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span,
      message: "the table of a CSV file has its name without the ending: `\(meant)`",
      help: "`--db` names the file", fix: [TextEdit(span, meant)], isGuess: true)
  }

  static let joinedTables = alike(
    "E0200", "a block reads one table, and joins none",
    help: "make a view, `CREATE VIEW some AS SELECT … FROM … JOIN …`, and read that instead")

  static func otherElse(_ span: SourceSpan, written: String) -> Diagnostic {
    Diagnostic(
      code: "E0206", span: span, message: "all other values are written `else`, not `\(written)`",
      fix: [TextEdit(span, "else")])
  }

  static func typedDefinition(_ span: SourceSpan, gap: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a definition has no type: it follows from its value",
      fix: [TextEdit(gap, " ")])
  }

  static let thisDay = alike("E0200", "the window of this day is written `today`", meant: "today")

  static func otherOrder(_ span: SourceSpan, written: String) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "expected `<`, found `\(written)`",
      help: (written == "=" ? "no two of them are equal; " : "")
        + "the lowest, or the least strict, comes first: `ONE < OTHER`",
      fix: written == "," ? [TextEdit(span, " <")] : [], isGuess: written == ",")
  }

  static func reversedOrder(
    _ span: SourceSpan, whole: SourceSpan, meant: String, isGuess: Bool
  ) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "expected `<`, found `>`",
      help: "the least strict comes first: `\(meant)`", fix: [TextEdit(whole, meant)], isGuess: isGuess)
  }

  static func markForExtends(_ span: SourceSpan, written: String, fix: [TextEdit]) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span,
      message: "what a preset builds on is named after `extends`, not `\(written)`", fix: fix)
  }

  static func numberWithoutUnit(_ span: SourceSpan, written: String, unit: String) -> Diagnostic {
    Diagnostic(
      code: "E0209", span: span, message: "`\(written)` has no unit: write `\(written) \(unit)`",
      help: unitsHelp, fix: [TextEdit(span.after, " \(unit)")])
  }

  /// The block of the calendar with the item that begins with a word, or with what people write for it.
  static func calendarForm(of word: String) -> String? {
    switch word {
    case "zone", "timezone", "time_zone", "tz": "the calendar: `calendar { zone \"Europe/Berlin\" }`"
    case "day": "the calendar: `calendar { day starts 04:00 }`"
    case "week": "the calendar: `calendar { week starts mon }`"
    default: nil
    }
  }

  /// - Parameter block: the block in whose braces such an item stands, with its form; nil if there is none.
  static func noDeclaration(_ span: SourceSpan, found: String, meant: String?, block: String?) -> Diagnostic {
    let message = "expected a declaration, found \(found)"
    if let block {
      return Diagnostic(
        code: "E0201", span: span, message: message, help: "\(found) stands in the braces of \(block)")
    }
    return unknown(
      "E0201", span, message, meant: meant,
      help:
        "a file has `include`, `subject`, `event`, `stream`, `scale`, `param`, `define`, `rule`, `preset`, "
        + "`scenario` and such")
  }

  static func noItem(_ span: SourceSpan, found: String, owner: BlockOwner, meant: String?) -> Diagnostic {
    unknown("E0202", span, "expected \(owner.itemText), found \(found)", meant: meant, help: owner.itemHelp)
  }

  /// - Parameter isClosed: whether the `}` is there.
  static func missingBrace(
    _ span: SourceSpan, found: String, isClosed: Bool, fix: [TextEdit]
  ) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "expected `{`, found \(found)",
      help: isClosed
        ? "only the `{` is missing here"
        : "what belongs to it stands in braces: `{` here and `}` after its last line", fix: fix)
  }

  static let testsJoinedByOr = alike(
    "E0200", "tests are joined by `and` alone",
    help: "write a block for each, `NAME from … where …`; values of one column stand in a list, `a in (1, 2)`"
  )

  /// - Parameter table: the table whose rows are tested, as written; nil for JSON.
  static func nullTest(
    _ span: SourceSpan, word: String, member: String, table: String?, isNegated: Bool
  ) -> Diagnostic {
    var problem = comparedWithNull(span, word: word, meant: nil)
    guard let table else {
      problem.help = "`has \(member)` asks whether it is there, `null` or not"
      return problem
    }
    let query = "SELECT * FROM \(table) WHERE \(member) IS \(isNegated ? "NOT NULL" : "NULL")"
    problem.help =
      "make a view, `CREATE VIEW some AS \(query)`, and read that instead; leave such rows out of a CSV file"
    return problem
  }

  static func nestedDeclaration(
    _ span: SourceSpan, what: String, inside brace: SourceSpan, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      code: "E0203", span: span, message: "`\(what)` stands inside `\(owner)`: no declaration holds another",
      notes: [DiagnosticNote(brace, "it is inside this `{`")],
      help: "close `\(owner)` with a `}` before `\(what)`, and take one `}` after it away")
  }

  /// - Parameter next: the declaration, or the item of the block around, before which it should have been closed.
  static func unclosedBrace(_ span: SourceSpan, next: SourceSpan, isDeclaration: Bool) -> Diagnostic {
    let reason = isDeclaration ? ": no declaration holds another" : ", as this belongs to the block around it"
    return Diagnostic(
      code: "E0203", span: span, message: "this `{` is never closed",
      notes: [DiagnosticNote(next, "before this a `}` is missing\(reason)")])
  }

  /// - Parameter around: the braces around it, which aren't closed either, from the inside out.
  static func cutOff(_ span: SourceSpan, around: [SourceSpan]) -> Diagnostic {
    let missing = around.isEmpty ? "a `}` is" : "\(around.count + 1) `}` are"
    return Diagnostic(
      code: "E0203", span: span, message: "this `{` is never closed",
      notes: around.map { DiagnosticNote($0, "nor is this one") },
      help: "\(missing) missing at the end")
  }

  static func unmatchedBrace(_ span: SourceSpan, text: String) -> Diagnostic {
    Diagnostic(
      code: "E0204", span: span, message: "nothing is open that this `\(text)` could close",
      fix: [TextEdit(span, "")], isGuess: true)
  }

  static func braceOnNextLine(_ span: SourceSpan, gap: SourceSpan?) -> Diagnostic {
    Diagnostic(
      code: "E0205", span: span, message: "`{` belongs at the end of the line before",
      fix: gap.map { [TextEdit($0, " ")] } ?? [])
  }

  static func nameNotLowerCase(_ span: SourceSpan, written: String, meant: String?) -> Diagnostic {
    Diagnostic(
      code: "E0206", span: span,
      message: "`\(written)` is no name: names are of lower-case letters, digits and `_`",
      fix: meant.map { [TextEdit(span, $0)] } ?? [])
  }

  /// - Parameter nextItemAfter: the blanks after which another item begins; nil if none does.
  static func junkAfterItem(
    _ span: SourceSpan, found: String, nextItemAfter gap: SourceSpan? = nil, meant: String? = nil,
    form: String? = nil
  ) -> Diagnostic {
    let message = "expected the end of the line, found \(found)"
    if let meant, gap == nil { return unknown("E0207", span, message, meant: meant) }
    return Diagnostic(
      code: "E0207", span: span, message: message,
      help: gap == nil ? form : "each stands on a line of its own, or after a comma",
      fix: gap.map { [TextEdit($0, ", ")] } ?? [])
  }

  static let offsetOfPoint = alike(
    "E0200", "a time in a scenario has no offset: it is one of the scenario's zone",
    help: "a time that clocks show twice is the first of the two; for the second, count from `start`, "
      + "as in `+15 h 30 min`")

  static let repeatAtTime = alike(
    "E0207", "`repeat daily` takes no time of day",
    help: "it lets a rule without a trigger speak once on each day that its condition is true; "
      + "a rule that speaks at a time has the trigger `at 09:00` in its place")

  static let conditionMissing = naming("E0207") { "a condition is missing \($0)" }

  static let expectationOutOfOrder = naming(
    "E0207", help: "what is expected comes first, then `saying`, `at`, `exactly` and `under`, in this order"
  ) { "expected the end of the line, found \($0)" }

  static func notAssign(_ span: SourceSpan, written: String, fix: TextEdit) -> Diagnostic {
    Diagnostic(
      code: "E0208", span: span, message: "a value is given with `=`, not `\(written)`", fix: [fix])
  }

  static func wrongUnit(_ span: SourceSpan, written: String, number: String, edit: TextEdit?) -> Diagnostic {
    guard let edit else {
      return Diagnostic(
        code: "E0209", span: span, message: "a `\(written)` has no fixed length", help: unitsHelp)
    }
    let unit = edit.replacement.split(separator: " ").joined(separator: " ")
    return wrongUnit(
      span, written: written, meant: edit.span == span ? "\(number) \(unit)" : unit, edit: edit)
  }

  static func wrongUnit(_ span: SourceSpan, written: String, meant: String, edit: TextEdit) -> Diagnostic {
    Diagnostic(
      code: "E0209", span: span, message: "there is no unit `\(written)`: write `\(meant)`", help: unitsHelp,
      fix: [edit])
  }

  private static let unitsHelp = "the units are `ms`, `s`, `min`, `h` and `d`"

  static let otherDuration = naming("E0209", help: unitsHelp, isMeant: true) {
    "a duration is written `\($0)`"
  }

  /// - Parameter isShare: whether it is a share of another value, and no value by itself.
  static func percent(_ span: SourceSpan, edit: TextEdit?, isShare: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0210", span: span,
      message: edit.map { "there are no percentages: write `\($0.replacement)`" }
        ?? "there are no percentages",
      help: "between two values `%` is the remainder", fix: edit.map { [$0] } ?? [], isGuess: !isShare)
  }

  static let durationTooFine = alike("E0211", "a duration is a whole number of milliseconds")

  static let fractionAfterFirstUnit = naming("E0211", isMeant: true) {
    "only the first number of a duration may have a fraction: write `\($0)`"
  }

  static let durationTooLong = alike("E0212", "this duration is too long")

  static func unknownType(_ name: Identifier, meant: String?, known: [String]) -> Diagnostic {
    unknown(
      "E0213", name.span, "there is no type `\(name.text)`", meant: meant,
      help: "the types are \(list(known)), or values joined by `|`")
  }

  static let clauseAway = naming("E0214") { "`\($0)` belongs right after `when`" }

  static func repeatedClause(_ span: SourceSpan, first: SourceSpan, clause: String, help: String?)
    -> Diagnostic
  {
    Diagnostic(
      code: "E0215", span: span, message: "a rule has one \(clause)",
      notes: [DiagnosticNote(first, "the first is here")], help: help)
  }
}

extension BlockOwner {
  /// How an item of the block is written; nil if `itemText` says it.
  var itemHelp: String? {
    switch self {
    case .subject: "an attribute is written `NAME: number = 3`"
    case .event: "a field is written `NAME: number = 3`, a kind `kind NAME`"
    case .rule: "a rule has `on`, `at` or `every`, `when`, `raise`, `emit`, `severity`, `cooldown` and such"
    case .scenario: "a scenario has `start`, `preset`, `at`, `expect` and such"
    case .calendar, .kind, .policy, .preset, .guard, .source, .table, .map, .scenarioSubject, .scenarioEvent:
      nil
    }
  }

  /// What the block holds, with its article.
  var itemText: String {
    switch self {
    case .calendar: "`zone`, `day starts` or `week starts`"
    case .subject: "an attribute or `ends after`"
    case .event: "a field, `kind` or `debounce`"
    case .kind: "a field's value or `debounce`"
    case .rule: "a clause"
    case .policy: "a gate: \(Noun.either(GateName.allCases.map { "`\($0.text)`" }))"
    case .preset: "a param's value"
    case .guard: "`never say`"
    case .source: "a table"
    case .table: "a column"
    case .map: "a value"
    case .scenario: "a step or an expectation"
    case .scenarioSubject: "an attribute's value"
    case .scenarioEvent: "a field's value"
    }
  }
}

/// What can be wrong inside expressions and messages.
extension Diagnostic {
  static let assignInExpression = naming("E0220", isMeant: true) { "values are compared with `\($0)`" }

  static func chainedComparison(_ span: SourceSpan, isNegated: Bool, fix: [TextEdit]) -> Diagnostic {
    Diagnostic(
      code: "E0221", span: span, message: "comparisons are not chained",
      help: "join two of them with `and`" + (isNegated ? ", in parentheses after `not`" : ""), fix: fix)
  }

  /// Two comparisons with `else` between them, each as written.
  static func comparisonsAroundElse(_ span: SourceSpan, _ first: String, _ second: String) -> Diagnostic {
    let meant = "(\(first)) else (\(second))"
    return Diagnostic(
      code: "E0221", span: span, message: "`else` binds tighter than a comparison",
      help: "each of the two stands in parentheses: `\(meant)`", fix: [TextEdit(span, meant)], isGuess: true)
  }

  /// - Parameter edit: the one that writes the range in its place.
  static func otherRangeMark(_ span: SourceSpan, meant: String, edit: TextEdit) -> Diagnostic {
    Diagnostic(code: "E0200", span: span, message: "this range is written `\(meant)`", fix: [edit])
  }

  static func windowOutside(_ span: SourceSpan, meant: String, fix: [TextEdit]) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a window stands in the parentheses: `\(meant)`", fix: fix)
  }

  static func otherWindow(
    _ span: SourceSpan, meant: String, fix: TextEdit?, isGuess: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a window stands after a comma: `\(meant)`",
      fix: fix.map { [$0] } ?? [],
      isGuess: isGuess)
  }

  static func windowFirst(_ span: SourceSpan, function: String, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "the window comes last: `\(function)(\(meant))`",
      fix: [TextEdit(span, meant)])
  }

  static func needlessWindow(_ span: SourceSpan, function: String, gap: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "`\(function)` takes no window",
      help: "it asks about the newest event, whenever that was", fix: [TextEdit(gap, "")], isGuess: true)
  }

  static func pairOfValues(_ span: SourceSpan, _ function: String, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0226", span: span, message: "`\(function)` reads a field; of two values it is `\(meant)`",
      fix: [TextEdit(span, meant)])
  }

  /// - Parameter meant: the question that `null` stands for; nil if there is none.
  static func comparedWithNull(_ span: SourceSpan, word: String, meant: String?) -> Diagnostic {
    Diagnostic(
      code: "E0220", span: span,
      message: "nothing is compared with `\(word)`" + (meant.map { ": ask `\($0)`" } ?? ""),
      help: meant == nil ? "a value that is unknown is given another by `else`, as in `… else 0`" : nil,
      fix: meant.map { [TextEdit(span, $0)] } ?? [], isGuess: true)
  }

  static func formattedValue(_ span: SourceSpan, help: String, fix: TextEdit) -> Diagnostic {
    Diagnostic(
      code: "E0200", span: span, message: "a value in a message takes no format", help: help, fix: [fix],
      isGuess: true)
  }

  static func otherTruth(_ span: SourceSpan, written: String, meant: String) -> Diagnostic {
    Diagnostic(
      code: "E0206", span: span, message: "`\(written)` is written `\(meant)`", fix: [TextEdit(span, meant)])
  }

  static func textWithoutQuotes(_ span: SourceSpan, written: String) -> Diagnostic {
    Diagnostic(
      code: "E0206", span: span, message: "`\(written)` is no name: a text stands in double quotes",
      fix: [TextEdit(span, "\"\(written)\"")], isGuess: true)
  }

  static func notIn(_ span: SourceSpan, fix: [TextEdit]) -> Diagnostic {
    Diagnostic(code: "E0222", span: span, message: "`not` stands before the whole comparison", fix: fix)
  }

  static let noDistinct =
    "different values are not counted; one value is a stream, `stream NAME = EVENT where FIELD == \"…\"`, and "
    + "`least(count(NAME, last 1 h), 1)` is 1 if it was there"

  static func unknownFunction(_ span: SourceSpan, name: String, meant: String?) -> Diagnostic {
    let help =
      ["distinct", "unique", "count_distinct"].contains(name)
      ? noDistinct : "the functions are \(Noun.all(Function.quoted))"
    return unknown("E0223", span, "there is no function `\(name)`", meant: meant, help: help)
  }

  /// - Parameters:
  ///   - kind: the kind that the field `kind` is compared with.
  ///   - call: the call that is meant, if the name after the dot is a function's.
  ///   - attribute: the name after the dot, if the name before it is the subject's.
  ///   - own: the name after the dot, if the name before it is the stream whose events a `where` here picks.
  static func fieldOutsideCall(
    _ span: SourceSpan, text: String, kind: String?, call: String?, attribute: String?, own: String?
  ) -> Diagnostic {
    func byName(_ what: String, _ name: String) -> Diagnostic {
      Diagnostic(
        code: "E0224", span: span, message: "\(what) is read by its name alone",
        help: "write `\(name)`", fix: [TextEdit(span, name)])
    }
    if let attribute { return byName("an attribute of the subject", attribute) }
    if let kind {
      return Diagnostic(
        code: "E0224", span: span, message: "a kind isn't compared; it is a stream of its own",
        help: "ask for its events: `count(\(kind), last 1 h) >= 1`, `since(\(kind))`, or `on \(kind)`")
    }
    if let call {
      return Diagnostic(
        code: "E0224", span: span, message: "a function stands before what it asks about: `\(call)`",
        fix: [TextEdit(span, call)])
    }
    if let own { return byName("a field of the event that `where` looks at", own) }
    return Diagnostic(
      code: "E0224", span: span, message: "a field is read through a function, not as `\(text)`",
      help:
        "the newest one is `latest(\(text))`; over a window there are \(Noun.all(Function.quotedOverFields))"
    )
  }

  /// The comparison of an event with one of its kinds.
  static func comparedKind(
    _ span: SourceSpan, event: String, kind: String, among kinds: [String], isNegated: Bool
  ) -> Diagnostic {
    let others = kinds.filter { $0 != kind }
    let isOther = isNegated && others.count == 1
    let newest = newest(isOther ? others[0] : kind, of: event, besides: isOther ? [kind] : others)
    return Diagnostic(
      code: "E0224", span: span, message: "a kind isn't compared; it is a stream of its own",
      help: newest.help,
      fix: newest.meant.map { [TextEdit(span, $0)] } ?? [], isGuess: true)
  }

  /// How it is asked whether the newest event is of a kind; `meant` is nil unless there is one other kind.
  static func newest(
    _ kind: String, of event: String, besides others: [String]
  ) -> (meant: String?, help: String) {
    let only = others.count == 1 ? others[0] : nil
    let question = "count(\(kind), after \(only ?? "OTHER")) >= 1"
    let each = only == nil ? ", for each other kind" : ""
    return (
      only.map { _ in question },
      "whether the newest `\(event)` is `\(kind)` is asked by `\(question)`\(each)"
    )
  }

  static func fieldInCount(_ span: SourceSpan, field: String) -> Diagnostic {
    Diagnostic(
      code: "E0225", span: span, message: "`count` counts events and takes no field",
      help: field == Keyword.kind.text
        ? "one kind is counted by its own name: `count(KIND)`; all of them are without `.kind`"
        : "leave the field out, or add it up with `sum`",
      fix: [TextEdit(span, "")], isGuess: true)
  }

  /// - Parameter meant: the fields that may be meant, with their events.
  static func fieldMissing(_ span: SourceSpan, function: String, found: String, meant: [String]) -> Diagnostic
  {
    Diagnostic(
      code: "E0226", span: span,
      message: "`\(function)` reads a field: expected `.` and its name, found \(found)",
      help: meant.isEmpty
        ? "a field stands after its event: `\(function)(EVENT.FIELD)`"
        : "write \(Noun.either(meant.map { "`\($0)`" }))")
  }

  static func commaMissing(_ span: SourceSpan, at place: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0227", span: span, message: "a comma comes before the window", fix: [TextEdit(place, ",")])
  }

  static func nestedTooDeep(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(code: "E0228", span: span, message: "this is nested more than \(limit) deep")
  }

  static func tooManyOperators(_ span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "E0229", span: span, message: "an expression has at most \(limit) operators",
      help: "give parts of it a name with `define`")
  }

  static let calculatedLength = naming(
    "E0200", help: "it is a literal, a parameter or an attribute, such as `last 2 h` or `last NAME`"
  ) { "the length of a window is not calculated, as by this \($0)" }

  static func unclosedParen(
    _ span: SourceSpan, found: String, at place: SourceSpan, help: String?
  ) -> Diagnostic {
    Diagnostic(
      code: "E0230", span: place, message: "expected `)`, found \(found)",
      notes: [DiagnosticNote(span, "to close this one")], help: help)
  }

  static func unclosedValue(_ span: SourceSpan, mayBeSeen: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0231", span: span, message: "this `{` is not closed in the message",
      help: "a value ends with `}`; a brace that should be seen is written twice",
      fix: mayBeSeen ? [TextEdit(span, "{{")] : [],
      isGuess: mayBeSeen)
  }

  static func strayBraceInMessage(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "E0232", span: span, message: "this `}` closes nothing in the message",
      help: "a brace that should be seen is written twice", fix: [TextEdit(span, "}}")],
      isGuess: true)
  }

  static let emptyValue = alike("E0233", "expected an expression between `{` and `}`")
}

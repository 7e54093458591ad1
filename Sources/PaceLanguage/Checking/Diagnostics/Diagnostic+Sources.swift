/// What can be wrong with sources.
extension Diagnostic {
  /// - Parameter event: the event that has a kind of this name.
  static func unknownTarget(
    _ name: Identifier, found: String?, isJSON: Bool, event: String?, suggestion: String?
  ) -> Diagnostic {
    let reserved = isJSON ? "`settings` or `kinds`" : "or `notice`"
    let expected = "expected the subject, an event" + (isJSON ? ", " : " ") + reserved
    return unknown(
      "E0801", name.span,
      found.map { "`\(name.text)` is \($0); \(expected)" }
        ?? "nothing to read is called `\(name.text)`; \(expected)",
      meant: event == nil ? suggestion : nil,
      help: event.map {
        "rows of one kind are read as the event's: `\($0) from … { …, kind = \(name.text) }`"
      })
  }

  static func unknownSlot(
    _ column: SourceSyntax.Column, expected: [String], suggestion: String?
  ) -> Diagnostic {
    let name = column.name
    if let other = column.onlyInput, expected.contains(other.text) {
      return Diagnostic(
        code: "E0802", span: name.span, message: "there is no `\(name.text)` to fill here",
        help: "what is filled stands on the left: `\(other.text) = \(name.text)`",
        fix: [TextEdit(name.span, other.text), TextEdit(other.span, name.text)])
    }
    return unknown(
      "E0802", name.span, "there is no `\(name.text)` to fill here", meant: suggestion,
      help: Self.expected(oneOf: expected))
  }

  static func missingColumn(_ target: Identifier, column: String, isJSON: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0803", span: target.span,
      message: "`\(target.text)` needs a \(isJSON ? "member" : "column") for `\(column)`",
      help: "add `\(column) = …`")
  }

  static func encodingDoesNotFit(
    _ name: Identifier, slot: String, expected: [String], meant: String?
  ) -> Diagnostic {
    unknown(
      "E0804", name.span, "`\(name.text)` is no way to store `\(slot)`", meant: meant,
      help: expected.isEmpty
        ? "`\(slot)` is stored in one way only; leave the encoding out, or map values: `as { \"0\" = … }`"
        : Self.expected(oneOf: expected))
  }

  static func unknownEncoding(_ name: Identifier, expected: [String], suggestion: String?) -> Diagnostic {
    unknown(
      "E0804", name.span, "no encoding is called `\(name.text)`", meant: suggestion,
      help: Self.expected(oneOf: expected))
  }

  /// A value that a draft has left open.
  static func unfilled(_ span: SourceSpan, what: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "E0307", span: span, message: "the name of a \(what) is to be filled in here",
      help: expected(oneOf: names, most: 12))
  }

  static let mapDoesNotFit = naming("E0804", help: "kinds, rules, attributes and fields can") {
    "the values of `\($0)` can't be mapped one by one"
  }

  static let mappedTwice = again("E0805", note: "the first time") { "`\($0)` is mapped twice" }

  static let elseTwice = alike("E0805", "`else` is there twice", help: "leave one of them out")

  /// - Parameter name: the value as written, if it may be one name with a hyphen in it, and its span.
  static func differenceNeedsDuration(
    _ span: SourceSpan, slot: String, name: (text: String, span: SourceSpan)?
  ) -> Diagnostic {
    let message = "`\(slot)` is no duration, so it can't be a difference"
    if let name {
      return Diagnostic(
        code: "E0811", span: span, message: message,
        help: "a name with a hyphen in it stands in quotes: `\"\(name.text)\"`",
        fix: [TextEdit(name.span, "\"\(name.text)\"")], isGuess: true)
    }
    return Diagnostic(
      code: "E0811", span: span, message: message,
      help: "a field or attribute of type `duration` can say how much later one column is than another")
  }

  static func differenceNeedsEncoding(_ span: SourceSpan, expected: [String]) -> Diagnostic {
    Diagnostic(
      code: "E0812", span: span, message: "how are the two times stored?",
      help: "add `as` and an encoding; " + Self.expected(oneOf: expected))
  }

  static let columnTwice = again("E0806", note: "the first time") { "`\($0)` is filled twice" }

  /// - Parameter isSubject: whether it is the subject that must come from one.
  static func columnNeeded(_ span: SourceSpan, slot: String, isJSON: Bool, isSubject: Bool) -> Diagnostic {
    let (place, whole) = isJSON ? ("member", "object") : ("column", "row")
    let rows =
      "a row is of one `\(slot)`: a view makes several of it, `CREATE VIEW some AS SELECT … UNION ALL SELECT …`, "
      + "or a CSV file for each, with a column that names it"
    return Diagnostic(
      code: "E0807", span: span,
      message: "`\(slot)` must come from a \(place); it can't be the same for every \(whole)",
      help: isSubject && !isJSON ? rows : nil)
  }

  static let encodedConstant = alike(
    "E0807", "a constant isn't stored anywhere, so it has no encoding", help: "leave out what follows `as`")

  static let secondSubjectTable = again("E0808") { "a source reads the subject `\($0)` from one table" }

  static let mixedSource = again(
    "E0809", note: "the first block of the other form",
    help: "make two sources of it; a table called json is written `\"json\"`"
  ) { _ in "a source reads either tables or JSON, not both" }

  static func targetDoesNotFit(_ name: Identifier, isJSON: Bool) -> Diagnostic {
    Diagnostic(
      code: "E0810", span: name.span,
      message: "`\(name.text)` can't be read from \(isJSON ? "JSON" : "a table")",
      help: isJSON
        ? "JSON gives the subject, events, `settings` and `kinds`" : "`settings` and `kinds` come `from json`"
    )
  }

  static let noKinds = alike("E0810", "`kinds` reads what kinds are like, but no event has kinds")

  static let fieldOfManyTypes = naming("E0810") {
    "`\($0)` is of another type in each event, so no member can fill it for every kind"
  }
}

extension SourceSyntax.Column {
  /// The one column or member that it reads; nil for paths, differences and literals.
  var onlyInput: StringSyntax? {
    switch value {
    case .input(let member): member.names.count == 1 ? member.names[0] : nil
    case .difference, .literal: nil
    }
  }
}

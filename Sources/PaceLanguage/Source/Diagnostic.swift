/// How much a diagnostic matters: errors stop a program from running, warnings and notes do not.
public enum Severity: Comparable, Sendable {
  case note, warning, error

  /// The word for it in findings.
  public var text: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// One replacement of the bytes in `span`; an empty span is an insertion.
public struct TextEdit: Equatable, Sendable {
  public var span: SourceSpan
  public var replacement: String

  public init(_ span: SourceSpan, _ replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}

/// A second place that a diagnostic names, with a message of its own.
public struct DiagnosticNote: Equatable, Sendable {
  public var span: SourceSpan
  public var message: String

  public init(_ span: SourceSpan, _ message: String) {
    self.span = span
    self.message = message
  }
}

/// One finding about a program's text: a stable code, a place, what is wrong, and how to mend it.
///
/// Messages start in lower case, have no full stop, and put the user's text in backticks.
public struct Diagnostic: Equatable, Sendable {
  /// The stable code, such as `E0203` or `unused-param`; what `lint --explain` takes.
  public var code: String
  public var severity: Severity
  public var span: SourceSpan
  public var message: String
  public var notes: [DiagnosticNote]
  /// What to do about it, apart from the message; nil if the message says it.
  public var help: String?
  /// The edit that mends it; empty if there is none.
  public var fix: [TextEdit]
  /// Whether the edit is only a guess at what was meant, which the writer has to confirm.
  public var isGuess: Bool

  public init(
    code: String, severity: Severity = .error, span: SourceSpan, message: String,
    notes: [DiagnosticNote] = [], help: String? = nil, fix: [TextEdit] = [], isGuess: Bool = false
  ) {
    self.code = code
    self.severity = severity
    self.span = span
    self.message = message
    self.notes = notes
    self.help = help
    self.fix = fix
    self.isGuess = isGuess
  }

  /// A diagnostic about a word that means nothing where it stands, with the word most likely meant, or else `help`.
  static func unknown(
    _ code: String, _ span: SourceSpan, _ message: String, meant: String?, help: String? = nil
  ) -> Diagnostic {
    guard let meant else { return Diagnostic(code: code, span: span, message: message, help: help) }
    return Diagnostic(
      code: code, span: span, message: message, help: "did you mean `\(meant)`?",
      fix: [TextEdit(span, meant)], isGuess: true)
  }

  /// Makes diagnostics that say the same wherever they are given.
  ///
  /// - Parameter meant: what should stand in the place of the span; nil if that isn't known.
  static func alike(
    _ code: String, _ message: String, help: String? = nil, meant: String? = nil
  ) -> @Sendable (SourceSpan) -> Diagnostic {
    { span in
      let fix = meant.map { [TextEdit(span, $0)] } ?? []
      return Diagnostic(code: code, span: span, message: message, help: help, fix: fix)
    }
  }

  /// Makes diagnostics that name one text.
  ///
  /// - Parameter isMeant: whether that text is what should stand in the place of the span.
  static func naming(
    _ code: String, help: String? = nil, isMeant: Bool = false,
    _ message: @escaping @Sendable (String) -> String
  ) -> @Sendable (SourceSpan, String) -> Diagnostic {
    { span, text in
      let meant = isMeant ? text : nil
      return alike(code, message(text), help: help, meant: meant)(span)
    }
  }

  /// Help that lists the names that may stand there, at most the first `most`.
  static func expected(oneOf names: [String], most: Int = .max) -> String {
    "expected one of \(list(names, most: most))"
  }

  /// Names in backticks, at most the first `most`.
  static func list(_ names: [String], most: Int = .max) -> String {
    names.prefix(most).map { "`\($0)`" }.joined(separator: ", ") + (names.count > most ? ", …" : "")
  }
}

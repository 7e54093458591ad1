public import PaceLanguage

/// A lint rule: what it looks for and why, an example of each sort, and its check.
///
/// Its page in `lint --explain`, and its tests, are made from this value.
public struct LintRule: Sendable {
  /// The stable name, in kebab case; what `# allow` takes.
  public let code: String
  public let severity: Severity
  /// One sentence: what is reported.
  public let summary: String
  /// Why it matters, and what to do.
  public let rationale: String
  /// A text that is reported; `LintExample.program(of:)` makes it a whole program.
  public let reported: String
  /// The same text, mended so that nothing is reported.
  public let accepted: String
  let check: @Sendable (LintRule, LintContext) -> [Diagnostic]
}

extension LintRule {
  func finding(
    _ span: SourceSpan, _ message: String, notes: [DiagnosticNote] = [], help: String? = nil,
    fix: [TextEdit] = []
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, span: span, message: message, notes: notes, help: help, fix: fix)
  }

  /// What `lint --explain` prints.
  public var explanation: String {
    """
    \(code) (\(severity.text)): \(summary)

    \(rationale)

    Reported:

    \(indented(reported))

    Accepted:

    \(indented(accepted))

    To allow one place: `# allow \(code)` and a reason, on the line before it.
    """
  }

  private func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}

extension Severity {
  /// The word for it in findings.
  public var text: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}

/// The example texts of lint rules as programs that can be checked.
public enum LintExample {
  /// The first line of a text that is shown as a file of its own.
  static let fileMark = "# presets/"

  /// `text` as a program, after a small subject and event unless it has its own or is a file of its own.
  public static func program(of text: String) -> String {
    let lines = text.split(separator: "\n")
    if text.hasPrefix(fileMark) || lines.contains(where: { $0.hasPrefix("subject ") }) { return text + "\n" }
    let head = """
      subject session { }
      event entry of session {
        amount: number = 1 in 0 .. 50
        kind small { amount = 0.5 }
        kind large { amount = 2 }
      }

      """
    return head + text + "\n"
  }
}

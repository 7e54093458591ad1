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
  /// A text that is reported: a program, or a part of one.
  public let reported: String
  /// What makes `reported` a text that is accepted: whole lines, or blocks of them, and what stands there instead;
  /// nil if they are deleted.
  let mended: KeyValuePairs<String, String?>
  /// Whether it is about what a whole program leaves unused: in a file of several programs, each has to find it.
  var isOfUnused = false
  /// Whether only scenarios can show it, so that nothing is known of a program without any.
  var isOfScenarios = false
  /// By default, nothing is found.
  var check: @Sendable (LintRule, LintContext) -> [Diagnostic] = { _, _ in [] }
}

extension LintRule {
  /// The same text, mended so that nothing is reported.
  public var accepted: String {
    var rest = Self.lines(of: reported)[...]
    var accepted: [Substring] = []
    while !rest.isEmpty {
      if let change = mended.first(where: { rest.starts(with: Self.lines(of: $0.key)) }) {
        accepted += change.value.map(Self.lines) ?? []
        rest = rest.dropFirst(Self.lines(of: change.key).count)
      } else {
        accepted.append(rest.removeFirst())
      }
    }
    return accepted.joined(separator: "\n")
  }

  private static func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  func finding(
    _ span: SourceSpan, _ message: String, notes: [DiagnosticNote] = [], help: String? = nil,
    fix: [TextEdit] = [], isGuess: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, span: span, message: message, notes: notes, help: help, fix: fix,
      isGuess: isGuess)
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

    \(allowing)
    """
  }

  /// The rule that most examples are about, with the gates given.
  static func busy(when condition: String, _ gates: String...) -> String {
    let clauses = ["on entry", "when \(condition)", "emit warning \"That is a lot.\""] + gates
    return "rule busy {\n\(clauses.map { "  \($0)\n" }.joined())}"
  }

  private var allowing: String {
    Self.isAllowable(code)
      ? "To allow one place: `# allow \(code)` and a reason, on the line before it."
      : "No comment allows this finding."
  }

  private func indented(_ text: String) -> String {
    Self.lines(of: text).map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
  }
}

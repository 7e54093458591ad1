public import PaceLanguage

/// A lint rule: its page, from which its tests are made too, and its check.
public struct LintRule: Sendable {
  /// What it looks for and why; its code is what `# allow` takes.
  public let page: FindingPage
  /// Whether it finds what a program leaves unused: in a file that programs share, all of them have to find it.
  let isOfUnused: Bool
  /// Whether only scenarios can show it, so that nothing is known of a program without any.
  let isOfScenarios: Bool
  var check: @Sendable (LintRule, LintContext) -> [Diagnostic]

  /// - Parameter check: by default, nothing is found.
  init(
    code: String, severity: Severity, summary: String, rationale: String, reported: String,
    mended: KeyValuePairs<String, String?>, isOfUnused: Bool = false, isOfScenarios: Bool = false,
    check: @escaping @Sendable (LintRule, LintContext) -> [Diagnostic] = { _, _ in [] }
  ) {
    page = FindingPage(
      code: code, severity: severity, summary: summary, rationale: rationale, reported: reported,
      mended: mended)
    self.isOfUnused = isOfUnused
    self.isOfScenarios = isOfScenarios
    self.check = check
  }
}

extension LintRule {
  public var code: String { page.code }

  func finding(
    _ span: SourceSpan, _ message: String, notes: [DiagnosticNote] = [], help: String? = nil,
    fix: [TextEdit] = [], isGuess: Bool = false
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: page.severity, span: span, message: message, notes: notes, help: help, fix: fix,
      isGuess: isGuess)
  }

  /// The rule that most examples are about, with the gates given.
  static func busy(when condition: String, _ gates: String...) -> String {
    let clauses = ["on entry", "when \(condition)", "emit warning \"That is a lot.\""] + gates
    return "rule busy {\n\(clauses.map { "  \($0)\n" }.joined())}"
  }
}

extension FindingPage {
  /// The page of an error, whatever the case of its letter, or of a lint rule; nil for unknown codes.
  public static func named(_ code: String) -> FindingPage? {
    let wanted = code.uppercased()
    return errors.first { $0.code == wanted } ?? LintRule.named(code)?.page
  }

  /// What `lint --explain` prints.
  public var explanation: String {
    if LintRule.named(code) == nil { return text }
    return LintRule.isAllowable(code)
      ? "\(text)\n\nTo allow one place: `# allow \(code)` and a reason, on the line before it."
      : "\(text)\n\nNo comment allows this finding."
  }
}

import PaceLanguage

extension LintRule {
  static let ruleWithoutEffect = LintRule(
    code: "rule-without-effect", severity: .warning,
    summary: "a rule that neither emits nor raises",
    rationale: "A rule without `emit` never fires, and without `raise` it shows nowhere.",
    reported: """
      rule busy {
        when count(entry, last 60 min) >= 3
      }
      """,
    mended: [
      "  when count(entry, last 60 min) >= 3": """
        when count(entry, last 60 min) >= 3
        emit warning "That is a lot."
      """
    ]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard candidate.emission == nil, candidate.raise == nil else { return nil }
      return rule.finding(
        candidate.name.span,
        "rule `\(candidate.name.text)` has neither `emit` nor `raise`, so it does nothing")
    }
  }
}

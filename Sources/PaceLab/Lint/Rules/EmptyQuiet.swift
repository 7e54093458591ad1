import PaceLanguage

extension LintRule {
  static let emptyQuiet = LintRule(
    code: "empty-quiet", severity: .warning,
    summary: "quiet hours that end when they start",
    rationale: "A span from a time to the same time is empty: nothing is ever held back.",
    reported: """
      calendar { zone "Europe/London" }

      \(busy(when: "count(entry) >= 3", "quiet 22:00 to 22:00"))
      """,
    mended: ["  quiet 22:00 to 22:00": "  quiet 22:00 to 07:00"]
  ) { rule, context in
    context.program.writtenGates.compactMap { gate in
      guard let hours = gate.kind.hours, hours.start == hours.end else { return nil }
      return rule.finding(gate.span, "these quiet hours are empty, since they end when they start")
    }
  }
}

import PaceLanguage

extension LintRule {
  static let emptyScenario = LintRule(
    code: "empty-scenario", severity: .warning,
    summary: "a scenario that expects nothing in particular",
    rationale: "It passes whatever the rules do. `expect nothing` says that no notice may be given.",
    reported: """
      \(busy(when: "count(entry, last 60 min) >= 3"))

      scenario "one alone" {
        start 2026-11-20 21:00
        at +0 min small
      }
      """,
    mended: ["  at +0 min small": "  at +0 min small\n  expect no busy"]
  ) { rule, context in
    context.program.scenarios.compactMap { scenario in
      guard scenario.expectations.isEmpty else { return nil }
      return rule.finding(
        scenario.span, "scenario \"\(scenario.name)\" has no expectation, so it always passes")
    }
  }
}

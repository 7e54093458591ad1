import PaceLanguage

extension LintRule {
  static let uncoveredRule = LintRule(
    code: "uncovered-rule", severity: .note,
    summary: "a rule that no scenario speaks of, in a program that has scenarios",
    rationale: """
      No expectation names the rule, its kind of notice, or the scale it raises, so a change to it goes
      unnoticed. `pace test --coverage` tells more.
      """,
    reported: """
      \(busy(when: "count(entry, last 60 min) >= 3"))

      rule calm_again {
        when since(entry) >= 60 min
        emit praise "Nicely calm."
      }

      scenario "three in an hour" {
        start 2026-11-20 21:00
        at +0 min small
        at +1 min small
        at +2 min small
        expect busy at +2 min
      }
      """,
    mended: ["  expect busy at +2 min": "  expect busy at +2 min\n  expect calm_again at +62 min"]
  ) { rule, context in
    let program = context.program
    let scenarios = program.scenarios.filter { context.roots.contains($0.span.file) }
    guard !scenarios.isEmpty else { return [] }
    let covered = program.rules(namedBy: scenarios.flatMap { $0.expectations })
    return program.rules.enumerated().compactMap { index, candidate in
      guard candidate.emission != nil || candidate.raise != nil, !covered.contains(RuleID(index)) else {
        return nil
      }
      return rule.finding(candidate.name.span, "no scenario expects anything of `\(candidate.name.text)`")
    }
  }
}

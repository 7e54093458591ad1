import PaceLanguage

extension LintRule {
  static let uncoveredRule = LintRule(
    code: "uncovered-rule", severity: .note,
    summary: "a rule that no expectation names, in a program that has scenarios",
    rationale: """
      No expectation names the rule, its kind of notice, or the scale it raises, so it may fall silent and
      no scenario fails. `expect nothing` names none: where that is all, one finding stands for all rules.
      `pace test --coverage` tells more.
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
    mended: ["  expect busy at +2 min": "  expect busy at +2 min\n  expect calm_again at +62 min"],
    isOfScenarios: true
  ) { rule, context in
    let program = context.program
    let scenarios = program.scenarios.filter { context.roots.contains($0.span.file) }
    guard !scenarios.isEmpty else { return [] }
    let covered = program.rules(namedBy: scenarios.flatMap { $0.expectations })
    let open = program.rules.indices.filter { index in
      let candidate = program.rules[index]
      return (candidate.emission != nil || candidate.raise != nil) && !covered.contains(RuleID(index))
    }
    if covered.isEmpty, let first = scenarios.first, let example = open.first {
      let name = program.rules[example].name.text
      return [
        rule.finding(
          first.span, "no expectation names a rule, so one that falls silent goes unnoticed",
          help: "say what should be heard, as in `expect \(name) at +5 min`")
      ]
    }
    return open.map { index in
      let name = program.rules[index].name
      return rule.finding(name.span, "no expectation names `\(name.text)`, its kind or the scale it raises")
    }
  }
}

import PaceEngine
import PaceLanguage

extension LintRule {
  static let uncoveredRule = LintRule(
    code: "uncovered-rule", severity: .note,
    summary: "a rule that no expectation names, in a program that has scenarios",
    rationale: """
      No expectation names the rule, its kind of notice, or the scale it raises, so it may fall silent and
      no scenario fails. `expect nothing` names none: where that is all, one finding stands for all rules.
      An `expect no` doesn't count for a rule without `on` if nothing after the last row is looked at: such a
      rule mostly speaks later. `until` looks further.
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
    let unnamed = open.map { index in
      let name = program.rules[index].name
      return rule.finding(name.span, "no expectation names `\(name.text)`, its kind or the scale it raises")
    }
    let looks = scenarios.map { (scenario: $0, last: $0.lastRowLookedAt(in: program)) }
    return unnamed
      + program.rules.ids.compactMap { id in
        guard let absence = program.absence(of: id, upToLastRowOf: looks) else { return nil }
        let name = program[id].name.text
        return rule.finding(
          absence.span,
          "this looks at `\(name)` up to \(absence.last) only, the last instant that the scenario names, and "
            + "nothing else is expected of it",
          help: "`until` looks further, as in `until +1 d`; or expect `\(name)` when it speaks")
      }
  }
}

extension Scenario {
  /// The time of its last row, or of its start without rows, if nothing after it is evaluated; else nil.
  fileprivate func lastRowLookedAt(in program: Program) -> String? {
    // In UTC, only points of one form are sure to keep their order.
    let points = steps.map { $0.point } + expectations.compactMap { $0.point }
    guard until == nil, ended == nil, Set(points.map { $0.isLocal }).count < 2,
      let timeline = try? ScenarioTimeline(self, in: program, zone: { _ in .utc }),
      let horizon = timeline.horizon,
      horizon == timeline.entries.last?.at ?? Instant(timeline.clock.start)
    else { return nil }
    return timeline.clock.text(of: horizon)
  }
}

extension Program {
  /// The first `expect no` about a rule, and the instant up to which its scenario is evaluated.
  ///
  /// Nil for a rule with `on`, if a scenario expects anything but silence of the rule, and if one that expects silence
  /// is evaluated beyond its last row.
  fileprivate func absence(
    of rule: RuleID, upToLastRowOf looks: [(scenario: Scenario, last: String?)]
  ) -> (span: SourceSpan, last: String)? {
    if self[rule].trigger.stream != nil { return nil }
    var first: (span: SourceSpan, last: String)?
    for (scenario, last) in looks {
      for expectation in scenario.expectations where rules(namedBy: [expectation]).contains(rule) {
        guard case .none = expectation.claim, let last else { return nil }
        first = first ?? (expectation.span, last)
      }
    }
    return first
  }
}

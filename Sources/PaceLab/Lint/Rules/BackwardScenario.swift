import PaceEngine
import PaceLanguage

extension LintRule {
  static let backwardScenario = LintRule(
    code: "backward-scenario", severity: .warning,
    summary: "an event of a scenario written after one that comes later",
    rationale: """
      Events are put in the order of time, so it runs, but a reader sees another night than the engine
      does. A time alone is the first one at or after the start, which may be on the next day.
      """,
    reported: """
      \(busy(when: "count(entry, last 60 min) >= 2"))

      scenario "two in an hour" {
        start 2026-11-20 21:00
        at 21:30 small
        at 21:10 small
        expect busy at 21:30
      }
      """,
    mended: [
      "  at 21:30 small": "  at 21:10 small",
      "  at 21:10 small": "  at 21:30 small",
    ]
  ) { rule, context in
    context.program.scenarios.flatMap { scenario -> [Diagnostic] in
      // In UTC, points of different forms may be off by a clock change, so only a larger difference counts.
      guard let clock = ScenarioClock(scenario, zone: .utc, rules: context.program.calendar) else {
        return []
      }
      var latest: (at: Int64, step: Scenario.Step)?
      return scenario.steps.compactMap { step in
        guard let at = clock.instant(of: step.point)?.milliseconds else { return nil }
        guard let last = latest else {
          latest = (at, step)
          return nil
        }
        let slack: Int64 = step.point.isLocal == last.step.point.isLocal ? 0 : 7_200_000
        if at + slack >= last.at {
          if at > last.at { latest = (at, step) }
          return nil
        }
        return rule.finding(
          step.point.span, "this comes before the event written above it",
          notes: [DiagnosticNote(last.step.point.span, "that one comes later")])
      }
    }
  }
}

extension PointSyntax {
  /// Whether it is a time on the wall, not a distance from the start.
  var isLocal: Bool {
    if case .offset = kind { return false }
    return true
  }
}

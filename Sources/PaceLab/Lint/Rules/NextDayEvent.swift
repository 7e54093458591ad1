import PaceEngine
import PaceLanguage

extension LintRule {
  static let nextDayEvent = LintRule(
    code: "next-day-event", severity: .note,
    summary: "a scenario whose first event is half a day or more after its start, since its time is earlier",
    rationale: """
      A time alone is the first one at or after the start: in a scenario that starts at 21:00, `at 20:00` is
      on the next day. Let the scenario start earlier, or write `at day 2 20:00` where that day is meant.
      """,
    reported: """
      rule busy {
        on entry
        emit warning "That is a lot."
      }

      scenario "one" {
        start 2026-11-20 21:00
        at 20:00 small
        expect busy at 20:00
      }
      """,
    mended: ["  start 2026-11-20 21:00": "  start 2026-11-20 19:00"]
  ) { rule, context in
    context.program.scenarios.compactMap { scenario in
      guard let point = scenario.steps.first?.point, let time = point.time, time < scenario.start.time,
        let clock = ScenarioClock(scenario, zone: .utc, rules: context.program.calendar),
        let at = clock.instant(of: point), at.milliseconds - clock.start >= ClockSpan.day / 2
      else { return nil }
      return rule.finding(
        point.span,
        "\(ValueText.time(time)) comes before the start, so this is \(clock.text(of: at))",
        help: "let the scenario start earlier, or write `at day 2 \(ValueText.time(time))`")
    }
  }
}

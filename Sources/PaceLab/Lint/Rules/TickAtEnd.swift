import PaceLanguage

extension LintRule {
  static let tickAtEnd = LintRule(
    code: "tick-at-end", severity: .note,
    summary: "an `every` whose next tick would fall exactly on its end",
    rationale: """
      Ticks come at the start and every step after it, strictly before the end: `every 2 h from 08:00 to
      20:00` has its last tick at 18:00. Where the tick at the end is wanted, let the span end a minute
      later.
      """,
    reported: """
      calendar { zone "Europe/London" }

      rule check {
        every 2 h from 08:00 to 20:00
        when count(entry, last 2 h) == 0
        emit reminder "Nothing for two hours."
      }
      """,
    mended: ["  every 2 h from 08:00 to 20:00": "  every 2 h from 08:00 to 20:01"]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard case .constant(let step)? = candidate.trigger.ticks?.step, step.bits > 0,
        let span = ClockSpan(candidate.trigger.ticks?.span), span.length > 0, span.length % step.bits == 0
      else { return nil }
      let last = (span.end - step.bits % ClockSpan.day + ClockSpan.day) % ClockSpan.day
      return rule.finding(
        candidate.triggerSpan, "there is no tick at \(ValueText.time(span.end)) itself",
        help: "the last one is at \(ValueText.time(last)); end the span a minute later for one more")
    }
  }
}

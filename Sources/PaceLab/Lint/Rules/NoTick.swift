import PaceLanguage

extension LintRule {
  static let noTick = LintRule(
    code: "no-tick", severity: .warning,
    summary: "an `every` that never ticks",
    rationale: "A span from a time to the same time is empty, so the rule is never triggered.",
    reported: """
      calendar { zone "Europe/London" }

      rule check {
        every 2 h from 08:00 to 08:00
        when count(entry, last 2 h) == 0
        emit reminder "Nothing for two hours."
      }
      """,
    mended: ["  every 2 h from 08:00 to 08:00": "  every 2 h from 08:00 to 21:00"]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard let span = candidate.trigger.ticks?.span, span.start == span.end else { return nil }
      return rule.finding(candidate.triggerSpan, "this never ticks, since its span ends when it starts")
    }
  }
}

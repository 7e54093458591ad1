import PaceLanguage

extension LintRule {
  static let endlessQuiet = LintRule(
    code: "endless-quiet", severity: .warning,
    summary: "quiet hours that leave a minute of the day at most",
    rationale: """
      The quiet hours of a rule and of its kind's policy add up. Together they hold back everything, or
      everything but what falls in one minute of the day.
      """,
    reported: """
      calendar { zone "Europe/London" }

      \(busy(when: "count(entry) >= 3", "quiet 07:00 to 22:00"))

      policy warning { quiet 22:00 to 07:00 }
      """,
    mended: ["  quiet 07:00 to 22:00": nil]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      let gates = context.program.gates(of: candidate)
      let spans = gates.compactMap { ClockSpan($0.kind.hours) }
      let left = ClockSpan.uncovered(spans)
      guard !spans.isEmpty, left <= 60_000 else { return nil }
      let notes = gates.filter { ClockSpan($0.kind.hours) != nil }.map {
        DiagnosticNote($0.span, "quiet here")
      }
      let rest =
        left == 0
        ? ", so it speaks on a day of a clock change at most"
        : " but for \(ValueText.duration(left))\(FiringCounts.hedge(true))"
      return rule.finding(
        candidate.name.span, "`\(candidate.name.text)` is quiet all day\(rest)", notes: notes)
    }
  }
}

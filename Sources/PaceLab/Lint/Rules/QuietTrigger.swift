import PaceLanguage

extension LintRule {
  static let quietTrigger = LintRule(
    code: "quiet-trigger", severity: .warning,
    summary: "a clock trigger that lies in the rule's quiet hours",
    rationale: """
      A firing of a rule with `at` or `every` that is held back is lost, so a rule that is only triggered
      in quiet hours never speaks, except perhaps on a day on which clocks change.
      """,
    reported: """
      calendar { zone "Europe/London" }

      rule evening {
        at 22:30
        when count(entry, today) == 0
        emit reminder "Nothing yet today."
      }

      policy reminder { quiet 22:00 to 07:00 }
      """,
    mended: .lines(["  at 22:30": "  at 21:30"])
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      let ticks = candidate.trigger.times
      guard !ticks.isEmpty else { return nil }
      let gates = context.program.gates(of: candidate)
      let quiet = gates.filter { gate in
        ClockSpan(gate.kind.hours).map { span in ticks.contains { span.contains($0) } } ?? false
      }
      let isSwallowed = ticks.allSatisfy { tick in
        quiet.contains { ClockSpan($0.kind.hours)?.contains(tick) ?? false }
      }
      guard isSwallowed, let gate = quiet.first else { return nil }
      return rule.finding(
        candidate.name.span,
        "`\(candidate.name.text)` is only triggered in its quiet hours, so it speaks on a day of a clock "
          + "change at most",
        notes: [DiagnosticNote(gate.span, "quiet here")])
    }
  }
}

extension Rule.Trigger {
  /// The times of day of a clock trigger that are the same for every subject; none for a step below a minute.
  fileprivate var times: [Int64] {
    if case .constant(let time)? = time { return [time.bits] }
    guard case .constant(let step)? = ticks?.step, step.bits >= 60_000, let span = ClockSpan(ticks?.span)
    else { return [] }
    return stride(from: 0 as Int64, to: span.length, by: Int(clamping: step.bits)).map {
      (span.start + $0) % ClockSpan.day
    }
  }
}

import PaceLanguage

extension LintRule {
  static let quietAlarm = LintRule(
    code: "quiet-alarm", severity: .warning,
    summary: "quiet hours that swallow the only notice of a scale's highest level",
    rationale: """
      A firing of a rule with `on` that is held back is lost. Where it is the only rule that speaks of the
      highest level, whatever is worst goes unsaid in its quiet hours. Without a trigger the rule speaks
      when they end, if its condition still holds.
      """,
    reported: """
      calendar { zone "Europe/London" }
      scale pace = calm < busy

      rule rush {
        on entry
        when count(entry, last 60 min) >= 3
        raise pace to busy
        emit warning "That is a lot."
        quiet 22:00 to 07:00
      }
      """,
    mended: .lines(["  on entry": nil])
  ) { rule, context in
    let program = context.program
    return program.scales.compactMap { scale -> Diagnostic? in
      let top = scale.levels.count - 1
      let speakers = scale.rules.map { program[$0] }.filter { $0.raise?.level == top && $0.emission != nil }
      guard top > 0, speakers.count == 1, let only = speakers.first, only.trigger.stream != nil,
        let gate = program.gates(of: only).first(where: {
          ClockSpan($0.kind.hours).map { $0.length > 0 } ?? false
        })
      else { return nil }
      let level = scale.levels[top].name
      return rule.finding(
        gate.span,
        "in these hours nothing is said when `\(scale.name.text)` rises to `\(level)`: "
          + "`\(only.name.text)` is the only rule that would",
        notes: [DiagnosticNote(only.name.span, "its firings are lost while it is quiet")],
        help: "without `on` it speaks as soon as the quiet hours end, if its condition still holds")
    }
  }
}

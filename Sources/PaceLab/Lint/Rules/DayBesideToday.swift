import PaceLanguage

extension LintRule {
  static let dayBesideToday = LintRule(
    code: "day-beside-today", severity: .warning,
    summary: "`last 1 d` and `today` of one stream in the same condition",
    rationale: """
      One is the last twenty-four hours, the other the calendar day since its start. In one condition the
      two are rarely both meant.
      """,
    reported: """
      calendar { zone "Europe/London" }

      rule busy {
        on entry
        when count(entry, today) >= 3 and sum(entry.amount, last 1 d) > 5
        emit warning "That is a lot for one day."
      }
      """,
    mended: [
      "  when count(entry, today) >= 3 and sum(entry.amount, last 1 d) > 5":
        "  when count(entry, today) >= 3 and sum(entry.amount, today) > 5"
    ]
  ) { rule, context in
    let program = context.program
    return program.rules.compactMap { candidate in
      guard let condition = candidate.condition else { return nil }
      var today: [StreamID: ExpressionID] = [:]
      var day: [(StreamID, ExpressionID)] = []
      program.walk(condition) { id in
        guard let reading = program[id].operation.reading else { return }
        if reading.window.isToday { today[reading.stream] = id }
        if reading.window.length == .constant(Value(ClockSpan.day)) { day.append((reading.stream, id)) }
      }
      for (stream, id) in day {
        guard let other = today[stream] else { continue }
        return rule.finding(
          program[id].span, "this is the last 24 hours, and `\(candidate.name.text)` counts `today` as well",
          notes: [DiagnosticNote(program[other].span, "`today` starts with the calendar day")])
      }
      return nil
    }
  }
}

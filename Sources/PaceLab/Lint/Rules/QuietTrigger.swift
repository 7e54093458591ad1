import PaceLanguage

extension LintRule {
  static let quietTrigger = LintRule(
    code: "quiet-trigger", severity: .warning,
    summary: "a clock trigger that lies in the rule's quiet hours",
    rationale: """
      A firing of a rule with `at` or `every` that is held back is lost, so a rule that is only triggered
      in quiet hours never speaks, except perhaps on a day on which clocks change. Where parameters give the
      times, it has to be so under every preset.
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
    mended: ["  at 22:30": "  at 21:30"]
  ) { rule, context in
    let program = context.program
    let assignments = program.possibleAssignments
    let literal = ParamAssignment(preset: nil, values: [])
    return program.rules.compactMap { candidate in
      let gates = program.gates(of: candidate)
      let always = gates.first(swallowing: candidate.trigger, under: literal)
      let found = assignments.map { gates.first(swallowing: candidate.trigger, under: $0) }
      guard let gate = found[0], !found.contains(where: { $0 == nil }) else { return nil }
      let orNone = assignments.contains { $0.preset == nil } ? " and without one" : ""
      let when =
        always != nil ? "" : program.presets.isEmpty ? " by default" : " under every preset\(orNone)"
      return rule.finding(
        candidate.name.span,
        "`\(candidate.name.text)` is only triggered in its quiet hours\(when), so it speaks on a day of a clock "
          + "change at most",
        notes: [DiagnosticNote(gate.span, "quiet here")])
    }
  }
}

extension [Gate] {
  /// The first of the quiet hours that hold a trigger's times of day; nil if they don't hold all of them.
  fileprivate func first(swallowing trigger: Rule.Trigger, under assignment: ParamAssignment) -> Gate? {
    let times = assignment.times(of: trigger)
    func holds(_ gate: Gate, _ time: Int64) -> Bool {
      assignment.span(of: gate.kind.hours)?.contains(time) ?? false
    }
    guard times.allSatisfy({ time in contains { holds($0, time) } }) else { return nil }
    return first { gate in times.contains { holds(gate, $0) } }
  }
}

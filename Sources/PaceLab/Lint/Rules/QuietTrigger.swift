import PaceLanguage

extension LintRule {
  static let quietTrigger = LintRule(
    code: "quiet-trigger", severity: .warning,
    summary: "a clock trigger that lies in the rule's quiet hours, or outside those of its condition",
    rationale: """
      A firing of a rule with `at` or `every` that is held back is lost, so a rule that is only triggered
      in quiet hours, or when its own `clock in` is false, never speaks, except perhaps on a day on which
      clocks change. Where parameters give the times, it has to be so under every preset.
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
      let closed = program.closedHours(of: candidate)
      let always = closed.first(excluding: candidate.trigger, under: literal)
      let found = assignments.map { closed.first(excluding: candidate.trigger, under: $0) }
      guard let first = found[0], !found.contains(where: { $0 == nil }) else { return nil }
      let orNone = assignments.contains { $0.preset == nil } ? " and without one" : ""
      let when =
        always != nil ? "" : program.presets.isEmpty ? " by default" : " under every preset\(orNone)"
      let place = first.isQuiet ? "in its quiet hours" : "outside `\(program.line(of: first.span))`"
      return rule.finding(
        candidate.name.span,
        "`\(candidate.name.text)` is only triggered \(place)\(when), so it speaks on a day of a clock change at most",
        notes: [DiagnosticNote(first.span, first.isQuiet ? "quiet here" : "true here")])
    }
  }
}

/// Hours in which, or outside which, a rule never speaks.
private struct ClosedHours {
  var span: SourceSpan
  var hours: ClockHours
  /// Whether it never speaks in them; if not, it never does outside.
  var isQuiet: Bool
}

extension Program {
  /// The quiet hours of a rule, and the clock spans that its condition needs.
  fileprivate func closedHours(of rule: Rule) -> [ClosedHours] {
    let quiet = gates(of: rule).compactMap { gate in
      gate.kind.hours.map { ClosedHours(span: gate.span, hours: $0, isQuiet: true) }
    }
    // With `until` the state may have turned on at another time.
    let parts = rule.until == nil ? rule.condition.map { conjuncts(of: $0) } ?? [] : []
    return quiet
      + parts.filter { self[$0].type == .bool }.compactMap { part in
        self[part].operation.clockSpan.map { ClosedHours(span: self[part].span, hours: $0, isQuiet: false) }
      }
  }
}

extension [ClosedHours] {
  /// The first that excludes any of a trigger's times of day; nil unless all those times are excluded.
  fileprivate func first(excluding trigger: Rule.Trigger, under assignment: ParamAssignment) -> ClosedHours? {
    let times = assignment.times(of: trigger)
    func excludes(_ closed: ClosedHours, _ time: Int64) -> Bool {
      assignment.span(of: closed.hours).map { $0.contains(time) == closed.isQuiet } ?? false
    }
    guard times.allSatisfy({ time in contains { excludes($0, time) } }) else { return nil }
    return first { closed in times.contains { excludes(closed, $0) } }
  }
}

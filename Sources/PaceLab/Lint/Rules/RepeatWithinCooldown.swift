import PaceLanguage

extension LintRule {
  static let repeatWithinCooldown = LintRule(
    code: "repeat-within-cooldown", severity: .warning,
    summary: "a `repeat` no longer than the rule's `cooldown`, or a cooldown as long as from tick to tick",
    rationale: """
      When the rule is due again its cooldown still holds, so that it speaks after the cooldown and not
      after the time that `repeat` says. A cooldown of D still holds at exactly D, and so does `limit 1 last D`:
      a rule `at 08:00` with `cooldown 24 h` speaks on every second day.
      """,
    reported: """
      rule pause {
        when since(entry) >= 2 h
        emit reminder "Still there?"
        repeat 30 min
        cooldown 1 h
      }
      """,
    mended: [
      "  repeat 30 min": "  repeat 1 h",
      "  cooldown 1 h": "  cooldown 30 min",
    ]
  ) { rule, context in
    let program = context.program
    let counts = FiringCounts(context)
    return program.rules.compactMap { candidate in
      let name = "`\(candidate.name.text)`"
      let period = counts.period(of: candidate.trigger)
      for gate in program.gates(of: candidate) {
        let isWithinSubject = !program.subject.isPerDay || period.map { $0 < ClockSpan.day } ?? false
        if let period, isWithinSubject, counts.gaps(of: [gate]) == [period] {
          let still = "this \(gate.kind.name.text) still holds at the next tick of \(name)"
          return rule.finding(
            gate.span,
            "\(still), so that every second one is lost\(FiringCounts.hedge(period == ClockSpan.day))",
            help: "make it shorter than \(ValueText.duration(period)), or leave it out")
        }
        guard let delay = candidate.repetition.delay, let length = gate.kind.cooldown else { continue }
        let longest = context.bounds.bounds(of: delay).high
        let least = context.bounds.bounds(of: length)
        let isWithin = longest.map { longest in least.low.map { longest <= $0 } ?? false } ?? false
        guard delay == length || isWithin && !least.mayBeUnknown else { continue }
        return rule.finding(gate.span, "this cooldown still holds whenever \(name) is due again")
      }
      return nil
    }
  }
}

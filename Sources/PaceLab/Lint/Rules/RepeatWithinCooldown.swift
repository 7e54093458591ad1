import PaceLanguage

extension LintRule {
  static let repeatWithinCooldown = LintRule(
    code: "repeat-within-cooldown", severity: .warning,
    summary: "a `repeat` no longer than the rule's `cooldown`",
    rationale: """
      When the rule is due again its cooldown still holds, so that it speaks after the cooldown and not
      after the time that `repeat` says. A cooldown of D still holds at exactly D.
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
    return program.rules.compactMap { candidate in
      guard let delay = candidate.repetition.delay else { return nil }
      for gate in program.gates(of: candidate) {
        guard let length = gate.kind.cooldown else { continue }
        let longest = context.bounds.bounds(of: delay).high
        let least = context.bounds.bounds(of: length)
        let isWithin = longest.map { longest in least.low.map { longest <= $0 } ?? false } ?? false
        guard delay == length || isWithin && !least.mayBeUnknown else { continue }
        return rule.finding(
          gate.span, "this cooldown still holds whenever `\(candidate.name.text)` is due again")
      }
      return nil
    }
  }
}

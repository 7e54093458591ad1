import PaceLanguage

extension LintRule {
  static let unreachableRule = LintRule(
    code: "unreachable-rule", severity: .warning,
    summary: "a rule that can never speak, though its condition may hold",
    rationale: """
      No log leads to it under any preset: a gate holds it back whenever its condition is true, or no event
      can be in the stream that it waits for. A rule `on entry` is always held back by
      `unless since(entry) < 20 min`, since it is tried when the newest entry has just come. What is never
      true of a condition by itself is reported as `impossible-condition`.
      """,
    reported: """
      scale pace = good < caution

      rule busy {
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }

      rule crowded {
        on entry
        when count(entry, last 60 min) >= 5
        emit warning "That is a lot."
        unless pace >= good
      }
      """,
    mended: [
      "  when count(entry, last 60 min) >= 5": "  when count(entry, last 2 h) >= 5",
      "  unless pace >= good": "  unless pace >= caution",
    ]
  ) { rule, context in
    let program = context.program
    return program.rules.ids.compactMap { id in
      guard let reason = context.proof.reasonAgainstSpeaking(of: id) else { return nil }
      return rule.finding(
        program[id].name.span, "`\(program[id].name.text)` can never speak: \(reason)",
        help: context.closedGate(of: id).flatMap { context.help(atAttemptsOf: id, for: $0) })
    }
  }
}

extension LintContext {
  /// The condition of the first `unless` that is true whenever a rule with `on` is tried.
  fileprivate func closedGate(of rule: RuleID) -> ExpressionID? {
    guard var attempts = bounds.attempts(of: rule) else { return nil }
    return program.gates(of: program[rule]).compactMap { $0.kind.condition }
      .first { attempts.truths($0).alwaysHolds }
  }
}

import PaceLanguage

extension LintRule {
  static let raiseToRest = LintRule(
    code: "raise-to-rest", severity: .warning,
    summary: "a rule that raises a scale to its resting level",
    rationale: """
      A scale stands at the highest level that is raised, and at its first level when none is: raising to
      that one changes nothing. Levels fall by themselves when the states that raise them turn off.
      """,
    reported: """
      scale pace = good < caution

      rule busy {
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }

      rule quiet_again {
        when count(entry, last 60 min) < 3
        raise pace to good
      }
      """,
    mended: [
      """

      rule quiet_again {
        when count(entry, last 60 min) < 3
        raise pace to good
      }
      """: nil
    ]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard let raise = candidate.raise, raise.level == 0 else { return nil }
      let scale = context.program.scales[raise.scale.index]
      return rule.finding(
        raise.span, "`\(scale.levels[0].name)` is where `\(scale.name.text)` rests, so this raises nothing")
    }
  }
}

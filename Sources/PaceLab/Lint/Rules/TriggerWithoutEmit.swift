import PaceLanguage

extension LintRule {
  static let triggerWithoutEmit = LintRule(
    code: "trigger-without-emit", severity: .warning,
    summary: "a trigger of a rule that has nothing to say",
    rationale: """
      A trigger says when a rule may speak. The level that a rule raises follows its condition at every
      instant, whatever the trigger; without `emit` the trigger does nothing.
      """,
    reported: """
      scale pace = good < caution

      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        raise pace to caution
      }
      """,
    mended: ["  on entry": nil]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard candidate.emission == nil, candidate.raise != nil, !candidate.trigger.isNone else { return nil }
      return rule.finding(
        candidate.name.span, "rule `\(candidate.name.text)` has a trigger but nothing to emit",
        help: "its level follows the condition at every instant; drop the trigger, or say something")
    }
  }
}

import PaceLanguage

extension LintRule {
  static let raiseWithUnless = LintRule(
    code: "raise-with-unless", severity: .note,
    summary: "a rule that raises a level and has an `unless`",
    rationale: """
      Gates hold notices back, never levels: the scale stands at the level even where `unless` is true.
      That is often wanted, so this is a note. Where it isn't, the exception belongs in `when`.
      """,
    reported: """
      scale pace = good < caution

      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        raise pace to caution
        emit warning "That is a lot."
        unless count(entry, last 5 min) >= 3
      }
      """,
    mended: [
      "  when count(entry, last 60 min) >= 3":
        "  when count(entry, last 60 min) >= 3 and count(entry, last 5 min) < 3",
      "  unless count(entry, last 5 min) >= 3": nil,
    ]
  ) { rule, context in
    context.program.rules.compactMap { candidate in
      guard let raise = candidate.raise, !raise.whenFired,
        let gate = candidate.gates.first(where: { $0.kind.condition != nil })
      else { return nil }
      let scale = context.program.scales[raise.scale.index].name.text
      return rule.finding(gate.span, "this holds back the notice but not the level of `\(scale)`")
    }
  }
}

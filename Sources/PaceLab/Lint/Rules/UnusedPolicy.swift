import PaceLanguage

extension LintRule {
  static let unusedPolicy = LintRule(
    code: "unused-policy", severity: .warning,
    summary: "a policy for a kind of notice that no rule emits",
    rationale: "Its gates hold nothing back. Most often the kind's name is misspelt here or in the rules.",
    reported: """
      rule busy {
        on entry
        when count(entry) >= 3
        emit warning "That is a lot."
      }

      policy warnings { limit 3 today }
      """,
    accepted: """
      calendar { zone "Europe/London" }

      rule busy {
        on entry
        when count(entry) >= 3
        emit warning "That is a lot."
      }

      policy warning { limit 3 today }
      """
  ) { rule, context in
    context.program.noticeKinds.compactMap { kind in
      guard kind.rules.isEmpty, let span = context.declarations.name(ofPolicy: kind) else { return nil }
      return rule.finding(span, "no rule emits `\(kind.name)`, so this policy has no effect")
    }
  }
}

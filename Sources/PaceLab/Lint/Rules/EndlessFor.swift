import PaceLanguage

extension LintRule {
  static let endlessFor = LintRule(
    code: "endless-for", severity: .note,
    summary: "a `for` of an attribute that may have no value",
    rationale: """
      A condition that has to be true for an unknown time never is for long enough: the rule waits for ever,
      while a `cooldown` or `limit` of an unknown value holds nothing back. Give the attribute a default.
      """,
    reported: """
      subject session {
        patience: duration
      }
      event entry of session { }

      rule busy {
        when count(entry, last 60 min) >= 3 for patience
        emit warning "That is a lot."
      }
      """,
    mended: ["  patience: duration": "  patience: duration = 10 min"]
  ) { rule, context in
    let program = context.program
    return program.rules.compactMap { candidate in
      guard case .attribute(let id)? = candidate.hold else { return nil }
      let attribute = program.subject.attributes[id.index]
      guard attribute.initial == nil else { return nil }
      let (name, noun) = (attribute.name.text, Noun.one(program.noun))
      return rule.finding(
        attribute.name.span,
        "`\(name)` has no default: \(noun) without a value of it never gets through `for \(name)` "
          + "of `\(candidate.name.text)`",
        help: "write `= ` and the time that holds where nothing else is said")
    }
  }
}

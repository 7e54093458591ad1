import PaceLanguage

extension LintRule {
  static let unusedAttribute = LintRule(
    code: "unused-attribute", severity: .warning,
    summary: "an attribute of the subject that nothing reads and that has no label",
    rationale: """
      It looks like a setting, and changing it changes nothing. Attributes that the language itself reads,
      the one of type `preset` and the one called `zone`, are used. One with a label is shown.
      """,
    reported: """
      subject session {
        reminders: bool = yes
      }
      event entry of session { }

      rule busy {
        on entry
        when count(entry) >= 3
        emit reminder "That is a lot."
      }
      """,
    mended: [
      "  reminders: bool = yes": """
        reminders: bool = yes
        place: text "where it is"
      """,
      "  when count(entry) >= 3": "  when reminders and count(entry) >= 3",
    ], isOfUnused: true
  ) { rule, context in
    let subject = context.program.subject
    return subject.attributes.enumerated().compactMap { index, attribute in
      let id = AttributeID(index)
      if id == subject.presetAttribute || id == subject.zoneAttribute { return nil }
      if attribute.label != nil || context.observed.attributes.contains(id) { return nil }
      let name = attribute.name
      return rule.finding(
        name.span, "attribute `\(name.text)` is not used", help: "a label would have it shown")
    }
  }
}

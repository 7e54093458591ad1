import PaceLanguage

extension LintRule {
  static let similarSetting = LintRule(
    code: "similar-setting", severity: .warning,
    summary: "a source keeps a text setting whose name is one slip away from an attribute",
    rationale: """
      In `settings` a name that no attribute has is kept as a text that no rule reads, so that a slip of the finger
      loses what was meant for the attribute.
      """,
    reported: """
      subject session {
        reminders: bool = yes
      }
      event entry of session { }

      rule busy {
        on entry
        when reminders and count(entry) >= 3
        emit reminder "That is a lot."
      }

      source app {
        settings from json { remindres = remindersEnabled }
      }
      """,
    mended: [
      "  settings from json { remindres = remindersEnabled }":
        "  settings from json { reminders = remindersEnabled, display_name = name }"
    ]
  ) { rule, context in
    let attributes = context.program.subject.attributes.map { $0.name.text }
    let columns = context.program.sources.flatMap { $0.objects.flatMap { $0.columns } }
    return columns.compactMap { column in
      guard case .setting(let name) = column.slot, name.utf8.count >= 4,
        let meant = attributes.first(where: { Spelling.areOneSlipApart(Array(name.utf8), Array($0.utf8)) })
      else { return nil }
      return rule.finding(column.span, "no attribute is called `\(name)`; was `\(meant)` meant?")
    }
  }
}

import PaceLanguage

extension LintRule {
  static let clockWithoutZone = LintRule(
    code: "clock-without-zone", severity: .note,
    summary: "clock times or days are used, and no time zone is set",
    rationale: """
      Without a zone all clock times and days are those of UTC, so that quiet hours or a new day may come
      many hours off. A `calendar` names one zone for all; an attribute `zone: text` lets each subject
      have its own. A pack for anyone anywhere may leave it to `--zone`, so this is a note.
      """,
    reported: busy(when: "count(entry, today) >= 3"),
    mended: [
      "rule busy {": """
      calendar { zone "Europe/London" }

      rule busy {
      """
    ]
  ) { rule, context in
    let program = context.program
    guard program.calendar.zone == nil, program.subject.zoneAttribute == nil,
      let use = program.firstCalendarUse
    else { return [] }
    let reading =
      context.zone.map { "the rules set none: here times are read in \($0)" }
      ?? "none is set: times are read in UTC"
    return [
      rule.finding(
        use, "this depends on the time zone, and \(reading)",
        help: "write `calendar { zone \"Europe/London\" }`, or give the subject an attribute `zone: text`")
    ]
  }
}

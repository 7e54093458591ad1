import PaceLanguage

extension LintRule {
  static let unknownZone = LintRule(
    code: "unknown-zone", severity: .error,
    summary: "a time zone is named that the system does not know",
    rationale: """
      Without its zone a program has no clock, so nothing can be evaluated. Zones are called as in the
      system's time zone directory, by continent and city. Where there is no such directory, this
      is not looked for.
      """,
    reported: """
      calendar { zone "Europe/Berlim" }

      \(busy(when: "count(entry, today) >= 3"))
      """,
    mended: [#"calendar { zone "Europe/Berlim" }"#: #"calendar { zone "Europe/Berlin" }"#]
  ) { _, context in
    ZoneNames(context.program, problem: context.zones).unknown
  }
}

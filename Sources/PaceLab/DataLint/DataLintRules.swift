import PaceLanguage

/// The lint rules that need a log; each reports what a survey of the log found.
extension LintRule {
  /// The rules with what `survey` found.
  public static func rules(of survey: DataSurvey) -> [LintRule] {
    let found = DataFindings(survey).findings
    return ofData.map { page in
      var rule = page
      rule.check = { rule, _ in
        (found[rule.code] ?? []).map { rule.finding($0.span, $0.message, help: $0.help) }
      }
      return rule
    }
  }

  /// Every rule that needs a log; without one they find nothing.
  public static let ofData: [LintRule] = [
    LintRule(
      code: "never-fires-here", severity: .warning,
      summary: "a rule does not fire once in the log given with --db",
      rationale:
        "Such a rule is out of reach, always held back, or meant for other logs. The finding tells how near "
        + "it came, and what it lacked there.",
      reported:
        "rule flood {\n  on entry\n  when sum(entry.amount, last 1 h) > 45\n  emit warning \"A lot.\"\n}",
      mended: [
        "  when sum(entry.amount, last 1 h) > 45": "  when sum(entry.amount, last 1 h) > 4"
      ]),
    LintRule(
      code: "noisy-here", severity: .warning,
      summary: "a rule speaks far more often than the program's rules usually do in this log",
      rationale:
        "Notices that come all the time are not read. A rule is noisy if its median over the subjects "
        + "is 4 or more and lies above that of all rules by more than three times their median distance from it (MAD).",
      reported: "rule note {\n  on entry\n  emit warning \"Logged.\"\n}",
      mended: ["}": "  cooldown 2 h\n}"]),
    LintRule(
      code: "unseen-here", severity: .note, summary: "an event, kind or field that the log never has",
      rationale: "Either nobody logs it, or the source does not map it; rules that rest on it stay silent.",
      reported: "source app {\n  entry from ENTRIES { id = ID, session = S, at = T }\n}",
      mended: [
        "  entry from ENTRIES { id = ID, session = S, at = T }":
          "  entry from ENTRIES { id = ID, session = S, at = T, amount = A }"
      ]),
    LintRule(
      code: "same-presets-here", severity: .note,
      summary: "two presets lead to the same notices and levels throughout the log",
      rationale:
        "To choose between them makes no difference to the people in this log. Their values lie on the same "
        + "plateau; `pace sweep` shows where it ends.",
      reported:
        "param most: number in 1 .. 50 step 1\npreset calm { most = 40 }\npreset strict { most = 39 }",
      mended: [
        "preset calm { most = 40 }": "preset calm { most = 6 }",
        "preset strict { most = 39 }": "preset strict { most = 3 }",
      ]),
    LintRule(
      code: "threshold-on-cliff", severity: .warning,
      summary: "one step of a parameter changes a rule's firings by a quarter or more",
      rationale:
        "A small change of what people do, or of the number, then changes a lot. A value on a plateau is safer; "
        + "`pace sweep` shows where there is one. Each parameter is tried one step up and one down, under "
        + "the preset that subjects have by default. The change is at least 3 firings, and a quarter of the larger "
        + "count.",
      reported: "param most: number = 2 in 1 .. 50 step 1\nrule much {\n  on entry\n"
        + "  when sum(entry.amount, today) >= most\n  emit warning \"Much.\"\n}",
      mended: [
        "param most: number = 2 in 1 .. 50 step 1": "param most: number = 4 in 1 .. 50 step 1"
      ]),
  ]
}

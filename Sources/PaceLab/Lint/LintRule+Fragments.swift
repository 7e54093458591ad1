import PaceLanguage

/// The rule about a file without a subject that nothing includes; the linter itself finds it, since there is no
/// program.
extension LintRule {
  static let uncheckedFragment = LintRule(
    code: "unchecked-fragment", severity: .note,
    summary: "a file without a subject that no program found includes",
    rationale: """
      Its names and types can only be checked in the program that it is a part of, so only its syntax has
      been. Lint it together with the file that includes it. Scenarios `include` the pack that they are about,
      or stand beside it: `NAME.test.pace` beside `NAME.pace`.
      """,
    reported: """
      # presets/busy.pace
      preset strict { many = 3 }
      """,
    mended: [
      "# presets/busy.pace": "param many: number in 1 .. 10",
      "preset strict { many = 3 }": """
      preset strict { many = 3 }

      \(busy(when: "count(entry) >= many"))
      """,
    ]
  )

  static func uncheckedFragment(at place: SourceSpan) -> Diagnostic {
    uncheckedFragment.finding(
      place, "this has no subject, and no program found includes it, so only its syntax is checked",
      help: "lint it together with the file that includes it, or `include` the pack that it is about")
  }
}

import PaceLanguage

/// The rules about `# allow` comments; the linter itself finds these, since they rest on all other findings.
extension LintRule {
  /// Whether a comment can allow findings with this code: all but those about such comments.
  public static func isAllowable(_ code: String) -> Bool {
    code != unusedAllow.code && code != expiredAllow.code
  }

  static let unusedAllow = LintRule(
    code: "unused-allow", severity: .warning,
    summary: "an `# allow` comment with nothing to allow",
    rationale: """
      What it allowed is no longer found on the line it speaks of, or its code is misspelt. Left standing
      it would hide the next finding of that code there.
      """,
    reported: """
      # allow unused-param kept for the next season
      param many: number = 3 in 1 .. 10

      \(busy(when: "count(entry) >= many"))
      """,
    mended: ["  when count(entry) >= many": "  when count(entry) >= 3"]
  )

  static let expiredAllow = LintRule(
    code: "expired-allow", severity: .warning,
    summary: "an `# allow … until DATE` whose date has passed",
    rationale:
      "The finding shows again from the day after that date. Mend it, or give another date and a reason.",
    reported: """
      # allow unused-param until 2020-01-01 kept for the next season
      param many: number = 3 in 1 .. 10

      \(busy(when: "count(entry) >= 3"))
      """,
    mended: [
      "# allow unused-param until 2020-01-01 kept for the next season":
        "# allow unused-param until 9999-01-01 kept for the next season"
    ]
  )

  static func unusedAllow(_ allowance: Allowance, in file: SourceFile) -> Diagnostic {
    let isKnown = LintRule.named(allowance.code) != nil
    return unusedAllow.finding(
      allowance.span,
      isKnown
        ? "nothing to allow: `\(allowance.code)` isn't found here"
        : "no finding is called `\(allowance.code)`",
      fix: isKnown ? [ItemRemoval.edit(removing: allowance, from: file)] : [])
  }

  /// Nil while the allowance holds.
  static func expiredAllow(_ allowance: Allowance, today: Int64) -> Diagnostic? {
    if let text = allowance.badDate {
      return expiredAllow.finding(
        allowance.span,
        (text.isEmpty ? "there is no date after `until`" : "`\(text)` is no date")
          + ", so this allows nothing",
        help: "write `until 2026-12-31`, or leave `until` out")
    }
    guard let day = allowance.until, day < today else { return nil }
    return expiredAllow.finding(
      allowance.span, "this allowed `\(allowance.code)` until \(ValueText.date(day)) only")
  }
}

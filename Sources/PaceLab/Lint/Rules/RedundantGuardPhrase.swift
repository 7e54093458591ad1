import PaceLanguage

extension LintRule {
  static let redundantGuardPhrase = LintRule(
    code: "redundant-guard-phrase", severity: .warning,
    summary: "a guard phrase that another one covers",
    rationale: """
      Phrases are looked for as whole words in any case, so a phrase that contains another can never be
      the reason that a message is stopped.
      """,
    reported: """
      \(busy(when: "count(entry) >= 3"))

      guard { never say "certain", "quite Certain" }
      """,
    mended: [
      #"guard { never say "certain", "quite Certain" }"#: #"guard { never say "certain", "sure" }"#
    ]
  ) { rule, context in
    let phrases = context.program.guardPhrases
    let said = phrases.map { context.program.guardMatcher.phrases(in: PhraseMatcher.Text($0.text)) }
    return phrases.enumerated().compactMap { index, phrase in
      // Of phrases that say the same, the first one is the cover.
      guard let cover = said[index].first(where: { $0 != index }).map({ phrases[$0] }) else { return nil }
      return rule.finding(
        phrase.span, "`\(cover.text)` covers this phrase",
        notes: [DiagnosticNote(cover.span, "`\(cover.text)` is here")])
    }
  }
}

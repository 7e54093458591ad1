import PaceLanguage

extension LintRule {
  static let guardedLabel = LintRule(
    code: "guarded-label", severity: .warning,
    summary: "a label that says what the guard forbids messages to say",
    rationale: """
      Labels of figures, parameters, presets, kinds and rules are shown to people too. The guard is
      checked on messages only; this extends it to every text that is shown, disclaimers apart.
      """,
    reported: """
      guard { never say "certain" }

      define recent = count(entry, last 60 min) "Certain to be recent"
      """,
    mended: [
      #"define recent = count(entry, last 60 min) "Certain to be recent""#:
        #"define recent = count(entry, last 60 min) "Recent""#
    ]
  ) { rule, context in
    context.program.labels.flatMap { label -> [Diagnostic] in
      context.program.guardMatcher.phrases(in: PhraseMatcher.Text(label.text)).map { found in
        let phrase = context.program.guardPhrases[found]
        return rule.finding(
          label.span, "this label says `\(phrase.text)`",
          notes: [DiagnosticNote(phrase.span, "the guard forbids it here")])
      }
    }
  }
}

extension Program {
  /// Every label that is shown.
  fileprivate var labels: [StringSyntax] {
    let fields = subject.attributes + params + events.flatMap { $0.fields }
    let kinds = events.flatMap { $0.kinds }
    let labels = [
      fields.map { $0.label }, kinds.map { $0.label }, defines.map { $0.label }, presets.map { $0.label },
      rules.map { $0.label },
    ]
    return labels.joined().compactMap { $0 }
  }
}

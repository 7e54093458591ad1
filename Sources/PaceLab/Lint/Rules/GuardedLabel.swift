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
  /// Every label that is shown, from the syntax, which keeps their places.
  fileprivate var labels: [StringSyntax] {
    syntax.flatMap { $0.declarations }.flatMap { declaration -> [StringSyntax?] in
      switch declaration {
      case .define(let define): [define.label]
      case .param(let param): [param.label]
      case .preset(let preset): [preset.label]
      case .rule(let rule): [rule.label]
      case .event(let event): event.labels
      case .subject(let subject): subject.labels
      default: []
      }
    }.compactMap { $0 }
  }
}

extension EventSyntax {
  fileprivate var labels: [StringSyntax?] {
    items.map { item in
      switch item {
      case .field(let field): field.label
      case .kind(let kind): kind.label
      case .debounce: nil
      }
    }
  }
}

extension SubjectSyntax {
  fileprivate var labels: [StringSyntax?] {
    items.map { item in
      if case .attribute(let attribute) = item { return attribute.label }
      return nil
    }
  }
}

import PaceLanguage

/// The places of clauses for which the checked program keeps none.
struct ClauseSpans: Sendable {
  private var triggers: [String: SourceSpan] = [:]

  init(_ program: Program) {
    for case .rule(let rule) in program.syntax.flatMap({ $0.declarations }) {
      for clause in rule.clauses where clause.isTrigger { triggers[rule.name.text] = clause.span }
    }
  }

  func trigger(of rule: Rule) -> SourceSpan { triggers[rule.name.text] ?? rule.name.span }
}

extension Declaration {
  /// Describes the clause of a rule or policy whose first word is at the byte `offset`, and gives that word's place.
  /// Nil if there is no such clause.
  public func clauseWords(at offset: Int, in file: SourceFile) -> (text: String, word: SourceSpan)? {
    let clauses: [(span: SourceSpan, words: (SourceFile) -> String)] =
      switch self {
      case .rule(let rule): rule.clauses.map { ($0.span, $0.words) }
      case .policy(let policy): policy.gates.map { ($0.span, $0.words) }
      case .include, .calendar, .subject, .event, .stream, .scale, .param, .define, .preset, .order,
        .guard, .disclaimer, .source, .scenario:
        []
      }
    for clause in clauses {
      let length = file.text(in: clause.span).prefix { $0 != " " && $0 != "\n" }.utf8.count
      let word = SourceSpan(
        file: clause.span.file, start: Int(clause.span.start), end: Int(clause.span.start) + length)
      if word.start <= offset, offset <= word.end { return (clause.words(file), word) }
    }
    return nil
  }
}

/// Descriptions of clauses.
extension ClauseSyntax {
  /// One sentence, with the clause's values as they are written in its file.
  fileprivate func words(in file: SourceFile) -> String {
    func text(_ span: SourceSpan) -> String { "`\(file.line(of: span))`" }
    switch kind {
    case .on(let stream): return "The rule may speak when an event of `\(stream.text)` comes."
    case .at(let time): return "The rule may speak at \(text(time.span)), local time, each day."
    case .every(let step, let start, let end):
      return "The rule may speak each day at \(text(start.span)) and then every \(text(step.span)), "
        + "strictly before \(text(end.span))."
    case .when(let condition, let hold, let until):
      let start = text(condition.span)
      let held = hold.map { "once \(start) has been true for \(text($0.span)) without break" }
      if let until {
        return "The rule's state goes on \(held ?? "when \(start) is true"), "
          + "and stays on until \(text(until.span)) is true."
      }
      return "The rule's state is on \(held ?? "while \(start) is true")."
    case .raise(let scale, let level, let whenFired):
      let what = level.map { "The level `\($0.text)` of `\(scale.text)`" } ?? "The level `\(scale.text)`"
      return what + " stands "
        + (whenFired ? "from a firing until the next event." : "while the rule's state is on.")
    case .emit(let kind, _): return "A firing gives a notice of the kind `\(kind.text)`."
    case .severity(let number): return "Output carries the severity \(text(number.span))."
    case .repeat(let delay): return "Within an episode the rule speaks again \(text(delay.span)) later."
    case .repeatDaily: return "Within an episode the rule speaks again the next day."
    case .gate(let gate): return gate.words(in: file)
    }
  }
}

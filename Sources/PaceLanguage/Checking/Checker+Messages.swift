/// Messages: their parts, and what a guard forbids them to say.
extension Checker {
  mutating func template(_ syntax: StringSyntax) -> Template {
    var parts: [Template.Part] = []
    let file = files[Int(syntax.span.file.index)]
    for part in parseMessage(syntax, in: file, diagnostics: &diagnostics) {
      switch part {
      case .text(let text): parts.append(.text(text))
      case .value(let expression): if let id = check(expression) { parts.append(.value(id)) }
      }
    }
    return Template(parts: parts, span: syntax.span)
  }

  mutating func checkGuard() {
    for syntax in text.guards {
      for phrase in syntax.phrases {
        if PhraseMatcher(phrase.text) == nil { report(.emptyPhrase(phrase.span)) }
        guardPhrases.append(phrase)
      }
    }
    let matchers = guardPhrases.compactMap { phrase in PhraseMatcher(phrase.text).map { ($0, phrase) } }
    if matchers.isEmpty { return }
    for rule in rules {
      guard let message = rule.emission?.message else { continue }
      let text = PhraseMatcher.Text(message)
      for (matcher, phrase) in matchers where matcher.occurs(in: text) {
        report(.forbiddenPhrase(message.span, phrase: phrase.text, guardedAt: phrase.span))
      }
    }
  }
}

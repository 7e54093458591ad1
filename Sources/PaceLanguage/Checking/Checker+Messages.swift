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
        if !PhraseMatcher.hasWords(phrase.text) { report(.emptyPhrase(phrase.span)) }
        guardPhrases.append(phrase)
      }
    }
    guardMatcher = PhraseMatcher(guardPhrases.map { $0.text })
    for rule in rules {
      guard let message = rule.emission?.message else { continue }
      for found in guardMatcher.phrases(in: PhraseMatcher.Text(message)) {
        let phrase = guardPhrases[found]
        report(.forbiddenPhrase(message.span, phrase: phrase.text, guardedAt: phrase.span))
      }
    }
  }
}

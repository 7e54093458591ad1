/// A file and what it declares.
extension Parser {
  private static let declarationKeywords: [Keyword] = [
    .include, .calendar, .subject, .event, .stream, .scale, .param, .define, .rule, .policy, .preset, .order,
    .guard, .disclaimer, .source, .scenario,
  ]

  mutating func parseFile() -> [Declaration] {
    var declarations: [Declaration] = []
    while token.kind != .end, !reporter.isFull {
      crossing = .item
      let start = index
      layout.itemStarts.append(start)
      do throws(SyntaxStop) {
        declarations.append(try parseDeclaration())
        try parseDeclarationEnd()
      } catch {
        recoverToDeclaration(from: start)
      }
    }
    return declarations
  }

  /// Another declaration may follow on the same line.
  private mutating func parseDeclarationEnd() throws(SyntaxStop) {
    switch kind {
    case .newline, .end: return
    case .rightBrace: throw report(.unmatchedBrace(spanHere, text: text(token)))
    default:
      guard !startsDeclaration else { return }
      throw report(.junkAfterItem(spanHere, found: foundText, startsItem: false))
    }
  }

  private mutating func recoverToDeclaration(from start: Int) {
    parenDepth = 0
    expressionDepth = 0
    if index == start { advance() }
    while token.kind != .end, !(token.startsLine && startsDeclaration) { advance() }
  }

  /// Whether a declaration seems to begin here, going by the tokens after its keyword.
  var startsDeclaration: Bool {
    guard token.kind == .name, let keyword = token.keyword else { return false }
    let next = peek(1)
    guard !next.startsLine else { return false }
    switch keyword {
    case .include, .disclaimer, .scenario: return next.kind == .string
    case .calendar, .guard: return next.kind == .leftBrace
    case .rule, .define, .policy, .event, .stream, .scale, .param, .order, .source, .subject, .preset:
      return next.kind == .name && continuesDeclaration(keyword, with: peek(2))
    default: return false
    }
  }

  /// Whether a clause of a rule begins here and nothing else can, going by the token after its keyword.
  var startsClause: Bool {
    guard token.kind == .name, let keyword = token.keyword, Self.clauseKeywords.contains(keyword) else {
      return false
    }
    let next = peek(1)
    guard !next.startsLine else { return false }
    switch next.kind {
    case .number, .time, .string: return true
    case .name: return ![.and, .or, .in, .else, .to, .skip, .not].contains(next.keyword)
    default: return false
    }
  }

  /// Whether the token after `keyword NAME` is one that may stand there.
  private func continuesDeclaration(_ keyword: Keyword, with token: Token) -> Bool {
    switch keyword {
    case .event: token.keyword == .of
    case .stream, .scale, .define: token.kind == .assign
    case .param: token.kind == .colon
    case .order: token.kind == .less
    case .subject: token.kind == .leftBrace || token.keyword == .per
    default: token.kind == .leftBrace || token.kind == .string || token.keyword == .extends
    }
  }

  private mutating func parseDeclaration() throws(SyntaxStop) -> Declaration {
    let start = index
    let declared = try parseDeclarationKeyword()
    switch declared {
    case .include:
      let path = try parseString()
      return .include(IncludeSyntax(path: path, span: span(from: start)))
    case .calendar: return .calendar(try parseCalendar(from: start))
    case .subject: return .subject(try parseSubject(from: start))
    case .event: return .event(try parseEvent(from: start))
    case .stream: return .stream(try parseStream(from: start))
    case .scale: return .scale(try parseScale(from: start))
    case .param: return .param(try parseParam(from: start))
    case .define: return .define(try parseDefine(from: start))
    case .rule: return .rule(try parseRule(from: start))
    case .policy: return .policy(try parsePolicy(from: start))
    case .preset: return .preset(try parsePreset(from: start))
    case .order: return .order(try parseOrder(from: start))
    case .guard: return .guardian(try parseGuard(from: start))
    case .source: return .source(try parseSource(from: start))
    case .scenario: return .scenario(try parseScenario(from: start))
    default:
      let text = try parseString()
      return .disclaimer(text, span: span(from: start))
    }
  }

  /// The keyword here; a misspelt one is taken for the one it stands for.
  private mutating func parseDeclarationKeyword() throws(SyntaxStop) -> Keyword {
    if let keyword, Self.declarationKeywords.contains(keyword) {
      advance()
      return keyword
    }
    if kind == .rightBrace || kind == .rightParen {
      throw report(.unmatchedBrace(spanHere, text: text(token)))
    }
    let isWord = kind == .name || kind == .identifier
    let meant =
      isWord ? Spelling.nearest(to: text(token), among: Self.declarationKeywords.map { $0.text }) : nil
    _ = report(.noDeclaration(spanHere, found: foundText, meant: meant))
    guard let meant, let keyword = Self.declarationKeywords.first(where: { $0.text == meant }) else {
      throw SyntaxStop()
    }
    advance()
    return keyword
  }

  /// Reports that no item of the block begins here; a misspelt keyword is taken for the one it stands for.
  mutating func parseItemKeyword(_ owner: BlockOwner) throws(SyntaxStop) -> Keyword {
    if let keyword, owner.keywords.contains(keyword) {
      advance()
      return keyword
    }
    let isWord = kind == .name || kind == .identifier
    var meant = isWord ? Spelling.nearest(to: text(token), among: owner.keywords.map { $0.text }) : nil
    if owner == .rule, text(token) == "if" { meant = Keyword.when.text }
    _ = report(.noItem(spanHere, found: foundText, owner: owner, meant: meant))
    guard let meant, let keyword = owner.keywords.first(where: { $0.text == meant }) else {
      throw SyntaxStop()
    }
    advance()
    return keyword
  }
}

/// A file and what it declares.
extension Parser {
  static let declarationKeywords: [Keyword] = [
    .include, .calendar, .subject, .event, .stream, .scale, .param, .define, .rule, .policy, .preset, .order,
    .guard, .disclaimer, .source, .scenario,
  ]

  mutating func parseFile() -> [Declaration] {
    var declarations: [Declaration] = []
    declarations.reserveCapacity(tokens.count / 32)
    layout.itemStarts.reserveCapacity(tokens.count / 5)
    while token.kind != .end, !reporter.isFull {
      crossing = .item
      let start = index
      itemStart = start
      layout.itemStarts.append(start)
      do throws(SyntaxStop) {
        declarations.append(try parseDeclaration())
        try parseDeclarationEnd()
      } catch {
        recoverToDeclaration(from: start)
        noteUnread(from: start)
      }
    }
    if token.startsLine { mayStand(.declaration, acrossLines: true) }
    return declarations
  }

  /// Another declaration may follow on the same line.
  private mutating func parseDeclarationEnd() throws(SyntaxStop) {
    switch kind {
    case .newline, .end: return
    case .rightBrace: throw unmatched()
    default:
      guard !startsDeclaration else { return }
      throw report(.junkAfterItem(spanHere, found: foundText, form: ItemSlips(self).form))
    }
  }

  /// Reports a brace or parenthesis that closes nothing, unless it was left over from a nested declaration, which
  /// has been reported.
  private mutating func unmatched() -> SyntaxStop {
    guard kind == .rightBrace, blocks.bracesLeft > 0 else {
      return report(.unmatchedBrace(spanHere, text: text(token)))
    }
    blocks.bracesLeft -= 1
    return SyntaxStop()
  }

  private mutating func recoverToDeclaration(from start: Int) {
    parenDepth = 0
    expressionDepth = 0
    if index == start { advance() }
    while token.kind != .end, !(token.startsLine && startsDeclaration) { advance() }
  }

  /// Whether a declaration seems to begin here, going by the tokens after its keyword.
  var startsDeclaration: Bool { startsDeclaration(at: index) }

  func startsDeclaration(at index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .name, let keyword = token.keyword else { return false }
    let next = tokens[min(index + 1, tokens.count - 1)]
    guard !next.startsLine else { return false }
    switch keyword {
    case .include, .disclaimer, .scenario: return next.kind == .string
    case .calendar, .guard: return next.kind == .leftBrace
    case .rule, .define, .policy, .event, .stream, .scale, .param, .order, .source, .subject, .preset:
      return next.kind == .name
        && continuesDeclaration(keyword, with: tokens[min(index + 2, tokens.count - 1)])
    default: return false
    }
  }

  /// Whether a clause of a rule begins here and nothing else can, going by the token after its keyword.
  var startsClause: Bool {
    guard token.kind == .name, let keyword = token.keyword, Self.clauseKeywords.contains(keyword),
      owner == .rule || owner == .policy || owner == .scenario
    else {
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
    case .param: return .param(try parseValue(.param, from: start))
    case .define: return .define(try parseDefine(from: start))
    case .rule: return .rule(try parseRule(from: start))
    case .policy: return .policy(try parsePolicy(from: start))
    case .preset: return .preset(try parsePreset(from: start))
    case .order: return .order(try parseOrder(from: start))
    case .guard: return .guard(try parseGuard(from: start))
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
    if kind == .rightBrace || kind == .rightParen { throw unmatched() }
    let isClause = token.kind == .name && keyword.map(Self.clauseKeywords.contains) ?? false
    let block = isClause ? "a rule: `rule NAME { … }`" : Diagnostic.calendarForm(of: text(token))
    let meant = block == nil ? foreignDeclaration ?? nearestKeyword(among: Self.declarationKeywords) : nil
    _ = report(.noDeclaration(spanHere, found: foundText, meant: meant?.text, block: block))
    guard let meant else { throw SyntaxStop() }
    advance()
    return meant
  }

  /// The keyword that the word here is nearest to, if it is near one.
  private func nearestKeyword(among keywords: [Keyword]) -> Keyword? {
    guard kind == .name || kind == .identifier else { return nil }
    let nearest = Spelling.nearest(to: text(token), among: keywords.map { $0.text })
    return keywords.first { $0.text == nearest }
  }

  /// Takes the keyword that begins an item of the block; a misspelt one is reported and taken for the right one.
  mutating func parseItemKeyword(_ owner: BlockOwner) throws(SyntaxStop) -> Keyword {
    if let keyword, owner.keywords.contains(keyword) {
      advance()
      return keyword
    }
    if let slip = ItemSlips(self).atItem(owner) {
      if kind == .number { passOver(slip) }
      throw report(slip)
    }
    let meant = foreignClause(owner) ?? nearestKeyword(among: owner.keywords)
    _ = report(.noItem(spanHere, found: foundText, owner: owner, meant: meant?.text))
    guard let meant else { throw SyntaxStop() }
    advance()
    return meant
  }
}

/// The calendar, subjects and events.
extension Parser {
  /// `"calendar" block( "zone" STRING | "day" "starts" TIME | "week" "starts" WEEKDAY )`
  mutating func parseCalendar(from start: Int) throws(SyntaxStop) -> CalendarSyntax {
    let items = try parseBlock(.calendar) { parser throws(SyntaxStop) in
      try parser.parseCalendarItem()
    }
    return CalendarSyntax(items: items, span: span(from: start))
  }

  private mutating func parseCalendarItem() throws(SyntaxStop) -> CalendarSyntax.Item {
    switch try parseItemKeyword(.calendar) {
    case .zone: return .zone(try parseString())
    case .day:
      try expect(.starts)
      return .dayStarts(try parseTime())
    default:
      try expect(.starts)
      return .weekStarts(try parseName(.weekday))
    }
  }

  /// `"subject" NAME [ "per" "day" ] block( attribute | "ends" "after" operand "without" NAME )`
  mutating func parseSubject(from start: Int) throws(SyntaxStop) -> SubjectSyntax {
    let name = try parseName(.subject)
    let isPerDay = take(.per)
    if isPerDay { try expect(.day) }
    let items = try parseBlock(.subject) { parser throws(SyntaxStop) in
      try parser.parseSubjectItem()
    }
    return SubjectSyntax(name: name, isPerDay: isPerDay, items: items, span: span(from: start))
  }

  private mutating func parseSubjectItem() throws(SyntaxStop) -> SubjectSyntax.Item {
    let start = index
    if mayFollow(.token(.colon)), peek(1).kind == .colon {
      return .attribute(try parseValue(.attribute, from: start))
    }
    _ = try parseItemKeyword(.subject)
    try expect(.after)
    let delay = try parseOperand()
    try expect(.without)
    let stream = try parseName(.stream)
    return .ends(after: delay, without: stream, span: span(from: start))
  }

  /// `NAME ":" type [ "=" literal ] [ "in" literal ".." literal [ "step" literal ] ] [ STRING ]`; only a param has a
  /// step.
  private mutating func parseValue(
    _ role: Expected.NameRole, from start: Int
  ) throws(SyntaxStop) -> ValueSyntax {
    let name = try parseName(role)
    try expect(.colon)
    let type = try parseType()
    let initial = try parseInitialIfPresent()
    let range = try parseRangeIfPresent()
    let step = role == .param && range != nil && take(.step) ? try parseLiteral(.literal) : nil
    let label = parseLabelIfPresent()
    return ValueSyntax(
      name: name, type: type, initial: initial, range: range, step: step, label: label,
      span: span(from: start))
  }

  /// `[ "=" literal ]`
  private mutating func parseInitialIfPresent() throws(SyntaxStop) -> Literal? {
    guard stands(.assign) else { return nil }
    advanceAcrossLines()
    if keyword == .in, !peek(1).startsLine, [.number, .minus, .time, .date].contains(peek(1).kind) {
      _ = fail(.literal)
      return Literal(.invalid, spanHere)
    }
    return try parseLiteral(.literal)
  }

  /// `[ "in" literal ".." literal ]`; a line may begin with this `in`, but also with an attribute called `in`.
  private mutating func parseRangeIfPresent() throws(SyntaxStop) -> RangeSyntax? {
    if kind == .number, peek(1).kind == .range { throw fail(.keyword(.in)) }
    guard standsAcrossLines(.in), kind != .newline || peek(1).kind != .colon else { return nil }
    let start = index
    advanceAcrossLines()
    let low = try parseLiteral(.literal)
    try expect(.range)
    let high = try parseLiteral(.literal)
    return RangeSyntax(low: low, high: high, span: span(from: start))
  }

  /// `"event" NAME "of" NAME block( attribute | kind | "debounce" DURATION )`
  mutating func parseEvent(from start: Int) throws(SyntaxStop) -> EventSyntax {
    let name = try parseName(.event)
    try expect(.of)
    let subject = try parseName(.subject)
    let items = try parseBlock(.event) { parser throws(SyntaxStop) in
      try parser.parseEventItem()
    }
    return EventSyntax(name: name, subject: subject, items: items, span: span(from: start))
  }

  private mutating func parseEventItem() throws(SyntaxStop) -> EventSyntax.Item {
    let start = index
    if keyword == .kind || mayFollow(.token(.colon)), peek(1).kind == .colon {
      return .field(try parseValue(.attribute, from: start))
    }
    guard try parseItemKeyword(.event) == .kind else {
      let length = try parseDuration()
      return .debounce(length, span: span(from: start))
    }
    return .kind(try parseKind(from: start))
  }

  /// `"kind" NAME [ STRING ] [ block( NAME "=" literal | "debounce" DURATION ) ]`
  private mutating func parseKind(from start: Int) throws(SyntaxStop) -> KindSyntax {
    let name = try parseName(.kind)
    let label = parseStringIfPresent()
    var items: [KindSyntax.Item] = []
    if stands(.leftBrace) {
      items = try parseBlock(.kind) { parser throws(SyntaxStop) in
        try parser.parseKindItem()
      }
    } else {
      takeUnopenedValues(from: start)
    }
    return KindSyntax(name: name, label: label, items: items, span: span(from: start))
  }

  private mutating func parseKindItem() throws(SyntaxStop) -> KindSyntax.Item {
    let start = index
    guard keyword == .debounce, peek(1).kind != .assign else {
      return .value(try parseAssignment(.field))
    }
    advance()
    let length = try parseDuration()
    return .debounce(length, span: span(from: start))
  }
}

/// Forms of other languages for declarations and their parts.
extension Parser {
  /// The declaration that a word of another language stands for.
  var foreignDeclaration: Keyword? {
    guard kind == .name else { return nil }
    switch text(token) {
    case "import", "use", "require": return .include
    case "let", "def", "function", "macro": return .define
    case "test": return .scenario
    case "alert": return .rule
    case "const", "var": return .param
    default: return nil
    }
  }

  /// Takes the `<` between levels or presets; a `,`, `=` or `>` is reported and taken for it.
  mutating func takeLess() -> Bool {
    mayStand(.token(.less), acrossLines: true)
    switch token.kind {
    case .less: break
    case .comma where kind != .newline, .assign where kind != .newline, .greater where kind != .newline:
      reporter.report(.otherOrder(span(of: token), written: text(token)))
    default: return false
    }
    advanceAcrossLines()
    return true
  }

  /// Takes and reports `a > b > c`; returns the names as in `c < b < a`, or nil if no `>` stands here.
  mutating func takeReversedOrder(after first: Identifier) -> [Identifier]? {
    var names = [first]
    var end = index
    while tokens[end].kind == .greater, !tokens[end].startsLine, tokens[end + 1].kind == .name {
      names.insert(Identifier(text(tokens[end + 1]), span(of: tokens[end + 1])), at: 0)
      end += 2
    }
    guard end > index else { return nil }
    let whole = first.span.joined(span(of: tokens[end - 1]))
    let meant = names.map { $0.text }.joined(separator: " < ")
    // In `a > b < c` the sign may be the slip, or the order of the names.
    let isGuess = tokens[end].kind == .less
    reporter.report(.reversedOrder(spanHere, whole: whole, meant: meant, isGuess: isGuess))
    while index < end { advance() }
    return names
  }

  /// Takes the base that other languages write as `preset strict: gentle` or `preset strict(gentle)`.
  mutating func takeForeignBase() throws(SyntaxStop) -> Identifier? {
    let isList = kind == .leftParen && peek(2).kind == .rightParen
    guard isList || kind == .colon, peek(1).kind == .name, peek(isList ? 3 : 2).kind == .leftBrace else {
      return nil
    }
    let close = isList ? [TextEdit(span(of: peek(2)), "")] : []
    reporter.report(
      .markForExtends(span(of: token), written: text(token), fix: [joining("extends")] + close))
    advance()
    let base = try parseName(.preset)
    if isList { advance() }
    return base
  }

  /// Takes and reports the type of `define d: number = 3`.
  mutating func takeTypeOfDefinition() {
    guard kind == .colon else { return }
    var end = index + 1
    while [.name, .identifier, .bar].contains(tokens[end].kind), !tokens[end].startsLine { end += 1 }
    guard end > index + 1, tokens[end].kind == .assign, !tokens[end].startsLine else { return }
    let gap = afterLast.joined(span(of: tokens[end]).before)
    reporter.report(.typedDefinition(span(of: token).joined(span(of: tokens[end - 1])), gap: gap))
    while index < end { advance() }
  }

  /// Takes and reports values without their braces, as in `kind small size = 0 }` and `at 21:00 entry size = 0`.
  ///
  /// Returns whether it did.
  @discardableResult
  mutating func takeUnopenedValues(from start: Int) -> Bool {
    guard kind == .name, peek(1).kind == .assign, !peek(1).startsLine else { return false }
    var end = index
    while !tokens[end].startsLine, tokens[end].kind != .rightBrace, tokens[end].kind != .end { end += 1 }
    let isClosed = tokens[end].kind == .rightBrace && !tokens[end].startsLine && tokens[start].startsLine
    let here = spanHere
    var fix = [TextEdit.word("{", at: here.before, in: source.bytes)]
    if !isClosed { fix.append(TextEdit(span(of: tokens[end - 1]).after, " }")) }
    var problem = Diagnostic.missingBrace(here, found: foundText, isClosed: isClosed, fix: fix)
    problem.help = ItemSlips(self).form
    reporter.report(problem)
    while index < (isClosed ? end + 1 : end) { advance() }
    return true
  }
}

/// Thrown after a diagnostic has been given, so that reading goes on at the next item.
struct SyntaxStop: Error {}

/// Reads tokens into a tree by recursive descent: a function for each rule of the grammar.
///
/// Where a newline ends an item, `kind` is `.newline`. Inside parentheses and right after `advanceAcrossLines` it is
/// not. To see whether the next line continues the item, look at `token`.
struct Parser {
  /// How deep expressions may be nested, and how many operators one may have, since trees are walked by recursion.
  static let depthLimit = 100
  static let operatorLimit = 500

  enum Crossing {
    /// A line break ends the item.
    case none
    /// The operator just taken needs an operand.
    case operand
    /// The next item begins here.
    case item
  }

  let source: SourceFile
  let file: FileID
  let tokens: [Token]
  var index = 0
  var parenDepth = 0
  /// Whether a line break before the current token counts, and if not, why.
  var crossing = Crossing.item
  /// Whether the tokens are a value in a message.
  var isValue = false
  /// The index of the token that began the current item.
  var itemStart = 0
  /// What the innermost block belongs to; nil between declarations.
  var owner: BlockOwner?
  var blocks = OpenBlocks()
  var expressionDepth = 0
  var operatorCount = 0
  var reporter: Reporter
  /// The names in text that was skipped after an error.
  var unreadNames: Set<String> = []
  /// Where items and blocks are, for the formatter.
  var layout = TokenLayout()
  /// What the grammar allows at the place that an editor asks about.
  var expectations = Expectations()

  init(_ source: SourceFile, file: FileID, tokens: [Token], reporter: Reporter) {
    self.source = source
    self.file = file
    self.tokens = tokens
    self.reporter = reporter
  }

  /// The current token, whatever line it is on.
  var token: Token { tokens[index] }

  /// The kind of the current token, or `.newline` if the line before it ends the item.
  @inline(__always)
  var kind: Token.Kind {
    let token = tokens[index]
    guard token.startsLine, token.kind != .end, crossing != .item else { return token.kind }
    guard crossing == .operand || parenDepth > 0 else { return .newline }
    // Where an operand or a parenthesis is missing, the next clause or declaration is not taken for it.
    return startsClause || startsDeclaration ? .newline : token.kind
  }

  /// The keyword here, in the same item; nil for anything else.
  @inline(__always)
  var keyword: Keyword? { kind == .name ? token.keyword : nil }

  /// The token `distance` places on, at most the last one, `.end`.
  func peek(_ distance: Int) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
    crossing = .none
  }

  /// Takes an operator, `=`, `,` or `else`, after which a line break is ignored.
  mutating func advanceAcrossLines() {
    advance()
    crossing = .operand
  }

  /// Takes the keyword if it stands here.
  mutating func take(_ wanted: Keyword) -> Bool {
    mayStand(.keyword(wanted))
    guard keyword == wanted else { return false }
    advance()
    return true
  }

  mutating func expect(_ wanted: Keyword) throws(SyntaxStop) {
    guard keyword == wanted else { throw fail(.keyword(wanted)) }
    advance()
  }

  /// Expects `wanted` after `before`. If `wanted` was just read in place of `before`, reports that `before` is missing.
  mutating func expect(_ wanted: Keyword, after before: Expected) throws(SyntaxStop) {
    if keyword != wanted, index > 0, tokens[index - 1].keyword == wanted {
      let span = span(of: tokens[index - 1])
      var problem = Diagnostic.unexpected(span, expected: before, found: "`\(wanted.text)`")
      problem.help = ItemSlips(self).form
      throw report(problem)
    }
    try expect(wanted)
  }

  mutating func expect(_ wanted: Token.Kind) throws(SyntaxStop) {
    guard kind == wanted else { throw fail(.token(wanted)) }
    if wanted == .assign || wanted == .comma { advanceAcrossLines() } else { advance() }
  }

  /// Reports a problem, except that the file ends inside a block: that is reported at the block.
  mutating func report(_ diagnostic: Diagnostic) -> SyntaxStop {
    let isEnd = token.kind == .end && owner != nil && diagnostic.span == spanHere
    if !isEnd { reporter.report(diagnostic) }
    return SyntaxStop()
  }

  /// The text or the sort of the token here, for a message.
  var foundText: String {
    switch kind {
    case .end where isValue: "the end of the value"
    case .newline, .end, .string: kind.text
    default: "`\(source.text(in: span(of: token)))`"
    }
  }

  /// The span of the current token; if the item ends here, the end of the token before.
  var spanHere: SourceSpan {
    switch kind {
    case .newline, .end: afterLast
    default: span(of: token)
    }
  }

  func span(of token: Token) -> SourceSpan {
    SourceSpan(file: file, start: Int(token.start), end: Int(token.end))
  }

  /// The span from the token at `first` to the last one taken.
  @inline(__always)
  func span(from first: Int) -> SourceSpan {
    let start = tokens[first].start
    return SourceSpan(file: file, start: Int(start), end: Int(max(start, endOfLast)))
  }

  /// Where the token before the current one ends.
  var endOfLast: Int32 { index > 0 ? tokens[index - 1].end : tokens[0].start }

  func text(_ token: Token) -> String {
    let bytes = source.bytes[Int(token.start)..<Int(token.end)]
    // A letter that only looks like another has been reported.
    return reporter.diagnostics.isEmpty ? String(decoding: bytes, as: UTF8.self) : Twin.plain(bytes)
  }

  /// Notes the names that are skipped after an error, from a token up to the current one.
  mutating func noteUnread(from start: Int) {
    for token in tokens[start..<max(start, index)] where token.kind == .name {
      unreadNames.insert(text(token))
    }
  }

  /// The expression that all the tokens make; nil after an error.
  mutating func parseWholeExpression() -> Expression? {
    do throws(SyntaxStop) {
      parenDepth = 1
      isValue = true
      let expression = try parseExpression()
      guard token.kind == .end else { throw fail(.endOfExpression) }
      return expression
    } catch {
      return nil
    }
  }
}

/// Tests of the current token. Each notes, for editors, that what it tests for may stand there.
extension Parser {
  /// Notes that something may stand here; where the line before ends the item, it may not.
  ///
  /// - Parameters:
  ///   - acrossLines: whether it may begin a continuing line.
  ///   - mustCome: whether nothing else may stand here.
  /// - Returns: true, so that it may stand in a condition.
  @inline(__always) @discardableResult
  mutating func mayStand(
    _ expected: @autoclosure () -> Expected, acrossLines: Bool = false, mustCome: Bool = false
  ) -> Bool {
    if index == expectations.place { note(expected(), acrossLines, mustCome) }
    return true
  }

  @inline(never)
  private mutating func note(_ expected: Expected, _ acrossLines: Bool, _ mustCome: Bool) {
    guard acrossLines || crossing != .none || parenDepth > 0 || !token.startsLine else { return }
    expectations.note(expected, in: owner)
    if mustCome { expectations.close() }
  }

  /// Notes what may stand after the current token, if only that next token shows what the current one is for.
  ///
  /// - Returns: true, so that it may stand in a condition.
  @inline(__always)
  mutating func mayFollow(_ expected: @autoclosure () -> Expected) -> Bool {
    if index + 1 == expectations.place { expectations.note(expected(), in: owner) }
    return true
  }

  /// Whether the token stands here, in the same item.
  @inline(__always)
  mutating func stands(_ wanted: Token.Kind) -> Bool {
    mayStand(.token(wanted))
    return kind == wanted
  }

  /// Whether the token stands here, perhaps on the next line.
  @inline(__always)
  mutating func standsAcrossLines(_ wanted: Token.Kind) -> Bool {
    mayStand(.token(wanted), acrossLines: true)
    return token.kind == wanted
  }

  /// Whether the keyword stands here, perhaps on the next line.
  @inline(__always)
  mutating func standsAcrossLines(_ wanted: Keyword) -> Bool {
    mayStand(.keyword(wanted), acrossLines: true)
    return token.kind == .name && token.keyword == wanted
  }

  /// Notes the items with which a block may go on, which stand on lines of their own or after a comma.
  mutating func mayStandItem(of owner: BlockOwner) {
    guard index == expectations.place else { return }
    defer { expectations.close() }
    let last = index > 0 ? tokens[index - 1].kind : .newline
    guard token.startsLine || last == .leftBrace || last == .comma else { return }
    for keyword in owner.keywords { mayStand(.keyword(keyword)) }
    if owner == .map { mayStand(.keyword(.else)) }
    if let first = owner.itemStart { mayStand(first) }
    mayStand(.token(.rightBrace))
  }
}

/// Diagnostics for what stands where something else was expected, with the edits that mend it.
extension Parser {
  /// Reports that something else was expected here.
  mutating func fail(_ expected: Expected) -> SyntaxStop {
    mayStand(expected, mustCome: true)
    if let slip = strayMark(expected) { return report(slip) }
    let (edits, isGuess) = fix(for: expected)
    var problem = Diagnostic.unexpected(spanHere, expected: expected, found: foundText, fix: edits)
    problem.isGuess = isGuess
    if case .name(let role) = expected {
      if kind == .number { problem.help = numberForName }
      if index == itemStart + 1, tokens[itemStart].keyword?.text == role.rawValue {
        problem.message = "expected a name for the \(role.rawValue), found \(foundText)"
      }
    }
    if case .name(.stream) = expected, kind == .star { problem.help = "name the event, as in `count(EVENT)`" }
    if case .name = expected, kind == .string, owner == nil, index == itemStart + 1, let name = nameFromText {
      problem.help = "a name comes first; the text after it is what people read"
      problem.fix = [TextEdit(span(of: token).before, name + " ")]
      problem.isGuess = true
    }
    problem.help = CallSlips(self).help(for: expected) ?? problem.help ?? ItemSlips(self).form
    return report(problem)
  }

  /// Help about a number in place of a name; nil if none is likely to be right.
  private var numberForName: String? {
    let next = peek(1)
    if next.start == token.end, next.kind == .name { return "a name begins with a letter" }
    guard owner == .scenario, next.kind == .name, !next.startsLine else { return nil }
    switch tokens[itemStart].keyword {
    case .expect: return "how often is said at the end: `expect \(text(next)) exactly \(text(token)) times`"
    case .at: return "each event has a line of its own: `at … \(text(next))`"
    default: return nil
    }
  }

  /// The text here as a name: `too_much` for `"too much"`.
  private var nameFromText: String? {
    let bytes = StringText.value(source.bytes, token).utf8.map { $0.isWordByte ? $0 : UInt8(ascii: "_") }
    return lowerCaseName(String(decoding: bytes, as: UTF8.self))
  }

  /// The diagnostic for `cooldown: 15 min` and `cooldown = 15 min`.
  private func strayMark(_ expected: Expected) -> Diagnostic? {
    guard kind == .colon || kind == .assign, index > 0, let keyword = tokens[index - 1].keyword else {
      return nil
    }
    let isClause =
      index == itemStart + 1 && owner.map { [.rule, .policy, .scenario, .calendar].contains($0) } ?? false
    guard kind == .colon || isClause else { return nil }
    let mark = span(of: token)
    let gap = kind == .assign && !peek(1).startsLine ? mark.joined(span(of: peek(1)).before) : mark
    return .strayMark(spanHere, written: text(token), after: keyword.text, expected: expected, gap: gap)
  }

  /// The edits that insert or replace what is missing here; empty if none is likely to be right.
  private func fix(for expected: Expected) -> (edits: [TextEdit], isGuess: Bool) {
    if kind == .newline || kind == .end { return ([], false) }
    let here = spanHere
    let before = here.before
    switch (expected, token.kind) {
    case (.keyword(.to), .minus), (.keyword(.to), .range), (.keyword(.to), .assign), (.keyword(.to), .colon):
      return ([joining("to")], false)
    case (.keyword(.to), .comma): return (peek(1).kind == .time ? [joining("to")] : [], false)
    case (.keyword(.to), .name) where tokens[index - 1].keyword == .at: return ([], false)
    case (.keyword(.to), .name) where ["and", "until", "till", "through"].contains(text(token)):
      return (endsItem(peek(1)) ? [] : [joining("to")], false)
    case (.keyword(.to), .name) where endsItem(peek(1)), (.keyword(.to), .time):
      return ([.word("to", at: before, in: source.bytes)], false)
    case (.keyword(.from), .assign), (.keyword(.from), .colon): return ([joining("from")], false)
    case (.keyword(.of), .leftBrace):
      return (subjectName.map { [TextEdit(afterLast, " of \($0)")] } ?? [], false)
    case (.keyword(.from), .name) where tokens[index - 1].keyword == .day && keyword == .at:
      let once = span(of: tokens[itemStart])
      guard let hour = Int(text(peek(1))), hour < 24, endsItem(peek(2)) else {
        return ([TextEdit(once.joined(here), "at")], false)
      }
      return ([TextEdit(once.joined(span(of: peek(1))), "at \(hour < 10 ? "0" : "")\(hour):00")], false)
    case (.keyword(.in), .number): return ([.word("in", at: before, in: source.bytes)], false)
    case (.token(.range), .minus): return ([joining("..")], false)
    case (.token(.range), .name) where keyword == .to: return ([joining("..")], false)
    case (.token(.assign), .number), (.token(.assign), .time), (.token(.assign), .string):
      return ([.word("=", at: before, in: source.bytes)], false)
    case (.token(.colon), .assign):
      return (typeOfInitial(at: index).map { [TextEdit(afterLast, ": \($0)")] } ?? [], false)
    case (.string, .name) where peek(1).kind == .string && peek(1).start == token.end:
      return ([TextEdit(here, "")], false)
    case (.string, .name), (.string, .identifier): return (quotes(), true)
    case (.name(.noticeKind), .string):
      guard peek(1).kind == .name, endsItem(peek(2)) else { return ([TextEdit(before, "warning ")], true) }
      let rest = here.after.joined(span(of: peek(1)))
      return ([TextEdit(before, text(peek(1)) + " "), TextEdit(rest, "")], false)
    case (.keyword(.days), .name) where CallSlips(self).unitOfStreak != nil: return ([], false)
    case (.keyword(.days), .name) where peek(1).keyword == .where: return ([TextEdit(here, "days")], true)
    case (.keyword(.days), _): return (CallSlips(self).days, true)
    case (.keyword(.where), .name) where tokens[index - 1].keyword == .days:
      return ([TextEdit(before, "where ")], true)
    case (.window, .number) where CallSlips(self).isLength:
      return ([.word("last", at: before, in: source.bytes)], false)
    case (.window, .name) where peek(1).kind == .rightParen:
      let meant = Spelling.nearest(to: text(token), among: Keyword.windows.map { $0.text })
      let last = isDuration(text(token)) ? TextEdit.word("last", at: before, in: source.bytes) : nil
      return ([meant.map { TextEdit(here, $0) } ?? last].compactMap { $0 }, true)
    default: return ([], false)
    }
  }

  /// The subject that this file declares.
  private var subjectName: String? {
    let place = tokens.firstIndex { $0.keyword == .subject && $0.startsLine && owner == nil }
    return place.flatMap { tokens[$0 + 1].kind == .name ? text(tokens[$0 + 1]) : nil }
  }

  /// The place right after the last token taken.
  var afterLast: SourceSpan { SourceSpan(file: file, start: Int(endOfLast), end: Int(endOfLast)) }

  /// The edit that replaces the token here by `word`, with blanks where its neighbours would touch it.
  func joining(_ word: String) -> TextEdit { .word(word, at: span(of: token), in: source.bytes) }

  /// The type of the value after the `=` at `index`.
  func typeOfInitial(at index: Int) -> String? {
    let (value, next) = (tokens[min(index + 1, tokens.count - 1)], tokens[min(index + 2, tokens.count - 1)])
    return switch value.kind {
    case .number: Unit(next.keyword) == nil ? "number" : "duration"
    case .time: "time"
    case .date: "date"
    case .string: "text"
    case .name where value.keyword == .yes || value.keyword == .no: "bool"
    default: nil
    }
  }

  /// The edits that put quotes around the rest of the line, or up to a brace or comma on it.
  private func quotes() -> [TextEdit] {
    var last = index
    while !tokens[last + 1].startsLine,
      ![.leftBrace, .rightBrace, .comma, .string].contains(tokens[last + 1].kind)
    { last += 1 }
    let end = span(of: tokens[last]).after
    let isBare = !source.bytes[..<Int(end.start)].suffix(5).elementsEqual(".pace".utf8)
    let ending = tokens[itemStart].keyword == .include && isBare ? ".pace\"" : "\""
    return [TextEdit(span(of: token).before, "\""), TextEdit(end, ending)]
  }
}

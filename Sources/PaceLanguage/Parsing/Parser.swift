/// A diagnostic has been given; reading goes on at the next item.
struct SyntaxStop: Error {}

/// Reads tokens into a tree by recursive descent: a function for each rule of the grammar.
///
/// A newline ends an item where `kind` is `.newline`. It never is inside parentheses, nor right after something
/// that was taken with `advanceAcrossLines`; what may begin a continuing line is looked up in `token`.
struct Parser {
  /// How deep expressions may be nested, and how many operators one may have: trees are walked by recursion.
  static let depthLimit = 100
  static let operatorLimit = 500

  enum Crossing {
    /// It ends the item.
    case none
    /// Something must follow what was taken.
    case operand
    /// The next item begins here.
    case item
  }

  let source: SourceFile
  let file: FileID
  let tokens: [Token]
  var index = 0
  var parenDepth = 0
  /// Why a line break before the current token counts for nothing, if it does.
  var crossing = Crossing.item
  /// Whether the tokens are a value in a message.
  var isValue = false
  var expressionDepth = 0
  var operatorCount = 0
  var reporter: Reporter
  /// Where items and blocks are, for the formatter.
  var layout = TokenLayout()

  init(_ source: SourceFile, file: FileID, tokens: [Token], reporter: Reporter) {
    self.source = source
    self.file = file
    self.tokens = tokens
    self.reporter = reporter
  }

  /// The current token, whatever line it is on.
  var token: Token { tokens[index] }

  /// The kind of the current token, or `.newline` if the line before it ends the item.
  var kind: Token.Kind {
    let token = tokens[index]
    guard token.startsLine, token.kind != .end, crossing != .item else { return token.kind }
    // Where an operand or a parenthesis is missing, the next clause or declaration is not taken for it.
    let goesOn = (crossing == .operand || parenDepth > 0) && !startsClause && !startsDeclaration
    return goesOn ? token.kind : .newline
  }

  /// The keyword that stands here, in the same item.
  var keyword: Keyword? { kind == .name ? token.keyword : nil }

  /// The token so many places on; the last one is `.end`.
  func peek(_ distance: Int) -> Token { tokens[min(index + distance, tokens.count - 1)] }

  mutating func advance() {
    if index < tokens.count - 1 { index += 1 }
    crossing = .none
  }

  /// Takes an operator, `=`, `,` or `else`: a line break after it counts for nothing.
  mutating func advanceAcrossLines() {
    advance()
    crossing = .operand
  }

  /// Takes the keyword if it stands here.
  mutating func take(_ wanted: Keyword) -> Bool {
    guard keyword == wanted else { return false }
    advance()
    return true
  }

  mutating func expect(_ wanted: Keyword) throws(SyntaxStop) {
    guard take(wanted) else { throw fail(.keyword(wanted)) }
  }

  /// Expects `wanted` after `before`, unless that is what is missing: then the word was read in its place.
  mutating func expect(_ wanted: Keyword, after before: Expected) throws(SyntaxStop) {
    if keyword != wanted, index > 0, tokens[index - 1].keyword == wanted {
      let span = span(of: tokens[index - 1])
      var problem = Diagnostic.unexpected(span, expected: before, found: "`\(wanted.text)`")
      if case .name(.scale) = before { problem.help = "it is `raise SCALE to LEVEL`" }
      throw report(problem)
    }
    try expect(wanted)
  }

  mutating func expect(_ wanted: Token.Kind) throws(SyntaxStop) {
    guard kind == wanted else { throw fail(.token(wanted)) }
    if wanted == .assign || wanted == .comma { advanceAcrossLines() } else { advance() }
  }

  /// Reports that something else was expected here.
  mutating func fail(_ expected: Expected) -> SyntaxStop {
    if kind == .colon, index > 0, let keyword = tokens[index - 1].keyword {
      return report(.strayColon(spanHere, after: keyword.text, expected: expected))
    }
    return report(.unexpected(spanHere, expected: expected, found: foundText, fix: fix(for: expected)))
  }

  /// The edit that puts in the one word that is missing here, where what stands here can follow it.
  private func fix(for expected: Expected) -> [TextEdit] {
    let here = spanHere
    let before = SourceSpan(file: file, start: Int(here.start), end: Int(here.start))
    switch (expected, token.kind) {
    case (.keyword(.to), .minus), (.keyword(.to), .range): return [TextEdit(here, " to ")]
    case (.keyword(.to), .name), (.keyword(.to), .time): return [TextEdit(before, "to ")]
    case (.window, .number): return [TextEdit(before, "last ")]
    case (.window, .name) where peek(1).kind == .rightParen:
      let words = Self.windowKeywords.map { $0.text }
      if let meant = Spelling.nearest(to: text(token), among: words) { return [TextEdit(here, meant)] }
      return [TextEdit(before, "last ")]
    default: return []
    }
  }

  mutating func report(_ diagnostic: Diagnostic) -> SyntaxStop {
    reporter.report(diagnostic)
    return SyntaxStop()
  }

  /// What stands here, for a message.
  var foundText: String {
    switch kind {
    case .newline: "the end of the line"
    case .end: isValue ? "the end of the value" : "the end of the file"
    case .string: "a text"
    default: "`\(source.text(in: span(of: token)))`"
    }
  }

  /// The current token, or the end of the one before where the item ends here.
  var spanHere: SourceSpan {
    switch kind {
    case .newline, .end: SourceSpan(file: file, start: Int(endOfLast), end: Int(endOfLast))
    default: span(of: token)
    }
  }

  func span(of token: Token) -> SourceSpan {
    SourceSpan(file: file, start: Int(token.start), end: Int(token.end))
  }

  /// From the token at `first` to the last one taken.
  func span(from first: Int) -> SourceSpan {
    let start = tokens[first].start
    return SourceSpan(file: file, start: Int(start), end: Int(max(start, endOfLast)))
  }

  /// Where the token before the current one ends.
  var endOfLast: Int32 { index > 0 ? tokens[index - 1].end : tokens[0].start }

  func text(_ token: Token) -> String {
    let range = Int(token.start)..<Int(token.end)
    return String(decoding: source.bytes[range], as: UTF8.self)
  }
}

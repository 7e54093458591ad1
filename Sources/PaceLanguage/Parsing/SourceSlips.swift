/// What people who know SQL write in a source, which names tables and columns and computes nothing.
///
/// It reads the parser's tokens at that place, and changes nothing.
struct SourceSlips {
  private let parser: Parser

  init(_ parser: Parser) { self.parser = parser }

  /// The diagnostic for `from my table`, `from main.table`, `from cups.csv` and `from t join u`.
  ///
  /// One word of the name has been read.
  var openTable: Diagnostic? {
    guard [.dot, .name, .identifier].contains(parser.kind), parser.keyword != .where else { return nil }
    let first = parser.index - 1
    var end = parser.index
    while [.name, .identifier, .dot, .number].contains(parser.tokens[end].kind),
      !parser.tokens[end].startsLine,
      parser.tokens[end].keyword != .where
    {
      if word(end) == "join" { return .joinedTables(span(first, end)) }
      end += 1
    }
    guard parser.tokens[end].kind == .leftBrace || parser.tokens[end].keyword == .where else { return nil }
    let whole = span(first, end - 1)
    guard end == parser.index + 2, parser.kind == .dot else {
      return .openName(whole, meant: "\"\(parser.source.text(in: whole))\"", isGuess: parser.kind == .dot)
    }
    if ["csv", "tsv"].contains(word(end - 1)) {
      return .fileForTable(whole, meant: parser.text(parser.tokens[first]))
    }
    // `main` is the name that SQLite gives to the database itself.
    if word(first) == "main" { return .openName(whole, meant: parser.text(parser.tokens[end - 1])) }
    return .openName(whole, meant: "\"\(parser.source.text(in: whole))\"", isGuess: true)
  }

  /// The diagnostic for what goes on after a column, as in `day + time`, `lower(x)`, `t.x` and `Time Stamp`.
  func afterInput(isJSON: Bool) -> Diagnostic? {
    let (first, here) = (parser.index - 1, parser.index)
    guard [.name, .identifier].contains(parser.tokens[first].kind) else { return computed(isJSON: isJSON) }
    switch parser.kind {
    case .dot where parser.endsItem(parser.peek(2)) || parser.peek(2).keyword == .as:
      return .openName(
        span(first, here + 1), meant: parser.text(parser.peek(1)), what: "columns", isGuess: true)
    case .name where parser.keyword != .as, .identifier,
      .leftParen where parser.token.start > parser.endOfLast:
      var end = here
      while [.name, .identifier, .number, .leftParen, .rightParen].contains(parser.tokens[end].kind),
        !parser.tokens[end].startsLine, parser.tokens[end].keyword != .as
      { end += 1 }
      guard parser.endsItem(parser.tokens[end]) || parser.tokens[end].keyword == .as else { return nil }
      let whole = span(first, end - 1)
      return .openName(whole, meant: "\"\(parser.source.text(in: whole))\"")
    default: return computed(isJSON: isJSON)
    }
  }

  private func computed(isJSON: Bool) -> Diagnostic? {
    guard [.plus, .star, .slash, .percent, .leftParen].contains(parser.kind) else { return nil }
    var slip = Diagnostic.junkAfterItem(parser.spanHere, found: parser.foundText)
    let (last, mark) = (parser.text(parser.tokens[parser.index - 1]), parser.text(parser.token))
    let isInName =
      parser.token.start == parser.endOfLast && [.slash, .percent, .leftParen].contains(parser.kind)
    slip.help =
      "a source computes nothing but a difference, `C - D`: "
      + (isJSON
        ? "write what is meant into the objects"
        : "in a database a view can, in a CSV file write a column of it")
      + (isInName ? "; a name with `\(mark)` in it stands in quotes: `\"\(last)\(mark)…\"`" : "")
    return slip
  }

  /// Help about a test that sources don't have, such as `x > 3`; a word of it has been read.
  var otherTest: String {
    let table = parser.tokens[parser.itemStart + 2]
    if table.keyword == .json {
      return "objects are picked by `==`, `!=`, `in (A, B)` and `has MEMBER` alone"
    }
    let start = parser.tokens[..<parser.index].lastIndex { $0.keyword == .where } ?? parser.index - 2
    var end = parser.index
    while parser.tokens[end].kind != .leftBrace, parser.tokens[end].kind != .end,
      !parser.tokens[end].startsLine
    {
      end += 1
    }
    let condition = parser.source.text(in: span(start + 1, end - 1)).utf8
    let sql = String(
      decoding: condition.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }, as: UTF8.self)
    let query = "SELECT * FROM \(parser.text(table)) WHERE \(sql)"
    return "make a view, `CREATE VIEW some AS \(query)`, and read that instead"
  }

  /// Whether a sign stands here that other languages write for `else`.
  var isOtherElse: Bool {
    let isSign = parser.kind == .star || parser.kind == .identifier && parser.text(parser.token) == "_"
    return isSign && parser.peek(1).kind == .assign
  }

  private func word(_ place: Int) -> String { parser.text(parser.tokens[place]).lowercased() }

  private func span(_ first: Int, _ last: Int) -> SourceSpan {
    parser.span(of: parser.tokens[first]).joined(parser.span(of: parser.tokens[last]))
  }
}

/// How foreign tables and JSON objects are read.
extension Parser {
  /// `"source" NAME block( NAME "from" ( table | objects ) block( … ) )`
  mutating func parseSource(from start: Int) throws(SyntaxStop) -> SourceSyntax {
    let name = try parseName(.source)
    let blocks = try parseBlock(.source) { parser throws(SyntaxStop) in
      try parser.parseSourceBlock()
    }
    return SourceSyntax(name: name, blocks: blocks, span: span(from: start))
  }

  private mutating func parseSourceBlock() throws(SyntaxStop) -> SourceSyntax.Block {
    let start = index
    let target = try parseName(.target)
    try expect(.from)
    let isJSON = take(.json)
    let origin = isJSON ? try parseObjects() : try parseTable()
    let columns = try parseBlock(.table) { parser throws(SyntaxStop) in
      try parser.parseMappedColumn(isJSON: isJSON)
    }
    return SourceSyntax.Block(target: target, origin: origin, columns: columns, span: span(from: start))
  }

  /// `column [ "where" test { "and" test } ]`
  private mutating func parseTable() throws(SyntaxStop) -> SourceSyntax.Origin {
    .table(try parseColumn(.column), tests: try parseTests(isJSON: false))
  }

  /// `"json" [ "where" test { "and" test } ] [ "each" member ]`
  private mutating func parseObjects() throws(SyntaxStop) -> SourceSyntax.Origin {
    .json(tests: try parseTests(isJSON: true), list: take(.each) ? try parseMember() : nil)
  }

  private mutating func parseTests(isJSON: Bool) throws(SyntaxStop) -> [SourceSyntax.Test] {
    guard take(.where) else { return [] }
    var tests = [try parseTest(isJSON: isJSON)]
    while token.keyword == .and {
      advanceAcrossLines()
      tests.append(try parseTest(isJSON: isJSON))
    }
    return tests
  }

  /// `"has" member | name ( "==" | "!=" ) literal | name "in" "(" literal { "," literal } ")"`; a member may be called
  /// `has`.
  private mutating func parseTest(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Test {
    let next = peek(1)
    let isName = next.kind == .name || next.kind == .identifier || next.kind == .string
    if isJSON, keyword == .has, isName, !next.startsLine {
      advance()
      return .has(try parseMember())
    }
    let member = try parseInput(isJSON: isJSON)
    if token.keyword == .in {
      advanceAcrossLines()
      return .isAmong(member, try parseValues(), isNegated: false)
    }
    let isNegated = token.kind == .notEqual
    if kind == .assign {
      reporter.report(.assignInExpression(span(of: token), meant: Relation.equal.text))
    } else if token.kind != .equal, !isNegated {
      throw fail(.test)
    }
    advanceAcrossLines()
    return .isAmong(member, [try parseLiteral(.literal)], isNegated: isNegated)
  }

  /// `"(" literal { "," literal } ")"`
  private mutating func parseValues() throws(SyntaxStop) -> [Literal] {
    try expect(.leftParen)
    var values = [try parseLiteral(.literal)]
    while token.kind == .comma {
      advanceAcrossLines()
      values.append(try parseLiteral(.literal))
    }
    try expect(.rightParen)
    return values
  }

  /// A column, or a member of an object.
  private mutating func parseInput(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Member {
    if isJSON { return try parseMember() }
    let column = try parseColumn(.column)
    return SourceSyntax.Member(names: [column], span: column.span)
  }

  /// `column { "." column }`
  private mutating func parseMember() throws(SyntaxStop) -> SourceSyntax.Member {
    let start = index
    var names = [try parseColumn(.member)]
    while kind == .dot {
      advance()
      names.append(try parseColumn(.member))
    }
    return SourceSyntax.Member(names: names, span: span(from: start))
  }

  /// `IDENTIFIER | STRING`
  private mutating func parseColumn(_ expected: Expected) throws(SyntaxStop) -> StringSyntax {
    guard kind == .name || kind == .identifier else {
      guard let string = parseStringIfPresent() else { throw fail(expected) }
      return string
    }
    let column = StringSyntax(text(token), span(of: token))
    advance()
    return column
  }

  /// `NAME "=" ( column | member | literal | input "-" input ) [ "as" ( ENCODING | map ) ]`
  private mutating func parseMappedColumn(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Column {
    let start = index
    let name = try parseName(.field)
    try parseAssign()
    let value = try parseColumnValue(isJSON: isJSON)
    let encoding = take(.as) ? try parseEncoding() : nil
    return SourceSyntax.Column(name: name, value: value, encoding: encoding, span: span(from: start))
  }

  /// Words and texts are columns or members, but `yes` and `no`.
  private mutating func parseColumnValue(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Column.Value {
    let expected: Expected = isJSON ? .member : .column
    switch kind {
    case .name where keyword == .yes || keyword == .no: return .literal(try parseLiteral(expected))
    case .name, .identifier, .string:
      let input = try parseInput(isJSON: isJSON)
      if kind == .minus {
        advance()
        return .difference(input, try parseInput(isJSON: isJSON))
      }
      return isJSON ? .member(input) : .column(input.names[0])
    default: return .literal(try parseLiteral(expected))
    }
  }

  /// `ENCODING | block( ( literal | "else" ) "=" literal )`
  private mutating func parseEncoding() throws(SyntaxStop) -> SourceSyntax.Column.Encoding {
    guard kind == .leftBrace else { return .named(try parseName(.encoding)) }
    var otherwise: Literal?
    let entries = try parseBlock(.map) { parser throws(SyntaxStop) -> (from: Literal, to: Literal)? in
      if parser.keyword == .else {
        let word = parser.spanHere
        parser.advance()
        try parser.parseAssign()
        if otherwise != nil { parser.reporter.report(.elseTwice(word)) }
        otherwise = try parser.parseLiteral(.literal)
        return nil
      }
      let from = try parser.parseLiteral(.literal)
      try parser.parseAssign()
      return (from: from, to: try parser.parseLiteral(.literal))
    }
    return .map(entries, otherwise: otherwise)
  }
}

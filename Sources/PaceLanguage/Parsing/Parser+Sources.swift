/// How foreign tables are read.
extension Parser {
  /// `"source" NAME block( table )`
  mutating func parseSource(from start: Int) throws(SyntaxStop) -> SourceSyntax {
    let name = try parseName(.source)
    let tables = try parseBlock(.source) { parser throws(SyntaxStop) in
      try parser.parseTable()
    }
    return SourceSyntax(name: name, tables: tables, span: span(from: start))
  }

  /// `NAME "from" column [ "where" column "==" literal ] block( … )`
  private mutating func parseTable() throws(SyntaxStop) -> SourceSyntax.Table {
    let start = index
    let target = try parseName(.target)
    try expect(.from)
    let table = try parseColumn()
    var condition: (column: StringSyntax, value: Literal)?
    if take(.where) {
      let column = try parseColumn()
      if kind == .assign {
        reporter.report(.assignInExpression(span(of: token), meant: Relation.equal.text))
      } else if token.kind != .equal {
        throw fail(.token(.equal))
      }
      advanceAcrossLines()
      condition = (column, try parseLiteral(.literal))
    }
    let columns = try parseBlock(.table) { parser throws(SyntaxStop) in
      try parser.parseMappedColumn()
    }
    return SourceSyntax.Table(
      target: target, table: table, condition: condition, columns: columns, span: span(from: start))
  }

  /// `IDENTIFIER | STRING`
  private mutating func parseColumn() throws(SyntaxStop) -> StringSyntax {
    guard kind == .name || kind == .identifier else {
      guard let string = parseStringIfPresent() else { throw fail(.column) }
      return string
    }
    let column = StringSyntax(text(token), span(of: token))
    advance()
    return column
  }

  /// `NAME "=" ( column | literal ) [ "as" ( ENCODING | block( literal "=" literal ) ) ]`
  private mutating func parseMappedColumn() throws(SyntaxStop) -> SourceSyntax.Column {
    let start = index
    let name = try parseName(.field)
    try parseAssign()
    let value = try parseColumnValue()
    let encoding = take(.as) ? try parseEncoding() : nil
    return SourceSyntax.Column(name: name, value: value, encoding: encoding, span: span(from: start))
  }

  /// Words and texts are columns, but `yes` and `no`.
  private mutating func parseColumnValue() throws(SyntaxStop) -> SourceSyntax.Column.Value {
    switch kind {
    case .name where keyword == .yes || keyword == .no: .literal(try parseLiteral(.column))
    case .name, .identifier, .string: .column(try parseColumn())
    default: .literal(try parseLiteral(.column))
    }
  }

  private mutating func parseEncoding() throws(SyntaxStop) -> SourceSyntax.Column.Encoding {
    guard kind == .leftBrace else { return .named(try parseName(.encoding)) }
    let entries = try parseBlock(.map) { parser throws(SyntaxStop) in
      let from = try parser.parseLiteral(.literal)
      try parser.parseAssign()
      return (from: from, to: try parser.parseLiteral(.literal))
    }
    return .map(entries)
  }
}

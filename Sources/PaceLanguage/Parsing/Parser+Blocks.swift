/// Blocks, lists, and going on after an error.
extension Parser {
  /// `"{" { NL | "," } [ x { sep x } [ sep ] ] "}"`
  mutating func parseBlock<Item>(
    _ owner: BlockOwner, _ parseItem: (inout Parser) throws(SyntaxStop) -> Item?
  ) throws(SyntaxStop) -> [Item] {
    let open = try parseLeftBrace()
    var items: [Item] = []
    let outer = (owner: self.owner, itemStart: itemStart)
    defer {
      (self.owner, itemStart) = outer
      blocks.open.removeLast()
    }
    self.owner = owner
    blocks.open.append(open)
    while true {
      skipSeparators()
      if token.kind == .rightBrace {
        layout.blocks.append(TokenLayout.Block(owner: owner, open: open, close: index))
        advance()
        return items
      }
      mayStandItem(of: owner)
      let isCut = outer.owner.map { token.startsLine && UnclosedBlock(self).isCut(byItemOf: $0) } ?? false
      if token.kind == .end || token.startsLine && startsDeclaration || isCut {
        UnclosedBlock(self).problem(&blocks).map { reporter.report($0) }
        crossing = .none
        // Without an item it may be a head written twice, which declares one thing.
        if items.isEmpty { throw SyntaxStop() }
        return items
      }
      let start = index
      itemStart = start
      layout.itemStarts.append(start)
      do throws(SyntaxStop) {
        if let item = try parseItem(&self) { items.append(item) }
        try parseItemEnd(owner, before: parseItem)
      } catch {
        recoverToItemEnd(from: start)
        noteUnread(from: start)
      }
    }
  }

  /// Takes the brace, which belongs on the line of the block's head; on the next line it is reported with a fix.
  private mutating func parseLeftBrace() throws(SyntaxStop) -> Int {
    if kind == .newline, token.kind == .leftBrace, index > 0 {
      let gap = afterLast.joined(span(of: token).before)
      let holdsComment = source.bytes[Int(gap.start)..<Int(gap.end)].contains(UInt8(ascii: "#"))
      reporter.report(.braceOnNextLine(span(of: token), gap: holdsComment ? nil : gap))
    } else if !stands(.leftBrace) {
      if isLastOpen { throw SyntaxStop() }
      throw report(ItemSlips(self).missingBrace)
    }
    let open = index
    advance()
    return open
  }

  /// Whether the last token is a text that isn't closed, which may hold the missing brace.
  private var isLastOpen: Bool {
    reporter.diagnostics.contains { $0.isOfOpenText && $0.span.end == endOfLast }
  }

  /// Skips newlines and commas up to the next item.
  private mutating func skipSeparators() {
    crossing = .item
    while kind == .comma {
      layout.separators.append(index)
      advance()
      crossing = .item
    }
  }

  /// After an item a newline, a comma or the block's end must come.
  private mutating func parseItemEnd<Item>(
    _ owner: BlockOwner, before parseItem: (inout Parser) throws(SyntaxStop) -> Item?
  ) throws(SyntaxStop) {
    mayStand(.token(.comma))
    if !token.startsLine { mayStand(.token(.rightBrace)) }
    switch kind {
    case .newline, .comma, .rightBrace, .end: return
    default: break
    }
    if isExpectationOutOfOrder { throw report(.expectationOutOfOrder(spanHere, foundText)) }
    if let slip = ItemSlips(self).afterItem {
      passOver(slip)
      throw report(slip)
    }
    let isAssigned = token.kind == .name && (peek(1).kind == .assign || peek(1).kind == .colon)
    let startsItem =
      isAssigned && owner.holdsAssignments && isReadable(parseItem)
      || token.keyword.map(owner.keywords.contains) ?? false
    // A misspelt word that would have gone on with the item.
    let meant =
      token.kind == .name
      ? Spelling.nearest(to: text(token), among: owner.continuations.map { $0.text }) : nil
    let gap = afterLast.joined(span(of: token).before)
    var problem = Diagnostic.junkAfterItem(
      spanHere, found: foundText, nextItemAfter: startsItem ? gap : nil, meant: meant,
      form: ItemSlips(self).form)
    // What looks like the next item may be meant as a part of this one.
    if owner == .scenario || startsItem && !isReadable(parseItem) { problem.isGuess = true }
    _ = report(problem)
    guard startsItem else { throw SyntaxStop() }
  }

  /// Whether an item that begins here can be read.
  private func isReadable<Item>(_ parseItem: (inout Parser) throws(SyntaxStop) -> Item?) -> Bool {
    var ahead = self
    ahead.itemStart = index
    do throws(SyntaxStop) {
      _ = try parseItem(&ahead)
      return true
    } catch {
      return false
    }
  }

  /// Skips the tokens that the diagnostic's edit replaces.
  mutating func passOver(_ problem: Diagnostic) {
    let end = problem.fix.map { $0.span.end }.max() ?? 0
    while token.kind != .end, token.end <= end { advance() }
  }

  /// Goes to the end of the item that began at `start`, over any block in it.
  private mutating func recoverToItemEnd(from start: Int) {
    parenDepth = 0
    expressionDepth = 0
    crossing = .none
    var (braces, parens) = (0, 0)
    if index == start, token.kind != .rightBrace {
      // A surplus `{` has no `}` to look for.
      if token.kind == .leftBrace, UnclosedBlock(self).hasAsManyBraces { braces += 1 }
      advance()
    }
    while token.kind != .end, !reporter.isFull {
      if token.startsLine, startsDeclaration { return }
      switch kind {
      case .newline where braces == 0: return
      case .comma where braces == 0 && parens <= 0 && peek(1).kind == .name: return
      case .rightBrace where braces == 0: return
      default: break
      }
      switch token.kind {
      case .leftBrace: braces += 1
      case .rightBrace: braces -= 1
      case .leftParen: parens += 1
      case .rightParen: parens -= 1
      default: break
      }
      advance()
    }
    if reporter.isFull { index = tokens.count - 1 }
  }

  /// `NAME { "," NAME }`: a comma belongs to the list where a name follows it.
  mutating func parseNames(_ role: Expected.NameRole) throws(SyntaxStop) -> [Identifier] {
    var names = [try parseName(role)]
    while stands(.comma), mayFollow(.name(role)), peek(1).kind == .name || peek(1).kind == .identifier,
      !startsItemAfterComma
    {
      advanceAcrossLines()
      names.append(try parseName(role))
    }
    return names
  }

  /// Whether the line after the comma here begins with an item's keyword and a word, so that the list ends.
  private var startsItemAfterComma: Bool {
    let (first, second) = (peek(1), peek(2))
    guard first.startsLine, let keyword = first.keyword, let owner, owner.keywords.contains(keyword) else {
      return false
    }
    return !second.startsLine && second.kind != .comma && second.kind != .rightBrace
  }

  mutating func parseName(_ role: Expected.NameRole) throws(SyntaxStop) -> Identifier {
    switch kind {
    case .name:
      if let joined = takeHyphenated(role) { return joined }
      let name = Identifier(text(token), span(of: token))
      advance()
      return name
    case .identifier:
      let written = text(token)
      if let name = takeForeignName() { return name }
      let meant = lowerCaseName(written)
      reporter.report(.nameNotLowerCase(span(of: token), written: written, meant: meant))
      let name = Identifier(meant ?? written, span(of: token))
      advance()
      return name
    default:
      throw fail(.name(role))
    }
  }

  /// Takes `too-much` as one name and reports it, at places where it can't be a subtraction.
  mutating func takeHyphenated(_ role: Expected.NameRole) -> Identifier? {
    guard role != .value, role != .stream || owner != .rule || tokens[itemStart].keyword == .on else {
      return nil
    }
    var end = index
    while tokens[end + 1].kind == .minus, tokens[end + 1].start == tokens[end].end, end + 2 < tokens.count,
      tokens[end + 2].start == tokens[end + 1].end, [.name, .number].contains(tokens[end + 2].kind)
    { end += 2 }
    guard end > index else { return nil }
    let whole = span(of: token).joined(span(of: tokens[end]))
    let written = source.text(in: whole)
    let meant = String(
      decoding: written.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 }, as: UTF8.self)
    reporter.report(.nameNotLowerCase(whole, written: written, meant: meant))
    while index <= end { advance() }
    return Identifier(meant, whole)
  }

  /// `NAME "=" literal`
  mutating func parseAssignment(_ role: Expected.NameRole) throws(SyntaxStop) -> AssignmentSyntax {
    let start = index
    let name = try parseName(role)
    try parseAssign()
    let value = try parseLiteral(.literal)
    return AssignmentSyntax(name: name, value: value, span: span(from: start))
  }

  /// Takes `=`; `:` and `==` are reported and taken for it.
  mutating func parseAssign() throws(SyntaxStop) {
    if kind == .colon || kind == .equal {
      reporter.report(.notAssign(span(of: token), written: text(token), fix: joining("=")))
      advanceAcrossLines()
    } else {
      try expect(.assign)
    }
  }
}

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
    let origin: SourceSyntax.Origin =
      isJSON
      ? .json(tests: try parseTests(of: nil), list: take(.each) ? try parseMember() : nil) : try parseTable()
    let columns = try parseBlock(.table) { parser throws(SyntaxStop) in
      try parser.parseMappedColumn(isJSON: isJSON)
    }
    return SourceSyntax.Block(target: target, origin: origin, columns: columns, span: span(from: start))
  }

  /// `column [ "where" test { "and" test } ]`
  private mutating func parseTable() throws(SyntaxStop) -> SourceSyntax.Origin {
    let table = try parseColumn(.table)
    try refuse(SourceSlips(self).openTable)
    return .table(table, tests: try parseTests(of: table))
  }

  /// - Parameter table: nil for JSON.
  private mutating func parseTests(of table: StringSyntax?) throws(SyntaxStop) -> [SourceSyntax.Test] {
    guard take(.where) else { return [] }
    var tests = [try parseTest(of: table)]
    while standsAcrossLines(.and) {
      advanceAcrossLines()
      tests.append(try parseTest(of: table))
    }
    if token.kind == .name, token.keyword == .or { throw report(.testsJoinedByOr(span(of: token))) }
    return tests
  }

  /// `"has" member | name ( "==" | "!=" ) literal | name "in" "(" literal { "," literal } ")"`; a member may be called
  /// `has`.
  private mutating func parseTest(of table: StringSyntax?) throws(SyntaxStop) -> SourceSyntax.Test {
    let isJSON = table == nil
    let next = peek(1)
    let isName = next.kind == .name || next.kind == .identifier || next.kind == .string
    if isJSON, mayStand(.keyword(.has)), keyword == .has, mayFollow(.member), isName, !next.startsLine {
      advance()
      return .has(try parseMember())
    }
    let start = index
    let member = try parseInput(isJSON: isJSON)
    if standsAcrossLines(.in) {
      advanceAcrossLines()
      guard kind == .leftParen else { throw fail(.token(.leftParen)) }
      let values = try parseList { parser throws(SyntaxStop) in try parser.parseLiteral(.literal) }
      return .isAmong(member, values, isNegated: false)
    }
    let slips = CallSlips(self)
    if let slip = slips.nullTest(of: table, from: start) { throw report(slip) }
    guard slips.isEquality, let relation = relationHere() else { throw fail(.test) }
    advanceAcrossLines()
    return .isAmong(member, [try parseLiteral(.literal)], isNegated: relation == .notEqual)
  }

  /// A column, or a member of an object.
  private mutating func parseInput(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Member {
    if isJSON { return try parseMember() }
    return SourceSyntax.Member(names: [try parseColumn(.column)])
  }

  /// `column { "." column }`
  private mutating func parseMember() throws(SyntaxStop) -> SourceSyntax.Member {
    var names = [try parseColumn(.member)]
    while stands(.dot) {
      advance()
      names.append(try parseColumn(.member))
    }
    return SourceSyntax.Member(names: names)
  }

  /// `IDENTIFIER | STRING`
  private mutating func parseColumn(_ expected: Expected) throws(SyntaxStop) -> StringSyntax {
    guard kind == .name || kind == .identifier else {
      guard let string = parseStringIfPresent() else { throw fail(expected) }
      return string
    }
    let column = StringSyntax(text(token), span(of: token))
    reporter.quote(column.span, column.text)
    advance()
    return column
  }

  /// `NAME "=" ( column | member | literal | input "-" input ) [ "as" ( ENCODING | map ) ]`
  private mutating func parseMappedColumn(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Column {
    let start = index
    let name = try parseName(.field)
    try parseAssign()
    let value = try parseColumnValue(isJSON: isJSON)
    try refuse(SourceSlips(self).afterInput(isJSON: isJSON))
    let encoding = take(.as) ? try parseEncoding() : nil
    return SourceSyntax.Column(name: name, value: value, encoding: encoding, span: span(from: start))
  }

  /// Words and texts are columns or members, except `yes` and `no`.
  private mutating func parseColumnValue(isJSON: Bool) throws(SyntaxStop) -> SourceSyntax.Column.Value {
    let expected: Expected = isJSON ? .member : .column
    mayStand(.literal)
    switch kind {
    case .name where keyword == .yes || keyword == .no: return .literal(try parseLiteral(expected))
    case .name, .identifier, .string:
      let input = try parseInput(isJSON: isJSON)
      if stands(.minus) {
        advance()
        return .difference(input, try parseInput(isJSON: isJSON))
      }
      return .input(input)
    default: return .literal(try parseLiteral(expected))
    }
  }

  /// `ENCODING | block( ( literal | "else" ) "=" literal )`
  private mutating func parseEncoding() throws(SyntaxStop) -> SourceSyntax.Column.Encoding {
    guard stands(.leftBrace) else { return .named(try parseName(.encoding)) }
    var otherwise: Literal?
    let entries = try parseBlock(.map) { parser throws(SyntaxStop) -> (from: Literal, to: Literal)? in
      let isSign = SourceSlips(parser).isOtherElse
      if isSign { parser.reporter.report(.otherElse(parser.spanHere, written: parser.text(parser.token))) }
      if parser.keyword == .else || isSign {
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

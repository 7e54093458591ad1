/// Blocks, lists, and going on after an error.
extension Parser {
  /// `"{" { NL | "," } [ x { sep x } [ sep ] ] "}"`
  mutating func parseBlock<Item>(
    _ owner: BlockOwner, _ parseItem: (inout Parser) throws(SyntaxStop) -> Item?
  ) throws(SyntaxStop) -> [Item] {
    let open = try parseLeftBrace()
    var items: [Item] = []
    while true {
      skipSeparators()
      if token.kind == .rightBrace {
        layout.blocks.append(TokenLayout.Block(owner: owner, open: open, close: index))
        advance()
        return items
      }
      if token.kind == .end || token.startsLine && startsDeclaration {
        reporter.report(.unclosedBrace(span(of: tokens[open])))
        return items
      }
      let start = index
      layout.itemStarts.append(start)
      do throws(SyntaxStop) {
        if let item = try parseItem(&self) { items.append(item) }
        try parseItemEnd(owner)
      } catch {
        recoverToItemEnd(from: start)
      }
    }
  }

  /// The brace belongs on the line of what it opens; on the next one it is an error that is easily mended.
  private mutating func parseLeftBrace() throws(SyntaxStop) -> Int {
    if kind == .newline, token.kind == .leftBrace, index > 0 {
      let gap = SourceSpan(file: file, start: Int(endOfLast), end: Int(token.start))
      let holdsComment = source.bytes[Int(gap.start)..<Int(gap.end)].contains(UInt8(ascii: "#"))
      reporter.report(.braceOnNextLine(span(of: token), gap: holdsComment ? nil : gap))
    } else if kind != .leftBrace {
      throw fail(.token(.leftBrace))
    }
    let open = index
    advance()
    return open
  }

  /// Passes over newlines and commas to the next item.
  private mutating func skipSeparators() {
    crossing = .item
    while kind == .comma {
      layout.separators.append(index)
      advance()
      crossing = .item
    }
  }

  /// After an item a newline, a comma or the block's end must come.
  private mutating func parseItemEnd(_ owner: BlockOwner) throws(SyntaxStop) {
    switch kind {
    case .newline, .comma, .rightBrace, .end: return
    default: break
    }
    if isExpectationOutOfOrder { throw report(.expectationOutOfOrder(spanHere, found: foundText)) }
    let startsItem = token.keyword.map(owner.keywords.contains) ?? false
    // A misspelt word that would have gone on with the item.
    let meant =
      token.kind == .name
      ? Spelling.nearest(to: text(token), among: owner.continuations.map { $0.text }) : nil
    _ = report(.junkAfterItem(spanHere, found: foundText, startsItem: startsItem, meant: meant))
    guard startsItem else { throw SyntaxStop() }
  }

  /// Goes to the end of the item that began at `start`, over any block in it.
  private mutating func recoverToItemEnd(from start: Int) {
    parenDepth = 0
    expressionDepth = 0
    crossing = .none
    if index == start, token.kind != .leftBrace, token.kind != .rightBrace { advance() }
    var braces = 0
    while token.kind != .end, !reporter.isFull {
      if token.startsLine, startsDeclaration { return }
      switch kind {
      case .newline where braces == 0: return
      case .comma where braces == 0 && peek(1).kind == .name: return
      case .rightBrace where braces == 0: return
      default: break
      }
      if token.kind == .leftBrace { braces += 1 }
      if token.kind == .rightBrace { braces -= 1 }
      advance()
    }
    if reporter.isFull { index = tokens.count - 1 }
  }

  /// `NAME { "," NAME }`: a comma belongs to the list where a name follows it.
  mutating func parseNames(_ role: Expected.NameRole) throws(SyntaxStop) -> [Identifier] {
    var names = [try parseName(role)]
    while kind == .comma, peek(1).kind == .name || peek(1).kind == .identifier {
      advanceAcrossLines()
      names.append(try parseName(role))
    }
    return names
  }

  mutating func parseName(_ role: Expected.NameRole) throws(SyntaxStop) -> Identifier {
    switch kind {
    case .name:
      let name = Identifier(text(token), span(of: token))
      advance()
      return name
    case .identifier:
      let written = text(token)
      let meant = lowerCaseName(written)
      reporter.report(.nameNotLowerCase(span(of: token), written: written, meant: meant))
      let name = Identifier(meant ?? written, span(of: token))
      advance()
      return name
    default:
      throw fail(.name(role))
    }
  }

  /// `NAME "=" literal`
  mutating func parseAssignment(_ role: Expected.NameRole) throws(SyntaxStop) -> AssignmentSyntax {
    let start = index
    let name = try parseName(role)
    try parseAssign()
    let value = try parseLiteral(.literal)
    return AssignmentSyntax(name: name, value: value, span: span(from: start))
  }

  /// `=`; for `:` and `==` it is clear what was meant.
  mutating func parseAssign() throws(SyntaxStop) {
    if kind == .colon || kind == .equal {
      reporter.report(.notAssign(span(of: token), written: text(token)))
      advanceAcrossLines()
    } else {
      try expect(.assign)
    }
  }

  mutating func parseString() throws(SyntaxStop) -> StringSyntax {
    guard let string = parseStringIfPresent() else { throw fail(.string) }
    return string
  }

  /// The label that ends a line of a table of params or attributes.
  mutating func parseLabelIfPresent() -> StringSyntax? {
    if kind == .string { layout.labels.append(index) }
    return parseStringIfPresent()
  }

  mutating func parseStringIfPresent() -> StringSyntax? {
    guard kind == .string else { return nil }
    let string = StringSyntax(StringText.value(source.bytes, token), span(of: token))
    advance()
    return string
  }
}

/// `Fast-Pace` and `fastPace` as names are written, nil if nothing is left.
func lowerCaseName(_ word: String) -> String? {
  var result: [UInt8] = []
  var previous: UInt8 = 0
  for byte in word.utf8 {
    if byte.isUpperLetter {
      if previous.isLowerLetter || previous.isDigit { result.append(UInt8(ascii: "_")) }
      result.append(byte | 0x20)
    } else if !(result.isEmpty && !byte.isLowerLetter) {
      result.append(byte)
    }
    previous = byte
  }
  return result.isEmpty ? nil : String(decoding: result, as: UTF8.self)
}

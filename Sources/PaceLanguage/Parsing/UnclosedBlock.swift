/// The blocks that are being read, and what is known of those that were cut short.
struct OpenBlocks {
  /// The tokens that open them, from the outside in.
  var open: [Int] = []
  /// Whether the blocks that the file's end cuts off have been reported.
  var isCutOff = false
  /// How many `}` are still expected from blocks that a nested declaration cut short.
  var bracesLeft = 0
}

/// Looks at where a block ends whose `}` is missing.
struct UnclosedBlock {
  let parser: Parser

  init(_ parser: Parser) { self.parser = parser }

  /// Whether an item of the block around this one begins here, so that a `}` is missing before it.
  func isCut(byItemOf outer: BlockOwner) -> Bool {
    let next = parser.peek(1)
    guard parser.token.kind == .name, !next.startsLine else { return false }
    if outer == .source { return next.keyword == .from }
    guard let keyword = parser.token.keyword, outer.keywords.contains(keyword) else { return false }
    let isOwn = parser.owner?.keywords.contains(keyword) ?? false
    return !isOwn && next.kind != .assign && next.kind != .colon && !hasAsManyBraces
  }

  /// The diagnostic for the innermost block, which isn't closed or holds a declaration.
  ///
  /// Of blocks that the file's end cuts off, only the innermost has one, which names those around it.
  func problem(_ blocks: inout OpenBlocks) -> Diagnostic? {
    guard let open = blocks.open.last else { return nil }
    let place = parser.span(of: parser.tokens[open])
    if parser.token.kind == .end {
      defer { blocks.isCutOff = true }
      let around = blocks.open.dropLast().reversed().map { parser.span(of: parser.tokens[$0]) }
      return blocks.isCutOff ? nil : .cutOff(place, around: around)
    }
    let next = parser.span(of: parser.token).joined(parser.span(of: parser.peek(1)))
    guard hasAsManyBraces else {
      return .unclosedBrace(place, next: next, isDeclaration: parser.startsDeclaration)
    }
    blocks.bracesLeft += 1
    let owner = parser.text(parser.tokens[ItemSlips(parser).name(before: open)])
    return .nestedDeclaration(next, what: parser.source.text(in: next), inside: place, of: owner)
  }

  /// Whether as many braces are closed in the file as are opened.
  var hasAsManyBraces: Bool { parser.tokens[...].excessBraces == 0 }

  /// Marks edits as guesses where a declaration's braces don't match: nobody knows there what belongs to what.
  func doubtEdits(in reporter: inout Reporter) {
    guard !reporter.diagnostics.isEmpty else { return }
    let tokens = parser.tokens
    var start = 0
    for place in tokens.indices
    where tokens[place].kind == .end || tokens[place].startsLine && parser.startsDeclaration(at: place) {
      let declaration = parser.span(of: tokens[start]).joined(parser.span(of: tokens[place]).before)
      reporter.doubtEdits(in: declaration, excess: tokens[start..<place].excessBraces)
      start = place
    }
  }
}

extension ArraySlice<Token> {
  /// How many more `{` than `}` there are.
  fileprivate var excessBraces: Int {
    reduce(0) { $0 + ($1.kind == .leftBrace ? 1 : $1.kind == .rightBrace ? -1 : 0) }
  }
}

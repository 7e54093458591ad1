/// Puts tokens and comments onto lines.
struct Formatter {
  /// The widest line that a block may be written on.
  static let width = 110

  /// What a token is to the layout.
  enum Role {
    case plain, separator, prefix, label
    case open(block: Int)
    case close(block: Int)

    var isOpen: Bool { if case .open = self { true } else { false } }
    var isClose: Bool { if case .close = self { true } else { false } }
    var isSeparator: Bool { if case .separator = self { true } else { false } }
  }

  /// A block that is open, and how it is laid out.
  struct OpenBlock {
    var isOnOneLine: Bool
    var isFlowing: Bool
    /// The indent of the line with its brace.
    var indent: Int
    var isEmpty = true
  }

  let file: SourceFile
  let tokens: [Token]
  let comments: [Comment]
  let blocks: [TokenLayout.Block]
  var roles: [Role]
  /// For each token, whether it begins an item.
  var itemStarts: [Bool]

  var lines: [FormattedLine] = []
  var line = FormattedLine(indent: 0)
  var open: [OpenBlock] = []
  var nextComment = 0
  /// The offset in the source at which the last token or comment written ends.
  var sourceEnd: Int32 = 0
  /// The last token written, if it is on the current line.
  var previous: Int?
  /// The indices in `lines` at which the last declaration and the last line of the source begin.
  var declarationStart = 0
  var sourceLineStart = 0
  /// Whether the next token written is the first of its line in the source.
  var isAtSourceLine = true

  init(_ parsed: ParsedFile, of file: SourceFile) {
    self.file = file
    tokens = parsed.tokens
    comments = parsed.syntax.comments
    blocks = parsed.layout.blocks
    roles = Array(repeating: .plain, count: tokens.count)
    itemStarts = Array(repeating: false, count: tokens.count)
    for index in parsed.layout.itemStarts { itemStarts[index] = true }
    for index in parsed.layout.separators { roles[index] = .separator }
    for index in parsed.layout.prefixes { roles[index] = .prefix }
    for index in parsed.layout.labels { roles[index] = .label }
    for (number, block) in blocks.enumerated() {
      roles[block.open] = .open(block: number)
      roles[block.close] = .close(block: number)
    }
  }

  mutating func run() {
    for index in tokens.indices {
      writeComments(before: index)
      if tokens[index].kind != .end { write(index) }
    }
    endLine()
  }

  /// The bytes of all lines, with columns aligned.
  func output() -> [UInt8] {
    var aligned = lines
    align(&aligned)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(file.bytes.count + file.bytes.count / 8)
    for line in aligned { line.append(to: &bytes) }
    return bytes
  }

  // MARK: - Tokens

  private mutating func write(_ index: Int) {
    if tokens[index].startsLine { isAtSourceLine = true }
    switch roles[index] {
    case .separator: return
    case .close(let block): writeClose(blocks[block])
    default:
      if itemStarts[index] {
        startItem(index)
      } else if tokens[index].startsLine || line.trailing != nil {
        breakLine(indent: itemIndent + 2, blankBefore: false)
      }
      if line.code.isEmpty { line.isOfSource = tokens[index].startsLine }
      put(index)
      if case .open(let block) = roles[index] { enter(blocks[block]) }
    }
    if isAtSourceLine { (sourceLineStart, isAtSourceLine) = (lines.count, false) }
    sourceEnd = tokens[index].end
    previous = index
  }

  /// Adds the token's text to the line, after a space if it needs one.
  private mutating func put(_ index: Int) {
    let token = tokens[index]
    if let previous, !line.isEmpty, needsSpace(previous, index) { line.code.append(UInt8(ascii: " ")) }
    switch roles[index] {
    case .label:
      line.label = FormattedLine.Column(offset: line.code.count, written: column(of: token.start))
    case .open(let block) where line.brace == nil:
      line.brace = (line.code.count, blocks[block].owner)
    default: break
    }
    if itemStarts[index], open.last?.isOnOneLine ?? false {
      line.items.append((line.code.count, Array(file.bytes[Int(token.start)..<Int(token.end)])))
    }
    line.code += file.bytes[Int(token.start)..<Int(token.end)]
  }

  func needsSpace(_ previous: Int, _ index: Int) -> Bool {
    if case .prefix = roles[previous] { return false }
    switch (tokens[previous].kind, tokens[index].kind) {
    case (.leftParen, _), (_, .rightParen), (_, .comma), (_, .colon), (.dot, _), (_, .dot): return false
    case (.name, .leftParen): return !(tokens[previous].keyword.map(Keyword.functions.contains) ?? false)
    default: return true
    }
  }

  // MARK: - Lines

  /// Where items of the innermost block begin.
  var itemIndent: Int { (open.last?.indent ?? -2) + 2 }

  mutating func breakLine(indent: Int, blankBefore: Bool) {
    endLine()
    line = FormattedLine(indent: indent)
    line.isBlankBefore = blankBefore
    previous = nil
  }

  private mutating func endLine() {
    if !line.isEmpty { lines.append(line) }
  }

  /// Whether nothing has been written yet.
  var isAtStart: Bool { lines.isEmpty && line.isEmpty }

  /// How many line ends lie between `sourceEnd` and `start`.
  func lineEnds(before start: Int32) -> Int {
    var count = 0
    for byte in file.bytes[Int(min(sourceEnd, start))..<Int(start)] where byte == UInt8(ascii: "\n") {
      count += 1
    }
    return count
  }

  /// The column in the source, from 0.
  func column(of offset: Int32) -> Int {
    let place = file.location(of: offset)
    return scalarCount(file.bytes[Int(offset) - place.column + 1..<Int(offset)])
  }
}

/// How many code points UTF-8 bytes hold.
func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
  bytes.count { !$0.isContinuation }
}

/// Cuts a file's bytes into tokens; bytes that can't be part of one are reported and skipped.
struct Lexer {
  let bytes: [UInt8]
  let file: FileID
  /// The end of the file, or of the piece of it that is read.
  let limit: Int
  /// Whether the piece lies in a string literal, where `\"` stands for a quote.
  let isQuoted: Bool
  var position: Int
  var startsLine = true
  var list = TokenList()
  /// How many parentheses are open; less than 0 if more were closed.
  private(set) var depth = 0
  /// Whether all bytes so far are UTF-8.
  var isText = true
  var reporter: Reporter
  let keywords = KeywordTable.shared

  /// Reads all of `source`; an `.end` token comes last.
  init(_ source: SourceFile, file: FileID = FileID(0), reporter: Reporter = Reporter()) {
    bytes = source.bytes
    self.file = file
    limit = source.bytes.count
    isQuoted = false
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    self.reporter = reporter
    list.tokens.reserveCapacity(bytes.count / 5)
    run()
  }

  /// Reads a piece of a string literal in `source`.
  init(_ source: SourceFile, quoted range: Range<Int>, file: FileID, reporter: Reporter) {
    bytes = source.bytes
    self.file = file
    limit = range.upperBound
    isQuoted = true
    position = range.lowerBound
    self.reporter = reporter
    run()
  }

  private mutating func run() {
    if !isQuoted, isWide {
      reporter.report(.wideText(span(0, 2)))
      position = limit
    }
    if !isQuoted, let ends = loneReturns {
      reporter.report(.loneReturns(ends))
      position = limit
    }
    while position < limit {
      let start = position
      lexOne()
      if position == start { position += 1 }
      if reporter.isFull { break }
    }
    list.tokens.append(
      Token(kind: .end, keyword: nil, startsLine: true, start: Int32(limit), end: Int32(limit)))
  }

  /// Whether the text is UTF-16: it begins with a byte-order mark, or every other of its first bytes is zero.
  private var isWide: Bool {
    if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(where: bytes.starts(with:)) { return true }
    let first = bytes.prefix(8)
    guard first.count == 8 else { return false }
    return [0, 1].contains { offset in
      first.enumerated().allSatisfy { ($0.element == 0) == ($0.offset % 2 == offset) }
    }
  }

  /// The carriage returns of a text whose lines end with nothing else; nil if a line ends otherwise.
  private var loneReturns: [SourceSpan]? {
    guard bytes.contains(UInt8(ascii: "\r")), !bytes.contains(UInt8(ascii: "\n")), !bytes.contains(0) else {
      return nil
    }
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "\r") }.map { span($0, $0 + 1) }
  }

  private mutating func lexOne() {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"):
      position += 1
    case UInt8(ascii: "\n"):
      position += 1
      startsLine = true
    case UInt8(ascii: "\r") where peek(1) == UInt8(ascii: "\n"):
      position += 1
    case UInt8(ascii: "#"):
      lexComment()
    case UInt8(ascii: "\""):
      lexString()
    case UInt8(ascii: "\\") where isQuoted && peek(1) == UInt8(ascii: "\""):
      lexString()
    case UInt8(ascii: ".") where peek(1) == byte && peek(2) == byte && peek(3) != byte:
      lexThreeDots()
    default:
      if byte.isLetter || byte == UInt8(ascii: "_") {
        lexWord()
      } else if byte.isDigit {
        lexDigits()
      } else if let (kind, length) = punctuation(byte) {
        append(kind, length: length)
      } else {
        lexStray()
      }
    }
  }

  /// The byte `distance` places on; 0 past the end.
  func peek(_ distance: Int) -> UInt8 {
    let index = position + distance
    return index < limit ? bytes[index] : 0
  }

  func span(_ start: Int, _ end: Int) -> SourceSpan { SourceSpan(file: file, start: start, end: end) }

  mutating func append(_ kind: Token.Kind, length: Int) {
    append(kind, from: position, to: position + length)
  }

  /// Adds a token and moves past it.
  mutating func append(_ kind: Token.Kind, from start: Int, to end: Int, keyword: Keyword? = nil) {
    list.tokens.append(
      Token(kind: kind, keyword: keyword, startsLine: startsLine, start: Int32(start), end: Int32(end)))
    if kind == .leftParen { depth += 1 }
    if kind == .rightParen { depth -= 1 }
    startsLine = false
    position = end
  }

  mutating func lexWord() {
    let start = position
    var index = start
    var key = KeywordTable.Key()
    var isName = bytes[start].isLowerLetter
    while index < limit, bytes[index].isWordByte {
      key.append(bytes[index])
      if bytes[index].isUpperLetter { isName = false }
      index += 1
    }
    if index < limit, bytes[index] >= 0x80, lexForeignWord() { return }
    let keyword = isName && index - start <= 16 ? keywords.keyword(key) : nil
    append(isName ? .name : .identifier, from: start, to: index, keyword: keyword)
  }

  func punctuation(_ byte: UInt8) -> (Token.Kind, Int)? {
    let next = peek(1)
    let equals = UInt8(ascii: "=")
    switch byte {
    case UInt8(ascii: "{"): return (.leftBrace, 1)
    case UInt8(ascii: "}"): return (.rightBrace, 1)
    case UInt8(ascii: "["): return (.leftBracket, 1)
    case UInt8(ascii: "]"): return (.rightBracket, 1)
    case UInt8(ascii: "("): return (.leftParen, 1)
    case UInt8(ascii: ")"): return (.rightParen, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: "+"): return (.plus, 1)
    case UInt8(ascii: "-"): return startsForeignComment ? nil : (.minus, 1)
    case UInt8(ascii: "*"): return (.star, 1)
    case UInt8(ascii: "%"): return (.percent, 1)
    case UInt8(ascii: "/"): return startsForeignComment ? nil : (.slash, 1)
    case UInt8(ascii: "|"): return next == byte ? nil : (.bar, 1)
    case UInt8(ascii: "."): return next == byte ? (.range, 2) : next.isDigit ? nil : (.dot, 1)
    case equals: return next == equals ? (.equal, 2) : next == UInt8(ascii: "~") ? nil : (.assign, 1)
    case UInt8(ascii: "!"): return next == equals ? (.notEqual, 2) : nil
    case UInt8(ascii: "<"):
      return next == equals ? (.lessOrEqual, 2) : startsForeignComment ? nil : (.less, 1)
    case UInt8(ascii: ">"): return next == equals ? (.greaterOrEqual, 2) : (.greater, 1)
    default: return nil
    }
  }
}

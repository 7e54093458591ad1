/// Comments and strings: the places where any text may stand.
extension Lexer {
  mutating func lexComment() {
    let start = position
    var end = start
    while end < limit, bytes[end] != UInt8(ascii: "\n") {
      end += checkedLength(at: end)
    }
    position = end
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    list.comments.append(Comment(String(decoding: bytes[start..<end], as: UTF8.self), span(start, end)))
  }

  mutating func lexString() {
    let start = position
    var index = start + (isQuoted ? 2 : 1)
    while index < limit, bytes[index] != UInt8(ascii: "\n") {
      let byte = bytes[index]
      if isQuoted, byte == UInt8(ascii: "\\"), index + 1 < limit, bytes[index + 1] == UInt8(ascii: "\"") {
        append(.string, from: start, to: index + 2)
        return
      }
      if byte == UInt8(ascii: "\"") {
        append(.string, from: start, to: index + 1)
        return
      }
      if byte == UInt8(ascii: "\\") {
        index += checkedEscape(at: index)
      } else {
        index += checkedLength(at: index)
      }
    }
    if index > start, bytes[index - 1] == UInt8(ascii: "\r") { index -= 1 }
    if let quote = (start..<index).last(where: { StringText.isCurlyQuote(bytes, at: $0) }) {
      reporter.report(.lookalikeQuote(span(quote, quote + 3), text(quote, quote + 3)))
      append(.string, from: start, to: quote + 3)
      return
    }
    reporter.report(.unterminatedString(span(start, index)))
    append(.string, from: start, to: index)
  }

  /// The length of an escape in bytes; one that means nothing is reported.
  private mutating func checkedEscape(at index: Int) -> Int {
    guard index + 1 < limit else { return 1 }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return 1
    case UInt8(ascii: "u"):
      guard let length = StringText.scalar(bytes, at: index, limit: limit)?.length else { fallthrough }
      return length
    default:
      let length = max(utf8Length(bytes, at: index + 1), 1)
      if !isQuoted { reporter.report(.unknownEscape(span(index, min(index + 1 + length, limit)))) }
      return 1
    }
  }

  /// How many bytes the character at `index` has; one that may not stand in a text file is reported.
  private mutating func checkedLength(at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 {
      if byte == 0 { reportZeros(at: index) }
      return 1
    }
    let length = utf8Length(bytes, at: index)
    if length > 0 { return min(length, limit - index) }
    reportInvalid(at: index)
    return 1
  }

  /// Reports a run of zero bytes once, at its first byte.
  private mutating func reportZeros(at index: Int) {
    if index == 0 || bytes[index - 1] != 0 { reporter.report(.zeroByte(span(index, index + 1))) }
  }

  private mutating func reportInvalid(at index: Int) {
    let isFirst = index == 0 || bytes[index - 1] < 0x80 || !bytes[index].isContinuation
    if isFirst { reporter.report(.invalidUTF8(span(index, index + 1))) }
  }

  /// Reads what can't begin a token: reports it, and takes it for what was meant if that is clear.
  mutating func lexStray() {
    let start = position
    let length = utf8Length(bytes, at: start)
    if bytes[start] == 0 || length == 0 {
      let isZero = bytes[start] == 0
      while position < limit, bytes[position] == 0 ? isZero : !isZero && utf8Length(bytes, at: position) == 0
      {
        position += 1
      }
      reporter.report(isZero ? .zeroByte(span(start, position)) : .invalidUTF8(span(start, position)))
      return
    }
    if bytes[start] == UInt8(ascii: "."), peek(1).isDigit {
      if let number = list.tokens.last, number.kind == .number, Int(number.end) == start {
        while position < limit, bytes[position].isDigit || bytes[position] == UInt8(ascii: ".") {
          position += 1
        }
        takeSecondPoint(number)
        return
      }
      reporter.report(.bareFraction(span(start, start + 1)))
      position += 1
      lexDigits()
      return
    }
    let end = min(start + length, limit)
    let character = String(decoding: bytes[start..<end], as: UTF8.self)
    let next = peek(1)
    switch bytes[start] {
    case UInt8(ascii: "/"):
      reporter.report(.slashComment(span(start, start + 2)))
      lexComment()
    case UInt8(ascii: "&"):
      lexWordOperator(.and, length: next == bytes[start] ? 2 : 1)
    case UInt8(ascii: "|"):
      lexWordOperator(.or, length: 2)
    case UInt8(ascii: "!"):
      lexWordOperator(.not, length: 1)
    case UInt8(ascii: ";"):
      lexSemicolon()
    case UInt8(ascii: "'"):
      lexSingleQuoted()
    default:
      if lexCurlyQuoted() { return }
      if let (kind, written) = Self.lookalike(character) {
        reporter.report(.lookalike(span(start, end), character: character, meant: written))
        if let kind { append(kind, from: start, to: end) } else { position = end }
      } else {
        reporter.report(.strayCharacter(span(start, end), character: character))
        position = end
      }
    }
  }

  /// Reports `0.1.2`, and `20.11.2026`, which is taken for a date.
  private mutating func takeSecondPoint(_ number: Token) {
    let whole = span(Int(number.start), position)
    let meant = CivilDate.meant(by: text(Int(number.start), position))
    reporter.report(meant.map { .otherDate(whole, meant: $0.text) } ?? .secondPoint(whole))
    guard meant != nil, let last = list.tokens.indices.last else { return }
    list.tokens[last] = Token(
      kind: .date, keyword: nil, startsLine: number.startsLine, start: number.start, end: Int32(position))
  }

  private mutating func lexWordOperator(_ keyword: Keyword, length: Int) {
    let end = position + length
    let needsSpace = end < limit && bytes[end] != UInt8(ascii: " ")
    reporter.report(
      .symbolForWord(
        span(position, end), symbol: String(decoding: bytes[position..<end], as: UTF8.self),
        word: keyword.text, needsSpace: needsSpace))
    append(.name, from: position, to: end, keyword: keyword)
  }

  /// Reads a semicolon as a comma if something follows on its line.
  private mutating func lexSemicolon() {
    let start = position
    var next = start + 1
    while next < limit, bytes[next] == UInt8(ascii: " ") { next += 1 }
    let isLast =
      next == limit || [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#")].contains(bytes[next])
    reporter.report(.semicolon(span(start, start + 1), meant: isLast ? "" : ","))
    if isLast { position += 1 } else { append(.comma, length: 1) }
  }

  private mutating func lexSingleQuoted() {
    let start = position
    var end = start + 1
    while end < limit, bytes[end] != UInt8(ascii: "'"), bytes[end] != UInt8(ascii: "\n") { end += 1 }
    guard end < limit, bytes[end] == UInt8(ascii: "'") else {
      reporter.report(.strayCharacter(span(start, start + 1), character: "'"))
      position = start + 1
      return
    }
    reporter.report(.singleQuotes(span(start, end + 1), file: file))
    append(.string, from: start, to: end + 1)
  }

  /// A text between the quotes that word processors write, or between one of them and a plain one.
  private mutating func lexCurlyQuoted() -> Bool {
    let start = position
    let isSingle = StringText.isCurlySingle(bytes, at: start)
    guard !isQuoted, isSingle || StringText.isCurlyQuote(bytes, at: start) else { return false }
    var end = start + 3
    while end < limit, bytes[end] != UInt8(ascii: "\n"), isSingle || bytes[end] != UInt8(ascii: "\""),
      !(isSingle ? endsSingleQuoted(end) : StringText.isCurlyQuote(bytes, at: end))
    { end += 1 }
    guard end < limit, bytes[end] != UInt8(ascii: "\n") else { return false }
    let close = span(end, bytes[end] == UInt8(ascii: "\"") ? end + 1 : end + 3)
    var problem = Diagnostic.lookalikeQuote(span(start, start + 3), text(start, start + 3))
    if bytes[end] != UInt8(ascii: "\"") { problem.fix.append(TextEdit(close, "\"")) }
    reporter.report(problem)
    append(.string, from: start, to: Int(close.end))
    return true
  }

  /// Whether `’` stands at `index`, and no letter after it as in `don’t`.
  private func endsSingleQuoted(_ index: Int) -> Bool {
    StringText.isCurlySingle(bytes, at: index) && !(index + 3 < limit && bytes[index + 3].isLetter)
  }

  /// The token and plain text that a typographic character stands for; the kind is nil for blanks and quotes.
  private static func lookalike(_ character: String) -> (Token.Kind?, String)? {
    switch character {
    case "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}": (.minus, "-")
    case "\u{00D7}": (.star, "*")
    case "\u{00F7}": (.slash, "/")
    case "\u{2264}": (.lessOrEqual, "<=")
    case "\u{2265}": (.greaterOrEqual, ">=")
    case "\u{2260}": (.notEqual, "!=")
    case "\u{2026}": (.range, "..")
    case "\u{00A0}", "\u{202F}", "\u{2009}", "\u{200B}", "\u{FEFF}": (nil, " ")
    case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}": (nil, "\"")
    default: nil
    }
  }
}

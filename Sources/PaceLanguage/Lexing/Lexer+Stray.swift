/// Characters that can't begin a token, read as what was meant if that is clear.
extension Lexer {
  /// Reads and reports characters that can't begin a token.
  mutating func lexStray() {
    let start = position
    let length = utf8Length(bytes, at: start)
    if bytes[start] == 0 || length == 0 { return lexNoText() }
    if bytes[start] == UInt8(ascii: "."), peek(1).isDigit { return lexPoint() }
    switch bytes[start] {
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "<"): lexForeignComment()
    case UInt8(ascii: "&"): lexWordOperator(.and, length: peek(1) == bytes[start] ? 2 : 1)
    case UInt8(ascii: "|"): lexWordOperator(.or, length: 2)
    case UInt8(ascii: "!") where peek(1) == UInt8(ascii: "~"): lexMatching(.notEqual)
    case UInt8(ascii: "!"): lexWordOperator(.not, length: 1)
    case UInt8(ascii: "~") where peek(1) == UInt8(ascii: "="): lexMatching(.notEqual)
    case UInt8(ascii: "="): lexMatching(.equal)
    case UInt8(ascii: ";"): lexSemicolon()
    default:
      let end = min(start + length, limit)
      let character = text(start, end)
      // In a drafted source `…` stands for a value to be filled in; the checker says which.
      if character == "…", list.tokens.last?.kind == .assign { return append(.name, length: length) }
      if lexForeignQuoted(character) || lexCurlyQuoted() || lexForeignWord() { return }
      if let (kind, written) = lookalike(character) {
        reporter.report(.lookalike(span(start, end), character: character, meant: written))
        if let kind { append(kind, from: start, to: end) } else { position = end }
      } else {
        reporter.report(.strayCharacter(span(start, end), character: character))
        // A power is read as a product, so that only its sign is wrong.
        if character == "^" { append(.star, length: 1) } else { position = end }
      }
    }
  }

  /// Reads a run of zeros, or of bytes that are not UTF-8.
  private mutating func lexNoText() {
    let start = position
    let isZero = bytes[start] == 0
    while position < limit, bytes[position] == 0 ? isZero : !isZero && utf8Length(bytes, at: position) == 0 {
      position += 1
    }
    if isZero {
      reporter.report(.zeroByte(span(start, position)))
    } else {
      reportInvalid(span(start, position))
    }
  }

  /// Reads a point before a digit: `.5`, or the second one of `0.1.2`.
  private mutating func lexPoint() {
    let start = position
    if let number = list.tokens.last, number.kind == .number, Int(number.end) == start {
      while position < limit, bytes[position].isDigit || bytes[position] == UInt8(ascii: ".") {
        position += 1
      }
      takeSecondPoint(number)
      return
    }
    // A digit there would become part of the word.
    let isAfterWord = start > 0 && (bytes[start - 1].isWordByte || bytes[start - 1] >= 0x80)
    reporter.report(.bareFraction(span(start, start + 1), isAfterWord: isAfterWord))
    position += 1
    lexDigits()
  }

  /// Reports `0.1.2`, and `20.11.2026`, which is taken for a date.
  private mutating func takeSecondPoint(_ number: Token) {
    let whole = span(Int(number.start), position)
    let meant = CivilDate.meant(by: text(Int(number.start), position))
    reporter.report(meant.map { .otherDate(whole, $0.text) } ?? .secondPoint(whole))
    guard meant != nil, let last = list.tokens.indices.last else { return }
    list.tokens[last] = Token(
      kind: .date, keyword: nil, startsLine: number.startsLine, start: number.start, end: Int32(position))
  }

  /// Reads `...` as a range; languages that have it differ on whether the last value is in it.
  mutating func lexThreeDots() {
    let place = span(position, position + 3)
    reporter.report(.threeDots(place, edit: .word("..", at: place, in: bytes)))
    append(.range, length: 3)
  }

  private mutating func lexWordOperator(_ keyword: Keyword, length: Int) {
    let end = position + length
    let place = span(position, end)
    reporter.report(
      .symbolForWord(
        place, symbol: text(position, end), word: keyword.text,
        edit: .word(keyword.text, at: place, in: bytes)))
    append(.name, from: position, to: end, keyword: keyword)
  }

  /// Reads `=~`, `!~` and `~=` as comparisons.
  private mutating func lexMatching(_ kind: Token.Kind) {
    let end = position + 2
    reporter.report(.matching(span(position, end), written: text(position, end)))
    append(kind, length: 2)
  }

  /// The token and plain text that a character of another keyboard stands for.
  ///
  /// The kind is nil for blanks and quotes.
  private func lookalike(_ character: String) -> (Token.Kind?, String)? {
    switch character {
    case "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}": return (.minus, "-")
    case "\u{00D7}": return (.star, "*")
    case "\u{00F7}": return (.slash, "/")
    case "\u{2264}": return (.lessOrEqual, "<=")
    case "\u{2265}": return (.greaterOrEqual, ">=")
    case "\u{2260}": return (.notEqual, "!=")
    case "\u{2026}": return (.range, "..")
    case "\u{00A0}", "\u{202F}", "\u{2009}", "\u{3000}": return (nil, " ")
    case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201C}", "\u{201D}", "\u{201E}": return (nil, "\"")
    default:
      guard let twin = Twin(bytes, at: position) else { return nil }
      guard let meant = twin.meant else { return (nil, "") }
      guard let (kind, length) = punctuation(meant), length == 1 else { return nil }
      return (kind, String(decoding: [meant], as: UTF8.self))
    }
  }
}

/// Comments of other languages.
extension Lexer {
  /// Whether a comment of another language begins here. `--` is two minus signs if the line before is unfinished.
  var startsForeignComment: Bool {
    let next = peek(1)
    switch bytes[position] {
    case UInt8(ascii: "/"): return next == UInt8(ascii: "/") || next == UInt8(ascii: "*")
    case UInt8(ascii: "<"):
      return next == UInt8(ascii: "!") && peek(2) == UInt8(ascii: "-") && peek(3) == UInt8(ascii: "-")
    case UInt8(ascii: "-"):
      return startsLine && next == UInt8(ascii: "-") && (peek(2).isBlank || peek(2) == 0) && !isLineContinued
    default: return false
    }
  }

  /// Whether the line before is unfinished, so that this one may continue it.
  private var isLineContinued: Bool {
    guard let last = list.tokens.last else { return false }
    switch last.kind {
    case .rightBrace, .leftBrace, .rightParen, .string, .number, .time, .date, .identifier: return depth > 0
    case .name:
      return depth > 0 || [.and, .or, .not, .else, .in].contains(last.keyword)
    default: return true
    }
  }

  private mutating func lexForeignComment() {
    switch (bytes[position], peek(1)) {
    case (UInt8(ascii: "/"), UInt8(ascii: "*")): lexClosedComment(open: 2, close: "*/")
    case (UInt8(ascii: "<"), _): lexClosedComment(open: 4, close: "-->")
    default:
      reporter.report(
        .foreignComment(span(position, position + 2), fix: [TextEdit(span(position, position + 2), "#")]))
      lexComment()
    }
  }

  /// Reads a comment with a mark at its end. The edit gives each line a `#`, unless code follows on the last one.
  private mutating func lexClosedComment(open length: Int, close: String) {
    let start = position
    let mark = Array(close.utf8)
    var end = start + length
    while end < limit, !bytes[end..<limit].starts(with: mark) { end += 1 }
    let closed = min(end + mark.count, limit)
    let isLast = !bytes[closed..<limit].prefix { $0 != UInt8(ascii: "\n") }.contains { !$0.isBlank }
    if !isLast { return takeInnerComment(open: length, text: start + length..<end, end: closed) }
    var fix = [TextEdit(span(start, start + length), "#")]
    for index in start + length..<end where bytes[index] == UInt8(ascii: "\n") {
      fix.append(TextEdit(span(index + 1, index + 1), "# "))
    }
    var last = end
    while last > start + length, bytes[last - 1] == UInt8(ascii: " ") { last -= 1 }
    if closed > last { fix.append(TextEdit(span(last, closed), "")) }
    reporter.report(.foreignComment(span(start, start + length), fix: fix))
    if bytes[start..<closed].contains(UInt8(ascii: "\n")) { startsLine = true }
    position = closed
  }

  /// Reads a comment before more of its line. The edit takes it to the end of the line.
  private mutating func takeInnerComment(open length: Int, text: Range<Int>, end: Int) {
    func isSpace(_ index: Int) -> Bool {
      bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t")
    }
    let start = position
    let isLong = bytes[text].contains(UInt8(ascii: "\n"))
    var (first, last, next) = (text.lowerBound, text.upperBound, end)
    while first < last, bytes[first].isBlank { first += 1 }
    while last > first, bytes[last - 1].isBlank { last -= 1 }
    while next < limit, isSpace(next) { next += 1 }
    var place = start
    while place > 0, isSpace(place - 1) { place -= 1 }
    let isFirst = place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
    let closes = next < limit && [UInt8(ascii: ")"), UInt8(ascii: ",")].contains(bytes[next])
    let gap = isFirst ? start : place
    let parts = !isFirst && !closes && bytes[gap - 1] != UInt8(ascii: "(")
    var fix = [TextEdit(span(gap, next), parts ? " " : "")]
    var lineEnd = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    while lineEnd > end, bytes[lineEnd - 1].isBlank { lineEnd -= 1 }
    if first < last, !isLong { fix.append(TextEdit(span(lineEnd, lineEnd), "  # \(self.text(first, last))")) }
    var problem = Diagnostic.foreignComment(span(start, start + length), fix: fix)
    problem.isGuess = isLong
    reporter.report(problem)
    if isLong { startsLine = true }
    position = end
  }

  /// Reads a semicolon: at the start of a line it begins a comment, before anything else it is a comma.
  private mutating func lexSemicolon() {
    let start = position
    if startsLine {
      reporter.report(.foreignComment(span(start, start + 1), fix: [TextEdit(span(start, start + 1), "#")]))
      return lexComment()
    }
    var next = start + 1
    while next < limit, bytes[next] == UInt8(ascii: " ") { next += 1 }
    let isLast =
      next == limit || [UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#")].contains(bytes[next])
    reporter.report(.semicolon(span(start, start + 1), isLast ? "" : ","))
    if isLast { position += 1 } else { append(.comma, length: 1) }
  }
}

/// Texts in other quotes.
extension Lexer {
  /// A text between quotes of another language; `open` is the first quote.
  private mutating func lexForeignQuoted(_ open: String) -> Bool {
    guard let close = Self.closingQuote(of: open) else { return false }
    let mark = Array(close.utf8)
    let start = position
    let first = start + open.utf8.count
    var end = first
    while end < limit, bytes[end] != UInt8(ascii: "\n"), !closesQuoted(mark, at: end) {
      end += bytes[end] == UInt8(ascii: "\\") && end + 1 < limit ? 2 : 1
    }
    guard end < limit, bytes[end] != UInt8(ascii: "\n") else { return false }
    let whole = span(start, end + mark.count)
    if open == "`", isWord(first..<end), !isTextExpected {
      reporter.report(.quotedName(whole, text(first, end)))
      position = first
      lexWord()
      position = end + mark.count
      return true
    }
    reporter.report(.foreignQuotes(whole, plainQuoted(first..<end)))
    append(.string, from: start, to: end + mark.count)
    return true
  }

  private static func closingQuote(of open: String) -> String? {
    switch open {
    case "'", "`": open
    case "\u{AB}": "\u{BB}"
    case "\u{BB}": "\u{AB}"
    case "\u{2039}": "\u{203A}"
    case "\u{300C}": "\u{300D}"
    default: nil
    }
  }

  /// Whether the closing quote stands at `index`, and not an apostrophe between two letters.
  private func closesQuoted(_ mark: [UInt8], at index: Int) -> Bool {
    guard bytes[index..<limit].starts(with: mark) else { return false }
    let next = index + mark.count
    return mark != [UInt8(ascii: "'")] || !(next < limit && bytes[next].isLetter && bytes[index - 1].isLetter)
  }

  private func isWord(_ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first, first.isLowerLetter else { return false }
    return bytes[range].allSatisfy { $0.isWordByte }
  }

  /// Whether only a text may follow the tokens so far.
  private var isTextExpected: Bool {
    let words = list.tokens.suffix(2).map { $0.keyword }
    let isAfter = words.last.map { [.include, .say, .saying, .zone, .disclaimer, .scenario].contains($0) }
    return isAfter == true || words.first == .some(.emit)
  }

  /// The text in `range` between double quotes.
  private func plainQuoted(_ range: Range<Int>) -> String {
    let quote = isQuoted ? "\\\"" : "\""
    var plain: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      let next = index + 1 < range.upperBound ? bytes[index + 1] : 0
      if byte == UInt8(ascii: "\\"), next == UInt8(ascii: "'") || next == UInt8(ascii: "`") {
        plain.append(next)
        index += 2
      } else if byte == UInt8(ascii: "\\"), next != 0 {
        plain += [byte, next]
        index += 2
      } else {
        if byte == UInt8(ascii: "\"") { plain.append(UInt8(ascii: "\\")) }
        plain.append(byte)
        index += 1
      }
    }
    return quote + String(decoding: plain, as: UTF8.self) + quote
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
}

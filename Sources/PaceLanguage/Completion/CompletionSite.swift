/// A place of a text, with what the grammar allows there.
///
/// Only the declaration around the place is read, up to the word that is being typed.
struct CompletionSite {
  /// The declaration up to the word; offsets below count from its beginning.
  let source: SourceFile
  /// The tokens before the place, and `.end` at it.
  let tokens: [Token]
  let expectations: Expectations
  /// What the text around the place names, a path or a zone; nil outside of such texts.
  let text: Completion.TextSort?
  /// The bytes of the whole text that a chosen word replaces.
  let word: Range<Int>
  /// The part of the word that is typed.
  let prefix: [UInt8]
  /// Whether the place lies between a number and its unit; the unit, with the blanks before it, is then the word.
  let isBeforeUnit: Bool

  /// Nil in comments, numbers and texts, except in paths, zones and the values of a message.
  init?(_ bytes: [UInt8], at offset: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var (start, end) = (offset, offset)
    while start > 0, bytes[start - 1].isWordByte { start -= 1 }
    while start < offset, bytes[start].isDigit { start += 1 }
    while end < bytes.count, bytes[end].isWordByte { end += 1 }
    guard let found = Self.read(bytes, upTo: start) else { return nil }
    if found.text != nil {
      start = found.start
      end = Self.end(ofText: bytes, from: offset)
    }
    let value = found.text == nil && start == offset ? Self.literal(bytes, at: offset) : nil
    if let value {
      if value.isInNumber { return nil }
      end = max(end, value.end)
    }
    isBeforeUnit = value?.isBeforeUnit ?? false
    (source, tokens, expectations, text) = (found.source, found.tokens, found.expectations, found.text)
    word = start..<end
    prefix = Array(bytes[start..<offset])
  }

  /// The index of the token at the place.
  var place: Int { tokens.count - 1 }

  /// The token `distance` tokens before the place; nil before the first.
  func token(before distance: Int) -> Token? { distance <= place ? tokens[place - distance] : nil }

  func text(_ token: Token) -> String {
    String(decoding: source.bytes[Int(token.start)..<Int(token.end)], as: UTF8.self)
  }

  /// The brace of the innermost block that is open at the place.
  var openBrace: Int? {
    var depth = 0
    for index in stride(from: place - 1, to: 0, by: -1) {
      if tokens[index].kind == .rightBrace { depth += 1 }
      guard tokens[index].kind == .leftBrace else { continue }
      if depth == 0 { return index }
      depth -= 1
    }
    return nil
  }

  // MARK: Reading

  private struct Found {
    var source: SourceFile
    var tokens: [Token]
    var expectations = Expectations()
    var text: Completion.TextSort?
    /// Where the path or zone begins, in the whole text.
    var start = 0
  }

  /// Reads from the last line before `end` that begins a declaration.
  private static func read(_ bytes: [UInt8], upTo end: Int) -> Found? {
    var start = end
    while start > 0 {
      start -= 1
      while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      var first = start
      while first < end, [UInt8(ascii: " "), UInt8(ascii: "\t")].contains(bytes[first]) { first += 1 }
      guard first < end, start == 0 || mayDeclare(bytes[first..<end]) else { continue }
      let source = SourceFile(path: "", bytes: Array(bytes[start..<end]))
      let lexer = Lexer(source)
      let parser = Parser(source, file: FileID(0), tokens: lexer.list.tokens, reporter: Reporter())
      if start > 0, !parser.startsDeclaration { continue }
      if let comment = lexer.list.comments.last, Int(comment.span.end) == source.bytes.count { return nil }
      if let value = unclosedValue(source, lexer.list.tokens) { return value }
      if isInText(source, lexer.list.tokens) { return knownText(source, lexer.list.tokens, from: start) }
      return found(source, lexer) { parser in _ = parser.parseFile() }
    }
    let source = SourceFile(path: "", bytes: [])
    return found(source, Lexer(source)) { parser in _ = parser.parseFile() }
  }

  /// Whether a text begins with a keyword that a declaration begins with.
  private static func mayDeclare(_ text: ArraySlice<UInt8>) -> Bool {
    let word = String(decoding: text.prefix { $0.isWordByte }, as: UTF8.self)
    return Keyword(rawValue: word).map(Parser.declarationKeywords.contains) ?? false
  }

  private static func found(
    _ source: SourceFile, _ lexer: Lexer, _ parse: (inout Parser) -> Void
  ) -> Found {
    var tokens = lexer.list.tokens
    // The lexer always lets the end start a line; here it matters whether a line really begins.
    tokens[tokens.count - 1].startsLine = lexer.startsLine
    var parser = Parser(source, file: FileID(0), tokens: tokens, reporter: Reporter())
    parser.expectations.place = tokens.count - 1
    parse(&parser)
    return Found(source: source, tokens: tokens, expectations: parser.expectations)
  }

  // MARK: Numbers

  /// A number, time or date that begins at a place or goes on there, up to the end of its last unit.
  private struct Literal {
    var end: Int
    /// Whether the place lies within the number itself.
    var isInNumber = false
    var isBeforeUnit = false
  }

  /// Nil if neither a literal nor a unit follows on the line.
  private static func literal(_ bytes: [UInt8], at offset: Int) -> Literal? {
    let line = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let isBehindDigit = offset > 0 && bytes[offset - 1].isDigit
    if isBehindDigit, let next = line.first, next.isWordByte || isInside(line) {
      return Literal(end: offset, isInNumber: true)
    }
    let tokens = Lexer(SourceFile(path: "", bytes: Array(line))).list.tokens
    func isUnit(_ index: Int) -> Bool { tokens.indices.contains(index) && Unit(tokens[index].keyword) != nil }
    if isBehindDigit {
      return isUnit(0) ? Literal(end: offset + Int(tokens[0].end), isBeforeUnit: true) : nil
    }
    guard tokens[0].start == 0, [.number, .time, .date].contains(tokens[0].kind) else { return nil }
    var next = 0
    while tokens[next].kind == .number, isUnit(next + 1) { next += 2 }
    return Literal(end: offset + Int(tokens[max(0, next - 1)].end))
  }

  /// Whether what follows a digit is the rest of the same number, time or date.
  private static func isInside(_ rest: ArraySlice<UInt8>) -> Bool {
    [UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-")].contains(rest[rest.startIndex])
      && rest.dropFirst().first?.isDigit ?? false
  }

  // MARK: Texts

  /// Whether the text ends in a literal that isn't closed.
  private static func isInText(_ source: SourceFile, _ tokens: [Token]) -> Bool {
    guard let last = tokens.dropLast().last, last.kind == .string, Int(last.end) == source.bytes.count else {
      return false
    }
    let range = Int(last.start)..<Int(last.end)
    return StringText.content(source.bytes, range).upperBound == range.upperBound
  }

  /// The path or zone that is being typed; nil in other texts.
  private static func knownText(_ source: SourceFile, _ tokens: [Token], from start: Int) -> Found? {
    let words = tokens.dropLast().suffix(5).map { source.bytes[Int($0.start)..<Int($0.end)] }
    let before = words.dropLast().map { String(decoding: $0, as: UTF8.self) }
    guard let string = tokens.dropLast().last, let last = before.last else { return nil }
    let sort: Completion.TextSort? =
      switch last {
      case "include": .path
      case "zone": .zone
      // An attribute, declared or given a value.
      case "=" where before.dropLast().last == "zone" || before == ["zone", ":", "text", "="]: .zone
      default: nil
      }
    return sort.map { Found(source: source, tokens: tokens, text: $0, start: start + Int(string.start) + 1) }
  }

  /// Where a text ends: before its quote, or at the next blank if its line has none.
  private static func end(ofText bytes: [UInt8], from offset: Int) -> Int {
    let line = bytes[offset...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return line.firstIndex(of: UInt8(ascii: "\""))
      ?? line.firstIndex(of: UInt8(ascii: " ")) ?? line.endIndex
  }

  /// The value in a message that is being typed.
  private static func unclosedValue(_ source: SourceFile, _ tokens: [Token]) -> Found? {
    let count = tokens.count
    guard isInText(source, tokens), count > 3, tokens[count - 4].keyword == .emit,
      tokens[count - 3].kind == .name
    else { return nil }
    var open: Int?
    var index = Int(tokens[count - 2].start) + 1
    while index < source.bytes.count {
      let byte = source.bytes[index]
      let isDoubled = index + 1 < source.bytes.count && source.bytes[index + 1] == byte
      if byte == UInt8(ascii: "{"), isDoubled {
        index += 1
      } else if byte == UInt8(ascii: "{") {
        open = index + 1
      } else if byte == UInt8(ascii: "}") {
        open = nil
      }
      index += 1
    }
    guard let open else { return nil }
    var lexer = Lexer(source, quoted: open..<source.bytes.count, file: FileID(0), reporter: Reporter())
    lexer.startsLine = false
    return found(source, lexer) { parser in _ = parser.parseWholeExpression() }
  }
}

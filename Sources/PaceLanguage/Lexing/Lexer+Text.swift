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
    let end = endOfOpenLabel(start, index) ?? index
    reporter.report(.unterminatedString(span(start, end)))
    append(.string, from: start, to: end)
  }

  /// The end of the label without a closing quote that begins at `start`: before the block that follows it.
  private func endOfOpenLabel(_ start: Int, _ end: Int) -> Int? {
    let named = list.tokens.dropLast().last?.keyword
    guard list.tokens.last?.keyword == .scenario || named.map(Self.labelled.contains) == true,
      var last = (start + 1..<end).first(where: { bytes[$0] == UInt8(ascii: "{") })
    else { return nil }
    while last > start + 1, bytes[last - 1].isBlank { last -= 1 }
    return last
  }

  /// Words after which a name, a label and a block come.
  private static let labelled: [Keyword] = [.rule, .kind, .preset, .extends]

  /// The length of an escape in bytes; an unknown one is reported.
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
      let foreign = StringText.foreignEscape(bytes, at: index, limit: limit)
      let length = foreign?.length ?? max(utf8Length(bytes, at: index + 1), 1) + 1
      if !isQuoted {
        reporter.report(.unknownEscape(span(index, min(index + length, limit)), foreign: foreign))
      }
      return 1
    }
  }

  /// How many bytes the character at `index` has; one that no text file may hold is reported.
  private mutating func checkedLength(at index: Int) -> Int {
    let byte = bytes[index]
    if byte < 0x80 {
      // A run of zero bytes is reported once, at its first byte.
      if byte == 0, index == 0 || bytes[index - 1] != 0 { reporter.report(.zeroByte(span(index, index + 1))) }
      return 1
    }
    let length = utf8Length(bytes, at: index)
    if length > 0 { return min(length, limit - index) }
    reportInvalid(span(index, index + 1))
    return 1
  }

  /// Reports the first byte that is not UTF-8, and no later one: the whole file is probably no text.
  mutating func reportInvalid(_ place: SourceSpan) {
    if isText { reporter.report(.invalidUTF8(place)) }
    isText = false
  }
}

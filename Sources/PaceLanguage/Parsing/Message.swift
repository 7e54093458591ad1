/// A piece of a message: literal text, or a value to be filled in.
public enum MessagePart: Equatable, Sendable {
  case text(String)
  /// The expression between braces; `.invalid` if it can't be read.
  case value(Expression)
}

/// The parts of a message literal, which lies in `file`: `{`…`}` is an expression, `{{` and `}}` are braces.
///
/// Errors are appended to `diagnostics`.
public func parseMessage(
  _ literal: StringSyntax, in file: SourceFile, diagnostics: inout [Diagnostic]
) -> [MessagePart] {
  var reader = MessageReader(literal, in: file)
  reader.run()
  diagnostics += reader.reporter.sorted()
  return reader.parts
}

/// Reads a message from the bytes of its literal, so that spans are places in the file.
private struct MessageReader {
  let source: SourceFile
  let file: FileID
  let range: Range<Int>
  var position: Int
  var text: [UInt8] = []
  var parts: [MessagePart] = []
  var reporter = Reporter()

  init(_ literal: StringSyntax, in source: SourceFile) {
    self.source = source
    file = literal.span.file
    let count = source.bytes.count
    let start = min(max(Int(literal.span.start), 0), count)
    let end = min(max(Int(literal.span.end), start), count)
    range = StringText.content(source.bytes, start..<end)
    position = range.lowerBound
  }

  mutating func run() {
    while position < range.upperBound {
      let byte = source.bytes[position]
      let isDoubled = position + 1 < range.upperBound && source.bytes[position + 1] == byte
      switch byte {
      case UInt8(ascii: "{") where !isDoubled:
        readValue()
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        if !isDoubled { reporter.report(.strayBraceInMessage(span(position, position + 1))) }
        text.append(byte)
        position += isDoubled ? 2 : 1
      default:
        position += StringText.appendCharacter(source.bytes, at: position, limit: range.upperBound, to: &text)
      }
    }
    endText()
  }

  private mutating func endText() {
    guard !text.isEmpty else { return }
    parts.append(.text(String(decoding: text, as: UTF8.self)))
    text = []
  }

  private mutating func readValue() {
    let open = position
    guard let close = closingBrace(after: open + 1) else {
      let beginsValue = open + 1 < range.upperBound && source.bytes[open + 1].isLowerLetter
      reporter.report(.unclosedValue(span(open, open + 1), mayBeSeen: !beginsValue))
      text.append(UInt8(ascii: "{"))
      position = open + 1
      return
    }
    endText()
    position = close + 1
    if reportFormat(in: open + 1..<close) {
      parts.append(.value(Expression(.invalid, span(open, close + 1))))
      return
    }
    let lexer = Lexer(source, quoted: open + 1..<close, file: file, reporter: reporter)
    reporter = lexer.reporter
    guard lexer.list.tokens.count > 1 else {
      reporter.report(.emptyValue(span(open, close + 1)))
      parts.append(.value(Expression(.invalid, span(open, close + 1))))
      return
    }
    var parser = Parser(source, file: file, tokens: lexer.list.tokens, reporter: reporter)
    parts.append(.value(parser.parseWholeExpression() ?? Expression(.invalid, span(open, close + 1))))
    reporter = parser.reporter
  }

  /// Reports the format of `{n:.1f}`.
  private mutating func reportFormat(in range: Range<Int>) -> Bool {
    let bytes = source.bytes
    func isTime(_ colon: Int) -> Bool { bytes[colon - 1].isDigit && bytes[colon + 1].isDigit }
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")), !isTime(colon),
      !bytes[range.lowerBound..<colon].contains(UInt8(ascii: "\""))
    else { return false }
    let value = String(decoding: bytes[range.lowerBound..<colon], as: UTF8.self)
    let format = String(decoding: bytes[colon + 1..<range.upperBound], as: UTF8.self)
    // `.2f` asks for two digits after the point.
    let steps = [".0f": "1", ".1f": "0.1", ".2f": "0.01", ".3f": "0.001"]
    guard let step = steps[format] else {
      let place = span(colon, range.upperBound)
      reporter.report(.formattedValue(place, help: "leave it out", fix: TextEdit(place, "")))
      return true
    }
    let meant = "round(\(value), \(step))"
    let whole = span(range.lowerBound, range.upperBound)
    reporter.report(
      .formattedValue(whole, help: "a number is rounded by `\(meant)`", fix: TextEdit(whole, meant)))
    return true
  }

  /// The brace that ends the value, past any text in it.
  private func closingBrace(after start: Int) -> Int? {
    var isInText = false
    for index in start..<range.upperBound {
      switch source.bytes[index] {
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "}") where !isInText: return index
      default: break
      }
    }
    return nil
  }

  private func span(_ start: Int, _ end: Int) -> SourceSpan { SourceSpan(file: file, start: start, end: end) }
}

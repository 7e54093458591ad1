internal import PaceLanguage

/// Decodes members of JSON lines to the values of an event's fields or a subject's attributes.
struct JSONValueDecoder {
  private let fields: [JSONFieldDecoder]

  init(_ fields: [Field], _ program: Program) {
    self.fields = fields.map { JSONFieldDecoder($0, program) }
  }

  /// A member's value: unknown for null, nil if it cannot be read.
  func value(
    _ index: Int, _ content: JSONLine.Content, _ line: JSONLine, _ cache: inout TextCache,
    intern: (String) -> Value
  ) -> Value? {
    if case .null = content { return .unknown }
    guard fields[index].isText else { return fields[index].checkedBits(content, line).map { Value($0) } }
    guard let range = fields[index].text(content, line) else { return nil }
    if let known = cache.find(line.bytes.span.extracting(range)) { return known }
    return cache.value(of: line.text(range), intern: intern)
  }

  /// Why `value` returns nil.
  func cause(_ index: Int, _ content: JSONLine.Content, _ line: JSONLine) -> String {
    fields[index].cause(content, line)
  }

  static func excerpt(_ content: JSONLine.Content, _ line: JSONLine) -> String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "`true`" : "`false`"
    case .number(let range): RowDecoder.quoted(String(decoding: line.bytes[range], as: UTF8.self))
    case .string(let range): RowDecoder.quoted(line.text(range))
    case .object: "an object"
    case .array: "an array"
    }
  }

  static func scaled(
    _ range: Range<Int>, _ line: JSONLine, by scale: Int64, over divisor: Int64 = 1
  ) -> Int64? {
    Decimal64(parsing: line.bytes.span.extracting(range))?.scaled(by: scale, over: divisor)
  }
}

internal import PaceEngine
internal import PaceLanguage

/// From members of JSON lines to values: stored as in the tables that `pace` makes, and truth as `true`.
struct JSONValueDecoder {
  private let fields: [Field]
  private let program: Program
  private let names: [ByteTable]

  init(_ fields: [Field], _ program: Program) {
    self.fields = fields
    self.program = program
    names = fields.map { ByteTable((program.names(of: $0.type) ?? [])) }
  }

  /// Unknown for null, nil for what cannot be read.
  func value(
    _ index: Int, _ content: JSONLine.Content, _ line: JSONLine, _ cache: inout TextCache,
    intern: (String) -> Value
  ) -> Value? {
    if case .null = content { return .unknown }
    let type = fields[index].type
    if type == .text || type == .schedule {
      guard case .string(let range) = content else { return nil }
      let text = line.strings.span.extracting(range)
      if let known = cache.find(text) { return known }
      let string = line.text(range)
      if type == .schedule, Schedule(string) == nil { return nil }
      return cache.value(of: string, intern: intern)
    }
    guard let bits = bits(index, content, line), bits > .min else { return nil }
    if let range = fields[index].range, !range.contains(bits) { return nil }
    if fields[index].demands.unmet(by: bits) != nil { return nil }
    return Value(bits)
  }

  /// What is wrong with a value that `value` gives nil for.
  func cause(_ index: Int, _ content: JSONLine.Content, _ line: JSONLine) -> String {
    let field = fields[index]
    let shown = Self.excerpt(content, line)
    let bits = self.bits(index, content, line)
    if let demand = bits.flatMap({ field.demands.unmet(by: $0) }) { return demand.cause(shown) }
    if let range = field.range, bits != nil {
      let low = program.text(of: Value(range.lowerBound), type: field.type)
      return "\(shown) is outside \(low) .. \(program.text(of: Value(range.upperBound), type: field.type))"
    }
    return "\(shown) is not \(field.type.expectation(in: program))"
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

  private func bits(_ index: Int, _ content: JSONLine.Content, _ line: JSONLine) -> Int64? {
    switch (fields[index].type, content) {
    case (.number, .number(let range)): Self.scaled(range, line, by: 1_000_000)
    case (.duration, .number(let range)): Self.scaled(range, line, by: 1)
    case (.bool, .bool(let value)): value ? 1 : 0
    case (.bool, .number(let range)):
      Self.scaled(range, line, by: 1_000_000).flatMap { $0 == 0 ? 0 : $0 == 1_000_000 ? 1 : nil }
    case (.time, .string(let range)): TimeParser.timeOfDay(line.strings.span.extracting(range))
    case (.date, .string(let range)): TimeParser.date(line.strings.span.extracting(range))
    case (.preset, .string(let range)), (.enumeration, .string(let range)), (.level, .string(let range)),
      (.weekday, .string(let range)):
      names[index].find(line.strings.span.extracting(range))
    default: nil
    }
  }

  static func scaled(_ range: Range<Int>, _ line: JSONLine, by scale: Int64) -> Int64? {
    Decimal64(parsing: line.bytes.span.extracting(range))?.scaled(by: scale)
  }
}

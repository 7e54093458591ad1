internal import PaceEngine
internal import PaceLanguage

/// Decodes a member as a value of a field's type, written as `pace` stores it; a bool may also be `true` or `false`.
///
/// A class, so that using one from an array copies nothing.
final class JSONFieldDecoder: Sendable {
  private let type: ValueType
  /// The range allowed for the bits; nil allows every value.
  private let range: ClosedRange<Int64>?
  private let demands: [Demand]
  private let program: Program
  private let names: ByteTable
  /// How durations are stored.
  private let durations: SourceMapping.Encoding

  /// - Parameter field: the field whose values have to fit; nil for any values of the type.
  init(
    _ type: ValueType, of field: Field? = nil, _ program: Program,
    durations: SourceMapping.Encoding = .plain
  ) {
    self.type = type
    range = field?.range
    demands = field?.demands ?? []
    self.program = program
    self.durations = durations
    names = ByteTable(program.names(of: type) ?? [])
  }

  /// Whether values are texts or schedules.
  var isText: Bool { type == .text || type == .schedule }

  /// The range of a text or schedule in the line; nil if it cannot be read.
  func text(_ content: JSONLine.Content, _ line: JSONLine) -> Range<Int>? {
    guard case .string(let range) = content else { return nil }
    if type == .schedule, Schedule(line.text(range)) == nil { return nil }
    return range
  }

  /// A member's value: unknown for null, nil if it cannot be read.
  func value(
    _ content: JSONLine.Content, _ line: JSONLine, _ cache: inout TextCache, intern: (String) -> Value
  ) -> Value? {
    if case .null = content { return .unknown }
    guard isText else { return checkedBits(content, line).map { Value($0) } }
    guard let range = text(content, line) else { return nil }
    if let known = cache.find(line.bytes.span.extracting(range)) { return known }
    return cache.value(of: Array(line.bytes[range]), intern: intern)
  }

  /// The bits of any other value; nil if it cannot be read, is out of range or does not meet a demand.
  func checkedBits(_ content: JSONLine.Content, _ line: JSONLine) -> Int64? {
    guard let bits = bits(content, line), bits > .min, range?.contains(bits) ?? true,
      demands.unmet(by: bits) == nil
    else { return nil }
    return bits
  }

  /// What is wrong with a value that cannot be read.
  func cause(_ content: JSONLine.Content, _ line: JSONLine) -> String {
    let shown = line.excerpt(content)
    if let cause = bits(content, line).flatMap({ cause(of: $0, shown: shown) }) { return cause }
    let isClock = type == .duration && durations == .hoursMinutes
    if case .number(let number) = content, type == .number || type == .duration, !isClock {
      return "\(shown) is too \(line.bytes[number.lowerBound] == UInt8(ascii: "-") ? "small" : "large")"
    }
    let expected = isClock ? "a duration as H:MM or H:MM:SS" : type.expectation(in: program)
    if case .string(let text) = content, type == .number || type == .duration, !isClock {
      if Decimal64(parsing: line.bytes.span.extracting(text)) != nil {
        return "\(shown) is a text, not \(expected); take away its quotes"
      }
      if let number = RowDecoder.withPoint(line.text(text)) {
        return "\(shown) is not \(expected); did you mean `\(number)`?"
      }
    }
    if case .string(let text) = content, let choices = program.names(of: type),
      let nearest = Spelling.nearest(to: line.text(text), among: choices)
    {
      return "\(shown) is not \(expected); did you mean `\(nearest)`?"
    }
    return "\(shown) is not \(expected)"
  }

  /// Why a value is not allowed; nil if it is.
  ///
  /// - Parameter shown: the value in backticks; nil shows it as rules write it.
  func cause(of bits: Int64, shown: String? = nil) -> String? {
    let shown = shown ?? "`\(program.text(of: Value(bits), type: type))`"
    if let range, !range.contains(bits) {
      return "\(shown) is outside \(program.text(of: range, type: type))"
    }
    return demands.unmet(by: bits)?.cause(shown)
  }

  private func bits(_ content: JSONLine.Content, _ line: JSONLine) -> Int64? {
    switch (type, content) {
    case (.number, .number(let range)): line.scaled(range, by: 1_000_000)
    case (.duration, .number(let range)) where durations != .hoursMinutes:
      line.scaled(range, by: durations.durationUnit.scale, over: durations.durationUnit.divisor)
    case (.duration, .string(let range)) where durations == .hoursMinutes:
      TimeParser.duration(line.bytes.span.extracting(range))
    case (.bool, .bool(let value)): value ? 1 : 0
    case (.bool, .number(let range)):
      line.scaled(range, by: 1_000_000).flatMap { $0 == 0 ? 0 : $0 == 1_000_000 ? 1 : nil }
    case (.time, .string(let range)): TimeParser.timeOfDay(line.bytes.span.extracting(range))
    case (.date, .string(let range)): TimeParser.date(line.bytes.span.extracting(range))
    case (.preset, .string(let range)), (.enumeration, .string(let range)), (.level, .string(let range)),
      (.weekday, .string(let range)):
      names.find(line.bytes.span.extracting(range))
    default: nil
    }
  }
}

extension JSONLine {
  /// The range of an id in a line of `export`: a text, or a whole number in plain digits; nil for anything else.
  func id(_ content: Content) -> Range<Int>? {
    switch content {
    case .string(let range): range.isEmpty ? nil : range
    case .number(let range):
      bytes[range].allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2d } ? range : nil
    case .null, .bool, .object, .array: nil
    }
  }

  /// A content as it can stand in a message.
  func excerpt(_ content: Content) -> String {
    switch content {
    case .null: "null"
    case .bool(let value): value ? "`true`" : "`false`"
    case .number(let range), .string(let range): RowDecoder.quoted(text(range))
    case .object: "an object"
    case .array: "an array"
    }
  }

  /// A number times `scale` over `divisor`, rounded half to even; nil if that does not fit.
  func scaled(_ range: Range<Int>, by scale: Int64, over divisor: Int64 = 1) -> Int64? {
    Decimal64(parsing: bytes.span.extracting(range))?.scaled(by: scale, over: divisor)
  }
}

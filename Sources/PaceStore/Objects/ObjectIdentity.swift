/// Ids for objects that give none; equal contents get equal ids.
enum ObjectIdentity {
  /// 32 hex digits that don't depend on the order of members, on blanks or on how numbers are written.
  ///
  /// - Parameter event: the event, if one object stands for several; nil for the first of them.
  static func id(of object: Range<Int>, in line: JSONLine, as event: String? = nil) -> String {
    var bytes: [UInt8] = []
    append(.object(object), line, to: &bytes)
    if let event { append(Array(event.utf8), "e", to: &bytes) }
    return SHA256.hex(bytes, first: 16)
  }

  /// Appends a content in canonical form; the nesting limit of lines bounds the recursion.
  private static func append(_ content: JSONLine.Content, _ line: JSONLine, to bytes: inout [UInt8]) {
    switch content {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .number(let range): append(Array(number(range, line).utf8), "d", to: &bytes)
    case .string(let range): append(Array(line.bytes[range]), "s", to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for element in line.members[elements] { append(element.content, line, to: &bytes) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      let sorted = line.members[members].sorted {
        line.bytes[$0.key].lexicographicallyPrecedes(line.bytes[$1.key])
      }
      for member in sorted {
        append(Array(line.bytes[member.key]), "k", to: &bytes)
        append(member.content, line, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Appends a text after its length, so that no two lists of texts give the same bytes.
  private static func append(_ text: [UInt8], _ mark: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: mark))
    bytes += Array("\(text.count):".utf8)
    bytes += text
  }

  /// A number in canonical form: `15e-1` for `1.50`.
  private static func number(_ range: Range<Int>, _ line: JSONLine) -> String {
    guard var decimal = Decimal64(parsing: line.bytes.span.extracting(range)), !decimal.isCut else {
      return String(decoding: line.bytes[range], as: UTF8.self)
    }
    if decimal.significand == 0 { return "0" }
    while decimal.significand.isMultiple(of: 10) {
      decimal.significand /= 10
      decimal.exponent += 1
    }
    return "\(decimal.isNegative ? "-" : "")\(decimal.significand)e\(decimal.exponent)"
  }
}

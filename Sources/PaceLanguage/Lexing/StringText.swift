/// The text of a string token.
enum StringText {
  /// The text between the quotes, escapes resolved.
  static func value(_ bytes: [UInt8], _ token: Token) -> String {
    var result: [UInt8] = []
    let range = content(bytes, Int(token.start)..<Int(token.end))
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      index += appendCharacter(bytes, at: index, limit: range.upperBound, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes between the quotes; the closing one may be missing.
  static func content(_ bytes: [UInt8], _ literal: Range<Int>) -> Range<Int> {
    guard let first = bytes[literal].first else { return literal }
    let isSingle = isCurlySingle(bytes, at: literal.lowerBound)
    if isSingle || isCurlyQuote(bytes, at: literal.lowerBound) {
      let isEndCurly = isSingle || isCurlyQuote(bytes, at: literal.upperBound - 3)
      return literal.lowerBound + 3..<literal.upperBound - (isEndCurly ? 3 : 1)
    }
    if first >= 0x80 {
      let length = utf8Length(bytes, at: literal.lowerBound)
      return literal.lowerBound + length..<literal.upperBound - length
    }
    let backslash = UInt8(ascii: "\\")
    let isQuoted = first == backslash
    let quote = isQuoted ? UInt8(ascii: "\"") : first
    let start = min(literal.lowerBound + (isQuoted ? 2 : 1), literal.upperBound)
    var index = start
    while index < literal.upperBound {
      if bytes[index] == quote { return start..<index }
      if bytes[index] == backslash {
        if isQuoted, index + 1 < literal.upperBound, bytes[index + 1] == quote { return start..<index }
        index += 1
      }
      index += 1
    }
    return start..<literal.upperBound
  }

  /// Whether one of `“`, `”` and `„` stands at `index`; each has three bytes.
  static func isCurlyQuote(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 3 <= bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && 0x9C...0x9E ~= bytes[index + 2]
  }

  /// Whether one of `‘`, `’` and `‚` stands at `index`.
  static func isCurlySingle(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 3 <= bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
      && 0x98...0x9A ~= bytes[index + 2]
  }

  /// Appends the byte or escape at `index`, and returns how many bytes it took.
  static func appendCharacter(_ bytes: [UInt8], at index: Int, limit: Int, to result: inout [UInt8]) -> Int {
    guard bytes[index] == UInt8(ascii: "\\"), index + 1 < limit else {
      result.append(bytes[index])
      return 1
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
    case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): result.append(bytes[index + 1])
    case UInt8(ascii: "u"):
      guard let (scalar, length) = scalar(bytes, at: index, limit: limit) else { fallthrough }
      result += Array(String(scalar).utf8)
      return length
    default:
      result.append(bytes[index])
      return 1
    }
    return 2
  }

  /// The character of an escape `\u{HEX}` with one to six digits, and the escape's length in bytes; nil for
  /// anything else.
  static func scalar(_ bytes: [UInt8], at index: Int, limit: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let start = index + 3
    guard start < limit, bytes[index + 2] == UInt8(ascii: "{") else { return nil }
    let digits = bytes[start..<min(start + 7, limit)].prefix { $0 != UInt8(ascii: "}") }
    guard digits.count <= 6, start + digits.count < limit,
      digits.allSatisfy({ $0.isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return (scalar, digits.count + 4)
  }

  /// An escape that means something in other languages.
  struct ForeignEscape {
    /// Its length in bytes.
    var length: Int
    /// What is written for it here; nil if there is no such character, or it isn't clear which.
    var meant: String?
  }

  /// The escape of another language that begins at `index`, such as `\u00e9`, `\x41`, `\'` or `\r`; nil if none does.
  static func foreignEscape(_ bytes: [UInt8], at index: Int, limit: Int) -> ForeignEscape? {
    let letter = bytes[index + 1]
    switch letter {
    case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "/"):
      return ForeignEscape(length: 2, meant: String(decoding: [letter], as: UTF8.self))
    case UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "U"):
      let count = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "x") ? 2 : 8
      let digits = bytes[index + 2..<limit].prefix(count).prefix { $0.isHexDigit }
      guard digits.count == count, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
        value >= 0x20, Unicode.Scalar(value) != nil
      else { return ForeignEscape(length: 2) }
      return ForeignEscape(length: count + 2, meant: "\\u{\(String(value, radix: 16))}")
    case UInt8(ascii: "a"), UInt8(ascii: "b"), UInt8(ascii: "e"), UInt8(ascii: "f"), UInt8(ascii: "r"),
      UInt8(ascii: "v"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return ForeignEscape(length: 2)
    default: return nil
    }
  }
}

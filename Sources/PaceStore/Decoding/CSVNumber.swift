internal import PaceLanguage

/// A number in JSON's syntax: how a CSV cell is read if no field declares its type.
enum CSVNumber {
  case integer(Int64)
  case real(Double)

  var value: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// Reads a number without the blanks around it.
  init?(padded text: Span<UInt8>) {
    var (start, end) = (0, text.count)
    while start < end, text[start] == UInt8(ascii: " ") { start += 1 }
    while start < end, text[end - 1] == UInt8(ascii: " ") { end -= 1 }
    self.init(text.extracting(start..<end))
  }

  /// Nil for anything else: a leading zero or plus, as codes have; an integer that SQLite would round; an exponent
  /// without a sign, as it is more likely an id in hexadecimal digits, such as `335856e85`.
  init?(_ text: Span<UInt8>) {
    var scanner = ByteScanner(count: text.count)
    _ = scanner.take(UInt8(ascii: "-"), in: text)
    guard let first = scanner.digit(in: text) else { return nil }
    if first == 0, scanner.isAtDigit(in: text) { return nil }
    while scanner.digit(in: text) != nil {}
    let isInteger = scanner.isAtEnd
    if scanner.take(UInt8(ascii: "."), in: text) {
      guard scanner.digit(in: text) != nil else { return nil }
      while scanner.digit(in: text) != nil {}
    }
    if scanner.take(UInt8(ascii: "e"), in: text) || scanner.take(UInt8(ascii: "E"), in: text) {
      guard scanner.take(UInt8(ascii: "-"), in: text) || scanner.take(UInt8(ascii: "+"), in: text),
        scanner.digit(in: text) != nil
      else { return nil }
      while scanner.digit(in: text) != nil {}
    }
    guard scanner.isAtEnd, let digits = try? UTF8Span(validating: text) else { return nil }
    let written = String(copying: digits)
    if isInteger {
      guard let value = Int64(written) else { return nil }
      self = .integer(value)
    } else {
      guard let value = Double(written), value.isFinite else { return nil }
      self = .real(value)
    }
  }
}

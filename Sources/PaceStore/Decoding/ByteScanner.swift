/// A position in borrowed bytes, which are passed to each call.
struct ByteScanner {
  private(set) var position = 0
  private let count: Int

  init(count: Int) { self.count = count }

  var isAtEnd: Bool { position == count }

  /// Moves past `byte` if it is next.
  mutating func take(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard position < count, text[position] == byte else { return false }
    position += 1
    return true
  }

  func isAtDigit(in text: Span<UInt8>) -> Bool { position < count && (0x30...0x39).contains(text[position]) }

  mutating func digit(in text: Span<UInt8>) -> Int? {
    guard position < count, text[position] >= 0x30, text[position] <= 0x39 else { return nil }
    position += 1
    return Int(text[position - 1]) - 0x30
  }

  /// The number formed by the next `wanted` digits; nil if there are fewer.
  mutating func digits(_ wanted: Int, in text: Span<UInt8>) -> Int? {
    var number = 0
    for _ in 0..<wanted {
      guard let digit = digit(in: text) else { return nil }
      number = number * 10 + digit
    }
    return number
  }
}

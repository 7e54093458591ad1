/// A position in borrowed bytes, which are passed to each call.
public struct ByteScanner {
  public var position = 0
  @usableFromInline let count: Int

  @inlinable
  public init(count: Int) { self.count = count }

  @inlinable
  public var isAtEnd: Bool { position == count }

  /// Moves past `byte` if it is next.
  @inlinable
  public mutating func take(_ byte: UInt8, in text: Span<UInt8>) -> Bool {
    guard position < count, text[position] == byte else { return false }
    position += 1
    return true
  }

  @inlinable
  public func isAtDigit(in text: Span<UInt8>) -> Bool { position < count && text[position] &- 0x30 < 10 }

  @inlinable
  public mutating func digit(in text: Span<UInt8>) -> Int? {
    guard isAtDigit(in: text) else { return nil }
    position += 1
    return Int(text[position - 1]) - 0x30
  }

  /// The number formed by the next digits, at most as many as the counts allow; nil if there are fewer.
  @inlinable
  public mutating func number(ofDigits counts: ClosedRange<Int>, in text: Span<UInt8>) -> Int64? {
    var number: Int64 = 0
    var found = 0
    while found < counts.upperBound, let digit = digit(in: text) {
      number = number * 10 + Int64(digit)
      found += 1
    }
    return counts.contains(found) ? number : nil
  }
}

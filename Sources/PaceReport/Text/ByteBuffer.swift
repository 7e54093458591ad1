import PaceEngine
import PaceLanguage

/// Bytes on their way out, written without a `String` for each part.
package struct ByteBuffer: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  var text: String { String(decoding: bytes, as: UTF8.self) }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// How many bytes there are up to the end of the last whole line.
  package var endOfLines: Int { (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1 }

  package mutating func removeFirst(_ count: Int) { bytes.removeFirst(count) }

  package mutating func append(_ byte: UInt8) { bytes.append(byte) }

  package mutating func append(_ piece: [UInt8]) { bytes.append(contentsOf: piece) }

  package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A line with its ending.
  package mutating func line(_ text: String) {
    append(text)
    append(UInt8(ascii: "\n"))
  }

  /// A whole number.
  mutating func append(decimal value: Int64) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var count = 1
    var bound: UInt64 = 10
    while count < 19, value.magnitude >= bound {
      count += 1
      bound *= 10
    }
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    put(value.magnitude, digits: count, at: start)
  }

  private static let zeroInstant = Array("0000-00-00T00:00:00.000Z".utf8)

  /// `2026-11-20T21:09:00.000Z`
  mutating func append(_ instant: Instant) {
    let dayLength: Int64 = 86_400_000
    let rest = instant.milliseconds % dayLength
    let time = UInt64(rest < 0 ? rest + dayLength : rest)
    let date = CivilDate(dayNumber: (instant.milliseconds - Int64(time)) / dayLength)
    let start = bytes.count
    append(Self.zeroInstant)
    put(UInt64(date.year), digits: 4, at: start)
    put(UInt64(date.month), digits: 2, at: start + 5)
    put(UInt64(date.day), digits: 2, at: start + 8)
    put(time / 3_600_000, digits: 2, at: start + 11)
    put(time / 60_000 % 60, digits: 2, at: start + 14)
    put(time / 1000 % 60, digits: 2, at: start + 17)
    put(time % 1000, digits: 3, at: start + 20)
  }

  /// Text as JSON has it, in quotes.
  mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    if text.utf8.contains(where: Self.isEscaped) {
      for byte in text.utf8 { append(jsonByte: byte) }
    } else {
      append(text)
    }
    append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func append(jsonByte byte: UInt8) {
    guard Self.isEscaped(byte) else { return append(byte) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    case UInt8(ascii: "\n"): append("\\n")
    case UInt8(ascii: "\r"): append("\\r")
    case UInt8(ascii: "\t"): append("\\t")
    default:
      append("\\u00")
      append(Self.hex[Int(byte >> 4)])
      append(Self.hex[Int(byte & 15)])
    }
  }

  private static let hex = Array("0123456789abcdef".utf8)

  private mutating func put(_ value: UInt64, digits: Int, at start: Int) {
    var bytes = bytes.mutableSpan
    var rest = value
    var index = start + digits
    while index > start {
      index -= 1
      bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

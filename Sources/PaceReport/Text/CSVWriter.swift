import PaceEngine

/// Writes comma-separated values, quoting where RFC 4180 asks for it.
struct CSVWriter: Sendable {
  private var buffer = ByteBuffer()
  private var isFirst = true

  var bytes: [UInt8] { buffer.bytes }

  mutating func clear() {
    buffer.removeAll()
    isFirst = true
  }

  mutating func field(_ text: String) {
    separate()
    guard text.utf8.contains(where: Self.needsQuotes) else { return buffer.append(text) }
    buffer.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  mutating func field(_ instant: Instant) {
    separate()
    buffer.append(instant)
  }

  mutating func field(_ value: Int64) {
    separate()
    buffer.append(decimal: value)
  }

  mutating func endRow() {
    buffer.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  private mutating func separate() {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

/// Writes comma-separated values, quoting where RFC 4180 asks for it.
struct CSVWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private var isFirst = true

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    isFirst = true
  }

  mutating func field(_ text: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    guard text.utf8.contains(where: Self.needsQuotes) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

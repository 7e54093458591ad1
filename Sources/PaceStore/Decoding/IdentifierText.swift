/// Ids of the three sorts as text: TEXT as it is, INTEGER in decimal, 16-byte BLOB as a lower-case UUID.
enum IdentifierText {
  /// Appends the id's text to `bytes`; false if the cell holds no id.
  static func append(_ cell: borrowing Cell, to bytes: inout [UInt8]) -> Bool {
    switch cell.appendText(to: &bytes) {
    case .text, .integer:
      return true
    case .blob:
      return cell.withBlob { blob in
        guard blob.count == 16 else { return false }
        appendUUID(blob, to: &bytes)
        return true
      }
    case .null, .real:
      return false
    }
  }

  /// 16 bytes as a lower-case UUID.
  static func uuid(_ blob: [UInt8]) -> String {
    var bytes: [UInt8] = []
    appendUUID(blob.span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func appendUUID(_ blob: Span<UInt8>, to bytes: inout [UInt8]) {
    for index in blob.indices {
      if [4, 6, 8, 10].contains(index) { bytes.append(UInt8(ascii: "-")) }
      bytes.append(hexDigit(blob[index] >> 4))
      bytes.append(hexDigit(blob[index] & 15))
    }
  }

  /// A hash of the id's text, whatever its storage class; 0 if the cell holds no id.
  @inline(__always)
  static func hash(_ cell: borrowing Cell) -> Int64 {
    if cell.storage == Cell.textStorage { return Int64(bitPattern: cell.lendText { Bytes.hash($0) }) }
    var bytes: [UInt8] = []
    return append(cell, to: &bytes) ? Int64(bitPattern: Bytes.hash(bytes.span)) : 0
  }

  /// Whether the value can be an id.
  static func isGood(_ cell: borrowing Cell) -> Bool {
    switch cell.storageClass {
    case .text, .integer: true
    case .blob: cell.withBlob { $0.count == 16 }
    case .null, .real: false
    }
  }

  /// The id as text; nil if the cell holds none.
  static func text(_ cell: borrowing Cell) -> String? {
    var bytes: [UInt8] = []
    return append(cell, to: &bytes) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The 16 bytes of a lower-case UUID; nil for any other text.
  static func blob(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return nil }
    var blob: [UInt8] = []
    var high: UInt8?
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexValue(byte) else { return nil }
      if let first = high {
        blob.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    return blob
  }

  /// The values that may be stored for an id: a text, and perhaps a number or a BLOB.
  static func stored(_ id: String) -> [StoredValue] {
    if let blob = blob(id) { return [.text(id), .blob(blob)] }
    if let number = Int64(id), String(number) == id { return [.text(id), .integer(number)] }
    return [.text(id)]
  }

  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// SQL for a column's id as text, which sorts by its bytes.
  static func sql(_ column: String) -> String {
    let parts = [(1, 4), (5, 2), (7, 2), (9, 2), (11, 6)]
    let uuid = parts.map { "hex(substr(\(column), \($0.0), \($0.1)))" }.joined(separator: " || '-' || ")
    return "(CASE typeof(\(column)) WHEN 'blob' THEN lower(\(uuid)) ELSE CAST(\(column) AS TEXT) END)"
  }
}

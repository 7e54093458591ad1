import PaceEngine

/// Writes comma-separated values, quoted where RFC 4180 asks for it.
///
/// A text that a spreadsheet would take for a formula gets an apostrophe in front. So does such a text that already has
/// one, so that readers can always remove one. Control characters are escaped on a terminal only.
struct CSVWriter: Sendable {
  private let isShown: Bool
  private var buffer = ByteBuffer()
  private var isFirst = true

  var bytes: [UInt8] { buffer.bytes }

  /// - Parameter isShown: whether it is written to a terminal, so that control characters are escaped.
  init(isShown: Bool = false) { self.isShown = isShown }

  mutating func field(_ text: String) {
    separate()
    let text =
      !isShown || text.utf8.allSatisfy(Self.isPlain) ? text : text.printable(keeping: ["\n", "\t"])
    let isFormula = Self.isFormula(text.utf8)
    guard text.utf8.contains(where: Self.needsQuotes) else {
      if isFormula { buffer.append(UInt8(ascii: "'")) }
      return buffer.append(text)
    }
    buffer.append(UInt8(ascii: "\""))
    if isFormula { buffer.append(UInt8(ascii: "'")) }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { buffer.append(byte) }
      buffer.append(byte)
    }
    buffer.append(UInt8(ascii: "\""))
  }

  /// Writes a text, or nothing for nil; an empty text is told from that by its quotes.
  mutating func field(orNothing text: String?) {
    if let text, !text.isEmpty { return field(text) }
    separate()
    if text != nil { buffer.append("\"\"") }
  }

  mutating func field(_ instant: Instant) {
    separate()
    buffer.append(instant)
  }

  mutating func field(_ value: Int64) {
    separate()
    buffer.append(decimal: value)
  }

  /// Writes a row, or the rest of one.
  mutating func row(_ cells: [String]) {
    for cell in cells { field(cell) }
    buffer.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  /// Moves a row, or the rest of one with what stands before it, into a buffer.
  mutating func move(_ cells: [String], to out: inout ByteBuffer) {
    row(cells)
    out.append(bytes)
    buffer.removeAll()
  }

  private mutating func separate() {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    isFirst = false
  }

  private static func isFormula(_ text: String.UTF8View) -> Bool {
    let rest = text.drop { $0 == UInt8(ascii: "'") }
    switch rest.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "@"), 0x09, 0x0d: return true
    case UInt8(ascii: "-"):
      // A negative number is no formula.
      let digits = rest.dropFirst()
      let isNumber =
        !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      return !isNumber || rest.count < text.count
    default: return false
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool { (0x20..<0x7F).contains(byte) }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
}

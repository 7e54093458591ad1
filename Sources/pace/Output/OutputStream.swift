/// Text on its way out, gathered in one buffer and written in blocks.
struct OutputStream: Sendable {
  private let descriptor: FileDescriptor
  private var buffer: [UInt8] = []
  let style: Style

  private static let blockSize = 1 << 16

  init(_ descriptor: FileDescriptor, style: Style) {
    self.descriptor = descriptor
    self.style = style
  }

  mutating func write(_ text: String) throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    buffer.append(contentsOf: bytes)
    try flushIfFull()
  }

  /// Writes a line, adding its ending.
  mutating func line(_ text: String = "") throws(Failure) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  mutating func flush() throws(Failure) {
    if buffer.isEmpty { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    do {
      try descriptor.write(buffer)
    } catch {
      throw .output(error)
    }
  }

  private mutating func flushIfFull() throws(Failure) {
    if buffer.count >= Self.blockSize { try flush() }
  }
}

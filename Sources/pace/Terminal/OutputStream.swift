import PaceReport

/// Text on its way out, gathered in one buffer and written in blocks.
struct OutputStream: Sendable {
  private let descriptor: FileDescriptor
  private var buffer = ByteBuffer()
  let style: Style

  private static let blockSize = 1 << 16

  init(_ descriptor: FileDescriptor, style: Style) {
    self.descriptor = descriptor
    self.style = style
  }

  mutating func write(_ text: String) throws(Failure) {
    try write { $0.append(text) }
  }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    try write { $0.append(bytes) }
  }

  /// Has something put into the buffer itself.
  @inline(__always)
  mutating func write(_ body: (inout ByteBuffer) -> Void) throws(Failure) {
    body(&buffer)
    if buffer.bytes.count >= Self.blockSize { try flush() }
  }

  /// Writes a line, adding its ending.
  mutating func line(_ text: String = "") throws(Failure) {
    try write { $0.line(text) }
  }

  mutating func flush() throws(Failure) {
    if buffer.bytes.isEmpty { return }
    defer { buffer.removeAll() }
    do {
      try descriptor.write(buffer.bytes)
    } catch {
      throw .output(error)
    }
  }
}

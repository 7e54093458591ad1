import PaceReport

/// Text on its way out, gathered in one buffer and written in blocks.
struct OutputStream: Sendable {
  private let descriptor: FileDescriptor
  private var buffer = ByteBuffer()
  var style: Style

  private static let blockSize = 1 << 16

  init(_ descriptor: FileDescriptor, style: Style) {
    self.descriptor = descriptor
    self.style = style
  }

  var isTerminal: Bool { descriptor.isTerminal }

  mutating func write(_ text: String) throws(Failure) {
    try write { $0.append(text) }
  }

  mutating func write(_ bytes: [UInt8]) throws(Failure) {
    try write { $0.append(bytes) }
  }

  /// Lets `body` append to the buffer itself.
  @inline(__always)
  mutating func write(_ body: (inout ByteBuffer) -> Void) throws(Failure) {
    body(&buffer)
    if buffer.bytes.count >= Self.blockSize { try flush(upTo: buffer.endOfLines) }
  }

  /// Writes a line, adding its ending.
  mutating func line(_ text: String = "") throws(Failure) {
    try write { $0.line(text) }
  }

  mutating func lines(_ lines: [String]) throws(Failure) {
    for text in lines { try line(text) }
  }

  /// Writes lines, and all before them, now.
  mutating func write(lines: [String]) throws(Failure) {
    try self.lines(lines)
    try flush()
  }

  mutating func flush() throws(Failure) { try flush(upTo: buffer.bytes.count) }

  /// Writes the first bytes of the buffer; Ctrl-C waits for the end of the line.
  private mutating func flush(upTo count: Int) throws(Failure) {
    if count == 0 { return }
    defer { buffer.removeFirst(count) }
    Interruption.hold()
    defer { Interruption.release() }
    do {
      try descriptor.write(buffer.bytes, upTo: count)
    } catch {
      throw .output(error)
    }
  }
}

/// Splits chunks of bytes into lines.
struct LineSource {
  /// The most bytes that a line may have; a longer one is cut one byte after that, so that memory can hold it.
  static let longest = 16 << 20

  private let read: ByteSource
  private var buffer: [UInt8] = []
  private var position = 0
  /// Where the last line begins.
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line, from 1.
  private(set) var number = 0

  /// - Parameter number: how many lines come before the text that is read.
  init(after number: Int = 0, read: @escaping ByteSource) {
    self.number = number
    self.read = read
  }

  /// The next line that isn't blank, without its end; nil after the last.
  mutating func next() throws(StoreError) -> ArraySlice<UInt8>? {
    while let line = try nextLine() {
      number += 1
      // Text files of some systems start with a byte order mark.
      let isMarked = number == 1 && line.starts(with: [0xef, 0xbb, 0xbf])
      let text = isMarked ? line.dropFirst(3) : line
      if !text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return text }
    }
    return nil
  }

  /// Makes the last line the next one again.
  mutating func putBack() {
    position = start
    number -= 1
  }

  private mutating func nextLine() throws(StoreError) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[position..<end]
        start = position
        position = end + 1
        return line
      }
      if isAtEnd {
        guard position < buffer.count else { return nil }
        let line = buffer[position...]
        start = position
        position = buffer.count
        return line
      }
      buffer.removeSubrange(..<position)
      position = 0
      if buffer.count > Self.longest { buffer.removeSubrange((Self.longest + 1)...) }
      searched = buffer.count
      isAtEnd = try !read(&buffer)
    }
  }
}

/// Splits chunks of bytes into JSON values: one a line, the elements of one array, or objects that take several lines.
struct ValueSource {
  private enum Form {
    case unknown
    case lines(LineSource)
    case array
    case objects
    case ended
  }

  private let read: ByteSource
  private var form = Form.unknown
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var count = 0
  /// How many lines were dropped before the first value.
  private var droppedLines = 0

  init(read: @escaping ByteSource) { self.read = read }

  /// The next value's bytes, which need not be JSON; nil after the last.
  mutating func next() throws(StoreError) -> (bytes: ArraySlice<UInt8>, place: ObjectPlace)? {
    if case .unknown = form { try findForm() }
    switch form {
    case .unknown, .ended: return nil
    case .lines(var lines):
      // `form` gives its lines up meanwhile, so that their buffer has one owner and is not copied.
      form = .ended
      let line = try lines.next()
      let place = ObjectPlace.line(lines.number)
      form = .lines(lines)
      return line.map { ($0, place) }
    case .array: return try nextElement()
    case .objects:
      guard try skipBlanks() != nil else { return nil }
      count += 1
      return (try cut(), .object(count))
    }
  }

  // MARK: The form of the text

  private mutating func findForm() throws(StoreError) {
    while buffer.count < 3, try fill() {}
    if buffer.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    switch try skipBlanks() {
    case nil: form = .ended
    case UInt8(ascii: "["):
      position += 1
      form = .array
    case UInt8(ascii: "{"):
      form = try endsOnItsLine() ? .lines(lines()) : .objects
    default:
      dropBlankLines()
      let line = droppedLines + 1
      throw StoreError(
        .data, "line \(line): neither an object `{…}` nor an array `[…]` begins here",
        help: "it should be one object a line, one array of objects, or one object")
    }
  }

  /// Whether the object that begins here ends on its line, or breaks off there: within a string, or before a line
  /// that begins an object where none may stand.
  private mutating func endsOnItsLine() throws(StoreError) -> Bool {
    var scan = ValueScan()
    var index = position
    var isLineBegun = true
    var isOnLaterLine = false
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        if byte == UInt8(ascii: "\n") {
          if scan.isInText { return !isOnLaterLine }
          isLineBegun = false
        } else if !isLineBegun, byte > 0x20 {
          if byte == UInt8(ascii: "{"), !scan.takesValue { return true }
          (isLineBegun, isOnLaterLine) = (true, true)
        }
        index += 1
        if scan.ends(with: byte) { return !isOnLaterLine }
      }
      if index - position > LineSource.longest { return !isOnLaterLine }
      guard try fill(keeping: 0) else { return !isOnLaterLine }
    }
  }

  /// All lines from that of the first object on.
  private func lines() -> LineSource {
    LineSource(after: droppedLines, read: replaying(buffer, isAll: isAtEnd, then: read))
  }

  // MARK: Values

  private mutating func nextElement() throws(StoreError) -> (bytes: ArraySlice<UInt8>, place: ObjectPlace)? {
    var byte = try skipBlanks()
    if byte == UInt8(ascii: "]") { return try end() }
    if count > 0 {
      guard byte == UInt8(ascii: ",") else { throw failure("`,` or `]` was expected after it") }
      position += 1
      byte = try skipBlanks()
    }
    guard byte != nil, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") else {
      throw failure("a value was expected after it")
    }
    count += 1
    return (try cut(), .object(count))
  }

  private mutating func end() throws(StoreError) -> (bytes: ArraySlice<UInt8>, place: ObjectPlace)? {
    position += 1
    guard try skipBlanks() == nil else { throw failure("nothing may follow the array") }
    form = .ended
    return nil
  }

  /// The value that begins here.
  private mutating func cut() throws(StoreError) -> ArraySlice<UInt8> {
    var scan = ValueScan()
    var index = position
    while true {
      while index < buffer.count {
        let byte = buffer[index]
        if scan.endsBefore(byte) {
          guard index > position else { throw failure("a value was expected") }
          return take(to: index)
        }
        guard index - position < LineSource.longest else {
          throw StoreError(
            .data, "object \(count) is longer than 16 MB",
            help: "take it out, or write one object a line: a line that is too long is skipped")
        }
        index += 1
        if scan.ends(with: byte) { return take(to: index) }
      }
      let length = index - position
      guard try fill(keeping: position) else {
        throw StoreError(
          .data, "object \(count) is not ended when the text is",
          help: "see whether the end of the text is missing")
      }
      index = position + length
    }
  }

  private mutating func take(to end: Int) -> ArraySlice<UInt8> {
    let value = buffer[position..<end]
    position = end
    return value
  }

  /// The next byte that isn't blank; nil at the end.
  private mutating func skipBlanks() throws(StoreError) -> UInt8? {
    while true {
      while position < buffer.count {
        let byte = buffer[position]
        guard byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a else { return byte }
        position += 1
      }
      // Before the first value lines are counted.
      if case .unknown = form { dropBlankLines() }
      let kept = if case .unknown = form { 0 } else { position }
      guard try fill(keeping: kept) else { return nil }
    }
  }

  /// Drops the lines before the present one.
  private mutating func dropBlankLines() {
    guard let end = buffer[..<position].lastIndex(of: UInt8(ascii: "\n")) else { return }
    droppedLines += buffer[...end].count { $0 == UInt8(ascii: "\n") }
    buffer.removeSubrange(...end)
    position -= end + 1
  }

  /// Drops the bytes before `start` and reads more; false at the end.
  private mutating func fill(keeping start: Int = 0) throws(StoreError) -> Bool {
    if isAtEnd { return false }
    if start > 0 {
      buffer.removeSubrange(..<start)
      position -= start
    }
    let before = buffer.count
    repeat { isAtEnd = try !read(&buffer) } while !isAtEnd && buffer.count == before
    return buffer.count > before
  }

  private func failure(_ message: String) -> StoreError {
    StoreError(.data, count == 0 ? "in the array: \(message)" : "object \(count): \(message)")
  }
}

/// Finds the end of a JSON value by its brackets and quotes.
private struct ValueScan {
  /// The brackets that are open.
  private var open: [UInt8] = []
  /// The last byte that isn't blank.
  private var last: UInt8 = 0
  private(set) var isInText = false
  private var isEscaped = false

  /// Whether a value may begin after what was taken.
  var takesValue: Bool {
    last == UInt8(ascii: ":") || last == UInt8(ascii: "[")
      || last == UInt8(ascii: ",") && open.last == UInt8(ascii: "[")
  }

  /// Whether a value with no brackets or quotes of its own ends before this byte.
  func endsBefore(_ byte: UInt8) -> Bool {
    if isInText || !open.isEmpty { return false }
    return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      || byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == 0x0a
  }

  /// Takes a byte; true if the value ends with it.
  mutating func ends(with byte: UInt8) -> Bool {
    if byte > 0x20 { last = byte }
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
        return open.isEmpty
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = open.popLast()
      return open.isEmpty
    default: break
    }
    return false
  }
}

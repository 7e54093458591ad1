/// Parses comma-separated values (RFC 4180), record by record.
///
/// Records end with LF, CRLF or the end of the file; in a file without LF they end with CR. The separator is detected
/// unless a first line such as `sep=;` gives it. A byte order mark and empty lines are skipped.
public struct CSVReader {
  /// The most bytes that a record may have; anything longer is not a line of a table.
  static let longest = 1 << 24

  private let read: ByteSource
  /// The file's name in messages.
  private let name: String
  public let separator: UInt8
  /// The byte that ends lines, perhaps after a CR.
  private let lineEnd: UInt8
  private var buffer: [UInt8]
  private var position = 0
  private var isAtEnd = false
  private var nextLine = 1
  /// The concatenated bytes of the record's fields.
  private var content: [UInt8] = []
  private var ends: [Int] = []
  private var isQuoted: [Bool] = []

  /// The line where the record starts, from 1.
  public private(set) var line = 0
  /// What is wrong with the record's quotes; nil if nothing is.
  public private(set) var problem: String?

  /// What is wrong if the header has one field, unless the file names its separator.
  let misfit: CSVSeparator.Misfit?

  /// Reads the beginning of the file and detects its separator.
  ///
  /// - Parameter prefersTab: whether a tab wins where a comma or semicolon would do as well.
  public init(_ name: String, prefersTab: Bool = false, read: @escaping ByteSource) throws(StoreError) {
    self.name = name
    self.read = read
    var buffer: [UInt8] = []
    while buffer.count < CSVSeparator.sample, !isAtEnd { isAtEnd = try !read(&buffer) }
    let isUTF16 = buffer.starts(with: [0xff, 0xfe]) || buffer.starts(with: [0xfe, 0xff])
    if isUTF16 { throw Self.notUTF8(name, line: 1, "UTF-16") }
    if buffer.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
    lineEnd = Self.lineEnd(in: buffer[...])
    if let given = CSVSeparator.given(in: buffer[position...], before: lineEnd) {
      separator = given.separator
      misfit = nil
      position = given.end
      nextLine = 2
    } else {
      separator = CSVSeparator.find(in: buffer[position...], isWhole: isAtEnd, prefersTab: prefersTab)
      misfit = CSVSeparator.misfit(
        in: buffer[position...], isWhole: isAtEnd, separator: separator)
    }
    self.buffer = buffer
  }

  /// Reads the records of `sample` only, with a known separator.
  init(_ sample: ArraySlice<UInt8>, separator: UInt8) {
    name = ""
    misfit = nil
    read = { (_) throws(StoreError) in false }
    self.separator = separator
    lineEnd = Self.lineEnd(in: sample)
    buffer = Array(sample)
    isAtEnd = true
  }

  /// Spreadsheets of the Macintosh end lines with CR alone.
  private static func lineEnd(in sample: ArraySlice<UInt8>) -> UInt8 {
    let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    return !sample.contains(lf) && sample.contains(cr) ? cr : lf
  }

  // MARK: The record

  /// How many fields the record has.
  public var count: Int { ends.count }

  /// A field's text.
  public subscript(field: Int) -> String { String(decoding: content[range(field)], as: UTF8.self) }

  private func range(_ field: Int) -> Range<Int> {
    let range = (field == 0 ? 0 : ends[field - 1])..<ends[field]
    return Self.isProtected(content.span.extracting(range)) ? range.lowerBound + 1..<range.upperBound : range
  }

  /// Whether a field is empty and not in quotes.
  func isAbsent(_ field: Int) -> Bool { range(field).isEmpty && !isQuoted[field] }

  /// A field, without the blanks around it, as a number; nil if it isn't one.
  func number(_ field: Int) -> CSVNumber? {
    CSVNumber(padded: content.span.extracting(range(field)))
  }

  func bind(_ field: Int, to statement: borrowing Statement, at index: Int) {
    statement.bind(content.span.extracting(range(field)), at: index)
  }

  /// Whether bytes past the record have been read.
  var hasMore: Bool { position < buffer.count }

  /// Whether a text starts with an apostrophe that keeps spreadsheets from reading it as a formula.
  private static func isProtected(_ text: Span<UInt8>) -> Bool {
    guard text.count > 1, text[0] == UInt8(ascii: "'") else { return false }
    var index = 1
    while index < text.count, text[index] == UInt8(ascii: "'") { index += 1 }
    if index == text.count { return false }
    switch text[index] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0d: return true
    default: return false
    }
  }

  // MARK: Reading

  private enum State { case start, plain, quoted, closed }

  /// Goes on to the next record; false after the last.
  public mutating func next() throws(StoreError) -> Bool {
    repeat {
      guard try readRecord() else { return false }
    } while ends.count == 1 && isAbsent(0)
    try checkText()
    return true
  }

  private mutating func readRecord() throws(StoreError) -> Bool {
    content.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    isQuoted.removeAll(keepingCapacity: true)
    problem = nil
    line = nextLine
    var state = State.start
    var opened = 0
    guard try ensure(1) else { return false }
    isQuoted.append(false)
    while try ensure(1) {
      if content.count + ends.count > Self.longest { throw tooLong(state == .quoted ? opened : nil) }
      let byte = buffer[position]
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")):
        position += 1
        if try ensure(1), buffer[position] == UInt8(ascii: "\"") {
          content.append(byte)
          position += 1
        } else {
          state = .closed
        }
      case (.quoted, _): takeQuoted()
      case (.start, UInt8(ascii: "\"")):
        (state, opened) = (.quoted, nextLine)
        isQuoted[isQuoted.count - 1] = true
        position += 1
      case (_, separator):
        position += 1
        ends.append(content.count)
        isQuoted.append(false)
        state = .start
      case (_, lineEnd):
        endLine(1)
        return true
      case (_, UInt8(ascii: "\r")) where try endsLine():
        endLine(2)
        return true
      default:
        note(byte, state)
        state = state == .closed ? .closed : .plain
        takePlain()
      }
    }
    if state == .quoted { throw unclosed(opened, "never closed") }
    ends.append(content.count)
    return true
  }

  private mutating func note(_ byte: UInt8, _ state: State) {
    if problem != nil { return }
    let field = ends.count + 1
    if state == .closed { problem = "has something after the closing quote of field \(field)" }
    if state == .plain, byte == UInt8(ascii: "\"") { problem = "has a quote inside field \(field)" }
  }

  /// Whether a CR ends the line: before LF, or as the last byte.
  private mutating func endsLine() throws(StoreError) -> Bool {
    try !ensure(2) || buffer[position + 1] == UInt8(ascii: "\n")
  }

  private mutating func endLine(_ length: Int) {
    position = min(position + length, buffer.count)
    nextLine += 1
    ends.append(content.count)
  }

  /// Takes the buffered bytes up to the next quote.
  private mutating func takeQuoted() {
    let (end, lines) = quotedEnd
    content += buffer[position..<end]
    position = end
    nextLine += lines
  }

  private var quotedEnd: (end: Int, lines: Int) {
    let bytes = buffer.span
    var (end, lines) = (position, 0)
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      if bytes[end] == lineEnd { lines += 1 }
      end += 1
    }
    return (end, lines)
  }

  /// Takes one byte and the buffered ones after it, up to the next that may end the field.
  private mutating func takePlain() {
    let end = plainEnd
    content += buffer[position..<end]
    position = end
  }

  private var plainEnd: Int {
    let bytes = buffer.span
    for end in position + 1..<bytes.count {
      switch bytes[end] {
      case separator, UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\""): return end
      default: continue
      }
    }
    return bytes.count
  }

  /// Buffers at least `count` bytes; false if the file ends first.
  @inline(__always)
  private mutating func ensure(_ count: Int) throws(StoreError) -> Bool {
    if buffer.count - position >= count { return true }
    return try readMore(count)
  }

  private mutating func readMore(_ count: Int) throws(StoreError) -> Bool {
    buffer.removeSubrange(..<position)
    position = 0
    while buffer.count < count, !isAtEnd { isAtEnd = try !read(&buffer) }
    return buffer.count >= count
  }

  // MARK: What ends reading

  /// Refuses a NUL byte, and any field that is not UTF-8.
  private func checkText() throws(StoreError) {
    if content.contains(0) { throw Self.notUTF8(name, line: line, "UTF-16 or no text: it has a NUL byte") }
    var areWhole = Bytes.areUTF8(content.span)
    var start = 0
    for end in ends {
      // A field that starts in the middle of a character is not UTF-8 by itself.
      if start < end, content[start] & 0xc0 == 0x80 { areWhole = false }
      start = end
    }
    if !areWhole { throw Self.notUTF8(name, line: line, "not UTF-8") }
  }

  private static func notUTF8(_ name: String, line: Int, _ what: String) -> StoreError {
    let from = what.hasPrefix("UTF-16") ? "UTF-16" : "WINDOWS-1252"
    return StoreError(
      .data, "\(name):\(line): the text is \(what)",
      help: "`iconv -f \(from) -t UTF-8` writes it as UTF-8, if that is what it is")
  }

  private func unclosed(_ opened: Int, _ fault: String) -> StoreError {
    StoreError(
      .data, "\(name):\(opened): a quote is opened here and \(fault)",
      help: "close it, or write a quote in a text twice, and the text in quotes")
  }

  private func tooLong(_ opened: Int?) -> StoreError {
    let size = "\(Self.longest >> 20) MB"
    if let opened { return unclosed(opened, "not closed within \(size)") }
    return StoreError(.data, "\(name):\(line): the line is longer than \(size)", help: "is it a CSV file?")
  }
}

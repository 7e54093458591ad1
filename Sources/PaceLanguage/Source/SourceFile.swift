/// The index of a file in a program's list of files.
public struct FileID: Hashable, Sendable {
  public var index: Int32
  public init(_ index: Int) { self.index = Int32(index) }
}

/// A half-open range of bytes in one file.
public struct SourceSpan: Hashable, Sendable {
  public var file: FileID
  public var start: Int32
  public var end: Int32

  public init(file: FileID, start: Int, end: Int) {
    self.file = file
    self.start = Int32(start)
    self.end = Int32(end)
  }

  /// Orders the starts of spans by file and place.
  var place: Int64 { Int64(file.index) << 32 | Int64(start) }

  /// The smallest span that holds both; they are in one file.
  public func joined(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(file: file, start: Int(min(start, other.start)), end: Int(max(end, other.end)))
  }

  /// The empty span right before it.
  public var before: SourceSpan { SourceSpan(file: file, start: Int(start), end: Int(start)) }

  /// The empty span right after it.
  public var after: SourceSpan { SourceSpan(file: file, start: Int(end), end: Int(end)) }

  /// Whether all of another span lies in it.
  public func holds(_ other: SourceSpan) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }
}

/// A place as a person counts it: lines and columns from 1, columns in UTF-8 bytes.
public struct SourceLocation: Equatable, Sendable {
  public var line: Int
  public var column: Int
}

/// The bytes of one rule file and where its lines begin.
public struct SourceFile: Equatable, Sendable {
  /// The path as the user named it; for an included file, joined to the including file's folder.
  public let path: String
  /// The same text for every path to this file, and another for any other file.
  public let identity: String
  public let bytes: [UInt8]
  private let lineStarts: [Int32]
  /// How many characters begin before each block of bytes.
  private let charactersBefore: [Int32]
  private static let blockSize = 1024

  /// - Parameter identity: by default the path with `.`, `..` and doubled slashes taken out.
  public init(path: String, identity: String? = nil, bytes: [UInt8]) {
    self.path = path
    self.identity = identity ?? normalizedPath(path)
    self.bytes = bytes
    var starts: [Int32] = [0]
    let newline = UInt8(ascii: "\n")
    var counts: [Int32] = []
    var count: Int32 = 0
    for offset in bytes.indices {
      if offset % Self.blockSize == 0 { counts.append(count) }
      let byte = bytes[offset]
      if byte == newline { starts.append(Int32(offset + 1)) }
      if !byte.isContinuation { count += 1 }
    }
    lineStarts = starts
    charactersBefore = counts
  }

  /// The line and column of a byte offset; an offset outside the text is clamped.
  public func location(of offset: Int32) -> SourceLocation {
    let offset = min(max(offset, 0), Int32(bytes.count))
    let line = lineStarts.partitioningIndex { $0 > offset }
    return SourceLocation(line: line, column: Int(offset - lineStarts[line - 1]) + 1)
  }

  /// The line and the column in Unicode code points, as editors, SARIF and code hosts count.
  public func characterLocation(of offset: Int32) -> SourceLocation {
    let place = location(of: offset)
    let start = range(ofLine: place.line).lowerBound
    let column = characters(before: start + place.column - 1) - characters(before: start) + 1
    return SourceLocation(line: place.line, column: column)
  }

  /// How many characters begin before an offset.
  private func characters(before offset: Int) -> Int {
    if offset == 0 { return 0 }
    // The end of the file may be the end of its last block.
    let block = (offset - 1) / Self.blockSize
    let rest = bytes[block * Self.blockSize..<offset]
    return Int(charactersBefore[block]) + rest.count { !$0.isContinuation }
  }

  /// The text of the line with this number (from 1), without its line ending; empty if there is none.
  public func text(ofLine line: Int) -> String {
    String(decoding: bytes[textRange(ofLine: line)], as: UTF8.self)
  }

  /// Where the text of a line lies in `bytes`, without its line ending.
  func textRange(ofLine line: Int) -> Range<Int> {
    let range = range(ofLine: line)
    let isAfterReturn = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "\r")
    return range.lowerBound..<range.upperBound - (isAfterReturn ? 1 : 0)
  }

  /// Where the line with this number lies in `bytes`, without its line feed; empty if there is none.
  func range(ofLine line: Int) -> Range<Int> {
    guard line >= 1, line <= lineStarts.count else { return 0..<0 }
    let end = line < lineStarts.count ? Int(lineStarts[line]) - 1 : bytes.count
    return Int(lineStarts[line - 1])..<end
  }

  /// The text in `span` as written; a span outside the text is clamped.
  public func text(in span: SourceSpan) -> String {
    let start = min(max(Int(span.start), 0), bytes.count)
    let end = min(max(Int(span.end), start), bytes.count)
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The text in `span` on one line: without comments, and with one blank for each run of blanks and line ends.
  public func line(of span: SourceSpan) -> String {
    let start = min(max(Int(span.start), 0), bytes.count)
    var line = LineText()
    for byte in bytes[start..<min(max(Int(span.end), start), bytes.count)] { line.append(byte) }
    return String(decoding: line.bytes, as: UTF8.self)
  }
}

extension [SourceFile] {
  /// `rules/take-care.pace:52`; empty if none of these files is meant.
  public func place(of span: SourceSpan) -> String {
    guard indices.contains(Int(span.file.index)) else { return "" }
    let file = self[Int(span.file.index)]
    return "\(file.path):\(file.location(of: span.start).line)"
  }
}

/// Strips the layout of a text. Strings stay as they are, including those with `\"` in the values of a message.
private struct LineText {
  private enum Place {
    case code, comment
    case string(isEscaped: Bool)
  }

  private(set) var bytes: [UInt8] = []
  private var place = Place.code
  private var isAfterBlank = false
  private var isAfterBackslash = false

  mutating func append(_ byte: UInt8) {
    let isEscaped = isAfterBackslash
    isAfterBackslash = byte == UInt8(ascii: "\\") && !isEscaped
    switch (place, byte) {
    case (.comment, UInt8(ascii: "\n")):
      place = .code
      isAfterBlank = true
    case (.comment, _): break
    case (.code, UInt8(ascii: "#")): place = .comment
    case (.code, UInt8(ascii: " ")), (.code, UInt8(ascii: "\t")), (.code, UInt8(ascii: "\r")),
      (.code, UInt8(ascii: "\n")):
      isAfterBlank = true
    case (.code, _):
      if isAfterBlank, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
      isAfterBlank = false
      bytes.append(byte)
      if byte == UInt8(ascii: "\"") { place = .string(isEscaped: isEscaped) }
    case (.string(let opening), _):
      bytes.append(byte)
      if byte == UInt8(ascii: "\""), isEscaped == opening { place = .code }
    }
  }
}

import PaceLanguage

/// How a client counts the columns of a line.
enum PositionEncoding: String {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// A text as a client has it open: its bytes and where its lines begin.
struct TextDocument {
  private(set) var bytes: [UInt8]
  private var lineStarts: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts = [0] + starts(after: 0..<bytes.count)
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  /// Applies a change as the protocol writes it: a range and what stands there now, or a whole text.
  mutating func apply(_ change: JSONValue, _ encoding: PositionEncoding) {
    let text = Array((change["text"].text ?? "").utf8)
    let range = change["range"]
    if case .object = range {
      let start = offset(of: range["start"], encoding)
      let end = max(start, offset(of: range["end"], encoding))
      bytes.replaceSubrange(start..<end, with: text)
      moveLines(after: start, removed: end - start, added: text.count)
    } else {
      bytes = text
      lineStarts = [0] + starts(after: 0..<bytes.count)
    }
  }

  /// Updates where lines begin after an edit: those behind it move, those in it are looked for.
  private mutating func moveLines(after start: Int, removed: Int, added: Int) {
    // A line's end may be two bytes, and an edit can remove one of them or come between them.
    let (first, last) = (max(0, start - 1), min(bytes.count, start + added + 1))
    let kept = lineStarts.partitioningIndex { $0 > first }
    let moved = lineStarts[kept...].filter { $0 > start + removed + 1 }.map { $0 + added - removed }
    lineStarts = lineStarts[..<kept] + starts(after: first..<last) + moved.filter { $0 > last }
  }

  /// Lines end at a line feed, a carriage return, or both together.
  private func starts(after range: Range<Int>) -> [Int] {
    var starts: [Int] = []
    for index in range {
      let byte = bytes[index]
      let isBeforeFeed = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && !isBeforeFeed {
        starts.append(index + 1)
      }
    }
    return starts
  }

  // MARK: Places

  /// Where a position lies in the bytes; past the end of its line it is that end, past the text its end.
  func offset(of position: JSONValue, _ encoding: PositionEncoding) -> Int {
    guard let line = position["line"].whole, line >= 0 else { return 0 }
    guard line < lineStarts.count else { return bytes.count }
    let range = range(ofLine: line)
    var left = max(0, position["character"].whole ?? 0)
    var offset = range.lowerBound
    while offset < range.upperBound, left > 0 {
      let (length, units) = Self.size(of: bytes[offset], encoding)
      if units > left { break }
      left -= units
      offset = min(offset + length, range.upperBound)
    }
    return offset
  }

  /// A place in the bytes, and as a client counts it.
  struct Position {
    fileprivate(set) var offset = 0
    fileprivate(set) var line = 0
    fileprivate(set) var character = 0

    var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }
  }

  /// - Parameter known: another position, from which the count goes on if it is before this one on its line.
  func position(
    of offset: Int, _ encoding: PositionEncoding, after known: Position = Position()
  ) -> Position {
    let offset = min(max(0, offset), bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset } - 1
    var position = known
    if known.line != line || known.offset > offset {
      position = Position(offset: lineStarts[line], line: line)
    }
    while position.offset < offset {
      let (length, units) = Self.size(of: bytes[position.offset], encoding)
      position.character += units
      position.offset += length
    }
    return position
  }

  func range(of span: SourceSpan, _ encoding: PositionEncoding) -> JSONValue {
    range(Int(span.start)..<Int(max(span.start, span.end)), encoding)
  }

  func range(_ range: Range<Int>, _ encoding: PositionEncoding) -> JSONValue {
    var walk = TextWalk(self, encoding)
    return walk.range(range)
  }

  /// What its lines end with, as the first one does.
  var lineEnd: String {
    let isWide = lineStarts.count > 1 && bytes[..<lineStarts[1]].suffix(2) == [13, 10]
    return isWide ? "\r\n" : "\n"
  }

  func line(of offset: Int) -> Int { lineStarts.partitioningIndex { $0 > offset } - 1 }

  /// Where a line lies, without its end.
  private func range(ofLine line: Int) -> Range<Int> {
    let start = lineStarts[line]
    var end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while end > start, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<end
  }

  /// How many bytes a character of UTF-8 has, by its first, and how many units a client counts for it.
  private static func size(of first: UInt8, _ encoding: PositionEncoding) -> (bytes: Int, units: Int) {
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return (length, encoding == .utf8 ? length : length == 4 ? 2 : 1)
  }

  // MARK: Edits

  /// Where a place lay in an earlier text; nil if the word there has changed since.
  func place(of offset: Int, in earlier: [UInt8]) -> Int? {
    if earlier == bytes { return offset }
    let (start, end) = commonEnds(with: earlier)
    var (first, last) = (offset, offset)
    while first > 0, bytes[first - 1].isWordByte { first -= 1 }
    while last < bytes.count, bytes[last].isWordByte { last += 1 }
    if last < start { return offset }
    return first > bytes.count - end ? offset + earlier.count - bytes.count : nil
  }

  /// How many bytes both texts share at their start, and how many of the rest at their end.
  private func commonEnds(with other: [UInt8]) -> (start: Int, end: Int) {
    let most = min(bytes.count, other.count)
    var start = 0
    while start < most, bytes[start] == other[start] { start += 1 }
    var end = 0
    while end < most - start, bytes[bytes.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
    return (start, end)
  }

  /// Whether a place lies within a character, or within the two of a line's end.
  private func isInside(_ place: Int) -> Bool {
    bytes[place] & 0xC0 == 0x80
      || place > 0 && bytes[place - 1] == UInt8(ascii: "\r") && bytes[place] == UInt8(ascii: "\n")
  }

  /// The one edit that turns the text into another, without what both begin and end with; none if they are equal.
  func edits(to other: [UInt8], _ encoding: PositionEncoding) -> [JSONValue] {
    if bytes == other { return [] }
    var (start, end) = commonEnds(with: other)
    // A character is replaced as a whole, and so are the two of a line's end: no position lies between them.
    while start > 0, start < bytes.count, isInside(start) { start -= 1 }
    while end > 0, isInside(bytes.count - end) { end -= 1 }
    let text = String(decoding: other[start..<max(start, other.count - end)], as: UTF8.self)
    return [["range": range(start..<max(start, bytes.count - end), encoding), "newText": .string(text)]]
  }
}

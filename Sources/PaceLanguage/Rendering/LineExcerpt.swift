/// A line as a terminal shows it, cut around the part that matters, with the columns of that part.
struct LineExcerpt {
  /// How many columns of a line are shown.
  private static let limit = 120
  private static let tabWidth = 4
  /// How many bytes before and after the part are looked at; more than are ever shown.
  private static let reach = 512

  /// The text to show, with a space before it unless the line is empty.
  private(set) var text = ""
  /// How many columns come before the part, counting the space, and how many the part has, at least 1.
  private(set) var indent = 1
  private(set) var width = 1

  init(_ line: String, from start: Int = 0, to end: Int = 0) {
    self.init(utf8: Array(line.utf8)[...], from: start, to: end)
  }

  /// `start` and `end` are offsets in UTF-8 bytes from the line's start; the end may lie past the line's.
  init(utf8 line: ArraySlice<UInt8>, from start: Int, to end: Int) {
    var offset = Self.boundary(in: line, at: min(max(0, start - Self.reach), line.count))
    let upper = Self.boundary(in: line, at: max(offset, min(start + Self.reach, line.count)))
    let part = String(decoding: line[line.startIndex + offset..<line.startIndex + upper], as: UTF8.self)
    var cells: [(scalar: Unicode.Scalar, column: Int)] = []
    var column = 0
    var first: Int?
    var last: Int?
    for scalar in part.unicodeScalars {
      if first == nil, offset >= start { first = column }
      if last == nil, offset >= end { last = column }
      // No more than this is ever shown after the part.
      if let last, column > last + Self.limit { break }
      cells.append((scalar, column))
      offset += UTF8.width(scalar)
      column += scalar == "\t" ? Self.tabWidth : Self.printable(scalar).displayWidth
    }
    let from = first ?? column
    let to = max(last ?? column, from + 1)
    let cut = Self.cut(total: column, from: from, to: to)
    render(cells, from: cut.from, to: cut.to, total: column)
    indent = from - cut.from + (cut.from > 0 ? 2 : 1)
    width = max(min(to, cut.to) - from, 1)
  }

  /// The offset of the character that an offset lies in.
  private static func boundary(in line: ArraySlice<UInt8>, at offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < line.count, line[line.startIndex + offset].isContinuation { offset -= 1 }
    return offset
  }

  private static func cut(total: Int, from: Int, to: Int) -> (from: Int, to: Int) {
    guard total > limit else { return (0, max(total, to)) }
    guard to > limit else { return (0, limit) }
    let start = max(0, from - limit / 4)
    return (start, start + limit)
  }

  private mutating func render(
    _ cells: [(scalar: Unicode.Scalar, column: Int)], from: Int, to: Int, total: Int
  ) {
    var scalars = String.UnicodeScalarView()
    if !cells.isEmpty { scalars.append(" ") }
    if from > 0 { scalars.append("…") }
    for cell in cells where cell.column >= from && cell.column < to {
      if cell.scalar == "\t" {
        for _ in 0..<Self.tabWidth { scalars.append(" ") }
      } else {
        scalars.append(Self.printable(cell.scalar))
      }
    }
    if to < total { scalars.append("…") }
    text = String(scalars)
  }

  /// The text with control characters as signs, so that a terminal doesn't obey them.
  static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(printable(scalar)) }
    return String(scalars)
  }

  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "?"
    case 0x7F...0x9F, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: "\u{FFFD}"
    // Blanks that look like a space but are other characters.
    case 0xA0, 0x2009, 0x202F: "\u{2423}"
    default: scalar
    }
  }
}

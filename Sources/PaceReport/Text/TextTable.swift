/// Rows of cells, with columns aligned by their width on a terminal.
package struct TextTable: Sendable {
  package enum Alignment: Sendable {
    case left, right
  }

  /// A column that a narrow terminal does without, and its name for people.
  package typealias Spare = (column: Int, name: String)

  /// The width from which on a terminal shows every column of a table.
  private static let usual = 80

  /// The least width to which a column of texts is narrowed.
  private static let least = 12

  /// How far the further lines of a broken text are indented.
  private static let hanging = 2

  private let alignments: [Alignment]
  private let indent: String
  private let spare: [Spare]
  private var rows: [[String]] = []

  /// - Parameter spare: the columns left out if the terminal is narrow, the least needed first; a table with any
  ///   gives each row one line there.
  package init(_ alignments: [Alignment], indent: String = "", spare: [Spare] = []) {
    self.alignments = alignments
    self.indent = indent
    self.spare = spare
  }

  package mutating func append(_ cells: [String]) { rows.append(cells) }

  /// The lines, with two blanks between columns, no blanks at the end and no empty columns.
  package var lines: [String] { lines(rows, widths) }

  /// Whether a terminal is narrower than tables are made for.
  package static func isNarrow(_ width: Int?) -> Bool { width ?? .max < usual }

  /// The names of the columns that a terminal of this width does without.
  package func leftOut(within width: Int?) -> [String] {
    guard let width, Self.isNarrow(width) else { return [] }
    return dropped(within: width).map { $0.name }
  }

  /// The line that names columns left out; nothing if there are none.
  package static func note(_ names: [String], within width: Int?) -> [String] {
    if names.isEmpty { return [] }
    return Wrapping.lines(
      "left out below \(usual) columns: \(names.joined(separator: ", "))", width: width ?? .max)
  }

  /// The lines within this width, with a line for what was left out.
  package func notedLines(within width: Int?) -> [String] {
    lines(within: width) + Self.note(leftOut(within: width), within: width)
  }

  private func dropped(within width: Int) -> [Spare] {
    var widths = widths
    var dropped: [Spare] = []
    for spare in spare where total(widths) > width && widths[spare.column] > 0 {
      widths[spare.column] = 0
      dropped.append(spare)
    }
    // Leaving out a wide column may have made room for narrow columns that are needed less.
    let all = self.widths
    for spare in dropped.reversed() {
      widths[spare.column] = all[spare.column]
      if total(widths) > width { widths[spare.column] = 0 }
    }
    return dropped.filter { widths[$0.column] == 0 }
  }

  /// The lines without spare columns, with texts cut to end in `…` if that is not enough.
  private func shortLines(within width: Int) -> [String] {
    var widths = widths
    for spare in dropped(within: width) { widths[spare.column] = 0 }
    while total(widths) > width {
      let texts = widths.indices.filter { alignments[$0] == .left && widths[$0] > Self.least }
      guard let widest = texts.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    let cut = rows.map { row in
      row.prefix(widths.count).enumerated().map { $1.cut(to: widths[$0]) }
    }
    return lines(cut, widths)
  }

  /// The lines within this width, as far as possible: the widest cells are broken into several lines.
  package func lines(within width: Int?) -> [String] {
    if let width, Self.isNarrow(width), !spare.isEmpty { return shortLines(within: width) }
    guard let width, let narrowed = narrowed(to: width) else { return lines }
    let broken = rows.flatMap { row in
      let cells = row.indices.prefix(narrowed.count).map { column in
        let hanging = alignments[column] == .left ? Self.hanging : 0
        return Wrapping.lines(row[column], width: narrowed[column], hanging: hanging)
      }
      let height = cells.reduce(1) { max($0, $1.count) }
      return (0..<height).map { line in cells.map { $0.indices.contains(line) ? $0[line] : "" } }
    }
    return lines(broken, narrowed)
  }

  /// The least width of the table, with cells broken into several lines.
  var leastWidth: Int { total(leastWidths) }

  private var widths: [Int] {
    alignments.indices.map { column in
      rows.reduce(0) { column < $1.count ? max($0, $1[column].displayWidth) : $0 }
    }
  }

  /// Texts are broken between words, though not into narrow pieces; columns of numbers only in the heading.
  private var leastWidths: [Int] {
    zip(alignments.indices, widths).map { column, width in
      let hanging = alignments[column] == .left ? Self.hanging : 0
      let least = rows.indices.reduce(0) { least, row in
        guard column < rows[row].count else { return least }
        let cell = rows[row][column]
        if alignments[column] == .right, row > 0 { return max(least, cell.displayWidth) }
        return Wrapping.words(cell).reduce(least) { max($0, $1.displayWidth + hanging) }
      }
      return alignments[column] == .right ? least : min(width, max(least, Self.least))
    }
  }

  private func total(_ widths: [Int]) -> Int {
    let taken = widths.filter { $0 > 0 }
    return taken.reduce(indent.count, +) + 2 * max(0, taken.count - 1)
  }

  /// The widths of columns once the widest that can be broken are narrowed; nil if all fit.
  private func narrowed(to width: Int) -> [Int]? {
    var widths = widths
    guard total(widths) > width else { return nil }
    let least = leastWidths
    while total(widths) > width {
      let columns = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = columns.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func lines(_ rows: [[String]], _ widths: [Int]) -> [String] {
    rows.map { row in
      var line = indent
      var isFirst = true
      for (column, cell) in row.prefix(widths.count).enumerated() where widths[column] > 0 {
        if !isFirst { line += "  " }
        isFirst = false
        let width = widths[column]
        line += alignments[column] == .right ? cell.padded(leftTo: width) : cell.padded(to: width)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

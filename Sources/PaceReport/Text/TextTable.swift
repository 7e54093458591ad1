/// Rows of cells, with columns aligned by their width on a terminal.
public struct TextTable: Sendable {
  public enum Alignment: Sendable {
    case left, right
  }

  /// A column that is left out where there is no room for all, and its name for people.
  public typealias Spare = (column: Int, name: String)

  /// The least width to which a column of texts is narrowed.
  private static let least = 12

  /// The least width of a column of texts beside spare columns.
  private static let readable = 24

  /// How far the further lines of a broken text are indented.
  private static let hanging = 2

  private let alignments: [Alignment]
  private let indent: String
  private let spare: [Spare]
  private var rows: [[String]] = []
  /// The width of each column's widest cell.
  private var widths: [Int]

  /// - Parameter spare: the columns left out if there is no room for all, the least needed first.
  public init(
    _ alignments: [Alignment], indent: String = "", spare: [Spare] = [], rows: [[String]] = []
  ) {
    self.alignments = alignments
    self.indent = indent
    self.spare = spare
    widths = alignments.map { _ in 0 }
    for row in rows { append(row) }
  }

  public mutating func append(_ cells: [String]) {
    rows.append(cells)
    for (column, cell) in zip(widths.indices, cells) {
      widths[column] = max(widths[column], cell.displayWidth)
    }
  }

  /// The lines, with two blanks between columns, no blanks at the end and no empty columns.
  public var lines: [String] { lines(rows, widths) }

  /// The names of the columns left out to fit this width.
  public func leftOut(within width: Int?) -> [String] { dropped(within: width ?? .max).map { $0.name } }

  /// The line that names columns left out; nothing if there are none.
  public static func note(_ names: [String], within width: Int?) -> [String] {
    guard let width, !names.isEmpty else { return [] }
    return Wrapping.lines("left out to fit \(width) columns: \(names.joined(separator: ", "))", width: width)
  }

  /// The lines within this width, with a line for what was left out.
  public func notedLines(within width: Int?) -> [String] {
    lines(within: width) + Self.note(leftOut(within: width), within: width)
  }

  /// An empty line, each heading with its rows as a table, and how many of `count` are left out.
  static func lines(
    columns: Int, indent: String = "", _ rows: [(heading: String, cells: [String])], of count: Int,
    within width: Int?
  ) -> [String] {
    let alignments = (0..<columns).map { _ in Alignment.left }
    var lines: [String] = []
    var rest = rows[...]
    while let heading = rest.first?.heading {
      let own = rest.prefix { $0.heading == heading }
      lines += ["", heading]
      lines += TextTable(alignments, indent: indent, rows: own.map { $0.cells }).lines(within: width)
      rest = rest.dropFirst(own.count)
    }
    let more = count - rows.count
    return lines + (more > 0 && !rows.isEmpty ? ["… and \(more) more; `--limit N` shows them"] : [])
  }

  private func dropped(within width: Int) -> [Spare] {
    if total(widths) <= width { return [] }
    let all = leastWidths(ofTexts: Self.readable)
    var widths = all
    var dropped: [Spare] = []
    for spare in spare where total(widths) > width && widths[spare.column] > 0 {
      widths[spare.column] = 0
      dropped.append(spare)
    }
    // Leaving out a wide column may have made room for narrow columns that are needed less.
    for spare in dropped.reversed() {
      widths[spare.column] = all[spare.column]
      if total(widths) > width { widths[spare.column] = 0 }
    }
    return dropped.filter { widths[$0.column] == 0 }
  }

  /// The lines within this width, as far as possible: spare columns are left out, then the widest cells are broken
  /// into several lines.
  public func lines(within width: Int?) -> [String] { linesOfRows(within: width).flatMap { $0 } }

  /// The same, the lines of each row apart.
  func linesOfRows(within width: Int?) -> [[String]] {
    guard let width, total(widths) > width else { return lines.map { [$0] } }
    let narrowed = narrowed(to: width)
    return rows.map { row in
      let cells = row.indices.prefix(narrowed.count).map { column in
        let hanging = alignments[column] == .left ? Self.hanging : 0
        return narrowed[column] == 0
          ? [] : Wrapping.lines(row[column], width: narrowed[column], hanging: hanging)
      }
      let height = cells.reduce(1) { max($0, $1.count) }
      return lines(
        (0..<height).map { line in cells.map { $0.indices.contains(line) ? $0[line] : "" } }, narrowed)
    }
  }

  /// The least width of the table, with cells broken into several lines.
  var leastWidth: Int { total(leastWidths(ofTexts: Self.least)) }

  /// Texts are broken between words, though not into narrow pieces; columns of numbers only in the heading.
  private func leastWidths(ofTexts readable: Int) -> [Int] {
    zip(alignments.indices, widths).map { column, width in
      let hanging = alignments[column] == .left ? Self.hanging : 0
      let least = rows.indices.reduce(0) { least, row in
        guard column < rows[row].count else { return least }
        let cell = rows[row][column]
        if alignments[column] == .right, row > 0 { return max(least, cell.displayWidth) }
        return Wrapping.words(cell).reduce(least) { max($0, $1.displayWidth + hanging) }
      }
      return alignments[column] == .right ? least : min(width, max(least, readable))
    }
  }

  private func total(_ widths: [Int]) -> Int {
    let taken = widths.filter { $0 > 0 }
    return taken.reduce(indent.count, +) + 2 * max(0, taken.count - 1)
  }

  /// The widths of columns without those left out, once the widest that can be broken are narrowed.
  private func narrowed(to width: Int) -> [Int] {
    var widths = widths
    for spare in dropped(within: width) { widths[spare.column] = 0 }
    let least = leastWidths(ofTexts: Self.least)
    while total(widths) > width {
      let columns = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = columns.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  private func lines(_ rows: [[String]], _ widths: [Int]) -> [String] {
    rows.map { row in
      let columns = row.indices.prefix(widths.count).filter { widths[$0] > 0 }
      let last = columns.last { !row[$0].isEmpty }
      var line = indent
      for column in columns.prefix(while: { $0 <= last ?? -1 }) {
        if column != columns.first { line += "  " }
        let (cell, width) = (row[column], widths[column])
        switch alignments[column] {
        case .right: line += cell.padded(leftTo: width)
        case .left: line += column == last ? cell : cell.padded(to: width)
        }
      }
      return line.withoutFinalBlanks
    }
  }
}

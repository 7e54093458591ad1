/// Rows of cells whose columns are aligned by the width that a terminal shows.
struct TextTable: Sendable {
  enum Alignment: Sendable {
    case left, right
  }

  private let alignments: [Alignment]
  private let indent: String
  private var rows: [[String]] = []

  init(_ alignments: [Alignment], indent: String = "") {
    self.alignments = alignments
    self.indent = indent
  }

  mutating func append(_ cells: [String]) { rows.append(cells) }

  /// The lines: two blanks between columns, none at the end, columns that are empty throughout left out.
  var lines: [String] {
    let widths = alignments.indices.map { column in
      rows.reduce(0) { column < $1.count ? max($0, $1[column].displayWidth) : $0 }
    }
    return rows.map { row in
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

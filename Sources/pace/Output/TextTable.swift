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

  /// The lines, two blanks between columns and none at the end.
  var lines: [String] {
    var widths = alignments.map { _ in 0 }
    for row in rows {
      for (column, cell) in row.enumerated() where column < widths.count {
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    return rows.map { row in
      var line = indent
      for (column, cell) in row.enumerated() where column < widths.count {
        if column > 0 { line += "  " }
        line +=
          alignments[column] == .right ? cell.padded(leftTo: widths[column]) : cell.padded(to: widths[column])
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// Counts in rows and columns as a heat map.
struct HeatGrid: Sendable {
  /// What the rows and the columns are called.
  let rows: [String]
  let columns: [String]
  /// For each row one for each column; nil where there is no cell.
  let counts: [[Int?]]
  /// What a cell is of.
  let name: @Sendable (_ row: Int, _ column: Int) -> String

  func svg(width: Double, row height: Double, says label: String) -> String {
    let left = 14 + 9 * Double(rows.map { $0.count }.max() ?? 0)
    let cell = (width - left - 4) / Double(max(1, columns.count))
    let most = counts.flatMap { $0 }.compactMap { $0 }.max() ?? 0
    var svg = ""
    for row in rows.indices {
      let y = 4 + height * Double(row)
      svg += Markup.text(rows[row], left - 8, y + height / 2 + 4, anchor: "end", class: "tick")
      for column in columns.indices {
        guard let count = counts[row][column] else { continue }
        let share = most == 0 ? 0 : Double(count) / Double(most)
        let heat = HeatCell(share: share, text: String(count), name: name(row, column))
        svg += heat.svg(left + Double(column) * cell, y, cell, height)
      }
    }
    let floor = 4 + height * Double(rows.count)
    let longest = Double(columns.map { $0.count }.max() ?? 1) * 7 + 6
    let every = max(1, Int((longest / cell).rounded(.up)))
    for column in columns.indices where column % every == 0 {
      let x = left + (Double(column) + 0.5) * cell
      svg += Markup.text(columns[column], x, floor + 16, anchor: "middle", class: "tick")
    }
    return "<svg viewBox=\"0 0 \(Int(width)) \(Int(floor + 22))\" role=\"img\""
      + " aria-label=\"\(XMLText.escaped(label))\">\(svg)</svg>\n"
  }
}

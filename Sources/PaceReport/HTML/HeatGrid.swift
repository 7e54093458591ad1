/// Figures in rows and columns as a heat map.
struct HeatGrid {
  /// What the rows and the columns are called.
  let rows: [String]
  let columns: [String]
  /// The height of a row in pixels.
  let row: Double
  /// For each row one for each column; nil where there is none.
  let cells: [[HeatCell?]]
  /// The key below it; nil for none.
  var scale: HeatScale?

  /// - Parameters:
  ///   - across: what the columns are called together; may be empty, as `down`, what the rows are.
  func chart(across: String = "", down: String = "", says label: String) -> String {
    var labels = ChartFrame.margins(figures: rows.map(ChartLabel.width).max() ?? 0, names: columns)
    let band = 1 / Double(max(1, columns.count))
    let floor = 4 + row * Double(rows.count)
    labels.addSeries(
      rows.enumerated().map { index, name in
        let y = 4 + row * (Double(index) + 0.5) + 4
        return ChartLabel(text: name, place: 0, offset: -8, y: y, anchor: .end, style: "tick")
      })
    labels.addSeries(
      columns.enumerated().map { index, name in
        ChartLabel(text: name, place: (Double(index) + 0.5) * band, y: floor + 16, style: "tick")
      })
    // Where one figure has no room, none is written: a blank must not look like nothing.
    let widest = cells.joined().map { $0.map { ChartLabel.width($0.text) } ?? 0 }.max() ?? 0
    let hasRoom = row >= ChartLabel.height + 2
    var (svg, outlines) = ("", "")
    for (index, cells) in cells.enumerated() {
      let y = 4 + row * Double(index)
      for (column, cell) in cells.enumerated() {
        guard let cell else { continue }
        let x = Double(column) * band
        svg += cell.svg(x, y, band, row)
        outlines += cell.outline(x, y, band, row)
        if hasRoom { labels.add(cell.label(x + band / 2, y + row / 2, room: (widest + 6) / band)) }
      }
    }
    return Page.plot(
      svg + outlines, labels: labels, height: floor + 22, across: across, up: down, says: label)
      + (scale?.key ?? "")
  }
}

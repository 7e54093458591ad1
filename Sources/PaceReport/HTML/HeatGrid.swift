/// Figures in rows and columns as a heat map.
struct HeatGrid {
  /// What the rows and the columns are called.
  let rows: [String]
  let columns: [String]
  /// The height of a row in pixels.
  let row: Double
  /// For each row, a cell for each column; nil where there is none.
  let cells: [[HeatCell?]]
  /// The key below it; nil for none.
  var scale: HeatScale?

  /// The gap between the texts of neighbouring cells, in pixels: small, because each has its own background.
  static let gap = 3.0

  private var band: Double { 1 / Double(max(1, columns.count)) }

  /// How wide the chart must be for the whole texts of its cells, and for the part of them that matters most.
  private var rooms: (whole: Double, least: Double) {
    let texts = cells.joined().compactMap { $0?.text }
    func room(_ texts: [String]) -> Double {
      ((texts.map(ChartLabel.width).max() ?? 0) + Self.gap) / band
    }
    return (room(texts), room(texts.map { Markup.spare($0).rest }))
  }

  /// - Parameters:
  ///   - across: what the columns are called together; may be empty.
  ///   - down: what the rows are called together; may be empty.
  func chart(across: String = "", down: String = "", says label: String) -> String {
    let names = columnNames
    var labels = ChartFrame.margins(
      figures: rows.map(ChartLabel.width).max() ?? 0, names: names.flatMap { [$0.text, $0.below] })
    let floor = 4 + row * Double(rows.count)
    labels.addSeries(
      rows.enumerated().map { .beside($1, 4 + row * (Double($0) + 0.5)) })
    labels.addSeries(
      names.enumerated().map { index, name in
        let place = (Double(index) + 0.5) * band
        return ChartLabel(
          text: name.text, below: name.below, place: place, y: floor + 16, style: "tick")
      })
    // Where one figure has no room, none is written: a blank must not look like zero.
    let rooms = rooms
    let isHigh = row >= ChartLabel.height + 2
    // What matters more covers the outlines of its neighbours.
    var (svg, ties, outlines, chosen) = ("", "", "", "")
    for (index, cells) in cells.enumerated() {
      let y = 4 + row * Double(index)
      for (column, cell) in cells.enumerated() {
        guard let cell else { continue }
        let x = Double(column) * band
        svg += cell.svg(x, y, band, row)
        let outline = cell.outline(x, y, band, row)
        if cell.marks.contains(.chosen) {
          chosen += outline
        } else if cell.marks.contains(.tie) {
          ties += outline
        } else {
          outlines += outline
        }
        if isHigh { labels.add(cell.label(x + band / 2, y + row / 2, rooms)) }
      }
    }
    let lines = names.contains { !$0.below.isEmpty } ? 2.0 : 1
    return Page.plot(
      svg + ties + outlines + chosen, labels: labels, height: floor + 8 + lines * ChartLabel.height,
      across: across, up: down, says: label)
      + (scale?.key ?? "")
  }

  /// The names of the columns: on two lines where a narrow page has no room for all of them on one.
  private var columnNames: [(text: String, below: String)] {
    let widest = columns.map(ChartLabel.width).max() ?? 0
    let isTight = widest / band > Double(ChartLabels.narrowPage)
    return columns.map { name in
      let words = name.split(separator: " ")
      // Between two quantities, as in `1 h 30 min`.
      guard isTight, let last = words.indices.dropFirst().last(where: { words[$0].first?.isNumber ?? false })
      else { return (name, "") }
      return (words[..<last].joined(separator: " "), words[last...].joined(separator: " "))
    }
  }
}

/// Figures at places that follow each other, as columns or as lines.
struct SeriesChart: Sendable {
  struct Series: Sendable {
    var name: String
    /// One for each place; nil if nothing is known, which breaks a line.
    var values: [Double?]
    /// How each value is written.
    var texts: [String]
    var colour: String
  }

  /// What each place is called.
  let labels: [String]
  /// The name of the places, and of the figures.
  let across: String
  let up: String
  let series: [Series]
  var isColumns = false
  /// Whether the figures are shares, from 0 to 1.
  var isShare = false
  /// The texts on the axis; nil for the labels.
  var ticks: [String]?
  /// The ranks of these texts: where not all have room, lower ranks are drawn first.
  var ranks: [Int]?

  /// The most places: more can't be told apart and aren't worth their bytes.
  static let mostPlaces = 800

  /// - Parameter height: in pixels.
  func chart(height: Double) -> String {
    let known = series.flatMap { $0.values }.compactMap { $0 }
    let frame = ChartFrame(
      ticks ?? labels, height: height, least: min(0, known.min() ?? 0), most: max(0, known.max() ?? 0),
      isShare: isShare, isWhole: known.allSatisfy { $0 == $0.rounded() }, ranks: ranks)
    var svg = ""
    for line in series {
      svg += isColumns ? columns(line, frame) : frame.curve(line.values, colour: line.colour)
    }
    if !isColumns { svg += touches(frame) }
    return frame.chart(svg, across: across, up: up, says: "\(up) for each \(across)")
  }

  private func columns(_ series: Series, _ frame: ChartFrame) -> String {
    // A single column must not fill the chart, and many columns leave no gaps.
    let width = labels.count > 100 ? frame.band : min(0.84 * frame.band, 0.3)
    var svg = ""
    for (index, value) in series.values.enumerated() {
      guard let value, value != 0 else { continue }
      let (top, bottom) = (frame.y(max(0, value)), frame.y(min(0, value)))
      svg += Markup.box(
        frame.x(index) - width / 2, top, width, max(1, bottom - top),
        "fill=\"\(series.colour)\" class=\"column\" rx=\"1\"", tip: "\(labels[index]): \(series.texts[index])"
      )
    }
    return svg
  }

  private func touches(_ frame: ChartFrame) -> String {
    labels.indices.map { index in
      let texts = series.map { series.count == 1 ? $0.texts[index] : "\($0.name) \($0.texts[index])" }
      return frame.touch(index, tip: "\(labels[index]): \(texts.joined(separator: ", "))")
    }.joined()
  }

  /// The names of several lines.
  var legend: String { Page.legend(colours: series.map { ($0.colour, $0.name) }) }
}

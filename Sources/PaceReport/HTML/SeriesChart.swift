/// Figures at places that follow each other, as columns or as lines.
struct SeriesChart: Sendable {
  struct Series: Sendable {
    var name: String
    /// One for each place; nil where nothing is known, which breaks a line.
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

  /// More are neither told apart nor worth their bytes.
  static let mostPlaces = 800

  func svg(width: Double, height: Double) -> String {
    let known = series.flatMap { $0.values }.compactMap { $0 }
    let frame = ChartFrame(
      labels.indices.map { Int64($0) }, labels: labels, width: width, height: height,
      least: min(0, known.min() ?? 0), most: max(0, known.max() ?? 0))
    var svg = frame.drawn(across: across, up: up)
    for line in series { svg += isColumns ? columns(line, frame) : curve(line, frame) }
    if !isColumns { svg += touches(frame) }
    return frame.svg(svg, says: "\(up) for each \(across)")
  }

  private func columns(_ series: Series, _ frame: ChartFrame) -> String {
    let half = max(0.5, min(frame.columnWidth, 60) / 2 - (frame.columnWidth > 6 ? 1 : 0))
    var svg = ""
    for (index, value) in series.values.enumerated() {
      guard let value, value != 0 else { continue }
      let (top, bottom) = (frame.y(max(0, value)), frame.y(min(0, value)))
      svg += Markup.box(
        frame.x(index) - half, top, 2 * half, max(1, bottom - top),
        "fill=\"\(series.colour)\" class=\"column\" rx=\"1\"", tip: "\(labels[index]): \(series.texts[index])"
      )
    }
    return svg
  }

  private func curve(_ series: Series, _ frame: ChartFrame) -> String {
    var svg = ""
    var part: [(x: Double, y: Double)] = []
    for (index, value) in series.values.enumerated() {
      if let value { part.append((frame.x(index), frame.y(value))) }
      guard value == nil || index == series.values.count - 1 else { continue }
      if part.count > 1 {
        svg += "<polyline points=\"\(Markup.points(part))\" stroke=\"\(series.colour)\" class=\"curve\"/>"
      } else if let only = part.first {
        svg += "<circle cx=\"\(Markup.number(only.x))\" cy=\"\(Markup.number(only.y))\" r=\"3\""
        svg += " fill=\"\(series.colour)\" class=\"dot\"/>"
      }
      part = []
    }
    return svg
  }

  /// A strip at each place that says what stands there.
  private func touches(_ frame: ChartFrame) -> String {
    let half = max(1, frame.columnWidth / 2)
    return labels.indices.map { index in
      let texts = series.map { series.count == 1 ? $0.texts[index] : "\($0.name) \($0.texts[index])" }
      return Markup.box(
        frame.x(index) - half, frame.top, 2 * half, frame.height - frame.bottom - frame.top,
        "class=\"touch\"", tip: "\(labels[index]): \(texts.joined(separator: ", "))")
    }.joined()
  }

  /// The names of several lines.
  var legend: String {
    let items = series.map { line in
      "<span><i style=\"background:\(line.colour)\"></i>\(XMLText.escaped(line.name))</span>"
    }
    return "<p class=\"legend\">\(items.joined())</p>\n"
  }
}

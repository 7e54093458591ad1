/// A cell of a heat map: the greater its figure, the stronger its colour.
struct HeatCell {
  /// From 0 to 1.
  let share: Double
  /// Its text, which is drawn if there is room.
  let text: String
  /// Its outlines, from the lowest up.
  var marks: [PlaceMark] = []
  /// What its figure is about.
  let name: String

  static func opacity(_ share: Double) -> Double { 0.08 + 0.92 * share }

  /// `x` and `width` are shares of the chart's width.
  func svg(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    box(
      x, y, width, height, "class=\"heat\" fill-opacity=\"\(Markup.number(Self.opacity(share) * 100))%\"",
      tip: "\(name): \(text)")
  }

  func outline(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    PlaceMark.drawn(marks) { box(x, y, width, height, "fill=\"none\" class=\"\($0)\"") }
  }

  private func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ attributes: String, tip: String = ""
  ) -> String {
    // Two pixels between cells at a usual width.
    let gap = min(2.0 / 600, width / 8)
    return Markup.box(
      x + gap / 2, y + 1, width - gap, max(1, height - 2), "rx=\"2\" \(attributes)", tip: tip)
  }

  /// - Parameter rooms: how wide a chart must be, in pixels, for the whole texts of its cells (`whole`), and for
  ///   texts with fewer digits (`least`).
  func label(_ x: Double, _ y: Double, _ rooms: (whole: Double, least: Double)) -> ChartLabel {
    // At each shade the ink has a contrast of at least 4.5, by day and by night.
    let opacity = Self.opacity(share)
    let ink = opacity > 0.92 ? "on-heat" : opacity > 0.475 ? "mid-heat" : "in-heat"
    if rooms.whole <= Double(ChartLabels.narrowPage) {
      return ChartLabel(text: text, place: x, y: y + 4, style: ink, room: rooms.whole, gap: HeatGrid.gap)
    }
    let (front, rest, back) = Markup.spare(text)
    return ChartLabel(
      text: rest, place: x, y: y + 4, style: ink, room: rooms.least,
      spare: ChartLabels.width(rooms.whole).map { (front, back, $0) }, gap: HeatGrid.gap)
  }
}

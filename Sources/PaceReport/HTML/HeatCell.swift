/// A cell of a heat map: the stronger its colour, the more.
struct HeatCell {
  /// From nothing to one.
  let share: Double
  /// What stands in it where there is room.
  let text: String
  var isMarked = false
  /// What it is of.
  let name: String

  /// `x` and `width` are shares of the chart's width.
  func svg(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ labels: inout ChartLabels
  ) -> String {
    // Two pixels between cells at a usual width.
    let gap = min(2.0 / 600, width / 8)
    let opacity = 0.08 + 0.92 * share
    if height >= ChartLabel.height + 2 {
      // White is legible on the strongest colours only, by night dark is from the middle on.
      let ink = opacity > 0.85 ? "on-heat" : opacity > 0.65 ? "mid-heat" : "in-heat"
      labels.add(
        ChartLabel(
          text: text, place: x + width / 2, y: y + height / 2 + 4, style: ink,
          room: (ChartLabel.width(text) + 6) / width))
    }
    return Markup.box(
      x + gap / 2, y + 1, width - gap, max(1, height - 2),
      "class=\"heat\(isMarked ? " preset-cell" : "")\" rx=\"2\" fill-opacity=\"\(Markup.number(opacity))\"",
      tip: "\(name): \(text)")
  }
}

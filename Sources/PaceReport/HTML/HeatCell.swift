/// A cell of a heat map: the stronger its colour, the more.
struct HeatCell {
  /// From nothing to one.
  let share: Double
  /// What stands in it where there is room.
  let text: String
  var isMarked = false
  /// What it is of.
  let name: String

  func svg(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    let gap = min(2, width / 8)
    let opacity = 0.08 + 0.92 * share
    var svg = Markup.box(
      x + gap / 2, y + gap / 2, max(1, width - gap), max(1, height - gap),
      "class=\"heat\(isMarked ? " preset-cell" : "")\" rx=\"2\" fill-opacity=\"\(Markup.number(opacity))\"",
      tip: "\(name): \(text)")
    if width > Double(text.count) * 7 + 6, height >= 16 {
      // White is legible on the strongest colours only, by night dark is from the middle on.
      let ink = opacity > 0.85 ? "on-heat" : opacity > 0.6 ? "mid-heat" : "in-heat"
      svg += Markup.text(text, x + width / 2, y + height / 2 + 4, anchor: "middle", class: ink)
    }
    return svg
  }
}

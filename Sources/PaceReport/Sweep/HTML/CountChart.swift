import PaceLab
import PaceLanguage

/// A figure that is counted, over the values of one parameter: a line above a light ground.
struct CountChart: Sendable {
  let view: SweepView
  let counts: [Int]
  /// What is counted: `notices`.
  let unit: String
  let colour: String
  var cliffs: [SweepCliff] = []
  var plateaus: [SweepPlateau] = []

  func svg(width: Double, height: Double) -> String {
    let axis = view.grid.axes[0]
    let frame = ChartFrame(axis, view, width: width, height: height, most: Double(counts.max() ?? 0))
    let points = counts.enumerated().map { (x: frame.x($0), y: frame.y(Double($1))) }
    var svg = frame.drawn(across: axis.name, up: unit)
    for plateau in plateaus {
      let (start, end) = (points[plateau.first], points[plateau.last])
      let tip = "\(view.texts(of: plateau.first)[0]) to \(view.texts(of: plateau.last)[0]): flat"
      svg += Markup.box(
        start.x, frame.y(0) - 4, max(2, end.x - start.x), 4, "class=\"flat\" rx=\"2\"", tip: tip)
    }
    svg += frame.presets(view)
    if let first = points.first, let last = points.last {
      let ground = [(x: first.x, y: frame.y(0))] + points + [(x: last.x, y: frame.y(0))]
      svg += "<polygon points=\"\(Markup.points(ground))\" fill=\"\(colour)\" class=\"ground\"/>"
    }
    svg += "<polyline points=\"\(Markup.points(points))\" stroke=\"\(colour)\" class=\"curve\"/>"
    for cliff in cliffs { svg += drawn(cliff, points) }
    if points.count <= 40 {
      for point in points {
        svg += "<circle cx=\"\(Markup.number(point.x))\" cy=\"\(Markup.number(point.y))\" r=\"3\""
        svg += " fill=\"\(colour)\" class=\"dot\"/>"
      }
    }
    let half = max(2, frame.columnWidth / 2)
    for (index, point) in points.enumerated() {
      let presets = view.presets(at: index)
      let name = view.texts(of: index)[0] + (presets.isEmpty ? "" : " (\(presets.joined(separator: ", ")))")
      svg += Markup.box(
        point.x - half, frame.top, 2 * half, frame.y(0) - frame.top, "class=\"touch\"",
        tip: "\(name): \(Markup.count(counts[index])) \(unit)")
    }
    return frame.svg(svg, says: "\(unit) for each value of \(axis.name)")
  }

  /// The step that jumps, with by how much.
  private func drawn(_ cliff: SweepCliff, _ points: [(x: Double, y: Double)]) -> String {
    let (start, end) = (points[cliff.before], points[cliff.after])
    let change = cliff.firings.after - cliff.firings.before
    let text = (change > 0 ? "+" : "") + Markup.count(change)
    let line = "<polyline points=\"\(Markup.points([start, end]))\" class=\"cliff\"/>"
    // Beside the line, where the ground leaves room.
    let x = (start.x + end.x) / 2
    return line
      + Markup.text(
        text, change > 0 ? x - 6 : x + 6, (start.y + end.y) / 2 - 2, anchor: change > 0 ? "end" : "start",
        class: "cliff-text")
  }
}

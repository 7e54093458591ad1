import PaceLab
import PaceLanguage

/// A count over the values of one parameter: a line above a lightly filled area.
struct CountChart: Sendable {
  let view: SweepView
  let counts: [Int]
  /// What is counted: `notice`.
  let unit: String
  let colour: String
  var cliffs: [SweepShape] = []
  var plateaus: [SweepShape] = []

  /// - Parameter height: in pixels.
  func chart(height: Double) -> String {
    var frame = ChartFrame(view, height: height, most: Double(counts.max() ?? 0))
    let points = counts.enumerated().map { (x: frame.x($0), y: frame.y(Double($1))) }
    var svg = ""
    for plateau in plateaus {
      let (start, end) = (points[plateau.first], points[plateau.last])
      let tip = "\(view.texts(of: plateau.first)[0]) to \(view.texts(of: plateau.last)[0]): flat"
      // The box reaches beyond the line, which would hide it.
      let (top, bottom) = (
        frame.y(Double(plateau.before.upperBound)), frame.y(Double(plateau.before.lowerBound))
      )
      svg += Markup.box(
        start.x, top - 6, max(0.002, end.x - start.x), bottom - top + 12, "class=\"flat\" rx=\"6\"", tip: tip)
    }
    svg += frame.add(view.marks)
    var lines = ""
    if let first = points.first, let last = points.last {
      let ground = [(x: first.x, y: frame.y(0))] + points + [(x: last.x, y: frame.y(0))]
      lines = "<polygon points=\"\(Markup.points(ground))\" fill=\"\(colour)\" class=\"ground\"/>"
    }
    lines += Markup.curve(points, colour)
    svg += Markup.stretched(lines, height: height)
    for cliff in cliffs { svg += drawn(cliff, points, &frame) }
    if points.count <= 40 {
      for point in points {
        svg += Markup.dot(point.x, point.y, radius: 3, "fill=\"\(colour)\" class=\"dot\"")
      }
    }
    for index in points.indices {
      let name = view.texts(of: index)[0] + view.stands.names(at: index).inParentheses
      svg += frame.touch(index, tip: "\(name): \(Noun.count(counts[index], unit))")
    }
    let axis = view.grid.axes[0].name
    let units = Noun.plural(unit)
    return frame.chart(svg, across: axis, up: units, says: "\(units) for each value of \(axis)")
  }

  /// The step that jumps, labelled with its change.
  private func drawn(
    _ cliff: SweepShape, _ points: [(x: Double, y: Double)], _ frame: inout ChartFrame
  ) -> String {
    let (start, end) = (points[cliff.first], points[cliff.last])
    let change = cliff.after.lowerBound - cliff.before.lowerBound
    let text = change > 0 ? "+\(change)" : String(change)
    func label(_ place: Double, _ offset: Double, _ y: Double, _ anchor: ChartLabel.Anchor) -> ChartLabel {
      ChartLabel(
        text: Markup.typeset(text), place: place, offset: offset, y: y, anchor: anchor, style: "cliff-text")
    }
    let (side, anchor) = change > 0 ? (-1.0, ChartLabel.Anchor.end) : (1, .start)
    let (low, high) = change > 0 ? (start, end) : (end, start)
    let middle = (start.y + end.y) / 2 - 2
    // Beside the line if the area leaves room, else beyond its lower end, or above its upper one.
    frame.add(oneOf: [
      label((start.x + end.x) / 2, 6 * side, middle, anchor), label(low.x, 8 * side, middle, anchor),
      label(high.x, 0, high.y - 8, .middle),
    ])
    return Markup.line(start.x, start.y, end.x, end.y, class: "cliff")
  }
}

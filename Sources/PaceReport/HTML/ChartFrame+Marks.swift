/// A place across a chart that stands out, with its name.
struct ChartMark: Sendable {
  /// In steps from the first place.
  let place: Double
  let name: String
  /// Its lines, from the lowest up.
  let marks: [PlaceMark]

  /// The most lines of names above a chart.
  static let rows = 4
}

extension ChartFrame {
  /// Vertical lines at places that stand out, named at the top.
  ///
  /// - Parameter floor: how far down they go, in pixels; nil for down to the axis.
  mutating func add(_ marked: [ChartMark], to floor: Double? = nil) -> String {
    var svg = ""
    for mark in marked {
      let place = x(mark.place)
      let anchor: ChartLabel.Anchor = place < 0.15 ? .start : place > 0.85 ? .end : .middle
      func label(_ row: Int) -> ChartLabel {
        ChartLabel(
          text: mark.name, place: place, y: top - 10 - Double(row) * ChartLabel.height, anchor: anchor,
          style: "preset-name")
      }
      // A name that a narrow page would drop beside its neighbour goes a line up.
      let row = (0..<lines).first {
        labels.width(for: label($0)) ?? .max <= ChartLabels.narrowPage
      }
      let (start, end) = (label(row ?? 0).y + 3, floor ?? y(self.floor))
      svg += PlaceMark.drawn(mark.marks) { Markup.line(place, start, place, end, class: $0) }
      labels.add(label(row ?? 0))
      labels.block(place, from: top + ChartLabel.height, to: end)
    }
    return svg
  }

  /// A line through the values of all places, broken where none is known; a value between two gaps is a dot.
  func curve(_ values: [Double?], colour: String) -> String {
    var (lines, dots) = ("", "")
    var part: [(x: Double, y: Double)] = []
    for (index, value) in values.enumerated() {
      if let value { part.append((x(index), y(value))) }
      guard value == nil || index == values.count - 1 else { continue }
      if part.count > 1 {
        lines += Markup.curve(part, colour)
      } else if let only = part.first {
        dots += Markup.dot(only.x, only.y, radius: 3, "fill=\"\(colour)\" class=\"dot\"")
      }
      part = []
    }
    return Markup.stretched(lines, height: height) + dots
  }
}

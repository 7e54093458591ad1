import PaceLab

/// A chart over one axis of a sweep.
extension ChartFrame {
  /// - Parameter height: in pixels.
  init(_ view: SweepView, height: Double, most: Double, isShare: Bool = false) {
    let axis = view.grid.axes[0]
    self.init(
      axis.values.indices.map { axis.text($0, view.program) }, height: height, most: most, isShare: isShare,
      lines: min(view.marks.count, Self.presetRows), ranks: TickRanks.rounder(axis.values, axis.type))
  }

  /// How many lines there are for the names of presets.
  private static let presetRows = 3

  /// Where presets stand, named at the top.
  ///
  /// - Parameter floor: how far down their lines go, in pixels; nil for down to the axis.
  mutating func presets(_ view: SweepView, to floor: Double? = nil) -> String {
    var svg = ""
    for mark in view.marks {
      let place = x(mark.place)
      let anchor: ChartLabel.Anchor = place < 0.15 ? .start : place > 0.85 ? .end : .middle
      func label(_ row: Int) -> ChartLabel {
        ChartLabel(
          text: mark.names.joined(separator: ", "), place: place,
          y: top - 10 - Double(row) * ChartLabel.height, anchor: anchor, style: "preset-name")
      }
      // A name that a narrow page would drop beside its neighbour goes a line up.
      let row = (0..<lines).first {
        labels.width(for: label($0)) ?? .max <= ChartLabels.narrowPage
      }
      let (start, end) = (label(row ?? 0).y + 3, floor ?? y(self.floor))
      for name in ["preset-ground", "preset\(mark.isInForce ? " in-force" : "")"] {
        svg += Markup.line(place, start, place, end, class: name)
      }
      add(label(row ?? 0))
      block(place, from: top + ChartLabel.height, to: end)
    }
    return svg
  }
}

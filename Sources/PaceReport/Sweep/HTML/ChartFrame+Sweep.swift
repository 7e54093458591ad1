import PaceLab

/// A chart over one axis of a sweep.
extension ChartFrame {
  /// - Parameter height: in pixels.
  init(_ view: SweepView, height: Double, most: Double, isShare: Bool = false) {
    let axis = view.grid.axes[0]
    let presets = axis.values.indices.count { !view.presets(at: $0).isEmpty }
    self.init(
      axis.values.indices.map { axis.text($0, view.program) }, height: height, most: most, isShare: isShare,
      lines: min(presets, Self.presetRows), ranks: TickRanks.rounder(axis.values, axis.type))
  }

  /// How many lines there are for the names of presets.
  private static let presetRows = 3

  /// Where presets stand, named at the top.
  mutating func presets(_ view: SweepView) -> String {
    var svg = ""
    for index in view.grid.axes[0].values.indices {
      let names = view.presets(at: index)
      if names.isEmpty { continue }
      let place = x(index)
      let anchor: ChartLabel.Anchor = place < 0.15 ? .start : place > 0.85 ? .end : .middle
      func label(_ row: Int) -> ChartLabel {
        ChartLabel(
          text: names.joined(separator: ", "), place: place, y: top - 10 - Double(row) * ChartLabel.height,
          anchor: anchor, style: "preset-name")
      }
      // A name that a narrow page would drop beside its neighbour goes a line up.
      let row = (0..<lines).first {
        labels.width(for: label($0)) ?? .max <= ChartLabels.narrowPage
      }
      let style = "preset\(view.isInForce(at: index) ? " in-force" : "")"
      for name in ["preset-ground", style] {
        svg += Markup.line(place, label(row ?? 0).y + 3, place, y(0), class: name)
      }
      add(label(row ?? 0))
    }
    return svg
  }
}

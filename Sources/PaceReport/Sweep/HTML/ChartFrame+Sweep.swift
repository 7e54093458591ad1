import PaceLab

/// A chart over one axis of a sweep.
extension ChartFrame {
  /// - Parameter height: in pixels.
  init(_ view: SweepView, height: Double, most: Double, isShare: Bool = false) {
    let axis = view.grid.axes[0]
    let presets = Set(view.result.presets(on: 0).map { $0.index }).count
    self.init(
      axis.values.indices.map { axis.text($0, view.program) }, height: height, most: most, isShare: isShare,
      lines: min(presets, Self.presetRows))
  }

  /// How many lines there are for the names of presets.
  private static let presetRows = 3

  /// Where presets stand, named at the top.
  mutating func presets(_ view: SweepView) -> String {
    var svg = ""
    // On a narrow page, a name that would run into its neighbour goes a line up.
    var ends = [Double](repeating: -.infinity, count: Self.presetRows)
    for index in view.grid.axes[0].values.indices {
      let names = view.presets(at: index)
      if names.isEmpty { continue }
      let place = x(index)
      let anchor: ChartLabel.Anchor = place < 0.15 ? .start : place > 0.85 ? .end : .middle
      func label(_ row: Int) -> ChartLabel {
        ChartLabel(
          text: names.joined(separator: ", "), place: place, y: top - 8 - Double(row) * ChartLabel.height,
          anchor: anchor, style: "preset-name")
      }
      let narrow = place * Double(ChartLabels.narrowPage)
      let row = ends.firstIndex { narrow + label(0).left > $0 } ?? ends.count - 1
      ends[row] = narrow + label(0).right + 6
      svg += Markup.line(place, label(row).y + 3, place, y(0), class: "preset")
      add(label(row))
    }
    return svg
  }
}

import PaceLab

/// A chart over one axis of a sweep.
extension ChartFrame {
  init(
    _ axis: SweepAxis, _ view: SweepView, width: Double, height: Double, most: Double, isShare: Bool = false
  ) {
    let presets = Set(view.result.presets(on: 0).map { $0.index }).count
    self.init(
      axis.values, labels: axis.values.indices.map { axis.text($0, view.program) }, width: width,
      height: height, most: most, isShare: isShare, lines: min(presets, Self.presetRows))
  }

  /// How many lines there are for the names of presets.
  private static let presetRows = 3

  /// Where presets stand, named at the top.
  func presets(_ view: SweepView) -> String {
    var svg = ""
    var ends = [Double](repeating: -.infinity, count: Self.presetRows)
    for index in view.grid.axes[0].values.indices {
      let names = view.presets(at: index)
      if names.isEmpty { continue }
      let name = names.joined(separator: ", ")
      let half = Double(name.count) * 3.4 + 4
      // A name that would run into its neighbour goes a line up.
      let row = ends.firstIndex { x(index) - half > $0 } ?? ends.count - 1
      ends[row] = x(index) + half
      let level = top - 8 - Double(row) * 13
      svg += Markup.line(x(index), level + 3, x(index), height - bottom, class: "preset")
      svg += Markup.text(name, x(index), level, anchor: "middle", class: "preset-name")
    }
    return svg
  }
}

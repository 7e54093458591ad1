import PaceLab
import PaceLanguage

/// The share of time in each level of a scale: a column for each value, the resting level lowest.
struct LevelChart: Sendable {
  let view: SweepView
  let scale: Int

  private var levels: [Scale.Level] { view.program.scales[scale].levels }

  /// - Parameter height: in pixels.
  func chart(height: Double) -> String {
    var frame = ChartFrame(view, height: height, most: 1, isShare: true)
    let columns = LevelColumns(colours: colours, times: view.result.points.map { $0.levels[scale] })
    var svg = columns.svg(frame, names: view.result.points.indices.map { view.texts(of: $0)[0] })
    // A line through the bars would look like two bars.
    svg += frame.add(view.marks, to: frame.y(1))
    let axis = view.grid.axes[0].name
    return frame.chart(
      svg, across: axis, up: "share of time",
      says: "share of time in each level for each value of \(axis)")
  }

  private var colours: LevelColours { LevelColours(levels: levels) }

  var legend: String { colours.legend }
}

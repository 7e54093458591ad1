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
    var svg = ""
    let width = frame.band * 0.9
    for (index, point) in view.result.points.enumerated() {
      let times = point.levels[scale]
      let whole = times.reduce(0.0) { $0 + Double($1) }
      guard whole > 0 else { continue }
      var sum = 0.0
      for (level, time) in times.enumerated() where time > 0 {
        let (low, high) = (frame.y(sum / whole), frame.y((sum + Double(time)) / whole))
        sum += Double(time)
        let share = Markup.number(Double(time) / whole * 100)
        svg += Markup.box(
          frame.x(index) - width / 2, high, width, low - high,
          "fill=\"\(XMLText.escaped(colours[level]))\" class=\"level\"",
          tip: "\(view.texts(of: index)[0]): \(share) % \(levels[level].name)")
      }
    }
    svg += frame.presets(view)
    let axis = view.grid.axes[0].name
    return frame.chart(
      svg, across: axis, up: "share of time",
      says: "share of time in each level for each value of \(axis)")
  }

  private var colours: LevelColours { LevelColours(levels: levels) }

  var legend: String { colours.legend }
}

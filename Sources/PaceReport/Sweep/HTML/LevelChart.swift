import PaceLab
import PaceLanguage

/// The share of time in each level of a scale: a column for each value, the resting level lowest.
struct LevelChart: Sendable {
  let view: SweepView
  let scale: Int

  private var levels: [Scale.Level] { view.program.scales[scale].levels }

  func svg(width: Double, height: Double) -> String {
    let axis = view.grid.axes[0]
    let frame = ChartFrame(axis, view, width: width, height: height, most: 1, isShare: true)
    var svg = frame.drawn(across: axis.name, up: "share of time")
    let gap = frame.columnWidth > 8 ? 2.0 : 0
    for (index, point) in view.result.points.enumerated() {
      let times = point.levels[scale]
      let whole = times.reduce(0.0) { $0 + Double($1) }
      guard whole > 0 else { continue }
      var sum = 0.0
      for (level, time) in times.enumerated() where time > 0 {
        let (low, high) = (frame.y(sum / whole), frame.y((sum + Double(time)) / whole))
        sum += Double(time)
        let share = (Double(time) / whole * 1000).rounded() / 10
        let left = max(frame.left, frame.x(index) - frame.columnWidth / 2)
        let right = min(frame.width - frame.right, frame.x(index) + frame.columnWidth / 2)
        svg += Markup.box(
          left + gap / 2, high, max(1, right - left - gap), low - high,
          "fill=\"\(XMLText.escaped(colours[level]))\" class=\"level\"",
          tip: "\(view.texts(of: index)[0]): \(Markup.number(share)) % \(levels[level].name)")
      }
    }
    return frame.svg(
      svg + frame.presets(view), says: "share of time in each level for each value of \(axis.name)")
  }

  private var colours: LevelColours { LevelColours(levels: levels) }

  var legend: String { colours.legend }
}

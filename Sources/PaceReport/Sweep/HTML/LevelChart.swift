import PaceLab
import PaceLanguage

/// The share of time in each level of a scale: a column for each value, the resting level lowest.
struct LevelChart: Sendable {
  let view: SweepView
  let scale: Int

  private var levels: [Scale.Level] { view.program.scales[scale].levels }

  /// The colour that the program gives a level, else one between calm and alarming.
  func colour(_ level: Int) -> String {
    levels[level].colour ?? Self.colour(at: Double(level) / Double(max(1, levels.count - 1)))
  }

  /// The colour at a share of the way, each share another one.
  private static func colour(at share: Double) -> String {
    let ramp = [
      [0x4f, 0xa3, 0x78], [0xdb, 0xd1, 0x55], [0xe8, 0xa0, 0x3a], [0xd5, 0x62, 0x2e], [0xa1, 0x28, 0x2b],
    ]
    let place = share * Double(ramp.count - 1)
    let start = min(Int(place), ramp.count - 2)
    let parts = zip(ramp[start], ramp[start + 1]).map { from, to in
      Int((Double(from) + Double(to - from) * (place - Double(start))).rounded())
    }
    return "rgb(\(parts.map(String.init).joined(separator: " ")))"
  }

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
          "fill=\"\(XMLText.escaped(colour(level)))\" class=\"level\"",
          tip: "\(view.texts(of: index)[0]): \(Markup.number(share)) % \(levels[level].name)")
      }
    }
    return frame.svg(
      svg + frame.presets(view), says: "share of time in each level for each value of \(axis.name)")
  }

  var legend: String {
    let items = levels.enumerated().map { level, declared in
      "<span><i style=\"background:\(XMLText.escaped(colour(level)))\"></i>"
        + "\(XMLText.escaped(declared.name))</span>"
    }
    return "<p class=\"legend\">\(items.joined())</p>\n"
  }
}

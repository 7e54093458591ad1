import PaceEngine
import PaceLab
import PaceLanguage

/// A scale over a subject's time: a box for each stretch, the higher the level the higher the box.
struct LevelTimeline {
  let scale: Scale
  let stretches: [SubjectStory.Stretch]
  let time: TimeText

  private var colours: LevelColours { LevelColours(levels: scale.levels) }

  /// - Parameter height: in pixels.
  func chart(height: Double) -> String {
    guard let first = stretches.first, let last = stretches.last else { return "" }
    let floor = height - 24
    let start = Double(first.from.milliseconds)
    let length = max(1, Double(last.to.milliseconds) - start)
    func x(_ instant: Instant) -> Double { (Double(instant.milliseconds) - start) / length }
    var svg = ""
    for stretch in stretches {
      let share = Double(stretch.level + 1) / Double(scale.levels.count)
      let top = floor - share * (floor - 6)
      let name = scale.levels[stretch.level].name
      let tip = "\(name) from \(time.moment(stretch.from)) to \(time.moment(stretch.to))"
      svg += Markup.box(
        x(stretch.from), top, max(0.002, x(stretch.to) - x(stretch.from)), floor - top,
        "fill=\"\(XMLText.escaped(colours[stretch.level]))\" class=\"level\"", tip: tip)
    }
    svg += Markup.line(0, floor, 1, floor, class: "base")
    var labels = ChartLabels(left: 0, right: 0)
    let (from, to) = (time.moment(first.from), time.moment(last.to))
    labels.add(ChartLabel(text: from, place: 0, y: height - 6, anchor: .start, style: "tick"))
    labels.add(ChartLabel(text: to, place: 1, y: height - 6, anchor: .end, style: "tick"))
    return Page.plot(svg, labels: labels, height: height, says: "\(scale.name.text) from \(from) to \(to)")
  }

  var legend: String { colours.legend }
}

import PaceEngine
import PaceLab
import PaceLanguage

/// A scale over a subject's time: a box for each stretch, the higher the level the higher the box.
struct LevelTimeline {
  let scale: Scale
  let stretches: [SubjectStory.Stretch]
  let time: TimeText

  private var colours: LevelColours { LevelColours(levels: scale.levels) }

  func svg(width: Double, height: Double) -> String {
    guard let first = stretches.first, let last = stretches.last else { return "" }
    let (left, right, floor) = (8.0, width - 8, height - 24)
    let start = Double(first.from.milliseconds)
    let length = max(1, Double(last.to.milliseconds) - start)
    func x(_ instant: Instant) -> Double {
      left + (Double(instant.milliseconds) - start) / length * (right - left)
    }
    var svg = ""
    for stretch in stretches {
      let share = Double(stretch.level + 1) / Double(scale.levels.count)
      let top = floor - share * (floor - 6)
      let name = scale.levels[stretch.level].name
      let tip = "\(name) from \(time.moment(stretch.from)) to \(time.moment(stretch.to))"
      svg += Markup.box(
        x(stretch.from), top, max(1, x(stretch.to) - x(stretch.from)), floor - top,
        "fill=\"\(XMLText.escaped(colours[stretch.level]))\" class=\"level\"", tip: tip)
    }
    svg += Markup.line(left, floor, right, floor, class: "base")
    svg += Markup.text(time.moment(first.from), left, height - 6, class: "tick")
    svg += Markup.text(time.moment(last.to), right, height - 6, anchor: "end", class: "tick")
    let label = "\(scale.name.text) from \(time.moment(first.from)) to \(time.moment(last.to))"
    return "<svg viewBox=\"0 0 \(Int(width)) \(Int(height))\" role=\"img\""
      + " aria-label=\"\(XMLText.escaped(label))\">\(svg)</svg>\n"
  }

  var legend: String { colours.legend }
}

import PaceEngine
import PaceLab
import PaceLanguage

/// A scale over a subject's time: a box for each stretch, the higher the level the higher the box.
///
/// If these are too many to tell apart over more than a week, it is the share of time in each level by days.
struct LevelTimeline {
  let scale: Scale
  let stretches: [SubjectStory.Stretch]
  let time: TimeText

  private static let mostStretches = 30
  private static let mostColumns = 60
  /// A box narrower than this share of the chart has no gaps beside it, which would leave nothing of it.
  private static let thin = 0.02

  var colours: LevelColours { LevelColours(levels: scale.levels) }

  /// - Parameter height: in pixels.
  func chart(height: Double) -> String {
    guard let first = stretches.first, let last = stretches.last else { return "" }
    let days = time.calendar.day(at: first.from.milliseconds)...time.calendar.day(at: last.to.milliseconds)
    if stretches.count > Self.mostStretches, days.count > 7 {
      return columns(of: days, height: height * 1.5)
    }
    let floor = height - 38
    let start = Double(first.from.milliseconds)
    let length = max(1, Double(last.to.milliseconds) - start)
    func x(_ instant: Instant) -> Double { (Double(instant.milliseconds) - start) / length }
    var (wideBoxes, thinBoxes) = ("", "")
    for stretch in stretches {
      let share = Double(stretch.level + 1) / Double(scale.levels.count)
      let top = floor - share * (floor - 6)
      let name = scale.levels[stretch.level].name
      let tip = "\(name) from \(time.moment(stretch.from)) to \(time.moment(stretch.to))"
      let width = x(stretch.to) - x(stretch.from)
      let isThin = width < Self.thin
      let box = Markup.box(
        x(stretch.from), top, max(0.002, width), floor - top,
        colours.attributes(stretch.level, isApart: !isThin), tip: tip)
      if isThin { thinBoxes += box } else { wideBoxes += box }
    }
    // The gaps of wide boxes would hide the thin ones.
    let svg = wideBoxes + thinBoxes + Markup.line(0, floor, 1, floor, class: "base")
    let (from, to) = (time.moment(first.from), time.moment(last.to))
    let marks = TimeMarks(time, from: first.from, to: last.to)
    var labels = ChartFrame.margins(figures: 0, names: marks.names)
    labels.addSeries(
      zip(marks.instants, marks.names).map { .below($1, x($0), floor) }, ranks: marks.ranks)
    for label in ends(first.from, last.to, y: height - 6) { labels.add(label) }
    return Page.plot(svg, labels: labels, height: height, says: "\(scale.name.text) from \(from) to \(to)")
  }

  /// When the time begins and ends; if the dates differ, a narrow page shows only those.
  private func ends(_ from: Instant, _ to: Instant, y: Double) -> [ChartLabel] {
    let isOneDate = time.date(from) == time.date(to)
    let widths = [from, to].map { ChartLabel.width(time.moment($0)) }
    let room = ChartLabels.width(widths[0] + widths[1] + 6)
    return [(from, 0.0, ChartLabel.Anchor.start), (to, 1, .end)].map { instant, place, anchor in
      let (date, minute) = (ValueText.date(time.date(instant)), time.minute(instant))
      var label = ChartLabel(text: date, place: place, y: y, anchor: anchor, style: "tick")
      if !isOneDate {
        label.spare = room.map { ("", " \(minute)", $0) }
      } else {
        label.text = place == 0 ? "\(date) \(minute)" : minute
      }
      return label
    }
  }

  /// The share of time in each level, with a column for each step of so many days.
  private func columns(of days: ClosedRange<Int64>, height: Double) -> String {
    let step = (days.count + Self.mostColumns - 1) / Self.mostColumns
    // The first and the last are as long as the others, though less of them may be known.
    let columns = stride(from: days.lowerBound, through: days.upperBound, by: step).map { start in
      let ends = [start, start + Int64(step)].map { time.calendar.dayEnd(of: $0 - 1) }
      return (start: start, from: ends[0], to: ends[1])
    }.filter { $0.from < $0.to }
    let times = columns.map { column in
      scale.levels.indices.map { level in
        stretches.filter { $0.level == level }.reduce(Int64(0)) { time, stretch in
          let (from, to) = (stretch.from.milliseconds, stretch.to.milliseconds)
          return time + max(0, min(column.to, to) - max(column.from, from))
        }
      }
    }
    let (starts, lengths) = (columns.map { $0.start }, columns.map { $0.to - $0.from })
    let names = starts.map { ValueText.date($0) }
    let frame = ChartFrame(
      TickRanks.dates(starts), height: height, most: 1, isShare: true,
      ranks: TickRanks.calendar(starts))
    let stretch = Noun.count(step, "day")
    return frame.chart(
      LevelColumns(colours: colours, times: times, lengths: lengths).svg(frame, names: names), across: "",
      up: "share of each \(step == 1 ? "day" : stretch)", says: "\(scale.name.text), share of each \(stretch)"
    )
  }
}

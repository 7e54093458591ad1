import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport

/// Runs of lines that say the same on one day: the page shows the first, and sums up the others in one line.
struct LineRuns {
  /// The shortest run; in a run of two, one line would only stand for another.
  private static let least = 3

  private struct Run {
    var first: Int
    var start: Instant
    /// The day by the wall clock.
    var day: Int64
    var last: Int
    var end: Instant
  }

  private var runs: [Run] = []
  /// For each line, the index of its run.
  private var places: [Int] = []
  private let time: TimeText

  init<Line>(
    _ lines: [Line], _ zone: Zone, at: (Line) -> Instant, isSame: (Line, Line) -> Bool
  ) {
    time = TimeText(zone)
    let calendar = LocalCalendar(zone: zone)
    for (index, line) in lines.enumerated() {
      let at = at(line)
      let day = calendar.wallDate(at: at.milliseconds)
      if let run = runs.last, run.day == day, isSame(lines[run.last], line) {
        runs[runs.count - 1].last = index
        runs[runs.count - 1].end = at
      } else {
        runs.append(Run(first: index, start: at, day: day, last: index, end: at))
      }
      places.append(runs.count - 1)
    }
  }

  /// Writes the start of the run that a line is in, if any; for the run's first line also how many others there are.
  func write(_ index: Int, _ json: inout JSONWriter) {
    let run = runs[places[index]]
    let others = run.last - run.first
    guard others + 1 >= Self.least else { return }
    json.field("run", run.start.milliseconds)
    if index == run.first { json.field("more", "\(others) more like it until \(time.clock(run.end))") }
  }
}

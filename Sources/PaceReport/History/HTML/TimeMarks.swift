import PaceEngine
import PaceLanguage

/// Round times of day, or dates, along a stretch of time.
struct TimeMarks {
  let instants: [Instant]
  /// `21:00`, and the date at midnight: `11-21`.
  let names: [String]
  /// Which are named sooner where not all have room.
  let ranks: [Int]

  private static let most = 12
  private static let hour: Int64 = 3_600_000

  init(_ time: TimeText, from: Instant, to: Instant) {
    let days = Array(time.date(from)...max(time.date(from), time.date(to)))
    // The shortest step that makes no more marks than are read.
    let hours = [1, 2, 3, 6, 12].first {
      (to.milliseconds - from.milliseconds) / ($0 * Self.hour) < Self.most
    }
    let times =
      hours.map { step in Array(stride(from: 0, to: 24 * Self.hour, by: Int(step * Self.hour))) } ?? [0]
    var marks: [(instant: Instant, name: String, rank: Int)] = []
    let dates = TickRanks.dates(days)
    let ranks = TickRanks.calendar(days)
    for (place, day) in days.enumerated() {
      for timeOfDay in times {
        guard let at = time.calendar.instant(date: day, time: timeOfDay), at > from.milliseconds,
          at < to.milliseconds
        else { continue }
        let name = timeOfDay == 0 ? dates[place] : ValueText.time(timeOfDay)
        marks.append((Instant(at), name, hours == nil ? ranks[place] : timeOfDay == 0 ? 0 : 1))
      }
    }
    let between = TickRanks.halving(marks.count)
    instants = marks.map { $0.instant }
    names = marks.map { $0.name }
    self.ranks = zip(marks, between).map { mark, half in hours == nil ? mark.rank : 10 * mark.rank + half }
  }
}

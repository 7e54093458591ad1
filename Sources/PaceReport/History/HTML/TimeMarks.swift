import PaceEngine
import PaceLanguage

/// Round times of day, or dates, along a stretch of time.
struct TimeMarks {
  let instants: [Instant]
  /// `21:00`, and the date at midnight: `11-21`.
  let names: [String]
  /// The rank of each mark: if there is little room only low ranks are named, and those up to any rank are evenly
  /// spaced.
  let ranks: [Int]

  private static let most = 12
  private static let mostDates = 40
  /// In minutes.
  private static let steps: [Int64] = [5, 10, 15, 30, 60, 120, 180, 360, 720, 1440]

  init(_ time: TimeText, from: Instant, to: Instant) {
    let days = Array(time.date(from)...max(time.date(from), time.date(to)))
    let length = to.milliseconds - from.milliseconds
    // The shortest step within a day that makes few enough marks; nil for dates only.
    let step = Self.steps.dropLast().first { length / ($0 * 60_000) < Self.most }
    let wider = Self.steps.reversed().reduce(into: [Int64]()) { wider, next in
      if next % (step ?? 1440) == 0, (wider.last ?? next) % next == 0 { wider.append(next) }
    }
    let times = Array(stride(from: Int64(0), to: 1440, by: Int(step ?? 1440)))
    let (dates, ranks) = (TickRanks.dates(days), TickRanks.calendar(days))
    var marks: [(instant: Instant, name: String, rank: Int)] = []
    for place in step == nil ? Self.places(ranks) : Array(days.indices) {
      let day = days[place]
      for minute in times {
        let rank = wider.firstIndex { minute % $0 == 0 } ?? 0
        let instants = Self.instants(date: day, minute: minute, time.calendar)
        for at in step == nil ? instants.prefix(1) : instants[...] where at > from && at < to {
          let isDate = minute == 0 && at == instants.first
          marks.append(
            (at, isDate ? dates[place] : time.shortClock(at), step == nil ? ranks[place] : rank))
        }
      }
    }
    marks.sort { $0.instant < $1.instant }
    instants = marks.map { $0.instant }
    names = marks.map { $0.name }
    self.ranks = marks.map { $0.rank }
  }

  /// The dates of the lowest ranks, no more than the widest chart has room for.
  private static func places(_ ranks: [Int]) -> [Int] {
    let last = Set(ranks).sorted().last { rank in ranks.count { $0 <= rank } <= mostDates }
    return ranks.indices.filter { ranks[$0] <= last ?? ranks.min() ?? 0 }
  }

  /// The instants at which clocks show a minute of a date: two where they are put back, none where they skip it.
  ///
  /// For a skipped midnight it is the first instant of the date.
  private static func instants(date: Int64, minute: Int64, _ calendar: LocalCalendar) -> [Instant] {
    guard let at = calendar.instant(date: date, time: minute * 60_000) else { return [] }
    guard minute == 0 || calendar.timeOfDay(at: at) == minute * 60_000 else { return [] }
    let again = at + calendar.offset(at: at) - calendar.offset(at: at + Unit.day.milliseconds)
    let isRepeated = again > at && calendar.localMilliseconds(at: again) == calendar.localMilliseconds(at: at)
    return isRepeated ? [Instant(at), Instant(again)] : [Instant(at)]
  }
}

import PaceEngine
import PaceLanguage
import PaceReport

/// Marks of a time axis at round times of the subject's clocks.
struct TimeAxis {
  struct Tick {
    var at: Instant
    var text: String
  }

  private(set) var ticks: [Tick] = []

  private static let second: Int64 = 1000
  private static let day: Int64 = 86_400_000
  /// How far apart marks may be, each a part of a day or whole days.
  private static let steps: [Int64] =
    [1, 2, 5, 10, 15, 30].map { $0 * second } + [1, 2, 5, 10, 15, 30].map { $0 * 60 * second }
    + [1, 2, 3, 6, 12].map { $0 * 3600 * second } + [1, 2, 7, 14].map { $0 * day }
  /// The same in months, each a part of a year or whole years.
  private static let months: [Int64] =
    [1, 3, 6] + [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].map { $0 * 12 }

  /// - Parameter most: how many marks there may be, one or more.
  init(_ time: TimeText, from: Instant, to: Instant, most: Int) {
    let length = to.milliseconds - from.milliseconds
    guard length > 0 else { return }
    if let step = Self.steps.first(where: { length / $0 < Int64(max(1, most)) }) {
      addTimes(time, from, to, every: step)
    } else if let step = Self.months.first(where: { length / ($0 * 28 * Self.day) < Int64(max(1, most)) }) {
      addMonths(time, from, to, every: step)
    }
  }

  /// Adds marks wherever clocks show a multiple of a step, twice where they show it twice.
  private mutating func addTimes(_ time: TimeText, _ from: Instant, _ to: Instant, every step: Int64) {
    /// How long ago clocks showed the last multiple, if they weren't put forward or back since.
    func past(_ at: Int64) -> Int64 {
      let rest = time.localMilliseconds(at: Instant(at)) % step
      return rest < 0 ? rest + step : rest
    }
    var at = from.milliseconds
    while at <= to.milliseconds {
      if past(at) == 0 {
        let mark = Instant(at)
        let isMidnight = time.localMilliseconds(at: mark) % Self.day == 0
        ticks.append(
          Tick(at: mark, text: isMidnight ? time.shortDate(mark, besides: from) : time.shortClock(mark)))
      }
      let next = at + step - past(at)
      // After a change of clocks the multiple may have come earlier.
      let earlier = next - past(next)
      at = earlier > at && past(earlier) == 0 ? earlier : next
    }
  }

  /// Adds a mark at the first day of every `step` months, named by the year alone if the step is whole years.
  private mutating func addMonths(_ time: TimeText, _ from: Instant, _ to: Instant, every step: Int64) {
    let first = CivilDate(dayNumber: time.localMilliseconds(at: from) / Self.day)
    var month = first.year * 12 + first.month - 1
    month -= month % step
    while let date = CivilDate(year: month / 12, month: month % 12 + 1, day: 1) ?? Self.yearOne(month),
      let at = time.instant(showing: date.dayNumber * Self.day), at <= to
    {
      if at >= from {
        let text = step % 12 == 0 ? "\(date.year)" : time.shortDate(at, besides: from)
        ticks.append(Tick(at: at, text: text))
      }
      month += step
    }
  }

  /// 0001-01-01 in place of a month before the year 1; nil for other months.
  private static func yearOne(_ month: Int64) -> CivilDate? {
    month < 12 ? CivilDate(year: 1, month: 1, day: 1) : nil
  }
}

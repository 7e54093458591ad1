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
    + [1, 2, 3, 6, 12].map { $0 * 3600 * second }
    + [1, 2, 7, 14, 28, 91, 182, 365, 730, 3650, 36_500].map { $0 * day }

  /// - Parameter most: how many marks there may be, one or more.
  init(_ time: TimeText, from: Instant, to: Instant, most: Int) {
    let length = to.milliseconds - from.milliseconds
    guard length > 0, let step = Self.steps.first(where: { length / $0 < Int64(max(1, most)) }) else {
      return
    }
    // In local time, marks are at multiples of the step.
    var local = time.localMilliseconds(at: from)
    local -= (local % step + step) % step
    let last = time.localMilliseconds(at: to) + Self.day
    while local <= last {
      if let at = time.instant(showing: local), at >= from, at <= to {
        let isMidnight = local % Self.day == 0
        ticks.append(Tick(at: at, text: isMidnight ? time.shortDate(at, besides: from) : time.shortClock(at)))
      }
      local += step
    }
  }
}

public import PaceEngine
import PaceLanguage

/// The sort of bucket that rows are counted in: a stretch of time, or a weekday or hour, which comes round.
public enum BucketUnit: String, CaseIterable, Sendable {
  case day, week, month, year, weekday, hour

  /// How many buckets come round; nil for stretches of time.
  public var cycle: Int? {
    switch self {
    case .day, .week, .month, .year: nil
    case .weekday: 7
    case .hour: 24
    }
  }
}

/// A stretch of time, from its first instant to the first one after it.
public struct Bucket: Sendable, Equatable {
  public var from: Instant
  public var to: Instant
}

/// Which bucket an instant lies in: by the log's zone, its day start, and its week start.
///
/// Buckets are numbered; the numbers of stretches of time follow each other without a gap.
public struct BucketCalendar: Sendable {
  public let unit: BucketUnit
  public let calendar: LocalCalendar

  public init(_ unit: BucketUnit, _ calendar: LocalCalendar) {
    self.unit = unit
    self.calendar = calendar
  }

  /// The number of an instant's bucket; weekdays count from Monday.
  public func number(at instant: Instant) -> Int {
    let day = calendar.day(at: instant.milliseconds)
    switch unit {
    case .day: return Int(day)
    case .week:
      // First days of weeks are a multiple of seven apart.
      let first = CivilDate.firstOfWeek(containing: day, startingOn: calendar.weekStart)
      return Int((first - Self.firstWeek(startingOn: calendar.weekStart)) / 7)
    case .month:
      let date = CivilDate(dayNumber: day)
      return Int(date.year * 12 + date.month - 1)
    case .year: return Int(CivilDate(dayNumber: day).year)
    case .weekday: return Int(CivilDate.weekday(ofDay: day))
    case .hour: return Int(calendar.timeOfDay(at: instant.milliseconds) / 3_600_000)
    }
  }

  /// More buckets than the years 1 to 9999 have of any unit.
  private static let most = 4_000_000

  /// A stretch of time by its number; nil for a date that clocks never showed, and outside the years 1 to 9999.
  public func bucket(_ number: Int) -> Bucket? {
    guard (-Self.most...Self.most).contains(number) else { return nil }
    let (from, to) = (start(of: number), start(of: number + 1))
    let instants = Instant.milliseconds
    guard from < to, from.milliseconds <= instants.upperBound, instants.lowerBound < to.milliseconds else {
      return nil
    }
    return Bucket(from: from, to: to)
  }

  private func start(of number: Int) -> Instant {
    let day: Int64 =
      switch unit {
      case .week: Self.firstWeek(startingOn: calendar.weekStart) + Int64(number) * 7
      case .month: Self.firstDay(Int64(number / 12), Int64(number % 12 + 1))
      case .year: Self.firstDay(Int64(number), 1)
      case .day, .weekday, .hour: Int64(number)
      }
    let days = CivilDate.dayNumbers
    let inYears = min(max(day, days.lowerBound - 14), days.upperBound + 14)
    // The first day that exists on or after that date.
    return Instant(calendar.dayEnd(of: inYears - 1))
  }

  /// The first day of a month; outside the years 1 to 9999 a day that is well outside of them.
  private static func firstDay(_ year: Int64, _ month: Int64) -> Int64 {
    let days = CivilDate.dayNumbers
    if year < 1 { return days.lowerBound - 14 }
    if year == 10_000, month == 1 { return days.upperBound + 1 }
    return CivilDate(year: year, month: month, day: 1)?.dayNumber ?? days.upperBound + 14
  }

  /// The first day of a week before the year 1, from which weeks are numbered.
  private static func firstWeek(startingOn weekStart: Int64) -> Int64 {
    CivilDate.firstOfWeek(containing: CivilDate.dayNumbers.lowerBound - 14, startingOn: weekStart)
  }
}

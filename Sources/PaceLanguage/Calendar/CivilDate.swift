/// A date of the proleptic Gregorian calendar.
///
/// Conversions to and from day numbers follow Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms". Years
/// start in March, so that the leap day is the last of its year; 400 years are one era.
public struct CivilDate: Hashable, Sendable {
  public let year: Int64
  /// 1 to 12.
  public let month: Int64
  /// 1 to 31.
  public let day: Int64

  /// The length of a day on which clocks aren't changed, in milliseconds.
  @inlinable public static var dayLength: Int64 { 86_400_000 }

  /// The day numbers of 0001-01-01 and 9999-12-31.
  public static let dayNumbers: ClosedRange<Int64> = -719_162...2_932_896

  /// `dayNumbers` with a week more on either side; local clocks may show a day of that week.
  public static let shownDayNumbers = dayNumbers.lowerBound - 7...dayNumbers.upperBound + 7

  /// The date of a day number, days since 1970-01-01, which is clamped to `shownDayNumbers`.
  public init(dayNumber: Int64) {
    let range = CivilDate.shownDayNumbers
    let shifted = min(max(dayNumber, range.lowerBound), range.upperBound) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Nil unless there is such a date in the years 1 to 9999.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.daysInMonth(month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads exactly `YYYY-MM-DD`; nil for any other text, and for a date that doesn't exist.
  public init?(_ text: String) {
    guard let day = TimeParser.date(Array(text.utf8).span) else { return nil }
    self.init(dayNumber: day)
  }

  /// Days since 1970-01-01.
  public var dayNumber: Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear % 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  public static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// The number of days of a month, 28 to 31; 0 if there is no such month.
  public static func daysInMonth(_ month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1, 3, 5, 7, 8, 10, 12: 31
    default: 0
    }
  }

  /// The weekday of a day number, 0 (Monday) to 6 (Sunday).
  public static func weekday(ofDay day: Int64) -> Int64 {
    // 1970-01-01 was a Thursday. Adding after the division can't overflow.
    let sinceThursday = day % 7
    return (sinceThursday + 10) % 7
  }

  /// The first day of the week that contains `day`; weeks start on weekday `start`, 0 being Monday.
  public static func firstOfWeek(containing day: Int64, startingOn start: Int64) -> Int64 {
    let back = (weekday(ofDay: day) - start % 7 + 14) % 7
    return day < .min + 7 ? day : day - back
  }

  /// The first day of the month that contains `day`, clamped to `dayNumbers`.
  public static func firstOfMonth(containing day: Int64) -> Int64 {
    let range = dayNumbers
    let clamped = min(max(day, range.lowerBound), range.upperBound)
    return clamped - CivilDate(dayNumber: clamped).day + 1
  }

  /// The first day of the month after the one that contains `day`.
  public static func firstOfNextMonth(after day: Int64) -> Int64 {
    let first = firstOfMonth(containing: day)
    let date = CivilDate(dayNumber: first)
    return first + daysInMonth(date.month, year: date.year)
  }
}

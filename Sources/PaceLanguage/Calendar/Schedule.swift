/// The days on which something is asked for: a value of type `schedule`.
public enum Schedule: Hashable, Sendable {
  case daily
  /// Bit 0 is Monday.
  case weekly(UInt8)
  /// Bit 0 is the first of the month. A month skips the days that it does not have.
  case monthly(UInt32)
  /// One date, as days since 1970-01-01.
  case once(Int64)
  /// The date that an instant, in milliseconds since 1970 UTC, has in the subject's zone.
  case moment(Int64)
  /// Every day until it is first done. The rules say whether it was done; to a schedule this is every day.
  case sticky

  /// Reads the text of a schedule; nil for any other text.
  ///
  /// The text is `daily`, `weekly mon wed`, `monthly 1 15 31`, `2026-11-20` or `sticky`, or an object as applications
  /// store it: `{"type":"weekly","days":[1,3]}`, 1 being Monday. The list may also be called `weekdays`, `monthDays`
  /// or `dates`. An empty list means never. A weekly or monthly object gives nil if its only list has another name.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first(where: { !$0.isBlank }) else { return nil }
    let schedule =
      first == UInt8(ascii: "{") ? Schedule.parse(json: bytes) : Schedule.parse(text: bytes)
    guard let schedule else { return nil }
    self = schedule
  }

  /// Whether the schedule asks for a day, given as a day number.
  ///
  /// - Parameter date: gives the day number of an instant's date in the subject's zone.
  public func asks(for day: Int64, dateOf date: (_ instant: Int64) -> Int64) -> Bool {
    switch self {
    case .daily, .sticky: true
    case .weekly(let days): days >> CivilDate.weekday(ofDay: day) & 1 == 1
    case .monthly(let days): days >> (CivilDate(dayNumber: day).day - 1) & 1 == 1
    case .once(let date): date == day
    case .moment(let instant): date(instant) == day
    }
  }

  /// Adds day `number` to a weekly schedule (1 is Monday) or a monthly one; false if it has no such day.
  mutating func add(_ number: Int64) -> Bool {
    switch self {
    case .weekly(let days):
      guard (1...7).contains(number) else { return false }
      self = .weekly(days | 1 << (number - 1))
    case .monthly(let days):
      guard (1...31).contains(number) else { return false }
      self = .monthly(days | 1 << (number - 1))
    case .daily, .once, .moment, .sticky:
      return false
    }
    return true
  }
}

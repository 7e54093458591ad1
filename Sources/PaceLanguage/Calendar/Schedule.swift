/// The days on which something is asked for: a value of type `schedule`.
public enum Schedule: Hashable, Sendable {
  case daily
  /// Bit 0 is Monday.
  case weekly(UInt8)
  /// Bit 0 is the first of the month. A month skips the days that it does not have.
  case monthly(UInt32)
  /// One date, as days since 1970-01-01.
  case once(Int64)
  /// The date of an instant, in milliseconds since 1970, where the subject lives.
  case moment(Int64)
  /// Every day, until the first time it is done; whether it was done is for rules to say.
  case sticky

  /// Reads what a log says, nil if it cannot be understood.
  ///
  /// Text: `daily`, `weekly mon wed`, `monthly 1 15 31`, `2026-11-20`, `sticky`. Or the object an
  /// application would store: `{"type":"weekly","days":[1,3]}`, with 1 for Monday; `weekdays`, `monthDays` and
  /// `dates` are lists as well. An empty list means never. A weekly or monthly object gives nil if its only list
  /// has another name.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let first = bytes.first(where: { !Schedule.isBlank($0) }) else { return nil }
    let schedule =
      first == UInt8(ascii: "{") ? Schedule.parse(json: bytes) : Schedule.parse(text: bytes)
    guard let schedule else { return nil }
    self = schedule
  }

  /// Whether it asks for a day.
  ///
  /// - Parameter date: the date of an instant where the subject lives.
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

  static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }
}

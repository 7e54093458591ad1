public import PaceEngine
import PaceLab
import PaceLanguage

/// Instants as people read them, in one zone.
public struct TimeText: Sendable {
  let calendar: LocalCalendar
  public let zone: String

  public init(_ zone: Zone) {
    calendar = LocalCalendar(zone: zone)
    self.zone = zone.name
  }

  /// `21:09:00`, with milliseconds only where there are any; `01:30:00+01:00` where clocks show that twice.
  public func clock(_ instant: Instant) -> String {
    Self.clock(timeOfDay: calendar.timeOfDay(at: instant.milliseconds))
      + calendar.offsetIfRepeated(at: instant)
  }

  /// As `clock`, of the second that an instant lies in.
  func second(_ instant: Instant) -> String { clock(start(of: 1000, instant)) }

  /// `21:09`, or `01:30+01:00`: the minute that an instant lies in.
  func minute(_ instant: Instant) -> String { shortClock(start(of: 60_000, instant)) }

  private func start(of part: Int64, _ instant: Instant) -> Instant {
    Instant(instant.milliseconds - calendar.timeOfDay(at: instant.milliseconds) % part)
  }

  /// `21:09`, or as `clock` if that would lose seconds.
  public func shortClock(_ instant: Instant) -> String {
    let time = calendar.timeOfDay(at: instant.milliseconds)
    let text = Self.clock(timeOfDay: time)
    return (time % 60_000 == 0 ? String(text.prefix(5)) : text) + calendar.offsetIfRepeated(at: instant)
  }

  /// What a wall clock with a calendar shows: milliseconds since 1970-01-01 00:00 there.
  public func localMilliseconds(at instant: Instant) -> Int64 {
    calendar.localMilliseconds(at: instant.milliseconds)
  }

  /// When clocks first show a local time, the inverse of `localMilliseconds`; nil outside the years 1 to 9999.
  public func instant(showing local: Int64) -> Instant? {
    let day = Unit.day.milliseconds
    let time = (local % day + day) % day
    return calendar.instant(date: (local - time) / day, time: time).map { Instant($0) }
  }

  /// The date on the wall: days since 1970-01-01.
  func date(_ instant: Instant) -> Int64 { calendar.wallDate(at: instant.milliseconds) }

  /// ` (Europe/London)`, and nothing if that is the zone of the text around.
  func zone(besides other: Zone) -> String { zone == other.name ? "" : " (\(zone))" }

  /// `Friday 20 November 2026`
  public func day(_ instant: Instant) -> String { Self.day(date(instant)) }

  /// `2026-11-20T21:09`, as an option takes it.
  public func dated(_ instant: Instant) -> String {
    "\(ValueText.date(date(instant)))T\(shortClock(instant))"
  }

  /// `20 Nov`, and the year too where it is not that of `other`.
  public func shortDate(_ instant: Instant, besides other: Instant) -> String {
    Self.date(date(instant), besides: date(other), letters: 3)
  }

  /// `19 to 25 Nov` for days since 1970-01-01, and the years too where they are not that of `other`.
  static func shortDays(_ dates: ClosedRange<Int64>, besides other: Int64) -> String {
    let (first, last) = (CivilDate(dayNumber: dates.lowerBound), CivilDate(dayNumber: dates.upperBound))
    let end = date(dates.upperBound, besides: other, letters: 3)
    if dates.count == 1 { return end }
    let isOneMonth = (first.year, first.month) == (last.year, last.month)
    return "\(isOneMonth ? String(first.day) : date(dates.lowerBound, besides: other, letters: 3)) to \(end)"
  }

  /// A day and its month, and the year too where it is not that of `other`, all for days since 1970-01-01.
  ///
  /// - Parameter letters: how many of the month's letters are written.
  private static func date(_ date: Int64, besides other: Int64, letters: Int = .max) -> String {
    let civil = CivilDate(dayNumber: date)
    let text = "\(civil.day) \(months[Int(civil.month) - 1].prefix(letters))"
    return civil.year == CivilDate(dayNumber: other).year ? text : "\(text) \(ValueText.year(civil.year))"
  }

  /// `21:09`, and the date too if it is not that of `other`.
  public func shortClock(_ instant: Instant, besides other: Instant) -> String {
    let text = shortClock(instant)
    return date(instant) == date(other) ? text : "\(text) on \(shortDate(instant, besides: other))"
  }

  /// Whether both instants are of one date.
  public func isOneDay(_ one: Instant, _ other: Instant) -> Bool { date(one) == date(other) }

  /// `21:09 to 23:00`, or `21:09 on 20 Nov to 08:00 on 21 Nov`.
  ///
  /// - Parameter isDated: whether the dates are said, because nothing around says them.
  public func stretch(from: Instant, to: Instant, isDated: Bool) -> String {
    let isStartDated = isDated && !isOneDay(from, to)
    let start = shortClock(from) + (isStartDated ? " on \(shortDate(from, besides: to))" : "")
    return "\(start) to \(shortClock(to))" + (isDated ? " on \(shortDate(to, besides: from))" : "")
  }

  /// `21:09:00`, and the date too if it is not that of `other`.
  public func clock(_ instant: Instant, besides other: Instant) -> String {
    let (text, date) = (clock(instant), date(instant))
    return date == self.date(other) ? text : "\(text) on \(Self.date(date, besides: self.date(other)))"
  }

  /// The last instant of something that is over at `end`; if `end` is a millisecond after a full second, people know
  /// that second.
  func last(before end: Instant, besides other: Instant) -> String {
    let isJustAfter = end.milliseconds % 1000 == 1
    return clock(isJustAfter ? Instant(end.milliseconds - 1) : end, besides: other)
  }

  /// `Friday 20 November 2026` for days since 1970-01-01.
  public static func day(_ date: Int64) -> String {
    let civil = CivilDate(dayNumber: date)
    let weekday = weekdays[Int(CivilDate.weekday(ofDay: date))]
    return "\(weekday) \(civil.day) \(months[Int(civil.month) - 1]) \(ValueText.year(civil.year))"
  }

  /// `2026-11-20T21:09:00.000Z`
  public static func iso(_ instant: Instant) -> String {
    var buffer = ByteBuffer()
    buffer.append(instant)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  private static func clock(timeOfDay: Int64) -> String {
    let seconds = timeOfDay / 1000
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { ValueText.padded($0, 2) }
    let text = parts.joined(separator: ":")
    return timeOfDay % 1000 == 0 ? text : text + ".\(ValueText.padded(timeOfDay % 1000, 3))"
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
}

import PaceLanguage

/// A point in time: whole milliseconds since 1970-01-01 UTC.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(_ milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The years 1 to 9999: within them no arithmetic on instants overflows.
  public static let milliseconds: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// The instant of the years 1 to 9999 that is nearest to a number of milliseconds.
  public init(clamping milliseconds: Int64) {
    let years = Instant.milliseconds
    self.init(min(max(milliseconds, years.lowerBound), years.upperBound))
  }

  /// `2026-11-20T21:09:00.000Z`; outside the years 1 to 9999 the number of milliseconds.
  var iso: String {
    guard isInRange else { return "\(milliseconds) ms" }
    let calendar = LocalCalendar(zone: .utc)
    let time = calendar.timeOfDay(at: milliseconds)
    let parts = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { ValueText.padded($0, 2) }
    let date = ValueText.date(calendar.wallDate(at: milliseconds))
    return "\(date)T\(parts.joined(separator: ":")).\(ValueText.padded(time % 1000, 3))Z"
  }

  /// Whether it lies in the years 1 to 9999.
  public var isInRange: Bool { Instant.milliseconds.contains(milliseconds) }

  /// The millisecond after it; nil at the end of the year 9999.
  public var next: Instant? {
    self < .last ? Instant(milliseconds + 1) : nil
  }

  /// The end of the year 9999, at which every evaluation ends.
  public static let last = Instant(milliseconds.upperBound)

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
}

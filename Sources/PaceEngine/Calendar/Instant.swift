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

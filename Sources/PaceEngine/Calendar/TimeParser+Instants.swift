public import PaceLanguage

/// Instants that are written as wall time.
extension TimeParser {
  /// Whether a text is a wall time, a time without an offset, and how often clocks show it.
  public enum WallTime: Comparable {
    /// It has an offset, or is a number.
    case absolute
    /// Clocks show it once, or it is a midnight, which stands for the beginning of a day.
    case shown
    /// Clocks show it twice, and the first of the two is meant.
    case repeated
    /// Clocks never show it, and the first instant after the gap is meant.
    case skipped
  }

  /// Parses ISO 8601 to Unix milliseconds; a text without an offset is wall time in the calendar's zone.
  ///
  /// A wall time that occurs twice means the first; one that clocks skip means the first instant after the gap, or nil
  /// if that is on another date.
  public static func instant(
    _ text: Span<UInt8>, in calendar: LocalCalendar
  ) -> (milliseconds: Int64, wallTime: WallTime)? {
    switch written(text) {
    case .instant(let instant): return (instant, .absolute)
    case .wall(let date, let time):
      guard let instant = calendar.instant(date: date, time: time) else { return nil }
      if time == 0 { return (instant, .shown) }
      if calendar.localMilliseconds(at: instant) != date * CivilDate.dayLength + time {
        return (instant, .skipped)
      }
      return (instant, calendar.isRepeated(at: instant) ? .repeated : .shown)
    case nil: return nil
    }
  }

  /// Whether a text is a wall time that clocks skip with the rest of its date, so that it is no instant.
  public static func isSkippedWithItsDate(_ text: Span<UInt8>, in calendar: LocalCalendar) -> Bool {
    guard case .wall(let date, let time)? = written(text) else { return false }
    return LocalCalendar.clampDay(date) == date && calendar.instant(date: date, time: time) == nil
  }
}

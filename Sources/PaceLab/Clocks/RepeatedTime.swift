public import PaceEngine
import PaceLanguage

extension LocalCalendar {
  /// `+01:00` where clocks show the time of an instant twice on that date, else empty.
  public func offsetIfRepeated(at instant: Instant) -> String {
    let offset = offset(at: instant.milliseconds)
    // Offsets with seconds, of long ago, are not read back.
    guard isRepeated(at: instant.milliseconds), offset % 60_000 == 0 else { return "" }
    return (offset < 0 ? "-" : "+") + ValueText.time(abs(offset))
  }
}

public import PaceEngine
import PaceLanguage

extension LocalCalendar {
  /// `+01:00` where clocks show the time of an instant twice on that date, else empty.
  public func offsetIfRepeated(at instant: Instant) -> String {
    let offset = offset(at: instant.milliseconds)
    // An offset with seconds, as zones had long ago, can't be read back.
    guard isRepeated(at: instant.milliseconds), offset % 60_000 == 0 else { return "" }
    return (offset < 0 ? "-" : "+") + ValueText.time(abs(offset))
  }
}

import Dispatch
import PaceEngine
import PaceLanguage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The one place that asks what time it is.
enum Clock {
  static var now: Instant { Instant(Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }

  /// Nanoseconds of a clock that never goes back.
  static func nanoseconds() -> Int64 { Int64(clamping: DispatchTime.now().uptimeNanoseconds) }
}

extension LocalCalendar {
  /// An instant as its clocks show it and as it can be given: `2026-11-20T21:09`.
  func text(_ instant: Instant) -> String {
    let time = timeOfDay(at: instant.milliseconds)
    return "\(ValueText.date(wallDate(at: instant.milliseconds)))T\(ValueText.time(time))"
  }
}

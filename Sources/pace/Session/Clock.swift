import Dispatch
import PaceEngine

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

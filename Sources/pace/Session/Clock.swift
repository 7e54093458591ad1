import FoundationEssentials
import PaceEngine

/// The one place that asks what time it is.
enum Clock {
  static var now: Instant { Instant(Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))) }
}

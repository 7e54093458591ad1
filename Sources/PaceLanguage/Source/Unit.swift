/// The units of durations.
package enum Unit: String, CaseIterable, Sendable {
  case day = "d"
  case hour = "h"
  case minute = "min"
  case second = "s"
  case millisecond = "ms"

  package var milliseconds: Int64 {
    switch self {
    case .millisecond: 1
    case .second: 1000
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: CivilDate.dayLength
    }
  }

  /// As it is written.
  package var text: String { rawValue }
}

/// The units of durations.
package enum Unit: CaseIterable, Sendable {
  case day, hour, minute, second, millisecond

  package var milliseconds: Int64 {
    switch self {
    case .millisecond: 1
    case .second: 1000
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }

  /// As it is written.
  package var text: String {
    switch self {
    case .millisecond: "ms"
    case .second: "s"
    case .minute: "min"
    case .hour: "h"
    case .day: "d"
    }
  }
}

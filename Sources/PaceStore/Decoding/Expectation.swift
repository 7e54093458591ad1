internal import PaceLanguage

extension Demand {
  /// Why a value does not meet the demand; `value` is in backticks.
  func cause(_ value: String) -> String { "\(value) is not \(need.text), as \(use) needs it" }
}

extension ValueType {
  /// Completes "`x` is not …" for a value in the log.
  func expectation(in program: Program) -> String {
    switch self {
    case .number: "a number"
    case .time: "a time as HH:MM"
    case .duration: "a number, as durations are stored"
    case .bool: "0 or 1"
    case .text: "a text"
    case .preset: "a preset"
    case .schedule: "a schedule, such as `daily` or `weekly mon wed`"
    case .date: "a date as YYYY-MM-DD"
    case .weekday, .enumeration, .level:
      "one of " + (program.names(of: self) ?? []).map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}

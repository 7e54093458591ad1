internal import PaceLanguage

extension ValueText {
  /// The names of a type's values, in the order of their bits; empty for types without names.
  static func names(_ type: ValueType, in program: Program) -> [String] {
    switch type {
    case .preset: program.presets.map(\.name.text)
    case .enumeration(let id): program.enumerations[id.index].cases
    case .level(let id): program.scales[id.index].levels.map(\.name)
    case .weekday: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    case .number, .duration, .time, .bool, .text, .schedule, .date: []
    }
  }

  /// The name of a value whose type has names.
  static func name(of bits: Int64, _ type: ValueType, in program: Program) -> String {
    let names = names(type, in: program)
    guard bits >= 0, bits < names.count else { return "" }
    return names[Int(bits)]
  }

  /// Completes "`x` is not …".
  static func expected(_ type: ValueType, in program: Program) -> String {
    switch type {
    case .number: "a number"
    case .duration: "a number, as durations are stored"
    case .time: "a time as HH:MM"
    case .bool: "0 or 1"
    case .text: "a text"
    case .preset: "a preset"
    case .schedule: "a schedule, such as `daily` or `weekly mon wed`"
    case .date: "a date as YYYY-MM-DD"
    case .weekday, .enumeration, .level:
      "one of " + names(type, in: program).map { "`\($0)`" }.joined(separator: ", ")
    }
  }
}

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
}

import PaceEngine
import PaceLanguage

/// The distance between neighbouring values of a threshold: a parameter's step, or a unit of a literal's last
/// place.
enum GridStep {
  /// The step of the sides of a comparison; the larger one if both have one.
  static func between(_ sides: [ExpressionID], in program: Program) -> Int64 {
    let steps = sides.compactMap { step(of: $0, in: program) }
    return steps.max() ?? standard(sides.first.map { program[$0].type })
  }

  private static func step(of id: ExpressionID, in program: Program) -> Int64? {
    let node = program[program.resolved(id)]
    if node.operation.constant != nil { return lastPlace(of: program.text(in: node.span), type: node.type) }
    if node.operation.countsWhole { return Arithmetic.unit }
    guard let operand = node.operation.operand else { return nil }
    if case .param(let param) = operand, let step = program.params[param.index].step { return step }
    return standard(node.type)
  }

  /// The step of values for which the program names none.
  static func standard(_ type: ValueType?) -> Int64 {
    switch type {
    case .number: Arithmetic.unit
    case .duration, .time: Unit.minute.milliseconds
    default: 1
    }
  }

  /// A unit of the last place written: 0.1 for `0.5`, a minute for `90 min`.
  static func lastPlace(of text: String, type: ValueType) -> Int64 {
    switch type {
    case .number: return place(of: text) ?? Arithmetic.unit
    case .duration:
      let last = text.split(separator: " ").last.map(String.init) ?? text
      let letters = String(text.reversed().prefix { $0.isLetter }.reversed())
      guard let size = Unit.allCases.first(where: { $0.text == letters })?.milliseconds else {
        return standard(type)
      }
      let number = last == letters ? text.dropLast(letters.count) : last.dropLast(letters.count)
      let digits = number.split(separator: " ").last.map(String.init) ?? ""
      return max(1, size * (place(of: digits) ?? Arithmetic.unit) / Arithmetic.unit)
    case .time:
      let parts = text.split(separator: ":")
      return parts.count < 3 ? standard(type) : parts[2].contains(".") ? 1 : 1_000
    default: return 1
    }
  }

  /// The worth, in millionths, of the last digit; nil if there is none.
  private static func place(of text: String) -> Int64? {
    guard text.contains(where: { $0.isNumber }) else { return nil }
    guard let point = text.firstIndex(of: ".") else { return Arithmetic.unit }
    let digits = text[text.index(after: point)...].prefix { $0.isNumber }.count
    return (0..<min(digits, 6)).reduce(Arithmetic.unit) { value, _ in value / 10 }
  }
}

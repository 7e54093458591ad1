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
    if node.operation.constant != nil { return node.type.lastPlace(of: program.text(in: node.span)) }
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
}

import PaceOracle

/// Replaces numbers, durations and texts in random rules by parameters, as packs have them.
struct Settings {
  private static let most = 3
  private var names: [OracleValue: String] = [:]
  private var params: [OracleParam] = []

  mutating func replaceLiterals(in program: inout OracleProgram, _ random: inout SplitMix64) {
    for index in program.rules.indices {
      var rule = program.rules[index]
      rule.condition = rule.condition.map { replaced($0, &random) }
      rule.until = rule.until.map { replaced($0, &random) }
      rule.hold = rule.hold.map { replaced($0, &random) }
      rule.gates = rule.gates.map { replaced($0, &random) }
      program.rules[index] = rule
    }
    program.params += params
  }

  /// The name of a parameter with this default; nil to keep the literal.
  private mutating func name(of value: OracleValue, _ random: inout SplitMix64) -> String? {
    let type: OracleType
    switch value {
    case .number: type = .number
    case .duration: type = .duration
    case .text: type = .text
    default: return nil
    }
    guard random.chance(2, in: 3) else { return nil }
    if let known = names[value] { return known }
    guard params.count < Self.most else { return nil }
    let name = "q\(params.count)"
    params.append(OracleParam(name, type, initial: value))
    names[value] = name
    return name
  }

  private mutating func replaced(_ operand: OracleOperand, _ random: inout SplitMix64) -> OracleOperand {
    guard case .literal(let value) = operand, let name = name(of: value, &random) else { return operand }
    return .name(name)
  }

  private mutating func replaced(_ window: OracleWindow, _ random: inout SplitMix64) -> OracleWindow {
    guard case .last(let length) = window else { return window }
    return .last(replaced(length, &random))
  }

  private mutating func replaced(
    _ expression: OracleExpression, _ random: inout SplitMix64
  ) -> OracleExpression {
    switch expression {
    case .literal(let value): return name(of: value, &random).map { .value($0) } ?? expression
    case .count(let stream, let window): return .count(stream, replaced(window, &random))
    case .aggregate(let what, let stream, let field, let window):
      return .aggregate(what, stream, field: field, replaced(window, &random))
    default:
      var children: [OracleExpression] = []
      for child in expression.children { children.append(replaced(child, &random)) }
      return expression.with(children: children)
    }
  }

  private mutating func replaced(_ gate: OracleGate, _ random: inout SplitMix64) -> OracleGate {
    switch gate {
    case .unless(let condition): .unless(replaced(condition, &random))
    case .cooldown(let length): .cooldown(replaced(length, &random))
    case .limit(let most, let window): .limit(replaced(most, &random), replaced(window, &random))
    case .quiet: gate
    }
  }
}

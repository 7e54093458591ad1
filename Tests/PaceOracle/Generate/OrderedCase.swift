/// A program with parameters for most of its numbers and durations, two presets, and logs on the boundaries of both.
public struct OrderedCase: Sendable {
  public var program: OracleProgram
  public var logs: [OracleLog]

  public static let lower = "lower"
  public static let higher = "higher"

  /// The case of a seed, always the same one.
  public static func random(seed: UInt64, _ options: GeneratorOptions, logs count: Int) -> OrderedCase {
    var generator = PairGenerator(seed: seed, options)
    generator.makeProgram()
    generator.makeOrdered()
    var logs: [OracleLog] = []
    for _ in 0..<count {
      generator.log = OracleLog()
      generator.makeLog()
      // Settings override both presets, and given notices would need firings that both presets share.
      generator.log.settings = []
      generator.log.given = []
      logs.append(generator.log)
    }
    return OrderedCase(program: generator.program, logs: logs)
  }
}

extension PairGenerator {
  /// Replaces most literals by parameters, and all presets by two.
  mutating func makeOrdered() {
    program.presets = []
    var maker = ParameterMaker(random: random, step: lengths.first ?? 60_000, words: words)
    for index in program.rules.indices { maker.replace(in: &program.rules[index]) }
    for index in program.streams.indices {
      program.streams[index].condition = program.streams[index].condition.map { maker.replaced($0) }
    }
    for index in program.defines.indices {
      program.defines[index].value = maker.replaced(program.defines[index].value)
    }
    random = maker.random
    for index in program.params.indices where chance(1, 2) {
      let value = value(of: program.params[index])
      maker.higher.append(OracleAssignment(program.params[index].name, value))
    }
    program.params += maker.params
    program.presets = [
      OraclePreset(OrderedCase.lower), OraclePreset(OrderedCase.higher, maker.higher),
    ]
    program.subject.attributes.removeAll { $0.type == .preset }
    for event in program.events.indices {
      for field in program.events[event].fields.indices
      where program.events[event].fields[field].type == .number && chance(2, 3) {
        program.events[event].fields[field].low = .whole(0)
        program.events[event].fields[field].high = .whole(100)
      }
    }
    for assignment in maker.higher {
      if case .duration(let length) = assignment.value { lengths.append(length) }
    }
  }
}

/// Replaces literals by new parameters, one for each.
private struct ParameterMaker {
  var random: SplitMix64
  let step: Int64
  let words: [String]
  var params: [OracleParam] = []
  /// The values that the higher preset gives.
  var higher: [OracleAssignment] = []

  mutating func replace(in rule: inout OracleRule) {
    rule.condition = rule.condition.map { replaced($0) }
    rule.until = rule.until.map { replaced($0) }
    rule.hold = rule.hold.map { replaced($0) }
  }

  mutating func replaced(_ expression: OracleExpression) -> OracleExpression {
    switch expression {
    case .literal(let value): name(for: value).map { .value($0) } ?? expression
    case .count(let stream, .last(let length)): .count(stream, .last(replaced(length)))
    case .aggregate(let aggregate, let stream, let field, .last(let length)):
      .aggregate(aggregate, stream, field: field, .last(replaced(length)))
    case .comparison(let relation, let left, let right):
      .comparison(relation, replaced(left), replaced(right))
    case .binary(.modulo, _, _), .streak: expression
    default: expression.with(children: expression.children.map { replaced($0) })
    }
  }

  private mutating func replaced(_ operand: OracleOperand) -> OracleOperand {
    guard case .literal(let value) = operand else { return operand }
    return name(for: value).map { .name($0) } ?? operand
  }

  /// A new parameter for a number, a duration or a text; nil to keep the literal.
  private mutating func name(for value: OracleValue) -> String? {
    guard random.chance(2, in: 3) else { return nil }
    let name = "q\(params.count)"
    let change = Int64(random.below(3)) - 1
    switch value {
    case .number(let bits):
      params.append(OracleParam(name, .number, initial: value))
      let (moved, overflow) = bits.addingReportingOverflow(change * 1_000_000)
      higher.append(OracleAssignment(name, .number(overflow ? bits : moved)))
    case .duration(let length) where length > 0:
      params.append(OracleParam(name, .duration, initial: value))
      let far = random.chance(1, in: 2) ? step : 1
      higher.append(OracleAssignment(name, .duration(max(length + change * far, 1))))
    case .text:
      params.append(OracleParam(name, .text, initial: value))
      higher.append(OracleAssignment(name, .text(random.pick(words) ?? "")))
    default: return nil
    }
    return name
  }
}

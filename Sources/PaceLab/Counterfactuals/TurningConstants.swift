import PaceEngine
import PaceLanguage

/// The lengths and clock times that a program uses for a subject, and its comparisons of what grows with time.
struct TurningConstants: Sendable {
  private(set) var lengths: Set<Int64> = []
  private(set) var times: [Int64] = []
  private(set) var comparisons: [ExpressionID] = []

  /// The longest of the lengths.
  var longest: Int64 { lengths.max() ?? 0 }

  /// For machines of which no turning points are asked.
  init() {}

  init(_ situation: Situation, _ machine: Machine) {
    let program = situation.program
    for index in program.expressions.indices { add(program.constants(at: ExpressionID(index))) }
    for (index, param) in program.params.enumerated() { add(machine.value(of: ParamID(index)), param.type) }
    for attribute in situation.log.attributes(in: machine) { add(attribute.value, attribute.type) }
    for rule in program.rules { add(program.constants(of: program.parts(of: rule))) }
    for gate in program.noticeKinds.flatMap({ $0.policy }) { add(program.constants(of: gate.kind.parts)) }
    add(program.constants(of: program.subject.ends?.parts ?? []))
    lengths.formUnion(program.debounces)
    lengths.remove(0)
    comparisons = program.expressions.ids.filter(program.comparesMoving)
  }

  /// Adds what is written as a literal; parameters and attributes are added separately.
  private mutating func add(_ constants: [ConstantUse]) {
    for constant in constants where constant.role != .tickStep {
      if case .constant(let value) = constant.operand { add(value, constant.type) }
    }
  }

  private mutating func add(_ value: Value, _ type: ValueType) {
    if value.isUnknown { return }
    switch type {
    case .duration: if value.bits > 0 { lengths.insert(value.bits) }
    case .time: times.append(value.bits)
    default: break
    }
  }
}

extension Program {
  /// Whether an expression compares something that grows with time.
  fileprivate func comparesMoving(_ id: ExpressionID) -> Bool {
    self[id].operation.isComparison && contains(id) { $0.grows }
  }
}

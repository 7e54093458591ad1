import PaceLanguage

/// What the declared ranges say of every expression of a program, whatever the log.
struct BoundsAnalysis: Sendable {
  private let program: Program
  /// The preset whose values the parameters have; nil where they may have any value of their range.
  private let preset: PresetID?
  private var known: [Bounds?]

  init(_ program: Program, preset: PresetID? = nil) {
    self.program = program
    self.preset = preset
    known = Array(repeating: nil, count: program.expressions.count)
    for index in program.expressions.indices { _ = settle(ExpressionID(index)) }
  }

  subscript(_ id: ExpressionID) -> Bounds { known[id.index] ?? .anything }

  /// Between which values a constant of the subject lies.
  func bounds(of operand: Operand) -> Bounds {
    switch operand {
    case .constant(let value): value.isUnknown ? .anything.orUnknown() : .exactly(value.bits)
    case .param(let param): bounds(of: param)
    case .attribute(let attribute): bounds(of: program.subject.attributes[attribute.index])
    }
  }

  private func bounds(of id: ParamID) -> Bounds {
    let param = program.params[id.index]
    if let preset, case .value(let value)? = program.presets[preset.index].values[id.index] {
      return .exactly(value.bits)
    }
    return param.range.map { Bounds($0) } ?? bounds(of: param.type)
  }

  private func bounds(of field: Field) -> Bounds {
    (field.range.map { Bounds($0) } ?? bounds(of: field.type)).orUnknown(field.initial == nil)
  }

  /// What the events that share a field's name allow; an event without it counts for nothing.
  private func bounds(of name: FieldNameID) -> Bounds {
    var result: Bounds?
    for (index, slot) in program.fieldNames[name.index].slots.enumerated() {
      guard let slot else { continue }
      let bounds = bounds(of: program.events[index].fields[slot])
      result = result?.union(bounds) ?? bounds
    }
    return result ?? .anything
  }

  private func bounds(of type: ValueType) -> Bounds {
    switch type {
    case .bool: .truth
    case .time: Bounds(low: 0, high: 86_399_999)
    case .weekday: Bounds(low: 0, high: 6)
    case .enumeration(let id): Bounds(low: 0, high: Int64(program.enumerations[id.index].cases.count) - 1)
    case .level(let id): Bounds(low: 0, high: Int64(program.scales[id.index].levels.count) - 1)
    case .number, .duration, .text, .preset, .schedule, .date: .anything
    }
  }

  private mutating func settle(_ id: ExpressionID) -> Bounds {
    if let bounds = known[id.index] { return bounds }
    let bounds = bounds(of: program[id])
    known[id.index] = bounds
    return bounds
  }

  private mutating func bounds(of node: ExpressionNode) -> Bounds {
    switch node.operation {
    case .constant(.value(let value)): return value.isUnknown ? .anything.orUnknown() : .exactly(value.bits)
    case .constant(.text): return .anything
    case .param(let param): return bounds(of: param)
    case .attribute(let attribute): return bounds(of: program.subject.attributes[attribute.index])
    case .define(let define): return settle(program.defines[define.index].value)
    case .field(let name): return bounds(of: name).orUnknown()
    case .aggregate(let aggregate, _, let field, _): return bounds(of: aggregate, field)
    case .latest(_, let name): return bounds(of: name).orUnknown()
    case .since, .elapsed: return Bounds(low: 0, high: nil, mayBeUnknown: true)
    case .streak: return Bounds(low: 0, high: nil)
    case .negate(let child): return -settle(child)
    case .not(let child):
      let bounds = settle(child)
      return Bounds(
        low: bounds.high.map { 1 - $0 }, high: bounds.low.map { 1 - $0 }, mayBeUnknown: bounds.mayBeUnknown)
    case .binary(let sign, let left, let right): return bounds(of: sign, left, right)
    case .comparison(let relation, let left, let right):
      return .compare(relation, settle(left), settle(right))
    case .within(let value, let low, let high, let isClosed):
      return within(value, low, high, isClosed: isClosed)
    case .due, .clockWithin, .level, .weekday, .date, .firesRule, .firesKind:
      return bounds(of: node.type).orUnknown()
    }
  }

  private func bounds(of aggregate: Aggregate, _ field: FieldNameID?) -> Bounds {
    guard let field else { return Bounds(low: 0, high: nil) }
    let values = bounds(of: field)
    guard aggregate == .sum else { return values.orUnknown() }
    let isPositive = values.low.map { $0 >= 0 } ?? false
    let isNegative = values.high.map { $0 <= 0 } ?? false
    return Bounds(low: isPositive ? 0 : nil, high: isNegative ? 0 : nil)
  }

  private mutating func bounds(of sign: BinaryOperator, _ left: ExpressionID, _ right: ExpressionID) -> Bounds
  {
    let a = settle(left)
    let b = settle(right)
    switch sign {
    case .and: return junction(a, b, min)
    case .or: return junction(a, b, max)
    case .otherwise: return a.union(b).known(a.mayBeUnknown && b.mayBeUnknown)
    case .add: return a + b
    case .subtract where program[left].type == .time: return Bounds(low: 0, high: 86_399_999).orUnknown()
    case .subtract: return a + -b
    case .multiply: return a * b
    case .divide: return .anything.orUnknown()
    case .remainder: return remainder(a, b)
    }
  }

  private func junction(_ a: Bounds, _ b: Bounds, _ join: (Int64, Int64) -> Int64) -> Bounds {
    Bounds(
      low: join(a.low ?? 0, b.low ?? 0), high: join(a.high ?? 1, b.high ?? 1),
      mayBeUnknown: a.mayBeUnknown || b.mayBeUnknown)
  }

  /// It takes the sign of its left side and is nearer to zero than its right side.
  private func remainder(_ a: Bounds, _ b: Bounds) -> Bounds {
    let mayDivideByZero = b.low.map { $0 <= 0 } ?? true && b.high.map { $0 >= 0 } ?? true
    var limit: Int64?
    if let low = b.low, let high = b.high, low > .min, high > .min { limit = max(abs(low), abs(high), 1) - 1 }
    let isPositive = a.low.map { $0 >= 0 } ?? false
    return Bounds(
      low: isPositive ? 0 : limit.map { -$0 }, high: limit,
      mayBeUnknown: a.mayBeUnknown || b.mayBeUnknown || mayDivideByZero)
  }

  private mutating func within(
    _ value: ExpressionID, _ low: ExpressionID, _ high: ExpressionID, isClosed: Bool
  ) -> Bounds {
    let value = settle(value)
    let above = Bounds.compare(.greaterOrEqual, value, settle(low))
    let below = Bounds.compare(isClosed ? .lessOrEqual : .less, value, settle(high))
    return junction(above, below, min)
  }
}

extension Bounds {
  fileprivate func known(_ mayBeUnknown: Bool) -> Bounds {
    Bounds(low: low, high: high, mayBeUnknown: mayBeUnknown)
  }
}

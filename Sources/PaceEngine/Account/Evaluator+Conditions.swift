public import PaceLanguage

extension Evaluator {
  /// The account of an expression at `t`: every part, none left out because another decided.
  mutating func node(_ id: ExpressionID, at t: Int64) -> ConditionNode {
    let expression = plan.program[id]
    let planned = plan.nodeOfExpression[id.index]
    var node = ConditionNode(
      expression: id, text: plan.program.line(of: expression.span), type: expression.type,
      value: Value(value(planned, at: t)), evidence: evidence(of: expression.operation, at: t),
      children: children(of: expression.operation).map { self.node($0, at: t) })
    if let margin = margin(of: expression.operation, at: t) {
      node.margin = Value(margin.bits)
      node.marginType = margin.type
    }
    return node
  }

  private mutating func children(of operation: ExpressionNode.Operation) -> [ExpressionID] {
    switch operation {
    case .define(let define): [plan.program.defines[define.index].value]
    case .negate(let a), .not(let a): [a]
    case .binary(_, let a, let b), .comparison(_, let a, let b): [a, b]
    case .within(let value, let low, let high, _): [value, low, high]
    default: []
    }
  }

  /// The logged events that an expression's own value rests on, but for forgotten ones; none are known where
  /// no accounts are given.
  private mutating func evidence(of operation: ExpressionNode.Operation, at t: Int64) -> [EventOrdinal] {
    guard givesAccounts else { return [] }
    switch operation {
    case .aggregate(_, let stream, _, let window):
      guard let column = plan.columnOfStream[stream.index], plan.program[stream].isLogged,
        let id = plan.window(over: column, window), let range = range(id, at: t)
      else { return [] }
      return log.ordinals[column.index][range.clamped(to: 0..<Int.max)].map { EventOrdinal($0) }
    case .since(let stream), .latest(let stream, _):
      guard let column = plan.columnOfStream[stream.index], plan.program[stream].isLogged else { return [] }
      let count = count(column, upTo: t)
      return count == 0 ? [] : [EventOrdinal(log.ordinals[column.index][count - 1])]
    default: return []
    }
  }

  /// By how much a comparison is true (positive) or false (negative), for what can be subtracted.
  private mutating func margin(
    of operation: ExpressionNode.Operation, at t: Int64
  ) -> (bits: Int64, type: ValueType)? {
    switch operation {
    case .comparison(let relation, let left, let right):
      let type = plan.program[left].type
      guard type.hasMargin else { return nil }
      let a = value(planned(left), at: t)
      let b = value(planned(right), at: t)
      guard a != unknown, b != unknown else { return nil }
      let excess = Arithmetic.difference(a, b)
      guard excess != unknown else { return nil }
      let margin: Int64 =
        switch relation {
        case .greater, .greaterOrEqual: excess
        case .less, .lessOrEqual: -excess
        case .equal: -abs(excess)
        case .notEqual: abs(excess)
        }
      return type.margin(margin)
    case .within(let value, let low, let high, _):
      let type = plan.program[value].type
      guard type.hasMargin else { return nil }
      let values = [value, low, high].map { self.value(planned($0), at: t) }
      guard !values.contains(unknown) else { return nil }
      let above = Arithmetic.difference(values[0], values[1])
      let below = Arithmetic.difference(values[2], values[0])
      guard above != unknown, below != unknown else { return nil }
      return type.margin(min(above, below))
    default: return nil
    }
  }

  private mutating func planned(_ id: ExpressionID) -> NodeID { plan.nodeOfExpression[id.index] }

  // MARK: Overflow

  /// Notes, once a subject, that a rule's condition is unknown because a value does not fit.
  mutating func noteOverflow(_ index: Int) {
    guard let condition = plan.program[plan.rules[index].id].condition else { return }
    noteOverflow(index, in: condition)
  }

  /// Notes the same of any expression of a rule.
  mutating func noteOverflow(_ index: Int, in expression: ExpressionID) {
    guard !overflowed.contains(index), let culprit = overflow(in: expression) else { return }
    overflowed.append(index)
    records.append(.overflow(rule: plan.rules[index].id, expression: culprit, at: Instant(now)))
  }

  /// The first expression whose parts are known and which itself doesn't fit.
  private mutating func overflow(in id: ExpressionID) -> ExpressionID? {
    let operation = plan.program[id].operation
    let parts = children(of: operation)
    for part in parts {
      if let culprit = overflow(in: part) { return culprit }
    }
    guard value(planned(id), at: now) == unknown else { return nil }
    switch operation {
    case .binary(let symbol, let a, let b):
      let isArithmetic = symbol != .and && symbol != .or && symbol != .otherwise
      let left = value(planned(a), at: now)
      let right = value(planned(b), at: now)
      let divides = symbol == .divide || symbol == .remainder
      return isArithmetic && left != unknown && right != unknown && !(divides && right == 0) ? id : nil
    case .aggregate(.sum, _, _, _): return id
    default: return nil
    }
  }
}

extension ValueType {
  /// Whether the difference of two such values means something.
  var hasMargin: Bool {
    switch self {
    case .number, .duration, .time, .date, .level: true
    case .bool, .text, .preset, .schedule, .weekday, .enumeration: false
    }
  }

  /// The type of the difference: a number of levels, or so many days.
  private var marginType: ValueType {
    switch self {
    case .time, .date: .duration
    case .level: .number
    default: self
    }
  }

  /// What stands in a margin for one step of such values: one level, or a day.
  public var marginStep: Int64 {
    switch self {
    case .date: 86_400_000
    case .level: Arithmetic.unit
    default: 1
    }
  }

  /// A difference of such values as a margin; nil where it doesn't fit.
  func margin(_ difference: Int64) -> (bits: Int64, type: ValueType)? {
    let (bits, overflow) = difference.multipliedReportingOverflow(by: marginStep)
    return overflow ? nil : (bits, marginType)
  }
}

extension Plan {
  /// The window that a call looks at.
  func window(over column: ColumnID, _ window: Window) -> WindowID? {
    windowsOfColumn[column.index].first { id in
      switch (windows[id.index].start, window) {
      case (.whole, .whole), (.today, .today), (.thisWeek, .thisWeek), (.thisMonth, .thisMonth): true
      case (.after(let column), .after(let stream)): columnOfStream[stream.index] == column
      case (.last(let slot), .last(let operand)): slots[slot.index] == operand.origin
      default: false
      }
    }
  }
}

extension Operand {
  /// The slot that holds it.
  var origin: SlotOrigin {
    switch self {
    case .constant(let value): .constant(.value(value))
    case .param(let param): .param(param)
    case .attribute(let attribute): .attribute(attribute)
    }
  }
}

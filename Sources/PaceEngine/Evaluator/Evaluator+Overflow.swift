import PaceLanguage

/// Conditions that are unknown because a value does not fit.
extension Evaluator {
  /// Notes, once a subject, that a rule's condition is unknown because a value does not fit.
  mutating func noteOverflow(_ index: Int) {
    guard let condition = plan.program[plan.rules[index].id].condition else { return }
    noteOverflow(index, in: condition)
  }

  private mutating func noteOverflow(_ index: Int, in expression: ExpressionID) {
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

  private mutating func children(of operation: ExpressionNode.Operation) -> [ExpressionID] {
    switch operation {
    case .define(let define): [plan.program.defines[define.index].value]
    case .negate(let a), .not(let a): [a]
    case .binary(_, let a, let b), .comparison(_, let a, let b): [a, b]
    case .within(let value, let low, let high, _): [value, low, high]
    default: []
    }
  }

  private func planned(_ id: ExpressionID) -> NodeID { plan.nodeOfExpression[id.index] }
}

public import PaceLanguage

/// What tools read of a subject at the last evaluated instant, a whole list at once: looking works on a copy
/// of the evaluator, so that it changes nothing.
extension Evaluator {
  /// Whether each rule's state is on, in declaration order, whether or not the rule may speak.
  public func states() -> [Bool] {
    var look = self
    return plan.program.rules.indices.map { look.state(plan.indexOfRule[$0], at: now).isOn }
  }

  public func values(of expressions: [ExpressionID]) -> [Value] {
    var look = self
    return expressions.map { Value(look.value(plan.nodeOfExpression[$0.index], at: now)) }
  }
}

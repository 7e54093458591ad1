import PaceEngine
import PaceLanguage

extension Rule {
  /// The first part of the condition that is never true when a rule with `on` may speak, and the value in it
  /// that then is limited by the event at hand.
  ///
  /// `range` gives an expression's possible values.
  func impossibleAtTrigger(
    in program: Program, _ range: (ExpressionID) -> ValueRange
  ) -> (part: ExpressionID, value: ExpressionID)? {
    guard let trigger = trigger.stream, raise?.whenFired ?? true, until == nil, let condition else {
      return nil
    }
    for part in program.conjuncts(of: condition) {
      for (side, relation, other) in program[part].operation.limits.flatMap({ $0.bothWays }) {
        guard let known = program.range(of: side, atEventOf: trigger) else { continue }
        let asked = QuantityPair.same(range(other), mayBeUnknown: false)
        let value = QuantityPair.same(known, mayBeUnknown: false)
        if !value.compared(relation, asked).mayHoldLeft { return (part, side) }
      }
    }
    return nil
  }
}

extension Program {
  /// The values that an age or a count may have at the newest event of a stream, if that event is in what is asked
  /// about; nil for anything else.
  fileprivate func range(of id: ExpressionID, atEventOf stream: StreamID) -> ValueRange? {
    let operation = self[resolved(id)].operation
    guard let reading = operation.reading, isPart(stream, of: reading.stream) else { return nil }
    if operation.grows { return ValueRange(0, 0) }
    let counts = reading.aggregate == .count && reading.window.holdsNewestEvent
    return counts ? ValueRange(Arithmetic.unit, PairAnalysis.mostCount) : nil
  }
}

public import PaceLanguage

extension Evaluator {
  /// The values of expressions at `instant`, no event having come after the last one appended.
  ///
  /// The instant may not lie before the last evaluated one.
  public func values(of expressions: [ExpressionID], at instant: Instant) -> [Value] {
    var look = self
    return expressions.map {
      Value(look.value(plan.nodeOfExpression[$0.index], at: instant.milliseconds))
    }
  }

  /// The values of expressions as the conditions of streams see them where `event` comes next: its fields
  /// and the events before it.
  ///
  /// The event's own values have to be complete, for defaults are not filled in.
  public func values(of expressions: [ExpressionID], deciding event: EventRecord) -> [Value] {
    var look = self
    look.current.event = event.event
    for field in look.current.values.indices {
      look.current.values[field] = field < event.values.count ? event.values[field] : .unknown
    }
    return look.values(of: expressions, at: event.at)
  }
}

public import PaceLanguage

/// How things stand between events, for those who ask what will come of themselves.
extension Evaluator {
  /// How every rule stands at an instant at or after the last evaluated one, all of that being over.
  ///
  /// Nothing is tried, so that `on` rules are not triggered; their states, conditions and gates are told all the
  /// same. No deadline may lie between the last evaluated instant and this one.
  public func standing(at instant: Instant) -> Account {
    var look = self
    return look.account(at: max(instant.milliseconds, now))
  }

  /// The first instant after `instant` at which a condition may have another value if nothing is logged; nil
  /// where there is none up to `limit`.
  ///
  /// It is never too late; it may be too early, so that the condition has to be looked at there.
  public func nextChange(of condition: ExpressionID, after instant: Instant, limit: Instant) -> Instant? {
    var look = self
    let from = max(instant.milliseconds, now)
    let change = look.nextChange(
      plan.nodeOfExpression[condition.index], after: from, limit: limit.milliseconds)
    return change > limit.milliseconds ? nil : Instant(change)
  }
}

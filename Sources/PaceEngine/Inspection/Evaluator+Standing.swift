public import PaceLanguage

/// How things stand between events, for those who ask what will come of itself.
extension Evaluator {
  /// How a rule stands at an instant at or after the last evaluated one, all of that being over.
  ///
  /// Nothing is tried, so that an `on` rule is not triggered; its state, conditions and gates are told all the
  /// same, with the rows behind them where accounts are given. No deadline may lie between the last evaluated
  /// instant and this one.
  public func standing(of rule: RuleID, at instant: Instant) -> RuleAccount {
    var look = self
    let t = max(instant.milliseconds, now)
    let index = plan.indexOfRule[rule.index]
    return look.account(of: index, look.untriedVerdict(index, at: t), at: t, event: nil)
  }

  /// Whether a rule's state is on at such an instant.
  public func isOn(_ rule: RuleID, at instant: Instant) -> Bool {
    var look = self
    return look.state(plan.indexOfRule[rule.index], at: max(instant.milliseconds, now)).isOn
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

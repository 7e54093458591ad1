public import PaceLanguage

/// Why the evaluation of a subject ended early: a rule came due again and again with nothing logged.
public struct Runaway: Hashable, Sendable {
  /// The most rowless instants allowed in 24 hours.
  public static let mostInstants = 1_000_000
  /// 24 hours, in milliseconds.
  static let period = CivilDate.dayLength

  /// The period of a rule.
  public struct Step: Hashable, Sendable {
    /// What `every` or `repeat` names.
    public var operand: Operand
    /// Its value for the subject.
    public var milliseconds: Int64
  }

  /// The rule that came due too often.
  public var rule: RuleID
  /// Its `every` or `repeat`; nil if it came due because what it reads changes so often.
  public var step: Step?
  /// The last instant that was evaluated.
  public var at: Instant
}

extension Rule {
  /// The period at which it comes due with nothing logged; nil for rules without one.
  var step: Operand? {
    if case .every(let step, _, _) = trigger { return step }
    return repetition.delay
  }
}

public import PaceLanguage

/// Why the evaluation of a subject ended early: a rule came due again and again with nothing logged.
public struct Runaway: Hashable, Sendable {
  /// The most rowless instants allowed in 24 hours.
  public static let mostInstants = 1_000_000
  /// 24 hours, in milliseconds.
  static let period: Int64 = 86_400_000

  /// The rule that came due too often.
  public var rule: RuleID
  /// Its period: what `every` or `repeat` names.
  public var step: Operand
  /// The value of `step` for the subject, in milliseconds.
  public var milliseconds: Int64
  /// The last instant that was evaluated.
  public var at: Instant
}

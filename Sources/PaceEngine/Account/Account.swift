public import PaceLanguage

/// The verdict of every rule at one instant, with the values it rests on.
public struct Account: Sendable {
  public var at: Instant
  public var preset: PresetID?
  /// The level of each scale after all of the instant.
  public var levels: [Int]
  /// One for each rule, in declaration order.
  public var rules: [RuleAccount]
}

/// The verdict of one rule at one instant.
public struct RuleAccount: Sendable {
  public var rule: RuleID
  public var outcome: Outcome
  /// The event that was tried; nil for rules that no event triggers.
  public var event: EventOrdinal?
  /// The first gate that holds.
  public var gate: GateReference?
  /// When that gate opens if nothing more is logged; nil if it never does, or none holds.
  public var opensAt: Instant?
  /// For `waiting`: when the condition will have been true for long enough.
  public var waitsUntil: Instant?
  /// When the condition became true, without a break since; nil if nothing remembers it.
  public var trueSince: Instant?
  /// When the state of a rule with `until` turned on; nil if it is off.
  public var onSince: Instant?
  /// When the rule last spoke in this episode, before this instant's try.
  public var spokeAt: Instant?
  /// Whether the rule's state is on.
  public var isOn: Bool
  /// Whether it still is when the instant is over; a rule's own firing may end its state.
  public var staysOn = false
  /// For `idle`: whether only the condition keeps it from firing, or from turning on if it emits nothing.
  public var lacksOnlyCondition = false
  public var condition: ConditionNode?
  public var until: ConditionNode?
  /// Every gate in the order tried, the policy's last; none in a brief account.
  public var gates: [GateAccount]
  public var message: String?
}

/// One gate of a rule at one instant.
public struct GateAccount: Sendable {
  public var gate: GateReference
  public var isHolding: Bool
  public var opensAt: Instant?
  /// The condition of an `unless`.
  public var condition: ConditionNode?
  /// The firing that a cooldown or limit counts from, the newest in its window.
  public var lastFiring: Instant?
  /// How many firings a cooldown or limit counts, and how many it allows.
  public var count: Int?
  public var allowed: Int?
}

/// One part of a condition: its text, its value, what it rests on.
public struct ConditionNode: Sendable {
  public var expression: ExpressionID
  /// As it is written in the program; empty in a brief account.
  public var text: String
  public var type: ValueType
  public var value: Value
  /// The margin of a comparison, of type `marginType`. If true, it is at least 0; if false, at most 0. Nil if the sides
  /// can't be subtracted or one of them is unknown.
  public var margin: Value?
  /// The type of `margin`: for levels a number, for dates and times a duration, else the type of the sides.
  public var marginType: ValueType?
  /// The logged events that counted, oldest first; firings have none.
  public var evidence: [EventOrdinal]
  /// The days of a streak, numbered from 1970-01-01: from the first that counts to the last completed one.
  ///
  /// Skipped days lie between. Nil for a streak of 0 and for other expressions.
  public var days: ClosedRange<Int64>?
  public var children: [ConditionNode]
}

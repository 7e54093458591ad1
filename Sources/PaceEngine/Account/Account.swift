public import PaceLanguage

/// The verdict of every rule at one instant, with the values that they rest on.
public struct Account: Sendable {
  public var at: Instant
  /// The preset in force; nil for none.
  public var preset: PresetID?
  /// The level of each scale when the instant is over: an index in the scale's levels, 0 being the resting one.
  public var levels: [Int]
  /// One for each rule, in declaration order.
  public var rules: [RuleAccount]
  /// One for each stream whose condition was evaluated for an event of the instant, in declaration order.
  ///
  /// Empty at an instant without events, and in accounts that name no rows.
  public var streams: [StreamAccount]
}

/// Whether an event joined a stream by the stream's condition, with the values that decided it.
public struct StreamAccount: Sendable {
  public var stream: StreamID
  /// The last event of the instant that joined; if none did, the last for which the condition was evaluated.
  public var event: EventOrdinal
  /// The expression after `where`, with the values that it had when the event came.
  public var condition: ConditionNode
}

/// The verdict of one rule at one instant.
public struct RuleAccount: Sendable {
  public var rule: RuleID
  public var outcome: Outcome
  /// The event that was tried; nil for rules that no event triggers.
  public var event: EventOrdinal?
  /// The first gate that holds.
  public var gate: GateReference?
  /// When that gate opens if nothing more is logged.
  ///
  /// Nil if no gate holds, or none of the instants looked at, up to 400 days ahead, opens it.
  public var opensAt: Instant?
  /// For `waiting`: when the condition will have been true for long enough.
  public var waitsUntil: Instant?
  /// When the condition became true, without a break since; nil unless it is true and the rule has a `for`.
  public var trueSince: Instant?
  /// When the state of a rule with `until` turned on; nil if it is off.
  public var onSince: Instant?
  /// How many times the rule fired in the same instant before this try.
  public var earlierFirings = 0
  /// When the rule last spoke in this episode, before this instant's try; nil if it hasn't.
  public var spokeAt: Instant?
  /// Whether the rule's state is on.
  public var isOn: Bool
  /// For `idle` and `waiting`: whether nothing but the condition and its `for` keeps the rule from firing. For a rule
  /// that emits nothing: from turning on.
  public var lacksOnlyCondition = false
  /// The expression after `when`; nil for a rule without one.
  public var condition: ConditionNode?
  /// The expression after `until`; nil for a rule without one.
  public var until: ConditionNode?
  /// Every gate in the order tried, the policy's last; none in a brief account.
  public var gates: [GateAccount]
  /// What a rule that fired said; nil if it didn't fire, a guard withheld the message, or the account is brief.
  public var message: String?
  /// Whether the state is on only because `until` has not ended it: the condition has been false since it turned on.
  public var isKeptOn: Bool {
    guard let onSince, let condition else { return false }
    return !condition.value.isTrue || trueSince.map { $0 > onSince } ?? false
  }
  /// Whether a guard withheld what the rule said; meaningless in a brief account.
  public var isWithheld: Bool { outcome == .fired && message == nil }
}

/// One gate of a rule at one instant.
public struct GateAccount: Sendable {
  public var gate: GateReference
  public var isHolding: Bool
  /// For a gate that holds: when it opens, as in `RuleAccount.opensAt`.
  public var opensAt: Instant?
  /// The condition of an `unless`.
  public var condition: ConditionNode?
  /// The newest firing that a cooldown or limit counts; nil for none.
  public var lastFiring: Instant?
  /// How many firings a cooldown or limit counts, and how many it allows. Nil for other gates and unknown operands.
  public var count: Int?
  public var allowed: Int?
}

/// One part of a condition, with its text, its value and the events behind it.
public struct ConditionNode: Sendable {
  public var expression: ExpressionID
  /// As it is written in the program; empty in a brief account.
  public var text: String
  public var type: ValueType
  public var value: Value
  /// The margin of a comparison, of type `marginType`: at least 0 if the comparison is true, at most 0 if it is false.
  ///
  /// Nil if the sides can't be subtracted or one of them is unknown.
  public var margin: Value?
  /// The type of `margin`: for levels a number, for dates and times a duration, else the type of the sides.
  public var marginType: ValueType?
  /// The logged events that its own call on a stream counted, oldest first; firings have none.
  public var rows: [EventOrdinal]
  /// The days of a streak, numbered from 1970-01-01: from the first that counts to the last completed one.
  ///
  /// Skipped days lie between. Nil for a streak of 0 and for other expressions.
  public var days: ClosedRange<Int64>?
  public var children: [ConditionNode]

  /// The logged events behind it or any of its parts, each once and oldest first.
  public var evidence: [EventOrdinal] {
    if children.isEmpty { return rows }
    var all: [EventOrdinal] = []
    collect(into: &all)
    return all.inOrder
  }

  private func collect(into all: inout [EventOrdinal]) {
    all += rows
    for child in children { child.collect(into: &all) }
  }
}

extension [EventOrdinal] {
  /// Each event once, oldest first; all rows of a long log usually come in order already.
  public var inOrder: [EventOrdinal] {
    if zip(self, dropFirst()).allSatisfy({ $0.index < $1.index }) { return self }
    let sorted = sorted { $0.index < $1.index }
    return sorted.enumerated().filter { $0 == 0 || sorted[$0 - 1] != $1 }.map { $1 }
  }
}

public import PaceEngine
public import PaceLanguage

/// One thing that might have been otherwise.
public enum Alteration: Hashable, Sendable {
  /// A parameter stands at another value.
  case setting(ParamID, Value)
  /// A row was never logged.
  case removal(EventOrdinal)
  /// One more event is logged at the instant asked about: the last of its declaration, before those of
  /// events declared later.
  case addition(EventID, KindID?)
  /// A row of the instant asked about comes later, and it is then that one asks.
  case delay(EventOrdinal, to: Instant)
  /// Nothing more is logged, and one asks later.
  case waiting(Instant)
}

/// A single change that turns a verdict over.
public struct Flip: Hashable, Sendable {
  public var rule: RuleID
  public var alteration: Alteration
  /// What the rule comes to then.
  public var outcome: Outcome
  /// The gate that then holds.
  public var gate: GateReference?
  /// For a parameter: whether every value beyond, to the end of its range, does so too; nil where not looked
  /// at.
  public var goesOn: Bool?
}

/// What was looked for and is no flip.
public enum NoFlip: Hashable, Sendable {
  /// No value of the parameter's grid does.
  case setting(ParamID)
  /// None of those looked at does, and not all were looked at, or none could be.
  case unsearchedSetting(ParamID)
  /// The rule reads no parameter.
  case noSetting
  /// None of this many newest rows; `isAll` where there are no more.
  case removal(looked: Int, isAll: Bool)
  /// No single event of any kind.
  case addition
  /// Nothing comes of waiting within the days looked at.
  case waiting
  /// Nothing comes of waiting as far as was looked, which was not to the end of those days.
  case unsearchedWaiting
}

/// What turns one rule's verdict at one instant over, and what does not.
public struct FlipReport: Sendable {
  public var rule: RuleID
  public var flips: [Flip] = []
  public var others: [NoFlip] = []
}

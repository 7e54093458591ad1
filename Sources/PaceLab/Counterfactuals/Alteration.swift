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
  /// A row of the instant asked about comes later, and the question is asked then.
  case delay(EventOrdinal, to: Instant)
  /// Nothing more is logged, and the question is asked later.
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
  /// For a parameter: whether every value beyond, to the end of its range, turns the verdict over too; nil
  /// where not tried.
  public var goesOn: Bool?
}

/// A search that found no flip.
public enum NoFlip: Hashable, Sendable {
  /// No value of the parameter's grid turns the verdict over.
  case setting(ParamID)
  /// Only some values were tried, or none. Those that turn the verdict over are flips of the report.
  case unsearchedSetting(ParamID)
  /// The rule reads no parameter.
  case noSetting
  /// Removing any one of this many newest rows turns nothing over; `isAll` where there are no more rows.
  case removal(looked: Int, isAll: Bool)
  /// Adding a single event, of whatever kind, turns nothing over.
  case addition
  /// Waiting turns nothing over within the days searched.
  case waiting
  /// Waiting turns nothing over as far as was searched, which was not all of those days.
  case unsearchedWaiting
}

/// What turns one rule's verdict at one instant over, and what does not.
public struct FlipReport: Sendable {
  public var rule: RuleID
  public var flips: [Flip] = []
  public var others: [NoFlip] = []
}

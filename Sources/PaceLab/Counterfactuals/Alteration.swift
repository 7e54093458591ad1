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

/// A single change that reverses a verdict.
public struct Flip: Hashable, Sendable {
  public var rule: RuleID
  public var alteration: Alteration
  /// The rule's outcome after the change.
  public var outcome: Outcome
  /// The gate that holds after the change.
  public var gate: GateReference?
  /// Whether all values of the parameter beyond this one reverse the verdict too; nil if not tried.
  public var goesOn: Bool?
}

/// A search that found no flip.
public enum NoFlip: Hashable, Sendable {
  /// No value of the parameter's grid reverses the verdict; nil if the rule reads no parameter.
  ///
  /// If `isSearched` is false, some values weren't tried; what the tried ones reverse is reported as flips.
  case setting(ParamID?, isSearched: Bool)
  /// Removing any one of this many newest rows reverses nothing; `isAll` if there are no more rows.
  case removal(looked: Int, isAll: Bool)
  /// Adding a single event, of whatever kind, reverses nothing.
  case addition
  /// Waiting reverses nothing within the days that are searched, or only in a part of them.
  case waiting(isSearched: Bool)
}

/// What does and what doesn't reverse one rule's verdict at one instant.
public struct FlipReport: Sendable {
  public var rule: RuleID
  public var flips: [Flip] = []
  public var others: [NoFlip] = []
}

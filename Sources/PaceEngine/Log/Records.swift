public import PaceLanguage

/// What a log says of one subject before its events.
public struct SubjectRecord: Sendable {
  public var startedAt: Instant?
  public var endedAt: Instant?
  /// One for each attribute; unknown where the row says nothing, so that the default holds.
  public var attributes: [Value]
  public var zone: Zone
  /// Notices that an application really gave, in time order.
  public var given: [GivenNotice]

  public init(
    startedAt: Instant? = nil, endedAt: Instant? = nil, attributes: [Value], zone: Zone,
    given: [GivenNotice] = []
  ) {
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.attributes = attributes
    self.zone = zone
    self.given = given
  }
}

/// A notice that an application really gave.
public struct GivenNotice: Sendable {
  public var rule: RuleID
  public var at: Instant

  public init(rule: RuleID, at: Instant) {
    self.rule = rule
    self.at = at
  }
}

/// One row of the log.
public struct EventRecord: Sendable {
  public var event: EventID
  /// Nil is no kind: the row counts for its event only.
  public var kind: KindID?
  public var at: Instant
  /// One for each field of the event; unknown where the row says nothing, so that defaults hold.
  public var values: [Value]

  public init(event: EventID, kind: KindID?, at: Instant, values: [Value]) {
    self.event = event
    self.kind = kind
    self.at = at
    self.values = values
  }
}

/// What became of an appended event.
public enum Admission: Sendable {
  case kept
  /// Dropped: it came too soon after one of its kind.
  case debounced
  /// Not taken: its instant, or a later one, is already past.
  case late
  /// Not seen: it lies after the evaluator's last instant.
  case beyond
}

/// The number of an event within its subject: the count of `append` calls before its own.
public struct EventOrdinal: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

/// A gate of a rule, by where it was written.
public struct GateReference: Hashable, Sendable {
  public var name: GateName
  public var isPolicy: Bool
  /// The index in the rule's gates, or in its kind's policy.
  public var index: Int

  public init(name: GateName, isPolicy: Bool, index: Int) {
    self.name = name
    self.isPolicy = isPolicy
    self.index = index
  }
}

/// A notice that is due and given.
public struct Firing: Sendable {
  public var rule: RuleID
  public var at: Instant
  /// The event it came with; nil for rules that no event triggers.
  public var event: EventOrdinal?
  /// The filled-in message; nil where it was not asked for or says what a guard forbids.
  public var message: String?
  /// Whether the message was withheld by a guard.
  public var isWithheld: Bool
}

/// A notice that was due and held back.
///
/// One is given for each lost firing of an `on`, `at` or `every` rule, and one for each stretch of an
/// episode in which the same gate holds.
public struct Holding: Sendable {
  public var rule: RuleID
  public var at: Instant
  public var event: EventOrdinal?
  public var gate: GateReference
}

/// A scale that stands at another level from this instant on.
public struct LevelChange: Sendable {
  public var scale: ScaleID
  public var level: Int
  public var at: Instant
}

/// What an evaluator has to tell, in the order of time; within an instant firings in rule order, then
/// what was held, then level changes, then the account.
public enum Record: Sendable {
  case fired(Firing)
  case held(Holding)
  case level(LevelChange)
  case account(Account)
  /// A value of the rule's condition does not fit, so that it counts as unknown; told once a subject.
  case overflow(rule: RuleID, expression: ExpressionID, at: Instant)
}

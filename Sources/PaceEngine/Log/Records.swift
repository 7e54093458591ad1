public import PaceLanguage

/// What a log says of one subject besides its events.
public struct SubjectRecord: Sendable {
  public var startedAt: Instant?
  public var endedAt: Instant?
  /// One for each attribute; unknown leaves it at its default.
  public var attributes: [Value]
  public var zone: Zone
  /// Notices that an application really gave, in time order.
  public var given: [GivenNotice]
  /// The machine stays silent up to this instant, and up to the last given notice: only given notices count as
  /// firings until then.
  public var silentThrough: Instant?
  /// The last instant of a subject that is a day. Nil stands for the end of the day of its start, in its own zone.
  ///
  /// Ignored if subjects are not days.
  public var lastInstant: Instant?

  /// Whether its recorded end lies before its recorded start.
  public var endsBeforeStart: Bool {
    guard let startedAt, let endedAt else { return false }
    return endedAt < startedAt
  }

  public init(
    startedAt: Instant? = nil, endedAt: Instant? = nil, attributes: [Value], zone: Zone,
    given: [GivenNotice] = [], silentThrough: Instant? = nil, lastInstant: Instant? = nil
  ) {
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.attributes = attributes
    self.zone = zone
    self.given = given
    self.silentThrough = silentThrough
    self.lastInstant = lastInstant
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
  /// Nil for a row without a kind, which counts for its event only.
  public var kind: KindID?
  public var at: Instant
  /// One for each field of the event; unknown takes the kind's value or the field's default.
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
  /// Not taken: evaluation has already gone past its instant.
  case late
  /// Not seen: it lies after the machine's last instant.
  case beyond
}

/// The number of an event within its subject, from 0: how many events were appended before it.
///
/// Events that debounce drops or that are refused as too late count as well, except in a `Coach`.
public struct EventOrdinal: Hashable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
}

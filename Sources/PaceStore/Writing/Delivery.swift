public import PaceEngine
public import PaceLanguage

/// One thing that is delivered to a log from outside, by the ids it has there.
///
/// Of values that may be missing, nil is not said, and unknown is said to be nothing.
public enum Delivery: Sendable {
  case subject(Subject)
  case row(Row)
  /// The names and values of settings as the rules write them; nil clears one.
  case settings([(name: String, value: String?)])
  /// What the catalogue is to say of kinds.
  case kinds([Kind])

  /// Something of a subject: its start, its end, attributes.
  public struct Subject: Sendable {
    public var id: String
    public var startedAt: Instant?
    public var endedAt: Instant?
    /// One for each attribute of the program.
    public var attributes: [Constant?]
    /// Whether it says nothing but the end.
    public var isEnd: Bool

    public init(
      id: String, startedAt: Instant?, endedAt: Instant?, attributes: [Constant?], isEnd: Bool = false
    ) {
      self.id = id
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.attributes = attributes
      self.isEnd = isEnd
    }
  }

  public struct Row: Sendable {
    public var event: EventID
    public var id: String
    /// Nil for the only subject, or the day.
    public var subject: String?
    public var at: Instant
    public var kind: KindID?
    /// One for each field of the event.
    public var fields: [Constant?]
    public var device: String?

    public init(
      event: EventID, id: String, subject: String?, at: Instant, kind: KindID?, fields: [Constant?],
      device: String?
    ) {
      self.event = event
      self.id = id
      self.subject = subject
      self.at = at
      self.kind = kind
      self.fields = fields
      self.device = device
    }
  }

  public struct Kind: Sendable {
    public var event: EventID
    public var kind: KindID
    /// The name of a field, or `label`, `enabled` or `order`, with the value as the rules write it; nil clears.
    public var values: [(name: String, value: String?)]

    public init(event: EventID, kind: KindID, values: [(name: String, value: String?)]) {
      self.event = event
      self.kind = kind
      self.values = values
    }
  }
}

public import PaceLanguage

/// A row of an event as a log keeps it.
public struct KeptRow: Hashable, Sendable {
  public var id: String
  public var subject: String
  public var event: EventID
  /// As it is stored; the rules may no longer have this kind.
  public var kind: String?
  public var at: Instant
  /// The device on which it was logged.
  public var device: String?
  /// One for each field of the event; nil if unknown.
  public var fields: [Constant?]

  public init(
    id: String, subject: String, event: EventID, kind: String?, at: Instant, device: String?,
    fields: [Constant?]
  ) {
    self.id = id
    self.subject = subject
    self.event = event
    self.kind = kind
    self.at = at
    self.device = device
    self.fields = fields
  }
}

public import PaceLanguage

/// A kind as a log's catalogue has it.
public struct KeptKind: Sendable {
  public var event: EventID
  public var kind: KindID
  public var label: String?
  public var isEnabled: Bool
  /// Its place among the kinds of its event, a number; kinds without one follow in the order of the rules.
  public var order: Value?
  /// One for each field of the event: the value for a row that gives none.
  public var values: [Constant?]

  public init(
    event: EventID, kind: KindID, label: String?, isEnabled: Bool, order: Value?, values: [Constant?]
  ) {
    self.event = event
    self.kind = kind
    self.label = label
    self.isEnabled = isEnabled
    self.order = order
    self.values = values
  }
}

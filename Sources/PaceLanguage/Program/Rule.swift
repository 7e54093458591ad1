/// A condition, time span or count that can hold a firing back.
public struct Gate: Sendable {
  public enum Kind: Hashable, Sendable {
    case unless(ExpressionID)
    case cooldown(Operand)
    case quiet(Operand, to: Operand)
    case limit(Operand, Window)
  }
  public var kind: Kind
  public var span: SourceSpan
}

/// A message: text with values to be filled in.
public struct Template: Sendable {
  public enum Part: Sendable {
    case text(String)
    case value(ExpressionID)
  }
  public var parts: [Part]
  public var span: SourceSpan
  /// Whether it may say a guard phrase once its values are filled in.
  public internal(set) var maySayForbidden = false

  var hasValues: Bool { parts.contains { if case .value = $0 { true } else { false } } }
}

/// A checked rule.
public struct Rule: Sendable {
  public enum Trigger: Hashable, Sendable {
    case none
    case on(StreamID)
    case at(Operand)
    case every(Operand, from: Operand, to: Operand)
  }
  public enum Repeat: Hashable, Sendable {
    case never
    case after(Operand)
    case daily
  }
  public struct Raise: Sendable {
    public var scale: ScaleID
    /// The index of the level, from 0, the resting one.
    public var level: Int
    public var whenFired: Bool
    public var span: SourceSpan
  }
  public struct Emission: Sendable {
    public var kind: NoticeKindID
    public var message: Template
    public var span: SourceSpan
  }

  public var name: Identifier
  public var label: StringSyntax?
  public var trigger: Trigger
  /// The place of the trigger; the rule's name if it has none.
  public var triggerSpan: SourceSpan
  /// The expression after `when`; nil for a rule whose state is always on.
  public var condition: ExpressionID?
  /// How long the condition has to be true before the state turns on: `for`.
  public var hold: Operand?
  /// The expression whose truth turns the state off.
  public var until: ExpressionID?
  public var raise: Raise?
  /// The notice that it gives; nil for a rule that never fires.
  public var emission: Emission?
  /// A number that output carries; nil for none.
  public var severity: Int?
  public var repetition: Repeat
  /// The rule's own gates in the order written; the gates of its kind's policy are asked after them.
  public var gates: [Gate]
  /// This rule's firings as a stream.
  public var firings: StreamID
  public var span: SourceSpan
}

/// A kind of notice that rules emit, such as `warning` or `reminder`, with the gates of its policy.
public struct NoticeKind: Sendable {
  public var name: String
  public var policy: [Gate]
  /// The rules that emit it, in declaration order.
  public var rules: [RuleID]
  public var firings: StreamID
}

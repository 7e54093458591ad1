/// What became of a rule at an instant. A later case is nearer to a firing.
public enum Outcome: UInt8, CaseIterable, Sendable {
  case notTriggered, unknown, idle, waiting, alreadyFired, held, fired

  /// The stable code.
  public var text: String {
    switch self {
    case .notTriggered: "not_triggered"
    case .unknown: "unknown"
    case .idle: "idle"
    case .waiting: "waiting"
    case .alreadyFired: "already_fired"
    case .held: "held"
    case .fired: "fired"
    }
  }
}

/// A checked scenario.
public struct Scenario: Sendable {
  public struct Step: Sendable {
    public enum Action: Sendable {
      /// One value for each field of the event; nil if the scenario gives none.
      case event(EventID, KindID?, [Constant?])
      case given(RuleID)
    }
    public var action: Action
    public var point: PointSyntax
  }

  public struct Expectation: Sendable {
    public enum Claim: Sendable {
      case nothing
      /// No firing of this rule or notice kind.
      case none(StreamID)
      case fires(StreamID)
      case level(ScaleID, Relation, Int)
      case held(RuleID, GateName, isPolicy: Bool)
      case outcome(RuleID, Outcome)
    }
    public var claim: Claim
    public var message: String?
    public var point: PointSyntax?
    public var times: Int?
    /// Empty: under all of the scenario's presets.
    public var presets: [PresetID]
    public var span: SourceSpan
  }

  public var name: String
  /// Days since 1970-01-01 and milliseconds since midnight, local.
  public var start: (date: Int64, time: Int64)
  public var zone: String?
  /// Empty if the scenario names none.
  public var presets: [PresetID]
  public var settings: [(param: ParamID, value: Constant)]
  public var attributes: [(attribute: AttributeID, value: Constant)]
  /// Events and given notices in line order.
  public var steps: [Step]
  public var ended: PointSyntax?
  public var until: PointSyntax?
  public var expectations: [Expectation]
  public var span: SourceSpan
}

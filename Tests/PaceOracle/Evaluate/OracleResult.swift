public struct OracleFiring: Hashable, Sendable {
  public var at: Int64
  public var rule: String
  public var message: String
  public init(at: Int64, rule: String, message: String) {
    self.at = at
    self.rule = rule
    self.message = message
  }
}

public struct OracleLevelChange: Hashable, Sendable {
  public var at: Int64
  public var scale: String
  public var level: String
  public init(at: Int64, scale: String, level: String) {
    self.at = at
    self.scale = scale
    self.level = level
  }
}

/// A try of a rule with `on`, `at` or `every` that a gate held back.
public struct OracleHeld: Hashable, Sendable {
  public var at: Int64
  public var rule: String
  public var gate: String
  public var isPolicy: Bool
  /// The gate's index in the rule or in its policy.
  public var index: Int
  public init(at: Int64, rule: String, gate: String, isPolicy: Bool, index: Int) {
    self.at = at
    self.rule = rule
    self.gate = gate
    self.isPolicy = isPolicy
    self.index = index
  }
}

public enum OracleOutcome: String, Sendable {
  case notTriggered = "not_triggered"
  case unknown, idle, waiting
  case alreadyFired = "already_fired"
  case held, fired
}

/// The outcomes and levels at the end of an instant.
public struct OracleView: Hashable, Sendable {
  public var at: Int64
  /// By the name of the rule.
  public var outcomes: [String: OracleOutcome]
  /// By the name of the scale.
  public var levels: [String: String]

  public init(at: Int64, outcomes: [String: OracleOutcome], levels: [String: String]) {
    self.at = at
    self.outcomes = outcomes
    self.levels = levels
  }
}

public struct OracleResult: Hashable, Sendable {
  /// In the order of time, then of declaration, then of trying.
  public var firings: [OracleFiring] = []
  public var levels: [OracleLevelChange] = []
  public var held: [OracleHeld] = []
  public var views: [OracleView] = []
  /// Whether the run ended early because it took too many instants.
  public var isCut = false
  /// The last instant evaluated before there were too many rowless instants; nil if there never were.
  public var ranAwayAt: Int64?
  public var instants = 0
  public var end: Int64?

  public init() {}
}

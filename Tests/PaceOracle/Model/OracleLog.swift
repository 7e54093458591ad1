public struct OracleRow: Hashable, Sendable {
  public var at: Int64
  public var event: String
  public var kind: String?
  public var values: [OracleAssignment]
  public init(_ at: Int64, _ event: String, kind: String? = nil, _ values: [OracleAssignment] = []) {
    self.at = at
    self.event = event
    self.kind = kind
    self.values = values
  }
}

public struct OracleGiven: Hashable, Sendable {
  public var rule: String
  public var at: Int64
  public init(_ rule: String, at: Int64) {
    self.rule = rule
    self.at = at
  }
}

/// Everything known of one subject, with the options of its evaluation.
public struct OracleLog: Hashable, Sendable {
  public var startedAt: Int64?
  public var endedAt: Int64?
  public var attributes: [OracleAssignment] = []
  /// In the order of time; rows of one instant in the order of their evaluation.
  public var rows: [OracleRow] = []
  /// In the order of time.
  public var given: [OracleGiven] = []
  /// The evaluation tells nothing up to and including this instant.
  public var floor: Int64?
  public var until: Int64?
  /// The instant at which the verdicts of all rules are asked for.
  public var lookedAt: Int64?
  public var preset: String?
  public var settings: [OracleAssignment] = []
  /// The subject's zone, already resolved.
  public var zone = OracleZone.utc
  public init(_ rows: [OracleRow] = []) { self.rows = rows }

  /// The notices given up to `until`.
  public var givenByNow: [OracleGiven] { given.filter { $0.at <= until ?? .max } }

  /// The last instant at which the evaluation tells nothing.
  public var silentThrough: Int64? { [givenByNow.last?.at, floor].compactMap { $0 }.max() }
}

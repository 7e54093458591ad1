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

/// Everything that is known of one subject, and how it is looked at.
public struct OracleLog: Hashable, Sendable {
  public var startedAt: Int64?
  public var endedAt: Int64?
  public var attributes: [OracleAssignment] = []
  /// In the order of time; rows of one instant in the order in which they are seen.
  public var rows: [OracleRow] = []
  /// In the order of time.
  public var given: [OracleGiven] = []
  /// Nothing is told up to and including this instant.
  public var floor: Int64?
  public var until: Int64?
  /// An instant at which the verdicts of all rules are asked for.
  public var lookedAt: Int64?
  public var preset: String?
  public var settings: [OracleAssignment] = []
  /// Already resolved: the zone that the subject lives in.
  public var zone = OracleZone.utc
  public init(_ rows: [OracleRow] = []) { self.rows = rows }

  /// With an `until`, notices given after it are not there yet.
  public var givenByNow: [OracleGiven] { given.filter { $0.at <= until ?? .max } }

  /// The last instant of which nothing is told.
  public var silentThrough: Int64? { [givenByNow.last?.at, floor].compactMap { $0 }.max() }
}

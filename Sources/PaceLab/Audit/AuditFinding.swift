public import PaceEngine
public import PaceLanguage

/// A notice on which an application and the rules do not agree.
public struct AuditFinding: Sendable {
  public enum Sort: String, Sendable, CaseIterable {
    /// Both give it, at different instants.
    case moved
    /// The rules give it and the application didn't.
    case missing
    /// The application gave it and the rules don't.
    case extra
  }

  public var sort: Sort
  public var subject: String
  public var rule: RuleID
  /// When the application gave it; for a missing notice, when the rules give it.
  public var at: Instant
  /// For a moved notice, when the rules give it.
  public var derivedAt: Instant?
  /// What the rule says at `at`; nil if the subject isn't open then.
  public var outcome: Outcome?
  /// The gate that holds it back.
  public var gate: GateReference?
  /// What the outcome rests on, with values.
  public var reason: String
  /// The subject's zone.
  public var zone: Zone
}

/// How far an application and one rule agree.
public struct AuditCounts: Sendable {
  public var given = 0
  public var derived = 0
  public var same = 0
  /// How many findings there are of each sort.
  public var findings: [AuditFinding.Sort: Int] = [:]

  static func += (total: inout AuditCounts, counts: AuditCounts) {
    total.given += counts.given
    total.derived += counts.derived
    total.same += counts.same
    for (sort, count) in counts.findings { total.findings[sort, default: 0] += count }
  }
}

public import PaceEngine
public import PaceLanguage

/// A notice on which an application and the rules do not agree.
public struct AuditFinding: Sendable {
  public enum Sort: String, Sendable, CaseIterable {
    /// The rules give it and the application didn't.
    case missing
    /// The application gave it and the rules don't.
    case extra
    /// Both give it, at different instants.
    case moved
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
  public var moved = 0
  public var missing = 0
  public var extra = 0

  mutating func count(_ sort: AuditFinding.Sort) {
    switch sort {
    case .missing: missing += 1
    case .extra: extra += 1
    case .moved: moved += 1
    }
  }
}

public import PaceLanguage

/// A gate of a rule, by its place among the rule's gates or its kind's policy.
public struct GateReference: Hashable, Sendable {
  public var name: GateName
  public var isPolicy: Bool
  /// The index in the rule's gates, or in its kind's policy.
  public var index: Int
}

extension Program {
  /// The gate that `reference` names, of the rule or of its kind's policy; nil if there is none.
  public func gate(_ reference: GateReference, of rule: RuleID) -> Gate? {
    let gates = reference.isPolicy ? policy(of: self[rule]) : self[rule].gates
    return gates.indices.contains(reference.index) ? gates[reference.index] : nil
  }
}

/// A notice that is due and given.
public struct Firing: Sendable {
  public var rule: RuleID
  public var at: Instant
  /// The filled-in message; nil if it was not asked for or a guard withheld it.
  public var message: String?
  /// Whether the message was withheld by a guard.
  public var isWithheld: Bool
}

/// A notice that was due and held back.
///
/// A rule with `on`, `at` or `every` has one for each lost firing. Other rules have one each time that another gate
/// takes over in an episode.
public struct Holding: Sendable {
  public var rule: RuleID
  public var at: Instant
  public var gate: GateReference
}

/// A change of a scale's level, which stands from `at` on.
public struct LevelChange: Sendable {
  public var scale: ScaleID
  public var level: Int
  public var at: Instant
}

/// One output of a machine, with its messages filled in; in the order of `Told`.
public enum Record: Sendable {
  case fired(Firing)
  case held(Holding)
  case level(LevelChange)
  case account(Account)
  /// A value of the rule's condition or message overflowed and counts as unknown; told once per rule and subject.
  case overflow(rule: RuleID, expression: ExpressionID, at: Instant)
  /// The subject's evaluation ends here because a rule came due too often; nothing is told after this.
  case runaway(Runaway)

  /// The firing; nil for other records.
  public var firing: Firing? { if case .fired(let firing) = self { firing } else { nil } }

  public var at: Instant {
    switch self {
    case .fired(let firing): firing.at
    case .held(let holding): holding.at
    case .level(let change): change.at
    case .account(let account): account.at
    case .overflow(_, _, let at): at
    case .runaway(let runaway): runaway.at
    }
  }
}

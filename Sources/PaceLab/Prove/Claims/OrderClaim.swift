public import PaceLanguage

/// What an `order a < b` claims of one rule or scale, whatever the log and the instant.
///
/// Under b the rule's `when` holds at least as often, and the scale stands at least as high.
public struct OrderClaim: Sendable {
  public enum About: Hashable, Sendable {
    case rule(RuleID)
    case scale(ScaleID)
  }

  public enum Verdict: String, Sendable {
    case proved
    /// `scenario` breaks it.
    case refuted
    /// Neither proved nor refuted.
    case open
    /// It reads firings, or is raised `when fired`, so that the order says nothing of it.
    case notClaimed = "not claimed"
  }

  /// The index in `Program.orders`.
  public var order: Int
  public var lower: PresetID
  public var higher: PresetID
  public var about: About
  public var verdict: Verdict
  /// The parameters that differ and enter it, in declaration order.
  public var effects: [ParamEffect]
  /// Why it is not claimed, or what stands in the way of a proof.
  public var reason: String?
  /// The text of a scenario that fails under `pace test`; nil unless the claim is refuted.
  public var scenario: String?
  /// The log of the scenario.
  var counterexample: Trial?
}

/// How one parameter's change from the lower preset to the higher one enters a condition.
public struct ParamEffect: Equatable, Sendable {
  public enum Direction: String, Sendable {
    /// Holds at least as often, stands at least as high.
    case more
    case less
    case unclear
  }

  public var param: ParamID
  public var from: Constant
  public var to: Constant
  public var direction: Direction
  /// Where it enters, in the order of the text.
  public var sites: [ParamSite]
}

/// A place at which a parameter enters, and what its change does there: the argument of a proof.
public struct ParamSite: Equatable, Sendable {
  /// The comparison, clause or name, as it is written.
  public var text: String
  /// The rule or stream through which it enters; nil if it stands in the claim's own rule.
  public var through: String?
  public var because: String
  public var direction: ParamEffect.Direction
}

extension Program {
  /// `balanced < strict`
  public func order(of claim: OrderClaim) -> String {
    "\(presets[claim.lower.index].name.text) < \(presets[claim.higher.index].name.text)"
  }

  public func name(of about: OrderClaim.About) -> String {
    switch about {
    case .rule(let rule): self[rule].name.text
    case .scale(let scale): scales[scale.index].name.text
    }
  }
}

public import PaceEngine

/// What is known of a program's claims, and of the rules and levels that it can reach.
public struct ProofReport: Sendable {
  /// For each pair of neighbours in an order: rules with a condition, then scales.
  public var claims: [OrderClaim]
  /// One for each rule, in declaration order, then for each level of each scale, from the resting level up.
  public var reaches: [ReachClaim] = []
  /// How many times a log was evaluated under a preset in the search for scenarios; no more than the budget.
  public var evaluations = 0
  /// A runaway in a trial, if something is left open; nil for none.
  public var runaway: Runaway?

  public var rules: [ReachClaim] {
    reaches.filter { if case .rule = $0.about { true } else { false } }
  }
  public var levels: [ReachClaim] {
    reaches.filter { if case .level = $0.about { true } else { false } }
  }
}

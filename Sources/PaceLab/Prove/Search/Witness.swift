import PaceEngine
import PaceLanguage

/// Something that the search looks for.
enum Goal: Hashable {
  /// A trial that breaks a claim, by its index among the claims.
  case violation(Int)
  case rule(RuleID)
  case level(ScaleID, Int)
  /// A trial that comes to something else in the second program than in the first.
  case difference

  /// Whether a rule's state has to be looked at to see the goal reached; notices and levels are told.
  func restsOnStates(of program: Program, _ claims: [OrderClaim]) -> Bool {
    switch self {
    case .violation(let claim): if case .rule = claims[claim].about { true } else { false }
    case .rule(let rule): program[rule].emission == nil
    case .level: false
    case .difference: true
    }
  }
}

/// A trial that reaches a goal.
struct Witness {
  /// What a test would expect there.
  enum Expectation {
    case fires(RuleID)
    case says(RuleID, String)
    case isSilent(RuleID)
    case held(RuleID, GateReference)
    case outcome(RuleID, Outcome)
    /// The subject has ended, so that the rule does not even come to this.
    case notEven(RuleID, Outcome)
    case level(ScaleID, Relation, Int)
  }

  var goal: Goal
  var trial: Trial
  /// Milliseconds after the trial's start.
  var at: Int64
  /// The presets under which it was seen; for a violation, first the one that keeps the claim, then the one
  /// that breaks it.
  var presets: [PresetID]
  var expectation: Expectation
}

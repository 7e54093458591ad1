import PaceEngine
import PaceLanguage

/// Something that the search looks for.
enum Goal: Hashable {
  /// A trial that breaks a claim, by its index among the claims.
  case violation(Int)
  case reach(ReachClaim.About)
  /// A trial with another outcome in the second program than in the first.
  case difference

  /// Whether only a rule's state shows that the goal is reached, since records tell notices and levels anyway.
  func restsOnStates(of program: Program, _ claims: [OrderClaim]) -> Bool {
    switch self {
    case .violation(let claim): if case .rule = claims[claim].about { true } else { false }
    case .reach(.rule(let rule)): program[rule].emission == nil
    case .reach(.level): false
    case .difference: true
    }
  }

  /// The rules that the goal is about.
  func rules(of program: Program, _ claims: [OrderClaim]) -> [RuleID] {
    switch self {
    case .violation(let claim): claims[claim].about.rules(in: program)
    case .reach(.rule(let rule)): [rule]
    case .reach(.level(let scale, _)): program.scales[scale.index].rules
    case .difference: program.rules.ids
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
    /// The rule has no such outcome, because the subject has ended.
    case notEven(RuleID, Outcome)
    case level(ScaleID, Relation, Int)
  }

  var goal: Goal
  var trial: Trial
  var at: Instant
  /// The presets under which it was seen; for a violation, first the one that keeps the claim, then the one
  /// that breaks it.
  var presets: [PresetID]
  var expectation: Expectation

  /// Milliseconds after the trial's start.
  var offset: Int64 { at.milliseconds - trial.start }
}

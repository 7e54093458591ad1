import PaceEngine
import PaceLab
import PaceLanguage

/// The verdict of every rule at one instant of one subject, with what is needed to tell it.
struct Explanation: Sendable {
  var log: SubjectLog
  var account: Account
  /// The rules to tell in full; the others get a line each.
  var focus: Set<RuleID>
  /// What comes next if nothing more is logged, the nearest first.
  var next: [NextStep]
  /// The evaluator that gave the account: it knows the subject's texts and parameters.
  var evaluator: Evaluator
}

/// Something that will happen of itself.
struct NextStep: Sendable {
  enum What: Sendable {
    /// The rule's state ends.
    case clears(RuleID)
    /// The rule may speak again.
    case opens(RuleID)
    /// A scale comes to stand at another level.
    case level(ScaleID, Int)
  }
  var what: What
  var at: Instant
}

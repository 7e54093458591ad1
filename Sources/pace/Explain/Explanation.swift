import PaceEngine
import PaceLab
import PaceLanguage

/// The verdict of every rule at one instant of one subject, with what is needed to tell it.
struct Explanation: Sendable {
  var log: SubjectLog
  var account: Account
  /// The rules to tell in full; the others get a line each.
  var focus: Set<RuleID>
  /// What turns the verdicts of those rules over.
  var flips: [FlipReport]
  /// What comes next if nothing more is logged, the nearest first.
  var next: [NextStep]
  /// The evaluator that gave the account: it knows the subject's texts and parameters.
  var evaluator: Evaluator

  init(_ outlook: Outlook, _ account: Account, focus: Set<RuleID>, evaluator: Evaluator) {
    log = outlook.situation.log
    self.account = account
    self.focus = focus
    self.evaluator = evaluator
    flips = focus.sorted { $0.index < $1.index }.map { rule in
      var search = FlipSearch(outlook, account, rule: rule)
      return search.search()
    }
    next = outlook.steps(of: focus)
  }
}

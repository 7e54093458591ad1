import Dispatch
import PaceEngine
import PaceLab
import PaceLanguage
import Synchronization

/// The verdict of every rule at one instant of one subject, with what is needed to tell it.
struct Explanation: Sendable {
  var log: SubjectLog
  var account: Account
  /// The instant asked about, where it is after the subject's end and the verdict that of the end.
  var asked: Instant?
  /// The rules to tell in full; the others get a line each.
  var focus: Set<RuleID>
  /// What turns the verdicts of those rules over.
  var flips: [FlipReport]
  /// What comes next if nothing more is logged, the nearest first.
  var next: [NextStep]
  /// The evaluator that gave the account: it knows the subject's texts and parameters.
  var evaluator: Machine

  init(
    _ outlook: Outlook, _ account: Account, focus: Set<RuleID>, evaluator: Machine, asked: Instant? = nil
  ) {
    log = outlook.situation.log
    self.account = account
    self.asked = asked
    self.focus = focus
    self.evaluator = evaluator
    let rules = focus.sorted { $0.index < $1.index }
    let reports = Mutex([FlipReport?](repeating: nil, count: rules.count))
    let steps = Mutex<[NextStep]>([])
    // Every search evaluates the log anew, none knows of another.
    DispatchQueue.concurrentPerform(iterations: rules.count + 1) { index in
      if index == rules.count {
        let found = outlook.steps(of: focus)
        steps.withLock { $0 = found }
      } else {
        var search = FlipSearch(outlook, account, rule: rules[index])
        let report = search.search()
        reports.withLock { $0[index] = report }
      }
    }
    flips = reports.withLock { $0.compactMap { $0 } }
    next = steps.withLock { $0 }
  }
}

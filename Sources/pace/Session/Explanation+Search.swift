import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Synchronization

extension Explanation {
  /// Searches on several threads for flips and next steps; the rules share what may be searched.
  init(
    _ outlook: Outlook, _ account: Account, focus: Set<RuleID>, machine: Machine, asked: Instant? = nil
  ) {
    let rules = focus.sorted { $0.index < $1.index }
    let reports = Mutex([FlipReport?](repeating: nil, count: rules.count))
    let steps = Mutex<[NextStep]>([])
    // The searches are independent: each evaluates the log anew.
    Threads.perform(rules.count + 1) { index in
      if index == rules.count {
        let found = outlook.steps(of: focus)
        steps.withLock { $0 = found }
      } else {
        let search = FlipSearch(
          outlook, account, rule: rules[index], mostRows: FlipSearch.mostRows / rules.count)
        let report = search.search()
        reports.withLock { $0[index] = report }
      }
    }
    self.init(
      outlook.situation.log, account, focus: focus, flips: reports.withLock { $0.compactMap { $0 } },
      next: steps.withLock { $0 }, machine: machine, asked: asked)
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Synchronization

extension Explanation {
  /// Searches for flips and next steps; the rules share what may be searched.
  init(
    _ outlook: Outlook, _ account: Account, focus: Set<RuleID>, machine: Machine, asked: Instant? = nil
  ) {
    var shared = SharedWork()
    self.init(outlook, account, focus: focus, machine: machine, asked: asked, sharing: &shared)
  }

  /// Searches on several threads, each of which goes on with what it shares with earlier questions.
  init(
    _ outlook: Outlook, _ account: Account, focus: Set<RuleID>, machine: Machine, asked: Instant? = nil,
    sharing shared: inout SharedWork
  ) {
    let rules = focus.sorted { $0.index < $1.index }
    let trails = Mutex(rules.map { shared.takeTrail(of: $0) })
    let reports = Mutex([FlipReport?](repeating: nil, count: rules.count))
    let steps = Mutex<[NextStep]>([])
    Threads.perform(rules.count + 1) { index in
      if index == rules.count {
        let found = outlook.steps(of: focus)
        steps.withLock { $0 = found }
      } else {
        let search = FlipSearch(
          outlook, account, rule: rules[index], mostRows: FlipSearch.mostRows / rules.count,
          along: trails.withLock { $0[index].take() })
        let found = search.searchOn()
        reports.withLock { $0[index] = found.report }
        trails.withLock { $0[index] = found.trail }
      }
    }
    for case let trail? in trails.withLock({ $0 }) { shared.put(trail) }
    self.init(
      outlook.situation.log, account, focus: focus, flips: reports.withLock { $0.compactMap { $0 } },
      next: steps.withLock { $0 }, machine: machine, asked: asked)
  }
}

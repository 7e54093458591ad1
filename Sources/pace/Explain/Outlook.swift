import PaceEngine
import PaceLab
import PaceLanguage

/// Looks ahead from an instant, as if nothing more were logged.
struct Outlook {
  /// How many instants are looked at before it is left open what comes.
  private static let limit = 500

  private let plan: Plan
  private var options: Evaluator.Options

  init(_ plan: Plan, options: Evaluator.Options) {
    self.plan = plan
    self.options = options
    self.options.until = nil
    self.options.fillsMessages = false
    self.options.tellsHeld = false
    self.options.tellsLevels = true
    self.options.accounts = .all
  }

  /// What happens after `instant` to these rules, and to every scale first.
  func steps(of log: SubjectLog, after instant: Instant, rules: Set<RuleID>, account: Account) -> [NextStep] {
    var evaluator = Evaluator(plan, options: options)
    log.replay(into: &evaluator, upTo: instant)
    evaluator.records.removeAll()
    var steps: [NextStep] = []
    var uncleared = rules.filter { rule in account.rules[rule.index].isOn }
    var scales = Set(plan.program.scales.indices)
    var looked = 0
    while looked < Self.limit, !(uncleared.isEmpty && scales.isEmpty), let deadline = evaluator.nextDeadline()
    {
      if let end = evaluator.end, deadline > end { break }
      evaluator.advance(to: deadline)
      looked += 1
      for record in evaluator.records {
        switch record {
        case .level(let change) where scales.remove(change.scale.index) != nil:
          steps.append(NextStep(what: .level(change.scale, change.level), at: change.at))
        case .account(let later):
          for rule in uncleared.sorted(by: { $0.index < $1.index }) where !later.rules[rule.index].isOn {
            uncleared.remove(rule)
            steps.append(NextStep(what: .clears(rule), at: later.at))
          }
        default: break
        }
      }
      evaluator.records.removeAll()
    }
    steps += openings(of: log, after: instant, rules: rules)
    return steps.sorted { $0.at < $1.at }
  }

  /// When the rules that are held may speak again: their gates a millisecond later.
  private func openings(of log: SubjectLog, after instant: Instant, rules: Set<RuleID>) -> [NextStep] {
    let milliseconds = instant.milliseconds + 1
    var options = options
    options.accounts = .at(Instant(milliseconds))
    options.until = Instant(milliseconds)
    var evaluator = Evaluator(plan, options: options)
    log.replay(into: &evaluator, upTo: instant)
    evaluator.finish()
    guard case .account(let account)? = evaluator.records.last(where: \.isAccount) else { return [] }
    var steps: [NextStep] = []
    for rule in rules.sorted(by: { $0.index < $1.index }) {
      let holding = account.rules[rule.index].gates.filter(\.isHolding)
      let opens = holding.compactMap(\.opensAt)
      guard !holding.isEmpty, opens.count == holding.count, let last = opens.max() else { continue }
      steps.append(NextStep(what: .opens(rule), at: last))
    }
    return steps
  }
}

extension Record {
  fileprivate var isAccount: Bool {
    if case .account = self { true } else { false }
  }
}

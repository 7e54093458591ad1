public import PaceEngine
public import PaceLanguage

/// The verdicts of rules at certain instants of one subject, all from one run.
public struct AskedVerdicts {
  private var asked: [Instant: Set<RuleID>] = [:]
  private var verdicts: [Instant: [RuleID: RuleAccount]] = [:]

  public init() {}

  /// Nil if the subject isn't open at that instant, or nobody asked.
  public subscript(rule: RuleID, at: Instant) -> RuleAccount? { verdicts[at]?[rule] }

  /// The rules that are asked about.
  var rules: Set<RuleID> { asked.values.reduce(into: []) { $0.formUnion($1) } }

  public mutating func ask(of rule: RuleID, at instant: Instant) { asked[instant, default: []].insert(rule) }

  /// Runs a log, stopping at each instant asked about.
  public mutating func answer(_ plan: Plan, _ log: SubjectLog, _ evaluation: Machine.Options) {
    guard let first = asked.keys.min() else { return }
    var options = evaluation
    options.accounts = .at(first)
    var machine = Machine(plan, options: options)
    log.begin(in: &machine)
    answer(log, in: &machine)
  }

  /// Advances a machine in which the subject has begun, stopping at each instant asked about; it must give accounts.
  ///
  /// - Parameter tellsReached: whether an instant gives an account, not just a standing, even if nothing happens at
  ///   it. Only an account says when gates open.
  mutating func answer(_ log: SubjectLog, in machine: inout Machine, tellsReached: Bool = false) {
    var known = 0
    for (instant, rules) in asked.sorted(by: { $0.key < $1.key }) {
      machine.forgetRecords()
      machine.giveAccount(at: instant)
      let end = max(known, log.count(upTo: instant))
      log.appendUntold(known..<end, to: &machine)
      known = end
      // Without an `until` a log goes as far as its last event.
      let last = machine.end ?? machine.options.until ?? log.events.last?.at ?? log.start
      let horizon = known < log.events.count ? nil : last
      machine.advance(to: min(instant, horizon ?? instant))
      if tellsReached { machine.tellReachedAccount() }
      let account = machine.account(at: instant)
      let isOver = horizon != nil && machine.end.map { $0 < instant } ?? false
      guard machine.hasBegun, account != nil || !isOver else { continue }
      for rule in rules {
        let verdict = account?.rules[rule.index] ?? machine.standing(of: rule, at: instant)
        verdicts[instant, default: [:]][rule] = verdict
      }
    }
  }
}

extension Machine {
  /// The account of an instant among the records; nil if there is none.
  func account(at instant: Instant) -> Account? {
    for case .account(let account) in records where account.at == instant { return account }
    return nil
  }
}

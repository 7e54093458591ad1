public import PaceEngine
public import PaceLanguage

/// The verdicts of rules at certain instants of one subject, all from one run.
public struct AskedVerdicts {
  private struct Question: Hashable {
    var rule: RuleID
    var at: Instant
  }
  private var rules: [Instant: Set<RuleID>] = [:]
  private var verdicts: [Question: RuleAccount] = [:]

  public init() {}

  /// Nil if the subject isn't open at that instant, or nobody asked.
  public subscript(rule: RuleID, at: Instant) -> RuleAccount? { verdicts[Question(rule: rule, at: at)] }

  public mutating func ask(of rule: RuleID, at instant: Instant) { rules[instant, default: []].insert(rule) }

  /// Runs a log, stopping at each instant asked about.
  public mutating func answer(_ plan: Plan, _ log: SubjectLog, _ evaluation: Machine.Options) {
    let instants = rules.keys.sorted()
    guard let first = instants.first else { return }
    var options = evaluation
    options.accounts = .at(first)
    var machine = Machine(plan, options: options)
    log.begin(in: &machine)
    var known = 0
    for instant in instants {
      append(log, upTo: Instant(instant.milliseconds - 1), &known, to: &machine)
      machine.giveAccount(at: instant)
      append(log, upTo: instant, &known, to: &machine)
      note(&machine, log, at: instant, isLast: known == log.events.count)
    }
  }

  private func append(
    _ log: SubjectLog, upTo instant: Instant, _ known: inout Int, to machine: inout Machine
  ) {
    let end = max(known, log.count(upTo: instant))
    log.appendUntold(known..<end, to: &machine)
    known = end
  }

  /// Notes the verdicts at an instant whose events are all known; with `isLast`, no event is later.
  private mutating func note(
    _ machine: inout Machine, _ log: SubjectLog, at instant: Instant, isLast: Bool
  ) {
    // Without an `until` a log goes as far as its last event.
    let horizon = isLast ? machine.end ?? machine.options.until ?? log.events.last?.at ?? log.start : nil
    machine.advance(to: min(instant, horizon ?? instant))
    var account: Account?
    for case .account(let found) in machine.records where found.at == instant { account = found }
    let isOver = isLast && machine.end.map { $0 < instant } ?? false
    guard machine.hasBegun, account != nil || !isOver else { return }
    for rule in rules[instant] ?? [] {
      let verdict = account?.rules[rule.index] ?? machine.standing(of: rule, at: instant)
      verdicts[Question(rule: rule, at: instant)] = verdict
    }
  }
}

import PaceEngine
import PaceLanguage

/// The verdicts that a scenario's expectations turn on.
///
/// Every question is asked before any is answered: one run answers those about instants, and one more those about the
/// whole scenario.
struct ScenarioVerdicts {
  private var atInstants = AskedVerdicts()
  /// For each rule asked about over time, its verdicts.
  private var overTime: [RuleID: VerdictTally] = [:]

  /// A rule's verdict at an instant, asking for it; nil before the answer, or if the subject is closed then.
  mutating func verdict(of rule: RuleID, at instant: Instant) -> RuleAccount? {
    atInstants.ask(of: rule, at: instant)
    return atInstants[rule, instant]
  }

  /// A rule's verdicts, asking for them; none before the answer.
  mutating func verdicts(of rule: RuleID) -> VerdictTally {
    if let known = overTime[rule] { return known }
    let none = VerdictTally()
    overTime[rule] = none
    return none
  }

  /// Finds what has been asked for.
  mutating func answer(_ replay: ScenarioReplay) {
    replay.answer(&atInstants)
    let rules = Set(overTime.keys)
    if rules.isEmpty { return }
    _ = replay.evaluate(accounts: .all, of: rules) { record in
      guard case .account(let account) = record else { return }
      for rule in rules {
        overTime[rule]?.note(account.rules[rule.index], at: account.at, in: replay.program)
      }
    }
  }
}

public import PaceEngine
public import PaceLanguage

/// When the outcome of one rule changed over a subject's life.
public struct OutcomeTimeline: Sendable {
  /// From this instant on the rule comes to this; a rule on events has one for each try.
  public struct Entry: Sendable {
    public var at: Instant
    public var account: RuleAccount
  }
  public var entries: [Entry] = []

  /// `accounts` are those of every instant.
  public init(_ accounts: [Account], of rule: RuleID, program: Program) {
    let isOn = if case .on = program[rule].trigger { true } else { false }
    for account in accounts {
      let verdict = account.rules[rule.index]
      if isOn {
        if verdict.outcome == .notTriggered { continue }
      } else if let last = entries.last?.account, last.outcome == verdict.outcome, last.gate == verdict.gate,
        verdict.outcome != .fired
      {
        continue
      }
      entries.append(Entry(at: account.at, account: verdict))
    }
  }
}

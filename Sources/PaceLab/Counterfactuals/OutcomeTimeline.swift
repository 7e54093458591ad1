public import PaceEngine
public import PaceLanguage

/// When the outcome of one rule changed over a subject's life.
public struct OutcomeTimeline: Sendable {
  /// From this instant on the rule comes to this. A rule on events has one for each try, a rule at times of
  /// day one for each try that comes to something else than the one before.
  public struct Entry: Sendable {
    public var at: Instant
    public var account: RuleAccount
  }
  public var entries: [Entry] = []

  /// `accounts` are those of every instant.
  public init(_ accounts: [Account], of rule: RuleID, program: Program) {
    for (index, account) in accounts.enumerated() {
      let verdict = account.rules[rule.index]
      let trigger = program[rule].trigger
      if !trigger.isNone, verdict.outcome == .notTriggered { continue }
      if trigger.stream == nil, isGoingOn(verdict) { continue }
      entries.append(Entry(at: account.at, account: verdict))
      guard trigger.isNone, verdict.outcome == .fired, verdict.isOn else { continue }
      // It has spoken from the next millisecond on, though nothing may be evaluated then.
      let next = accounts.indices.contains(index + 1) ? accounts[index + 1].at : nil
      let (after, overflow) = account.at.milliseconds.addingReportingOverflow(1)
      if overflow || next == Instant(after) { continue }
      entries.append(Entry(at: Instant(after), account: Self.spoken(verdict)))
    }
  }

  /// Whether the rule comes to the same as before; each firing is one of its own.
  private func isGoingOn(_ verdict: RuleAccount) -> Bool {
    guard let last = entries.last?.account, verdict.outcome != .fired else { return false }
    return last.outcome == verdict.outcome && last.gate == verdict.gate
  }

  /// What a rule that fired comes to right after; the values at that instant are not known.
  private static func spoken(_ fired: RuleAccount) -> RuleAccount {
    var account = fired
    account.outcome = .alreadyFired
    account.condition = nil
    account.until = nil
    account.message = nil
    return account
  }
}

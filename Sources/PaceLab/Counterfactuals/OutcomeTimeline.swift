public import PaceEngine
public import PaceLanguage

/// When the outcome of one rule changed over a subject's life.
public struct OutcomeTimeline: Sendable {
  /// The rule's outcome from this instant on.
  ///
  /// An `on` rule has an entry for each try; any other rule has one for each change of outcome and each firing. A rule
  /// with `at` or `every` also has one for each firing that is held back, as those are counted.
  public struct Entry: Sendable {
    public var at: Instant
    /// The rule's account without gates, message and the rows behind its condition, which may be very many.
    public var account: RuleAccount
  }
  public private(set) var entries: [Entry] = []
  private let rule: RuleID
  private let trigger: Rule.Trigger

  public init(of rule: RuleID, in program: Program) {
    self.rule = rule
    trigger = program[rule].trigger
  }

  /// Takes the account of the next instant at which anything is evaluated.
  public mutating func add(_ account: Account) {
    let verdict = account.rules[rule.index]
    if !trigger.isNone, verdict.outcome == .notTriggered { return }
    if trigger.stream == nil, isGoingOn(verdict) { return }
    var kept = Self.kept(verdict)
    // The values were told with the firing, a millisecond before.
    if verdict.outcome == .alreadyFired, entries.last?.account.outcome == .fired { kept.condition = nil }
    entries.append(Entry(at: account.at, account: kept))
  }

  /// Whether the outcome goes on; each firing and each held one of a tick is an entry of its own.
  private func isGoingOn(_ verdict: RuleAccount) -> Bool {
    guard let last = entries.last?.account, verdict.outcome != .fired else { return false }
    if verdict.outcome == .held, !trigger.isNone { return false }
    return last.outcome == verdict.outcome && last.gate == verdict.gate
  }

  private static func kept(_ verdict: RuleAccount) -> RuleAccount {
    var account = verdict
    account.condition = verdict.condition?.withoutRows
    account.until = nil
    account.gates = []
    account.message = nil
    return account
  }
}

extension ConditionNode {
  fileprivate var withoutRows: ConditionNode {
    var node = self
    node.rows = []
    node.children = children.map { $0.withoutRows }
    return node
  }
}

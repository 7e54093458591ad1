public import PaceEngine
public import PaceLanguage

/// An instant at which a rule nearly spoke: its condition alone was in the way, by so much.
public struct NearMiss: Sendable {
  public var at: Instant
  public var account: RuleAccount
  /// How far the condition was from true, as a part of what it is compared with.
  public var distance: Double

  /// The misses in the accounts of every instant of one subject: each try of a rule on an event, and for other
  /// rules the nearest instant of each stretch that did not end with the condition coming true.
  public static func all(
    in accounts: [Account], of rules: Set<RuleID>, program: Program
  ) -> [NearMiss] {
    var found: [NearMiss] = []
    for rule in rules.sorted(by: { $0.index < $1.index }) {
      if case .on = program[rule].trigger {
        found += accounts.compactMap { miss(at: $0.at, $0.rules[rule.index], program) }
      } else {
        found += stretches(accounts, rule, program)
      }
    }
    return found
  }

  private static func stretches(_ accounts: [Account], _ rule: RuleID, _ program: Program) -> [NearMiss] {
    var found: [NearMiss] = []
    var nearest: NearMiss?
    for account in accounts {
      let verdict = account.rules[rule.index]
      if verdict.condition?.value.isTrue ?? true {
        nearest = nil
      } else if let miss = miss(at: account.at, verdict, program) {
        // Going away from it ends a stretch: what came before was a miss.
        if let last = nearest, miss.distance > last.distance {
          found.append(last)
          nearest = miss
        } else {
          nearest = miss
        }
      }
    }
    if let nearest { found.append(nearest) }
    return found
  }

  private static func miss(at instant: Instant, _ account: RuleAccount, _ program: Program) -> NearMiss? {
    let isShort = account.outcome == .idle || (account.outcome == .notTriggered && !account.isOn)
    if case .on = program[account.rule].trigger, account.outcome != .idle { return nil }
    guard isShort, let condition = account.condition, !condition.value.isTrue,
      let distance = distance(to: true, condition, program)
    else { return nil }
    return NearMiss(at: instant, account: account, distance: distance)
  }

  /// How far a condition is from being true, or false; nil where that is no matter of more or less.
  private static func distance(to wanted: Bool, _ node: ConditionNode, _ program: Program) -> Double? {
    if node.value == (wanted ? .yes : .no) { return 0 }
    let parts = node.children
    switch program[node.expression].operation {
    case .define: return parts.first.flatMap { distance(to: wanted, $0, program) }
    case .not: return parts.first.flatMap { distance(to: !wanted, $0, program) }
    case .binary(.and, _, _), .binary(.or, _, _):
      let distances = parts.map { distance(to: wanted, $0, program) }
      let isAnd = if case .binary(.and, _, _) = program[node.expression].operation { true } else { false }
      if isAnd == wanted {
        let known = distances.compactMap { $0 }
        return known.count == distances.count ? known.max() : nil
      }
      return distances.compactMap { $0 }.min()
    case .comparison, .within:
      guard let margin = node.margin, !margin.isUnknown, parts.count > 1 else { return nil }
      let threshold = parts.dropFirst().map { Double($0.value.bits.magnitude) }.max() ?? 0
      return Double(margin.bits.magnitude) / max(threshold, Double(margin.bits.magnitude), 1)
    default: return nil
    }
  }
}

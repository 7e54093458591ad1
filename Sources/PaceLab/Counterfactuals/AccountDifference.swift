public import PaceEngine
public import PaceLanguage

/// A fact in which two accounts of one program differ, with the first account's value, then the second's.
public enum AccountDifference: Sendable {
  case preset(PresetID?, PresetID?)
  case param(ParamID, Value, Value)
  case level(ScaleID, Int, Int)
  case outcome(RuleID, RuleAccount, RuleAccount)
  /// A comparison or a truth value within a rule's condition.
  case part(RuleID, ConditionNode, ConditionNode)
  case gate(RuleID, GateAccount, GateAccount)

  /// All differences: those of the whole instant first, then rule by rule.
  public static func between(
    _ one: (account: Account, machine: Machine), _ other: (account: Account, machine: Machine),
    rules: Set<RuleID>
  ) -> [AccountDifference] {
    let program = one.machine.plan.program
    var found: [AccountDifference] = []
    if one.account.preset != other.account.preset {
      found.append(.preset(one.account.preset, other.account.preset))
    }
    for param in program.params.ids {
      let values = (one.machine.value(of: param), other.machine.value(of: param))
      if values.0 != values.1 { found.append(.param(param, values.0, values.1)) }
    }
    for (index, levels) in zip(one.account.levels, other.account.levels).enumerated()
    where levels.0 != levels.1 {
      found.append(.level(ScaleID(index), levels.0, levels.1))
    }
    for (mine, theirs) in zip(one.account.rules, other.account.rules) where rules.contains(mine.rule) {
      found += between(mine, theirs, program)
    }
    return found
  }

  private static func between(
    _ one: RuleAccount, _ other: RuleAccount, _ program: Program
  ) -> [AccountDifference] {
    var found: [AccountDifference] = []
    if one.outcome != other.outcome || one.gate != other.gate {
      found.append(.outcome(one.rule, one, other))
    }
    for (mine, theirs) in [(one.condition, other.condition), (one.until, other.until)] {
      if let mine, let theirs { found += parts(mine, theirs, of: one.rule, program) }
    }
    for (mine, theirs) in zip(one.gates, other.gates)
    where mine.isHolding != theirs.isHolding || mine.count != theirs.count {
      found.append(.gate(one.rule, mine, theirs))
    }
    return found
  }

  /// The smallest parts that differ: comparisons, bare truths, and other parts without parts of their own.
  private static func parts(
    _ one: ConditionNode, _ other: ConditionNode, of rule: RuleID, _ program: Program
  ) -> [AccountDifference] {
    let isSmallest =
      one.marginType != nil || other.marginType != nil || one.children.isEmpty
      || program.isBareTruth(one.expression)
    guard isSmallest else {
      return zip(one.children, other.children).flatMap { parts($0, $1, of: rule, program) }
    }
    return one.says(as: other) ? [] : [.part(rule, one, other)]
  }
}

extension ConditionNode {
  fileprivate func says(as other: ConditionNode) -> Bool {
    // Texts are numbered anew for each subject.
    if type == .text || type == .schedule { return true }
    return value == other.value && margin == other.margin
      && zip(children, other.children).allSatisfy { $0.says(as: $1) }
  }
}

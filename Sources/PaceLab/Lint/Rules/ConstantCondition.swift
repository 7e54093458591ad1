import PaceLanguage

extension LintRule {
  static let constantCondition = LintRule(
    code: "constant-condition", severity: .warning,
    summary: "a comparison that has the same result whatever is logged",
    rationale: """
      The declared ranges decide it. It is either left over or was meant to compare something else. A
      comparison that may be unknown, such as one of `since`, is not reported: it asks whether there is a
      value.
      """,
    reported: """
      rule busy {
        on entry
        when count(entry, last 60 min) >= 0
        emit warning "That is a lot."
      }
      """,
    accepted: """
      rule busy {
        on entry
        when count(entry, last 60 min) >= 3
        emit warning "That is a lot."
      }
      """
  ) { rule, context in
    let program = context.program
    let exempt = context.impossibleParts.union(program.everyDayConditions)
    return program.expressions.indices.compactMap { index in
      let id = ExpressionID(index)
      switch program[id].operation {
      case .comparison, .within: break
      default: return nil
      }
      let bounds = context.bounds[id]
      guard bounds.isAlwaysTrue || bounds.isNeverTrue, !exempt.contains(id) else { return nil }
      let result = bounds.isAlwaysTrue ? "always" : "never"
      return rule.finding(program[id].span, "this is \(result) true" + context.reason(for: id))
    }
  }
}

extension LintContext {
  /// What `impossible-condition` reports already.
  fileprivate var impossibleParts: Set<ExpressionID> {
    var conditions = program.rules.compactMap(\.condition)
    for case .derived(_, let condition?) in program.streams.map(\.kind) { conditions.append(condition) }
    return Set(conditions.compactMap { impossiblePart(of: $0, under: nil)?.part })
  }
}

extension Program {
  /// What streaks ask of a day, as a whole: `days where count(entry, today) >= 0` is how all days are
  /// counted.
  fileprivate var everyDayConditions: Set<ExpressionID> {
    var conditions: Set<ExpressionID> = []
    for node in expressions {
      if case .streak(let condition, _) = node.operation { conditions.insert(resolved(condition)) }
    }
    return conditions
  }
}

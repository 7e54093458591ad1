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
    reported: busy(when: "count(entry, last 60 min) >= 0"),
    mended: ["  when count(entry, last 60 min) >= 0": "  when count(entry, last 60 min) >= 3"]
  ) { rule, context in
    let program = context.program
    let exempt = context.impossibleParts.union(program.everyDayConditions)
    return program.expressions.indices.compactMap { index in
      let id = ExpressionID(index)
      let bounds = context.bounds[id]
      guard program[id].operation.isComparison, !bounds.mayBeUnknown,
        bounds.isAlwaysTrue || bounds.isNeverTrue, !exempt.contains(id)
      else { return nil }
      let result = bounds.isAlwaysTrue ? "always" : "never"
      return rule.finding(
        program[id].span, "this is \(result) true" + context.reason(for: id), help: context.help(for: id))
    }
  }
}

extension LintContext {
  /// What `impossible-condition` reports already.
  fileprivate var impossibleParts: Set<ExpressionID> {
    return Set(program.conditions.compactMap { impossiblePart(of: $0, under: nil)?.part })
  }
}

extension Program {
  /// The whole condition of each streak, since `days where count(entry, today) >= 0` is how all days are counted.
  fileprivate var everyDayConditions: Set<ExpressionID> {
    let all = expressions.indices.flatMap { self.parts(of: ExpressionID($0)) }
    return Set(all.filter { $0.role == .streakDays }.compactMap { $0.expression }.map { resolved($0) })
  }
}

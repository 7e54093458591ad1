import PaceLanguage

extension LintRule {
  static let constantCondition = LintRule(
    code: "constant-condition", severity: .warning,
    summary: "a comparison that has the same result whatever is logged",
    rationale: """
      The declared ranges decide it, or the trigger of a rule `on entry`, whose newest entry has just come
      when it is tried. It is either left over or was meant to compare something else. A comparison that
      may be unknown, such as one of `since`, is not reported: it asks whether there is a value. `yes` and
      `no` as parts of a condition are reported too.
      """,
    reported: busy(when: "count(entry, last 60 min) >= 0"),
    mended: ["  when count(entry, last 60 min) >= 0": "  when count(entry, last 60 min) >= 3"]
  ) { rule, context in
    let program = context.program
    let exempt = context.impossibleParts.union(program.everyDayConditions)
    let written = program.writtenTruths
    let atAttempts = program.rules.indices.flatMap {
      context.constants(atAttemptsOf: RuleID($0), by: rule)
    }
    return atAttempts
      + program.expressions.ids.compactMap { id in
        let bounds = context.bounds[id]
        let isTest = program.isTest(id) || written.contains(id)
        guard isTest, !bounds.mayBeUnknown, bounds.isAlwaysTrue || bounds.isNeverTrue, !exempt.contains(id)
        else { return nil }
        let result = bounds.isAlwaysTrue ? "always" : "never"
        return rule.finding(
          program[id].span, "this is \(result) true" + context.reason(for: id),
          help: written.contains(id)
            ? "leave it out, or write what it should depend on" : context.help(for: id))
      }
  }
}

extension LintContext {
  /// What to report of comparisons that have the same result whenever a rule with `on` is tried.
  ///
  /// The rule's condition is left out if the rule emits nothing, has `for` or `until`, or raises a level while on.
  fileprivate func constants(atAttemptsOf id: RuleID, by rule: LintRule) -> [Diagnostic] {
    guard var attempts = bounds.attempts(of: id) else { return [] }
    let whole = program[id]
    let isOnlyAsked =
      whole.emission != nil && whole.hold == nil && whole.until == nil
      && (whole.raise?.whenFired ?? true)
    let condition = whole.condition.flatMap { isOnlyAsked && attempts.truths($0).mayHoldLeft ? $0 : nil }
    let gates = whole.gates.compactMap { $0.kind.condition }.filter { !attempts.truths($0).alwaysHolds }
    let tests = ([condition].compactMap { $0 } + gates).flatMap { program.writtenTests(in: $0) }
    return tests.compactMap { test in
      let (now, ever) = (Bounds(attempts.pair(test)), bounds[test])
      guard now.isAlwaysTrue || now.isNeverTrue, !ever.isAlwaysTrue, !ever.isNeverTrue else { return nil }
      let result = now.isAlwaysTrue ? "always" : "never"
      let reason = attempts.words(of: test).map { ": \($0)" } ?? ""
      return rule.finding(
        program[test].span, "this is \(result) true when the rule may speak" + reason,
        help: help(atAttemptsOf: id, for: test))
    }
  }

  /// What `impossible-condition` reports already, and `yes` and `no` in the same conditions.
  fileprivate var impossibleParts: Set<ExpressionID> {
    var parts: Set<ExpressionID> = []
    for condition in program.conditions {
      guard let part = bounds.impossiblePart(of: condition, canonical)?.part else { continue }
      parts.insert(part)
      program.walk(condition) { if program[$0].operation.constant != nil { parts.insert($0) } }
    }
    return parts
  }
}

extension Program {
  /// Whether an expression compares values or asks for hours of the day.
  fileprivate func isTest(_ id: ExpressionID) -> Bool {
    let node = self[id]
    return node.operation.isComparison || node.type == .bool && node.operation.clockSpan != nil
  }

  /// The tests of an instant that are written in an expression itself, not in the definitions that it names.
  fileprivate func writtenTests(in root: ExpressionID) -> [ExpressionID] {
    (isTest(root) ? [root] : []) + operands(of: root).flatMap { writtenTests(in: $0) }
  }

  /// The whole condition of each streak, since `days where count(entry, today) >= 0` is how all days are counted.
  fileprivate var everyDayConditions: Set<ExpressionID> {
    let all = expressions.indices.flatMap { self.parts(of: ExpressionID($0)) }
    return Set(all.filter { $0.role == .streakDays }.compactMap { $0.expression }.map { resolved($0) })
  }

  /// Where `yes` or `no` is written as a condition, or as a part of one, and might be left out.
  ///
  /// A rule without a trigger may need `when yes`; `unless yes` is reported as `unreachable-rule`.
  fileprivate var writtenTruths: Set<ExpressionID> {
    let parts = expressions.flatMap { node in
      node.operation.shape.joinsTruths ? node.operation.children : []
    }
    let triggered = rules.filter { !$0.trigger.isNone }.compactMap { $0.condition }
    let memberships = streams.compactMap { $0.condition }
    let gates = writtenGates.compactMap { $0.kind.condition }
      .filter { self[$0].operation.constant == .value(.no) }
    return Set((parts + triggered + memberships + gates).filter { self[$0].operation.constant != nil })
  }
}

public import PaceLanguage

/// A clause of a rule that depends on the wall clock or the calendar day, with its times if known.
public struct ClockClause: Sendable {
  enum Kind: Sendable {
    case at(Int64)
    case ticks(Int64, ClockSpan)
    case span(ClockSpan)
    case daily
    /// Its times have no default, so they depend on the subject or the preset.
    case notFixed
  }

  public let rule: RuleID
  /// The clause as written, each name followed by the default taken for it.
  public let text: String
  let kind: Kind

  /// The clock clauses of all rules: triggers, spans in conditions, repetition, quiet hours.
  public static func all(in program: Program) -> [ClockClause] {
    program.rules.indices.flatMap { index in
      let collector = ClockClauseCollector(program: program, rule: RuleID(index))
      return collector.clauses(of: program.rules[index])
    }
  }
}

private struct ClockClauseCollector {
  let program: Program
  let rule: RuleID

  func clauses(of rule: Rule) -> [ClockClause] {
    var clauses: [ClockClause] = []
    if let time = rule.trigger.time {
      clauses.append(clause("at \(text(time))", program.usualBits(of: time).map { .at($0) }))
    }
    if let (step, hours) = rule.trigger.ticks {
      let kind = program.usualBits(of: step).flatMap { step in
        span(hours).map { ClockClause.Kind.ticks(step, $0) }
      }
      clauses.append(clause("every \(text(step, .duration)) from \(text(hours))", kind))
    }
    if let condition = rule.condition {
      program.walk(condition) { id in
        let operation = program[id].operation
        guard let hours = operation.clockSpan else { return }
        let text = "\(operation.grows ? "elapsed" : "clock in") \(self.text(hours))"
        if clauses.contains(where: { $0.text == text }) { return }
        clauses.append(clause(text, span(hours).map { .span($0) }))
      }
    }
    if rule.repetition.isDaily { clauses.append(clause("repeat daily", .daily)) }
    for hours in program.gates(of: rule).compactMap({ $0.kind.hours }) {
      clauses.append(clause("quiet \(text(hours))", span(hours).map { .span($0) }))
    }
    return clauses
  }

  private func clause(_ text: String, _ kind: ClockClause.Kind?) -> ClockClause {
    ClockClause(rule: rule, text: text, kind: kind ?? .notFixed)
  }

  private func span(_ hours: ClockHours) -> ClockSpan? { ClockSpan(hours, program.usualBits) }

  private func text(_ hours: ClockHours) -> String { "\(text(hours.start)) to \(text(hours.end))" }

  /// `22:00`, or `remind_at (22:00)`
  private func text(_ operand: Operand, _ type: ValueType = .time) -> String {
    if case .constant(let value) = operand { return program.text(of: value, type: type) }
    let name = program.text(of: operand)
    return program.usualBits(of: operand).map { "\(name) (\(program.text(of: Value($0), type: type)))" }
      ?? name
  }
}

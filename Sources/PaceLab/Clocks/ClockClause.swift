public import PaceLanguage

/// A part of a rule that goes by the wall clock or the calendar day, with its times where they are known.
public struct ClockClause: Sendable {
  enum Kind: Sendable {
    case at(Int64)
    case every(Int64, ClockSpan)
    case span(ClockSpan)
    case daily
    /// Its times differ from subject to subject, or from preset to preset.
    case notFixed
  }

  public let rule: RuleID
  /// As it is written, names followed by the defaults that are taken for them.
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
    switch rule.trigger {
    case .none, .on: break
    case .at(let time):
      clauses.append(clause("at \(text(time))", value(of: time).map { .at($0) }))
    case .every(let step, let start, let end):
      let kind = value(of: step).flatMap { step in span(start, end).map { ClockClause.Kind.every(step, $0) } }
      clauses.append(clause("every \(text(step, .duration)) from \(text(start)) to \(text(end))", kind))
    }
    if let condition = rule.condition {
      program.walk(condition) { id in
        let (word, start, end): (String, Operand, Operand)
        switch program[id].operation {
        case .clockWithin(let from, let to): (word, start, end) = ("clock in ", from, to)
        case .elapsed(let from, let to): (word, start, end) = ("elapsed ", from, to)
        default: return
        }
        let text = "\(word)\(self.text(start)) to \(self.text(end))"
        if clauses.contains(where: { $0.text == text }) { return }
        clauses.append(clause(text, span(start, end).map { .span($0) }))
      }
    }
    if case .daily = rule.repetition { clauses.append(clause("repeat daily", .daily)) }
    for gate in program.gates(of: rule) {
      guard case .quiet(let start, let end) = gate.kind else { continue }
      clauses.append(clause("quiet \(text(start)) to \(text(end))", span(start, end).map { .span($0) }))
    }
    return clauses
  }

  private func clause(_ text: String, _ kind: ClockClause.Kind?) -> ClockClause {
    ClockClause(rule: rule, text: text, kind: kind ?? .notFixed)
  }

  private func span(_ start: Operand, _ end: Operand) -> ClockSpan? {
    guard let start = value(of: start), let end = value(of: end) else { return nil }
    return ClockSpan(.constant(Value(start)), .constant(Value(end)))
  }

  /// A constant, or the default of a parameter or an attribute.
  private func value(of operand: Operand) -> Int64? {
    let initial: Constant?
    switch operand {
    case .constant(let value): return value.bits
    case .param(let id): initial = program.params[id.index].initial
    case .attribute(let id): initial = program.subject.attributes[id.index].initial
    }
    guard case .value(let value)? = initial, !value.isUnknown else { return nil }
    return value.bits
  }

  /// `22:00`, or `remind_at (22:00)`
  private func text(_ operand: Operand, _ type: ValueType = .time) -> String {
    if case .constant(let value) = operand { return program.text(of: value, type: type) }
    let name = program.text(of: operand)
    return value(of: operand).map { "\(name) (\(program.text(of: Value($0), type: type)))" } ?? name
  }
}

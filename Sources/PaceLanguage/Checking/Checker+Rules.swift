/// Rules: their clauses, and what must or may not stand together.
extension Checker {
  /// Where each clause that may stand once was first seen.
  private struct SeenClauses {
    var trigger: SourceSpan?
    var when: SourceSpan?
    var raise: SourceSpan?
    var emit: SourceSpan?
    var severity: SourceSpan?
    var repetition: SourceSpan?
    var firstGate: SourceSpan?
    var whenFired: SourceSpan?
  }

  mutating func checkRules() {
    for index in text.rules.indices { checkRule(index) }
  }

  private mutating func checkRule(_ index: Int) {
    let syntax = text.rules[index]
    var seen = SeenClauses()
    scope = Scope(place: .condition)
    scope.allowsFires = traits[index].allowsFires
    for clause in syntax.clauses { checkClause(clause, of: index, &seen) }
    ruleReads[index] = scope.reads
    checkCompanions(seen, of: syntax)
  }

  private mutating func checkClause(_ clause: ClauseSyntax, of index: Int, _ seen: inout SeenClauses) {
    switch clause.kind {
    case .on, .at, .every:
      if isRepeated(&seen.trigger, clause.span) { return }
      checkTrigger(clause, of: index)
    case .when(let condition, let hold, let until):
      if isRepeated(&seen.when, clause.span) { return }
      rules[index].condition = self.condition(condition, what: "`when`")
      rules[index].hold = hold.flatMap { duration($0, mayBeZero: true, for: "`for`") }
      rules[index].until = until.flatMap { self.condition($0, what: "`until`") }
    case .raise(let scale, let level, let whenFired):
      if isRepeated(&seen.raise, clause.span) { return }
      if whenFired { seen.whenFired = clause.span }
      checkRaise(scale, level, whenFired, clause.span, of: index)
    case .emit(_, let message):
      if isRepeated(&seen.emit, clause.span) { return }
      guard let kind = traits[index].kind else { return }
      rules[index].emission = Rule.Emission(kind: kind, message: template(message), span: clause.span)
    case .severity(let literal):
      if isRepeated(&seen.severity, clause.span) { return }
      rules[index].severity = severity(literal)
    case .repeat(let literal):
      if isRepeated(&seen.repetition, clause.span) { return }
      if let delay = duration(literal, mayBeZero: false, for: "`repeat`") {
        rules[index].repetition = .after(delay)
      }
    case .repeatDaily:
      if isRepeated(&seen.repetition, clause.span) { return }
      rules[index].repetition = .daily
    case .gate(let gate):
      if seen.firstGate == nil { seen.firstGate = gate.span }
      if let gate = self.gate(gate) { rules[index].gates.append(gate) }
    }
  }

  private mutating func checkTrigger(_ clause: ClauseSyntax, of index: Int) {
    switch clause.kind {
    case .on(let name):
      if let id = loggedStream(name, for: "`on`") { rules[index].trigger = .on(id) }
    case .at(let time):
      if let time = operand(time, of: .time, for: "`at`") { rules[index].trigger = .at(time) }
    case .every(let step, let from, let to):
      let step = duration(step, mayBeZero: false, for: "`every`")
      let from = operand(from, of: .time, for: "`every … from`")
      let to = operand(to, of: .time, for: "`every … to`")
      if let step, let from, let to { rules[index].trigger = .every(step, from: from, to: to) }
    case .when, .raise, .emit, .severity, .repeat, .repeatDaily, .gate: break
    }
  }

  private mutating func checkRaise(
    _ scale: Identifier, _ level: Identifier, _ whenFired: Bool, _ span: SourceSpan, of index: Int
  ) {
    guard let id = self.scale(scale) else { return }
    scales[id.index].rules.append(RuleID(index))
    guard let level = self.level(level, of: id) else { return }
    rules[index].raise = Rule.Raise(scale: id, level: level, whenFired: whenFired, span: span)
  }

  private mutating func severity(_ literal: Literal) -> Int? {
    guard case .value(let value) = constant(literal, of: .number) else { return nil }
    guard value.bits >= 0, value.bits % 1_000_000 == 0, value.bits <= 1_000_000_000 else {
      report(.notWhole(literal.span, text: literalText(literal), for: "`severity`"))
      return nil
    }
    return Int(value.bits / 1_000_000)
  }

  /// Whether a clause stands here again, which is a fault of syntax; the first one counts.
  private func isRepeated(_ first: inout SourceSpan?, _ span: SourceSpan) -> Bool {
    if first != nil { return true }
    first = span
    return false
  }

  private mutating func checkCompanions(_ seen: SeenClauses, of syntax: RuleSyntax) {
    if seen.trigger == nil, seen.when == nil, !isPartial { report(.neitherWhenNorTrigger(syntax.name)) }
    if let repetition = seen.repetition, let trigger = seen.trigger {
      report(.repeatWithTrigger(repetition, trigger: trigger))
    }
    guard seen.emit == nil, !isPartial else { return }
    let needing: [(SourceSpan?, String)] = [
      (seen.firstGate, "a gate"), (seen.severity, "`severity`"), (seen.whenFired, "`when fired`"),
      (seen.repetition, "`repeat`"),
    ]
    for (span, what) in needing {
      if let span { report(.needsEmit(span, what: what, rule: syntax.name.text)) }
    }
  }
}

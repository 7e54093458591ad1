import PaceLanguage

extension LintRule {
  static let repeatAtDayStart = LintRule(
    code: "repeat-at-day-start", severity: .warning,
    summary: "a `repeat daily` that speaks as the day starts, often at midnight",
    rationale: """
      `repeat daily` is due again as soon as the calendar day changes. If the condition still holds then
      and no quiet hours hold the rule back, that is when it speaks. Name a time with `at`, or let it wait
      for the end of quiet hours.
      """,
    reported: """
      calendar { zone "Europe/London" }

      rule idle {
        when since(entry) >= 8 h
        emit reminder "Nothing for a while."
        repeat daily
      }
      """,
    accepted: """
      calendar { zone "Europe/London" }

      rule idle {
        when since(entry) >= 8 h
        emit reminder "Nothing for a while."
        repeat daily
        quiet 22:00 to 08:00
      }
      """
  ) { rule, context in
    let program = context.program
    let start = program.calendar.dayStart
    let dawn = DayStart(context)
    return program.rules.compactMap { candidate in
      guard candidate.repetition.isDaily else { return nil }
      if let condition = candidate.condition, dawn.truth(of: condition) == false { return nil }
      let isHeld = program.gates(of: candidate).contains { gate in
        gate.kind.hours.map { dawn.mayLie(in: $0) } ?? false
          || gate.kind.condition.map { dawn.truth(of: $0) == true } ?? false
      }
      if isHeld { return nil }
      let time = ValueText.time(start)
      return rule.finding(
        candidate.name.span, "`\(candidate.name.text)` speaks at \(time), when the day starts",
        help: "in place of `repeat daily`, `at 09:00` names a time; or add `quiet 22:00 to 08:00`")
    }
  }
}

/// What is known of conditions at the instant at which a calendar day starts, before anything is logged.
private struct DayStart {
  let context: LintContext
  private var program: Program { context.program }

  init(_ context: LintContext) { self.context = context }

  /// Whether the day may start within a span of the clock; an end without a default may lie anywhere.
  func mayLie(in hours: ClockHours) -> Bool { truth(in: hours) != false }

  /// Nil where it may be true or false.
  func truth(of id: ExpressionID) -> Bool? {
    let operation = program[id].operation
    if let span = operation.clockSpan, program[id].type == .bool { return truth(in: span) }
    switch operation.shape {
    case .definition: return truth(of: program.resolved(id))
    case .negation: return operation.children.first.flatMap { truth(of: $0) }.map { !$0 }
    case .junction(let symbol):
      let truths = operation.children.map { truth(of: $0) }
      let settling = symbol == .or
      if truths.contains(settling) { return settling }
      return truths.contains(nil) ? nil : !settling
    case .relation, .range:
      let truths = operation.limits.map { truth(of: $0) }
      return truths.contains(false) ? false : truths.contains(nil) ? nil : true
    case .list, .plain: return nil
    }
  }

  private func truth(in hours: ClockHours) -> Bool? {
    let starts = program.values(of: hours.start)
    let ends = program.values(of: hours.end)
    let holds = starts.flatMap { start in
      ends.map { ClockSpan(start: start.bits, end: $0.bits).contains(program.calendar.dayStart) }
    }
    if holds.isEmpty || Set(holds).count > 1 { return nil }
    return holds.first
  }

  private func truth(of limit: Limit) -> Bool? {
    let truths = quantity(limit.value).compared(limit.relation, quantity(limit.limit))
    if !truths.mayHoldLeft { return false }
    return truths.alwaysHolds ? true : nil
  }

  /// What is counted from the start of the day is zero.
  private func quantity(_ id: ExpressionID) -> QuantityPair {
    let operation = program[program.resolved(id)].operation
    if operation.startsWithDay { return .same(ValueRange(0), mayBeUnknown: false) }
    let bounds = context.bounds[id]
    return .same(bounds.range, mayBeUnknown: bounds.mayBeUnknown)
  }
}

extension ExpressionNode.Operation {
  /// Whether it is zero, or unknown, as a calendar day starts.
  fileprivate var startsWithDay: Bool {
    if let reading { return reading.window.isToday }
    return clockSpan != nil
  }
}

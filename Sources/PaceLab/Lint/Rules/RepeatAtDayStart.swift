import PaceLanguage

extension LintRule {
  static let repeatAtDayStart = LintRule(
    code: "repeat-at-day-start", severity: .warning,
    summary: "a `repeat daily` that speaks as the day starts, often at midnight",
    rationale: """
      `repeat daily` is due again as soon as the calendar day changes. If the condition still holds then
      and no gate can hold the rule back, that is when it speaks. Name a time with `at`, or let it wait
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
    mended: ["  repeat daily": "  repeat daily\n  quiet 22:00 to 08:00"]
  ) { rule, context in
    let program = context.program
    // A subject that is a day ends before the next day starts.
    if program.subject.isPerDay { return [] }
    let start = program.calendar.dayStart
    let dayStart = DayStart(context)
    return program.rules.compactMap { candidate in
      guard candidate.repetition.isDaily else { return nil }
      if let condition = candidate.condition, !dayStart.truths(of: condition).mayHoldLeft { return nil }
      if let until = candidate.until, dayStart.truths(of: until).mayHoldLeft { return nil }
      if program.gates(of: candidate).contains(where: { dayStart.mayHoldBack($0.kind) }) { return nil }
      let time = ValueText.time(start)
      return rule.finding(
        candidate.name.span,
        "`\(candidate.name.text)` speaks at \(time), when the day starts, if its condition still holds",
        help: "in place of `repeat daily`, `at 09:00` names a time; or add `quiet 22:00 to 08:00`")
    }
  }
}

/// What is known of conditions at the instant at which a calendar day starts, before anything is logged.
private struct DayStart {
  let context: LintContext
  private var program: Program { context.program }

  init(_ context: LintContext) { self.context = context }

  /// Whether a gate may hold then; quiet hours with an end that has no default may lie anywhere.
  func mayHoldBack(_ gate: Gate.Kind) -> Bool {
    // Nothing has been said today.
    if gate.countsFirings { return !(gate.limit?.window.isToday ?? false) }
    let held = gate.hours.map { truths(in: $0) } ?? gate.condition.map { truths(of: $0) }
    return held?.mayHoldLeft ?? false
  }

  /// The truths that a condition may have then; both sides of the pairs are the same.
  func truths(of id: ExpressionID) -> TruthPairs {
    let operation = program[id].operation
    if let span = operation.clockSpan, program[id].type == .bool { return truths(in: span) }
    switch operation.shape {
    case .definition: return truths(of: program.resolved(id))
    case .negation: return operation.children.first.map { truths(of: $0).mapped { !$0 } } ?? .same
    case .junction(let symbol):
      let parts = operation.children.map { truths(of: $0) }
      return parts.dropFirst().reduce(parts.first ?? .same) { all, part in
        all.combined(part) { symbol == .or ? $0 || $1 : $0 && $1 }
      }
    case .relation, .range:
      let yes = TruthPairs([(.yes, .yes)])
      return operation.limits.reduce(yes) { all, limit in all.combined(truths(of: limit)) { $0 && $1 } }
    case .list, .plain: return .same
    }
  }

  private func truths(in hours: ClockHours) -> TruthPairs {
    let starts = program.values(of: hours.start)
    let ends = program.values(of: hours.end)
    let holds = starts.flatMap { start in
      ends.map { ClockSpan(start: start.bits, end: $0.bits).contains(program.calendar.dayStart) }
    }
    return holds.isEmpty ? .same : TruthPairs(holds.map { $0 ? (.yes, .yes) : (.no, .no) })
  }

  private func truths(of limit: Limit) -> TruthPairs {
    guard let value = quantity(limit.value), let bound = quantity(limit.limit) else {
      return TruthPairs([(.unknown, .unknown)])
    }
    return value.compared(limit.relation, bound)
  }

  /// The values that an expression may have then; nil if it is unknown.
  ///
  /// With no rows of the day yet, its counts and sums are zero, and its other aggregates unknown.
  private func quantity(_ id: ExpressionID) -> QuantityPair? {
    let operation = program[program.resolved(id)].operation
    if let reading = operation.reading, reading.window.isToday, let aggregate = reading.aggregate {
      return aggregate.isZeroOverNothing ? .same(ValueRange(0), mayBeUnknown: false) : nil
    }
    if operation.clockSpan != nil { return .same(ValueRange(0), mayBeUnknown: false) }
    let bounds = context.bounds[id]
    return .same(bounds.range, mayBeUnknown: bounds.mayBeUnknown)
  }
}

import PaceLanguage

extension LintRule {
  static let impossibleCondition = LintRule(
    code: "impossible-condition", severity: .warning,
    summary: "a condition that is never true, whatever is logged",
    rationale: """
      The declared ranges of fields, attributes and parameters leave no value for which it could hold, or
      two of its parts exclude each other. The rule can never fire or raise; with a preset named, not
      under that one. A rule `on entry` can't ask for some time `since(entry)` either: it is 0 whenever
      the rule may speak, and `gap(entry)` is meant; nor can it ask what came `after entry`, for no
      `count(entry)`, or that it `fires` itself. It never speaks then, though it may raise a level between entries.
      """,
    reported: busy(when: "count(entry, last 60 min) >= 3 and count(entry, last 60 min) < 2"),
    mended: [
      "  when count(entry, last 60 min) >= 3 and count(entry, last 60 min) < 2":
        "  when count(entry, last 60 min) in 2 .. 3"
    ]
  ) { rule, context in
    let program = context.program
    let atAttempts = program.rules.indices.compactMap { context.finding(atAttemptsOf: RuleID($0), by: rule) }
    // A division by zero is reported by `zero-denominator`.
    let conditions = program.conditions.filter { !program.dividesByZero($0) }
    let short = program.rules.compactMap { context.finding(ofSpanShorterThanHoldOf: $0, by: rule) }
    return atAttempts + short + conditions.compactMap { context.finding(of: $0, by: rule) }
  }
}

extension Program {
  /// The conditions of rules and streams.
  var conditions: [ExpressionID] {
    rules.compactMap { $0.condition } + streams.compactMap { $0.condition }
  }
}

extension LintContext {
  /// What to report of a rule with `on` whose condition is never true at its trigger.
  fileprivate func finding(atAttemptsOf id: RuleID, by rule: LintRule) -> Diagnostic? {
    guard let condition = program[id].condition, program[id].emission != nil,
      var attempts = bounds.attempts(of: id), let part = attempts.failingPart(of: condition),
      !bounds[part].isNeverTrue
    else { return nil }
    let reason = attempts.words(of: part).map { ": \($0)" } ?? ""
    return rule.finding(
      program[part].span, "this is never true when the rule may speak" + reason,
      help: help(atAttemptsOf: id, for: part))
  }

  /// What to report of a rule whose `for` is longer than a span of the clock that its condition needs.
  ///
  /// Where subjects end by themselves there is nothing to report: a `for` runs on from the end to the revival.
  fileprivate func finding(ofSpanShorterThanHoldOf candidate: Rule, by rule: LintRule) -> Diagnostic? {
    guard program.subject.ends == nil, let condition = candidate.condition, let hold = candidate.hold,
      let least = bounds.bounds(of: hold).low
    else { return nil }
    let part = program.conjuncts(of: condition).first { part in
      guard program[part].type == .bool, !bounds[part].isNeverTrue else { return false }
      return ClockSpan(program[part].operation.clockSpan).map { $0.length < least } ?? false
    }
    return part.map {
      let length = program.text(of: Value(least), type: .duration)
      return rule.finding(
        program[$0].span, "this is never true for \(length) on end\(FiringCounts.hedge(true))")
    }
  }

  /// What to write in place of a value that is always the same when a rule may speak.
  func help(atAttemptsOf rule: RuleID, for expression: ExpressionID) -> String? {
    guard let attempt = Attempt(of: rule, in: program),
      let fact = program.fact(at: attempt, in: expression)
    else { return nil }
    let operation = program[program.resolved(fact.value)].operation
    if operation.grows { return "the time between the newest event and the one before is its `gap`" }
    if let reading = operation.reading, program.isEmpty(reading, at: attempt) {
      let (trigger, test) = (program[attempt.trigger].name, program.line(of: program[expression].span))
      return "a stream asks before its event counts: `stream NAME = \(trigger) where \(test)`, for `on NAME`"
    }
    return operation.belongsToEvent ? "name a rule that fires before this one for the same event" : nil
  }

  /// What to report of a condition that no values make true, at all or under a preset.
  fileprivate func finding(of condition: ExpressionID, by rule: LintRule) -> Diagnostic? {
    if let failing = bounds.impossiblePart(of: condition, canonical) {
      let part = program[failing.part].span
      if let against = failing.against.map({ program[$0].span }) {
        return rule.finding(
          part,
          "this is never true together with `\(program.line(of: against))`\(FiringCounts.hedge(failing.byClock))",
          notes: [DiagnosticNote(against, "it can't be true together with this")])
      }
      return rule.finding(
        part, "this is never true" + reason(for: failing.part), help: help(for: failing.part))
    }
    let failing = program.presets.indices.compactMap { preset in
      presetBounds[preset].impossiblePart(of: condition, canonical).map { (preset, $0) }
    }
    guard !failing.isEmpty else { return nil }
    let names = failing.map { "`\(program.presets[$0.0].name.text)`" }.joined(separator: ", ")
    let hedge = FiringCounts.hedge(failing.contains { $0.1.byClock })
    return rule.finding(program[condition].span, "this is never true under preset \(names)\(hedge)")
  }

  /// The text of a span that is always empty, and whether it ends before it starts; nil for any other part.
  private func emptySpan(of part: ExpressionID) -> (text: String, endsBefore: Bool)? {
    let node = program[part]
    if node.type == .bool, let hours = node.operation.clockSpan {
      let text = [hours.start, hours.end].map { program.text(of: $0, type: .time) }.joined(separator: " to ")
      return bounds[part].isNeverTrue ? (text, false) : nil
    }
    guard case .range(let isClosed) = node.operation.shape else { return nil }
    let ends = node.operation.limits.map { $0.limit }
    guard let low = ends.first, let high = ends.last else { return nil }
    let (least, greatest) = (bounds[low].range.low, bounds[high].range.high)
    guard least > greatest || (least == greatest && !isClosed) else { return nil }
    return (program.line(of: program[low].span.joined(program[high].span)), least > greatest)
  }

  /// How to write a span that goes over the end of the week or of the day; nil for any other part.
  func help(for part: ExpressionID) -> String? {
    if let span = program.cutSpan(in: part) {
      let end = program.text(of: Value(span.end), type: .time)
      return "let days start outside of it, as in `calendar { day starts \(end) }`"
    }
    guard emptySpan(of: part)?.endsBefore ?? false else { return nil }
    let limits = program[part].operation.limits
    guard limits.allSatisfy({ program[$0.value].type.goesRound }) else { return nil }
    let sides = limits.map { limit in
      let (value, end) = (program[limit.value].span, program[limit.limit].span)
      return "\(program.line(of: value)) \(limit.relation.text) \(program.line(of: end))"
    }
    return "write `\(sides.joined(separator: " or "))`"
  }

  /// Says in which range the left side of a comparison lies, that it is never known, or that a span is empty.
  ///
  /// Empty if none of these is so.
  func reason(for part: ExpressionID) -> String {
    if let span = program.cutSpan(in: part) {
      let day = program.text(of: Value(program.calendar.dayStart), type: .time)
      return ": no day has all of `\(program.text(of: span))`, since days start at \(day)"
    }
    if let (text, endsBefore) = emptySpan(of: part) {
      return ": `\(text)` ends \(endsBefore ? "before" : "where") it starts"
    }
    guard let left = program[part].operation.comparisons.first?.value, program[left].operation.constant == nil
    else { return "" }
    let values = bounds[left]
    let type = program[left].type
    let text = "`\(program.line(of: program[left].span))`"
    switch (values.low, values.high) {
    case (let low?, let high?):
      let (low, high) = (program.text(of: Value(low), type: type), program.text(of: Value(high), type: type))
      return low == high ? ": \(text) is \(low)" : ": \(text) lies in \(low) .. \(high)"
    case (let low?, nil): return ": \(text) is at least \(program.text(of: Value(low), type: type))"
    case (nil, let high?): return ": \(text) is at most \(program.text(of: Value(high), type: type))"
    case (nil, nil): return ""
    }
  }
}

extension Program {
  /// The first daily span in an expression that each day's start cuts, so that its `elapsed` is never known; nil if
  /// there is none.
  fileprivate func cutSpan(in root: ExpressionID) -> ClockSpan? {
    let operation = self[resolved(root)].operation
    if operation.grows, let span = ClockSpan(operation.clockSpan), isDayStartInside(span) { return span }
    for operand in operands(of: resolved(root)) {
      if let span = cutSpan(in: operand) { return span }
    }
    return nil
  }

  fileprivate func text(of span: ClockSpan) -> String {
    [span.start, span.end].map { text(of: Value($0), type: .time) }.joined(separator: " to ")
  }
}

extension ValueType {
  /// Whether its last value is followed by its first.
  fileprivate var goesRound: Bool {
    switch self {
    case .weekday, .time: true
    case .number, .duration, .bool, .text, .preset, .schedule, .date, .enumeration, .level: false
    }
  }
}

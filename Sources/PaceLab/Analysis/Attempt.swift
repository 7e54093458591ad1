import PaceEngine
import PaceLanguage

/// An instant at which a rule with `on` is tried. The event that triggers it is then the newest one of each of its
/// streams.
struct Attempt {
  let rule: RuleID
  let trigger: StreamID

  /// Nil for a rule with another trigger or none.
  init?(of rule: RuleID, in program: Program) {
    guard let trigger = program[rule].trigger.stream else { return nil }
    self.rule = rule
    self.trigger = trigger
  }
}

extension PairAnalysis {
  /// Whether the analysis is of an attempt at an event of this stream.
  func isAtEvent(of stream: StreamID) -> Bool {
    attempt.map { program.isPart($0.trigger, of: stream) } ?? false
  }

  /// Whether any of some rules with `on` has fired for the attempt's event; no if none may fire before the attempt.
  func fires(_ rules: [RuleID]) -> TruthPairs {
    guard let attempt, !rules.contains(where: { program.mayFire($0, before: attempt) }) else { return .all }
    return TruthPairs([(.no, .no)])
  }

  /// Words for the first value in an expression that the attempt limits: what it is then; nil if it limits none.
  func words(of expression: ExpressionID) -> String? {
    guard let attempt, let fact = program.fact(at: attempt, in: expression) else { return nil }
    return "`\(program.line(of: program[fact.value].span))` is \(fact.limit) then"
  }

  /// The first part of a condition that makes every attempt fail.
  ///
  /// With `until` the state may have turned on earlier, so nothing is said of such a rule.
  mutating func failingPart(of condition: ExpressionID) -> ExpressionID? {
    guard let attempt, program[attempt.rule].until == nil else { return nil }
    return program.conjuncts(of: condition).first { !truths($0).mayHoldLeft }
  }
}

extension Program {
  /// Whether a rule may have fired for the event of an attempt, before the attempt.
  fileprivate func mayFire(_ rule: RuleID, before attempt: Attempt) -> Bool {
    guard rule != attempt.rule, let trigger = self[rule].trigger.stream else { return false }
    return mayShareEvents(trigger, attempt.trigger)
  }

  /// Whether a reading counts what came after the attempt's own event: nothing yet.
  func isEmpty(_ reading: Reading, at attempt: Attempt) -> Bool {
    guard reading.aggregate == .count, let anchor = reading.window.anchor else { return false }
    return isPart(attempt.trigger, of: anchor)
  }

  /// The first value in an expression that an attempt limits, and to what; nil if there is none.
  func fact(at attempt: Attempt, in root: ExpressionID) -> (value: ExpressionID, limit: String)? {
    let operation = self[resolved(root)].operation
    if let reading = operation.reading, isEmpty(reading, at: attempt) { return (root, "0") }
    if let reading = operation.reading, isPart(attempt.trigger, of: reading.stream) {
      if operation.grows { return (root, "0") }
      if reading.aggregate == .count, reading.window.holdsNewestEvent { return (root, "at least 1") }
    }
    if operation.belongsToEvent, !operation.readsOwnField {
      let firings = parts(of: resolved(root)).compactMap { $0.stream }
      let read = firings.flatMap { rules(firingInto: $0) }
      if !read.contains(where: { mayFire($0, before: attempt) }) { return (root, "`no`") }
    }
    for operand in operands(of: resolved(root)) {
      if let found = fact(at: attempt, in: operand) { return found }
    }
    return nil
  }

  /// The operands evaluated at the expression's own instant; those of a streak, evaluated at day ends, are left out.
  func operands(of expression: ExpressionID) -> [ExpressionID] {
    parts(of: expression).filter { $0.role == .side }.compactMap { $0.expression }
  }
}

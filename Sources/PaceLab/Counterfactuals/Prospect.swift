import PaceEngine
import PaceLanguage

/// Whether the condition of a rule that no event triggers may be true at the instant asked about, if
/// something that is long past or a parameter were otherwise.
///
/// What other rules say or raise counts as open, so that the answer is never wrongly no.
struct Prospect {
  private let evaluator: Machine
  private let at: Instant
  private let program: Program
  private let condition: ExpressionID

  /// Nil where nothing can be said.
  init?(_ rehearsal: Rehearsal) {
    let rule = rehearsal.situation.program[rehearsal.rule]
    guard rule.trigger.stream == nil, let condition = rule.condition, rule.until == nil,
      rehearsal.influences.hasFixedStreams
    else {
      return nil
    }
    var evaluator = rehearsal.present
    evaluator.advance(to: rehearsal.situation.at)
    guard evaluator.hasBegun else { return nil }
    evaluator.forgetRecords()
    at = min(rehearsal.situation.at, evaluator.end ?? rehearsal.situation.at)
    program = rehearsal.situation.program
    self.evaluator = evaluator
    self.condition = condition
  }

  /// Whether the condition may be true where a parameter stands at a value.
  func mayHold(_ param: ParamID, at value: Value) -> Bool {
    var other = self.evaluator
    other.suppose(param, value)
    return floor(of: condition, other) == nil
  }

  /// No row before this instant keeps the condition from being true; the least instant if any may.
  func floor() -> Instant {
    floor(of: condition, evaluator).map { Instant($0) } ?? Instant(.min)
  }

  /// Nil where an expression may be true; else since when rows have a part in its not being so.
  private func floor(of id: ExpressionID, _ evaluator: Machine) -> Int64? {
    let id = program.resolved(id)
    switch program[id].operation.shape {
    case .junction(let sign):
      let parts = program[id].operation.children
      let floors = parts.compactMap { floor(of: $0, evaluator) }
      return sign == .and ? floors.max() : floors.count < parts.count ? nil : floors.min()
    case .definition, .negation, .relation, .range, .plain:
      if isOpen(id) || evaluator.values(of: [id], at: at).first?.isTrue ?? true { return nil }
      return reach(of: id, evaluator)
    }
  }

  /// Whether an expression rests on what rules have said, or on memory.
  private func isOpen(_ id: ExpressionID) -> Bool {
    var references = References(program)
    references.add(id)
    if !references.scales.isEmpty { return true }
    return references.streams.contains { !program[$0].isLogged }
      || program.contains(id) { $0.isStreak || $0.belongsToEvent }
  }

  /// The earliest instant of which rows have a part in a value.
  private func reach(of id: ExpressionID, _ evaluator: Machine) -> Int64 {
    var reach = Int64.max
    program.walk(id) { part in
      let operation = program[part].operation
      guard let reading = operation.reading else { return }
      var span = reading.window.length.map { value(of: $0, evaluator) } ?? .unknown
      if operation.grows { span = evaluator.values(of: [part], at: at).first ?? .unknown }
      reach = min(reach, span.isUnknown ? .min : at.milliseconds - max(0, span.bits))
    }
    return reach
  }

  private func value(of operand: Operand, _ evaluator: Machine) -> Value {
    switch operand {
    case .constant(let value): value
    case .param(let param): evaluator.value(of: param)
    case .attribute: .unknown
    }
  }
}

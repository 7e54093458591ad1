import PaceEngine
import PaceLanguage

/// Rules out changes of old rows or parameters that can't make a condition true at the instant asked about.
///
/// It is the condition of a rule without `on`. Firings and levels of other rules may be anything, so that nothing
/// is ruled out wrongly.
struct TruthBound {
  private let machine: Machine
  private let at: Instant
  private let program: Program
  private let condition: ExpressionID

  /// Nil if nothing can be said.
  init?(_ checkpoints: Checkpoints) {
    let rule = checkpoints.situation.program[checkpoints.rule]
    guard rule.trigger.stream == nil, let condition = rule.condition, rule.until == nil,
      checkpoints.influences.hasFixedStreams
    else {
      return nil
    }
    var machine = checkpoints.present
    machine.advance(to: checkpoints.situation.at)
    guard machine.hasBegun else { return nil }
    machine.forgetRecords()
    at = min(checkpoints.situation.at, machine.end ?? checkpoints.situation.at)
    program = checkpoints.situation.program
    self.machine = machine
    self.condition = condition
  }

  /// A range around a parameter's value in which the condition can't be true; nil if it may be true at that value.
  func valuesRuledOut(of param: ParamID, around value: Value) -> ClosedRange<Int64>? {
    var other = self.machine
    other.track([param])
    other.trackAnew(supposing: (param, value), next: at)
    if floor(of: condition, &other) == nil { return nil }
    return other.trackedRange(of: param) ?? value.bits...value.bits
  }

  /// The earliest instant whose rows may keep the condition from being true; the least instant if any row may.
  func floor() -> Instant {
    var machine = machine
    return floor(of: condition, &machine).map { Instant($0) } ?? Instant(.min)
  }

  /// The earliest instant whose rows keep an expression from being true; nil if it may be true.
  private func floor(of id: ExpressionID, _ machine: inout Machine) -> Int64? {
    let id = program.resolved(id)
    switch program[id].operation.shape {
    case .junction(let sign):
      let parts = program[id].operation.children
      let floors = parts.compactMap { floor(of: $0, &machine) }
      return sign == .and ? floors.max() : floors.count < parts.count ? nil : floors.min()
    case .definition, .negation, .relation, .range, .list, .plain:
      if isOpen(id) || machine.values(of: [id], waitingUntil: at).first?.isTrue ?? true { return nil }
      return reach(of: id, &machine)
    }
  }

  /// Whether an expression rests on firings, levels, streaks or the current event.
  private func isOpen(_ id: ExpressionID) -> Bool {
    let references = References(id, in: program)
    if !references.scales.isEmpty { return true }
    return references.streams.contains { !program[$0].isLogged }
      || program.contains(id) { $0.isStreak || $0.belongsToEvent }
  }

  /// The earliest instant whose rows affect a value.
  private func reach(of id: ExpressionID, _ machine: inout Machine) -> Int64 {
    var reach = Int64.max
    program.walk(id) { part in
      let operation = program[part].operation
      guard let reading = operation.reading else { return }
      var span = reading.window.length.map { value(of: $0, machine) } ?? .unknown
      if operation.grows { span = machine.values(of: [part], at: at).first ?? .unknown }
      reach = min(reach, span.isUnknown ? .min : at.milliseconds - max(0, span.bits))
    }
    return reach
  }

  private func value(of operand: Operand, _ machine: Machine) -> Value {
    switch operand {
    case .constant(let value): value
    case .param(let param): machine.value(of: param)
    case .attribute: .unknown
    }
  }
}

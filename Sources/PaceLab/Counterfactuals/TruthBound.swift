import PaceEngine
import PaceLanguage

/// Rules out values of parameters that can't make a condition true at the instant asked about.
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

  /// The verdict with a parameter at a value with which the condition can't be true; nil if it may be true.
  func verdict(_ param: ParamID, at value: Value) -> Checkpoints.Run? {
    var other = machine
    other.track([param])
    other.trackAnew(supposing: (param, value), next: at)
    guard isFalse(condition, &other) else { return nil }
    return (other.trackedRange(of: param) ?? value.bits...value.bits, .none)
  }

  /// Whether an expression can't be true.
  private func isFalse(_ id: ExpressionID, _ machine: inout Machine) -> Bool {
    let id = program.resolved(id)
    let operation = program[id].operation
    switch operation.shape {
    case .junction(let sign):
      let parts = operation.children
      return sign == .and
        ? parts.contains { isFalse($0, &machine) } : parts.allSatisfy { isFalse($0, &machine) }
    case .definition, .negation, .relation, .range, .list, .plain:
      return !isOpen(id) && !machine.values(of: [id], waitingUntil: at)[0].isTrue
    }
  }

  /// Whether an expression rests on firings, levels, streaks or the current event.
  private func isOpen(_ id: ExpressionID) -> Bool {
    let references = References(id, in: program)
    if !references.scales.isEmpty { return true }
    return references.streams.contains { !program[$0].isLogged }
      || program.contains(id) { $0.isStreak || $0.belongsToEvent }
  }
}

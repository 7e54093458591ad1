import PaceEngine
import PaceLanguage

/// Proves, where it can, that a mutant does the same as the program whatever is logged.
///
/// Each argument covers all logs, attributes and settings that the declared ranges allow; if none holds,
/// nothing is claimed.
struct EquivalenceProver: Sendable {
  private let program: Program
  private let observed: Set<DeclarationKey>
  private let bounds: BoundsAnalysis
  /// The first comparison that each expression is a side of.
  private let comparisons: [ExpressionID: ExpressionID]

  init(_ program: Program) {
    self.program = program
    observed = References.observed(in: program).declarations
    bounds = BoundsAnalysis(program)
    var comparisons: [ExpressionID: ExpressionID] = [:]
    for id in program.expressions.ids where program[id].operation.isComparison {
      for side in program[id].operation.children where comparisons[side] == nil { comparisons[side] = id }
    }
    self.comparisons = comparisons
  }

  /// Why the mutant cannot be told from the program; nil if that is not proved.
  func proof(of mutant: Mutant, _ mutated: Program) -> String? {
    if [.define, .stream, .param, .attribute].contains(mutant.owner.sort), !observed.contains(mutant.owner) {
      return "no rule, figure or end of the subject reads it"
    }
    if let proof = unusedDefaultProof(mutant, mutated) { return proof }
    if let proof = shadowedLimitProof(mutant, mutated) { return proof }
    if mutant.sort == .gate { return idleGateProof(mutant) }
    let changed = program.changedExpressions(in: mutated)
    // What does not show in an expression (a cooldown, say) is beyond these arguments.
    guard let changed, !changed.isEmpty else { return nil }
    return proofByComparisons(changed, mutated)
  }

  /// Proves that every comparison with a changed part gives the same truths.
  private func proofByComparisons(_ changed: [ExpressionID], _ mutated: Program) -> String? {
    let other = BoundsAnalysis(mutated)
    var proofs: [String] = []
    for comparison in changed.map({ comparison(holding: $0) }) {
      guard let comparison, let proof = sameTruthProof(comparison, mutated, other, changed) else {
        return nil
      }
      proofs.append(proof)
    }
    return proofs.first
  }

  /// Proves that a parameter's default is never its value.
  private func unusedDefaultProof(_ mutant: Mutant, _ mutated: Program) -> String? {
    guard mutant.owner.sort == .param, mutant.presets.isEmpty, program.defaultPreset != nil,
      program.presets.map({ $0.values }) == mutated.presets.map({ $0.values })
    else { return nil }
    return "a preset is always in force, and each gives it a value"
  }

  /// Proves that a gate that was taken out never holds.
  private func idleGateProof(_ mutant: Mutant) -> String? {
    guard let gate = program.writtenGates.first(where: { $0.span == mutant.span }) else { return nil }
    if let condition = gate.kind.condition, bounds[condition].isNeverTrue {
      return "the gate never holds: its condition is never true within the declared ranges"
    }
    if let hours = gate.kind.hours, hours.start == hours.end {
      return "the gate never holds: its span is empty"
    }
    return nil
  }

  /// Proves that a limit never holds by itself, since a cooldown before it that is at least as long holds already.
  private func shadowedLimitProof(_ mutant: Mutant, _ mutated: Program) -> String? {
    guard mutant.owner.sort == .rule else { return nil }
    for (rule, other) in zip(program.rules, mutated.rules) {
      guard let place = rule.gates.firstIndex(where: { $0.span.holds(mutant.span) }),
        Self.isShadowed(place, in: rule.gates)
      else { continue }
      let isGone = other.gates.count < rule.gates.count
      if isGone ? mutant.sort == .gate : Self.isShadowed(place, in: other.gates) {
        return "the cooldown before it is at least as long, so that the limit never holds by itself"
      }
    }
    return nil
  }

  private static func isShadowed(_ place: Int, in gates: [Gate]) -> Bool {
    guard gates.indices.contains(place), let limit = gates[place].kind.limit,
      case .constant(let most) = limit.count, case .constant(let window)? = limit.window.length,
      !most.isUnknown, most.bits >= Arithmetic.unit, !window.isUnknown
    else { return false }
    return gates[..<place].contains { gate in
      guard case .constant(let length)? = gate.kind.cooldown, !length.isUnknown else { return false }
      return length.bits >= window.bits
    }
  }

  /// The comparison that an expression is, or is a side of.
  private func comparison(holding id: ExpressionID) -> ExpressionID? {
    program[id].operation.isComparison ? id : comparisons[id]
  }

  /// Proves that a comparison gives the same truths in both, with its sides known at the same instants.
  private func sameTruthProof(
    _ id: ExpressionID, _ mutated: Program, _ other: BoundsAnalysis, _ changed: [ExpressionID]
  ) -> String? {
    // An `in` with an unknown part can be true, false or unknown, and its other parts decide which.
    let mayBeUnknown = bounds[id].mayBeUnknown || other[id].mayBeUnknown
    if mayBeUnknown, program[id].operation.comparisons.count > 1 { return nil }
    // A changed side that is no constant may be known at other instants than before.
    let isKnownAlike = changed.allSatisfy { side in
      !program[id].operation.children.contains(side)
        || program[side].operation.constant != nil && mutated[side].operation.constant != nil
    }
    if mayBeUnknown, !isKnownAlike { return nil }
    if bounds[id].isNeverTrue, other[id].isNeverTrue { return "it is never true within the declared ranges" }
    if bounds[id].isNeverFalse, other[id].isNeverFalse {
      return "it is always true within the declared ranges"
    }
    return wholeNumberProof(id, mutated, changed)
  }

  /// Proves it for a whole number against two thresholds with no whole number in between.
  private func wholeNumberProof(
    _ id: ExpressionID, _ mutated: Program, _ changed: [ExpressionID]
  ) -> String? {
    guard case .relation(let relation) = program[id].operation.shape,
      case .relation(let otherRelation) = mutated[id].operation.shape,
      let sides = program[id].operation.limits.first,
      program[id].operation.children == mutated[id].operation.children,
      isWhole(sides.value), !reads(sides.value, changed),
      let limit = program[sides.limit].operation.constant?.bits,
      let otherLimit = mutated[sides.limit].operation.constant?.bits,
      let cut = WholeCut(relation, limit), cut == WholeCut(otherRelation, otherLimit)
    else { return nil }
    return "its left side is a whole number, so both say the same of it"
  }

  /// Whether a value reads anything in `changed`, since a count over another window is another number.
  private func reads(_ id: ExpressionID, _ changed: [ExpressionID]) -> Bool {
    var isRead = false
    program.walk(id) { isRead = isRead || changed.contains($0) }
    return isRead
  }

  /// Whether a value is a whole number wherever it is known.
  private func isWhole(_ id: ExpressionID) -> Bool {
    let operation = program[program.resolved(id)].operation
    if case .value(let value)? = operation.constant { return value.bits % Arithmetic.unit == 0 }
    return operation.countsWhole
      || operation.keepsWhole && operation.children.allSatisfy { program[$0].type == .number && isWhole($0) }
  }
}

/// Where a relation divides the whole numbers: it holds from `from` up, or below it.
private struct WholeCut: Equatable {
  var isAbove: Bool
  var from: Int64

  init?(_ relation: Relation, _ limit: Int64) {
    let (whole, rest) = limit.quotientAndRemainder(dividingBy: Arithmetic.unit)
    let floor = rest < 0 ? whole - 1 : whole
    let isWhole = rest == 0
    switch relation {
    case .greaterOrEqual, .less: from = isWhole ? floor : floor + 1
    case .greater, .lessOrEqual: from = floor + 1
    case .equal, .notEqual: return nil
    }
    isAbove = relation == .greater || relation == .greaterOrEqual
  }
}

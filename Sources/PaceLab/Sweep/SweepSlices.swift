import PaceEngine
import PaceLanguage

/// A plan cut in two: what a parameter affects, and the rest, each with everything that it reads.
///
/// The rest is run once for all values.
struct SweepSlices {
  /// What is run with every value.
  let swept: Plan
  /// What the parameter doesn't enter; nil if that is nothing.
  let rest: Plan?
  let mask: SweepMask

  /// - Parameter isWhole: whether nothing is set aside, because all notices are judged together.
  init(_ plan: Plan, _ param: ParamID, hasLevels: Bool, isWhole: Bool) {
    let program = plan.program
    let rules = program.rules.indices.map { RuleID($0) }
    let reached = Set(
      isWhole
        ? rules : rules.filter { Influences(on: $0, in: program).references.params.contains(param) })
    let scales = program.scales.map { $0.rules.contains { reached.contains($0) } }
    mask = SweepMask(
      rules: rules.map { reached.contains($0) },
      levels: zip(program.scales, scales).flatMap { scale, isSwept in scale.levels.map { _ in isSwept } })
    /// The rules that count for a slice: those that speak, and those of its scales.
    func roots(_ isSwept: Bool) -> [RuleID] {
      rules.filter { rule in
        let raised = program[rule].raise?.scale
        let raises = hasLevels && raised.map { scales[$0.index] == isSwept } ?? false
        return raises || (program[rule].emission != nil && reached.contains(rule) == isSwept)
      }
    }
    func slice(_ roots: [RuleID]) -> Plan {
      Plan(Influences(on: roots, in: program).reducedProgram, textsOf: plan)
    }
    let others = roots(false)
    swept = others.isEmpty ? plan : slice(roots(true))
    rest = others.isEmpty ? nil : slice(others)
  }
}

/// Which counts of a sweep rest on the parameter.
struct SweepMask {
  /// For each rule, whether its firings rest on the parameter.
  let rules: [Bool]
  /// For each level, scale after scale, whether the time spent at it rests on the parameter.
  let levels: [Bool]
}

import PaceEngine
import PaceLanguage

/// A plan cut in two: what a parameter affects with all that this reads, and what else is counted.
///
/// The rest is run once for all values.
struct SweepSlices {
  /// The rules that the parameter affects; all of them if notices are judged together.
  let reached: Set<RuleID>
  /// What is run with every value.
  let swept: Plan
  /// What else is counted; nil if there is nothing.
  let rest: Plan?
  /// For each count of a `SweepOutcome`, whether it is that of `swept`.
  let isSwept: [Bool]

  /// - Parameter isWhole: whether nothing is set aside, because all notices are judged together.
  init(_ plan: Plan, _ param: ParamID, hasLevels: Bool, isWhole: Bool) {
    let program = plan.program
    let rules = program.rules.ids
    let reached = Set(
      isWhole
        ? rules : rules.filter { Influences(on: $0, in: program).references.params.contains(param) })
    let scales = program.scales.map { $0.rules.contains { reached.contains($0) } }
    func raises(_ rule: RuleID, swept isSwept: Bool) -> Bool {
      hasLevels && program[rule].raise.map { scales[$0.scale.index] == isSwept } ?? false
    }
    func emits(_ rule: RuleID) -> Bool { program[rule].emission != nil }
    let slice = Influences(
      on: rules.filter { raises($0, swept: true) || (emits($0) && reached.contains($0)) }, in: program)
    // The slice also has the rules that it reads, so their firings are counted there.
    let others = rules.filter {
      raises($0, swept: false) || (emits($0) && !slice.rules.contains($0))
    }
    self.reached = reached
    swept = others.isEmpty ? plan : Plan(program, part: slice.part, textsOf: plan)
    rest =
      others.isEmpty
      ? nil : Plan(program, part: Influences(on: others, in: program).part, textsOf: plan)
    let levels = zip(program.scales, scales).flatMap { scale, isSwept in scale.levels.map { _ in isSwept } }
    isSwept = rules.map { emits($0) && slice.rules.contains($0) } + levels + levels
  }
}

import PaceEngine
public import PaceLanguage

/// A step of a threshold, away from its value, that changes a rule's firings a lot.
public struct ThresholdCliff: Sendable {
  public var param: ParamID
  public var rule: RuleID
  /// As they are written in a preset.
  public var value: String
  public var neighbour: String
  public var firings: FiringStep
  /// In how many subjects both were tried.
  public var subjects: Int
}

/// Tries each parameter one step below and one above its value, with all others unchanged.
struct ThresholdSteps {
  /// The smallest change in the number of firings that is a cliff.
  private static let least = 3

  /// A value of a parameter, and the firings of each rule with it.
  private struct Trial {
    var overrides: [(param: ParamID, value: Constant)]
    var firings: [Int]

    mutating func add(_ log: SubjectLog, _ machine: inout Machine) {
      machine.set(overrides)
      var counts = firings
      // A step that makes a rule a runaway counts the firings up to then.
      try? log.run(in: &machine) { record in
        if case .fired(let firing) = record { counts[firing.rule.index] += 1 }
      }
      firings = counts
    }
  }

  /// A parameter, its value, and what its neighbours lead to.
  private struct Step {
    var param: ParamID
    var value: Value
    /// The index of the trial that it is compared with.
    var base: Int
    var neighbours: [(value: Value, trial: Trial)]
  }

  /// Runs the trials, one after the other.
  private var machine: Machine
  private var steps: [Step]
  /// Trials with the parameter at its value: one for all steps, unless each subject may have a preset of its own.
  private var bases: [Trial] = []
  private var subjects = 0

  /// A step for each parameter that has one, from its value under the preset asked for, else under the one that
  /// subjects have by default. All other parameters are as each subject has them, as in a sweep.
  init(_ plan: Plan, _ evaluation: Machine.Options) {
    let program = plan.program
    var options = evaluation
    let usual = evaluation.preset ?? program.defaultPreset
    options.tellsHeld = false
    options.tellsLevels = false
    machine = Machine(plan, options: options)
    let isShared = evaluation.preset != nil || program.subject.presetAttribute == nil
    var bases: [Trial] = []
    steps = program.params.enumerated().compactMap { index, declared in
      guard !evaluation.overrides.contains(where: { $0.param.index == index }) else { return nil }
      let preset = usual.flatMap { program.presets[$0.index].values[index] }
      guard case .value(let value)? = preset ?? declared.initial,
        declared.type == .number || declared.type == .duration
      else { return nil }
      let grid = ParameterGrid(declared, at: value, in: program)
      let neighbours = [grid.below.first, grid.above.first].compactMap { $0 }.map { Value($0) }
      if neighbours.isEmpty { return nil }
      func trial(_ value: Value) -> Trial {
        Trial(
          overrides: evaluation.overrides + [(ParamID(index), .value(value))],
          firings: program.rules.map { _ in 0 })
      }
      if bases.isEmpty || !isShared { bases.append(trial(value)) }
      return Step(
        param: ParamID(index), value: value, base: bases.count - 1,
        neighbours: neighbours.map { ($0, trial($0)) })
    }
    self.bases = bases
  }

  mutating func add(_ log: SubjectLog) {
    if steps.isEmpty { return }
    subjects += 1
    for index in bases.indices { bases[index].add(log, &machine) }
    for step in steps.indices {
      for index in steps[step].neighbours.indices { steps[step].neighbours[index].trial.add(log, &machine) }
    }
  }

  /// The steps that are cliffs; for each parameter and rule, only the larger of the two.
  func cliffs(_ program: Program) -> [ThresholdCliff] {
    steps.flatMap { step in program.rules.indices.compactMap { cliff(of: step, RuleID($0), program) } }
  }

  private func cliff(of step: Step, _ rule: RuleID, _ program: Program) -> ThresholdCliff? {
    let base = bases[step.base].firings[rule.index]
    let tried = step.neighbours.map { neighbour in
      (value: neighbour.value, firings: FiringStep(before: base, after: neighbour.trial.firings[rule.index]))
    }
    guard let neighbour = tried.max(by: { $0.firings.size < $1.firings.size }),
      neighbour.firings.isCliff(of: max(base, neighbour.firings.after), least: Self.least)
    else { return nil }
    let type = program.params[step.param.index].type
    return ThresholdCliff(
      param: step.param, rule: rule, value: program.text(of: step.value, type: type),
      neighbour: program.text(of: neighbour.value, type: type),
      firings: neighbour.firings, subjects: subjects)
  }
}

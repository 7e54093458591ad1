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
///
/// Parameters that affect no rule in common are changed in the same run, where each rule sees only its own.
struct ThresholdSteps {
  /// The smallest change in the number of firings that is a cliff, as the rule's text says.
  private static let least = 3

  /// A run that every subject is put through.
  private struct Trial {
    /// The steps whose parameters are set, and their values.
    var settings: [(step: Int, value: Value)] = []
    /// How often each rule fires.
    var firings: [Int]
  }

  private struct Step {
    var param: ParamID
    var value: Value
    /// The index of its round.
    var round: Int
    /// The rules that the parameter affects.
    var rules: [RuleID]
    var neighbours: [Value]
  }

  /// Steps that affect no rule in common.
  private struct Round {
    var rules: Set<RuleID> = []
    /// With the parameters at their values, then at the first neighbour of each, then at the second.
    var trials: [Trial]
  }

  /// Runs the trials, one after the other.
  private var machine: Machine
  private let overrides: [(param: ParamID, value: Constant)]
  private var steps: [Step] = []
  private var rounds: [Round] = []
  /// Whether the first trial of the first round does for every round, since no subject has a preset of its own.
  private let isShared: Bool
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
    overrides = evaluation.overrides
    isShared = evaluation.preset != nil || program.subject.presetAttribute == nil
    let affected = program.rulesOfParams { Influences(on: $0, in: program).references }
    for (index, declared) in program.params.enumerated() {
      guard !overrides.contains(where: { $0.param.index == index }) else { continue }
      let preset = usual.flatMap { program.presets[$0.index].values[index] }
      guard case .value(let value)? = preset ?? declared.initial,
        declared.type == .number || declared.type == .duration
      else { continue }
      let grid = ParamGrid(declared, in: program)
      let neighbours = [false, true].compactMap { grid?.values(from: value.bits, isAbove: $0).values.first }
        .map { Value($0) }
      if neighbours.isEmpty { continue }
      let round = rounds.firstIndex { $0.rules.isDisjoint(with: affected[index]) } ?? rounds.count
      if round == rounds.count {
        let blank = Trial(firings: program.rules.map { _ in 0 })
        rounds.append(Round(trials: [blank, blank, blank]))
      }
      rounds[round].rules.formUnion(affected[index])
      for (trial, value) in ([value] + neighbours).enumerated() {
        rounds[round].trials[trial].settings.append((steps.count, value))
      }
      steps.append(
        Step(
          param: ParamID(index), value: value, round: round, rules: affected[index], neighbours: neighbours))
    }
  }

  mutating func add(_ log: SubjectLog) {
    if steps.isEmpty { return }
    subjects += 1
    for round in rounds.indices {
      for trial in rounds[round].trials.indices where trial > 0 || round == 0 || !isShared {
        let counts = firings(of: log, with: rounds[round].trials[trial].settings)
        for rule in counts.indices { rounds[round].trials[trial].firings[rule] += counts[rule] }
      }
    }
  }

  /// How often each rule fires.
  private mutating func firings(of log: SubjectLog, with settings: [(step: Int, value: Value)]) -> [Int] {
    machine.set(overrides + settings.map { (param: steps[$0.step].param, value: .value($0.value)) })
    var counts = rounds[0].trials[0].firings.map { _ in 0 }
    do {
      try log.run(in: &machine) { record in
        if case .fired(let firing) = record { counts[firing.rule.index] += 1 }
      }
    } catch {
      // A step that makes a rule a runaway counts the firings up to then, and ends no other step's run.
      for setting in settings where settings.count > 1 {
        let own = firings(of: log, with: [setting])
        for rule in steps[setting.step].rules { counts[rule.index] = own[rule.index] }
      }
    }
    return counts
  }

  /// The steps that are cliffs; for each parameter and rule, only the larger of the two.
  func cliffs(_ program: Program) -> [ThresholdCliff] {
    steps.flatMap { step in step.rules.compactMap { cliff(of: step, $0, program) } }
  }

  private func cliff(of step: Step, _ rule: RuleID, _ program: Program) -> ThresholdCliff? {
    let trials = rounds[step.round].trials
    let base = (isShared ? rounds[0].trials[0] : trials[0]).firings[rule.index]
    let tried = zip(step.neighbours, trials.dropFirst()).map { value, trial in
      (value: value, firings: FiringStep(before: base, after: trial.firings[rule.index]))
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

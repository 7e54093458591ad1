import PaceEngine
public import PaceLanguage

/// A step of a threshold, away from the value it has, that changes a rule's firings a lot.
public struct ThresholdCliff: Sendable {
  public var param: ParamID
  public var rule: RuleID
  /// As they are written in a preset.
  public var value: String
  public var neighbour: String
  public var firings: (value: Int, neighbour: Int)
  /// In how many subjects both were tried.
  public var subjects: Int
}

/// A parameter at the value it has by default, one step below and one above.
struct ThresholdSteps: Sendable {
  /// A jump is this share of the firings, and at least so many.
  private static let share = 0.25
  private static let least = 3

  private let param: ParamID
  /// In the bits of `Value`; the value in force comes first.
  private let values: [Int64]
  private var evaluators: [Machine]
  private var firings: [[Int]]
  private var subjects = 0

  /// One for each parameter with a step, under the preset that subjects have by default.
  static func all(in plan: Plan, _ evaluation: Machine.Options) -> [ThresholdSteps] {
    let program = plan.program
    var options = evaluation
    options.preset = evaluation.preset ?? program.defaultPreset
    options.tellsHeld = false
    options.tellsLevels = false
    return program.params.indices.compactMap { index in
      guard !evaluation.overrides.contains(where: { $0.param.index == index }) else { return nil }
      return ThresholdSteps(ParamID(index), plan, options)
    }
  }

  private init?(_ param: ParamID, _ plan: Plan, _ options: Machine.Options) {
    let program = plan.program
    let declared = program.params[param.index]
    let preset = options.preset.flatMap { program.presets[$0.index].values[param.index] }
    guard case .value(let value)? = preset ?? declared.initial,
      declared.type == .number || declared.type == .duration
    else { return nil }
    let grid = ParameterGrid(declared, at: value, in: program)
    let neighbours = [grid.below.first, grid.above.first].compactMap { $0 }
    if neighbours.isEmpty { return nil }
    self.param = param
    values = [value.bits] + neighbours
    evaluators = values.map { bits in
      var options = options
      options.overrides.append((param, .value(Value(bits))))
      return Machine(plan, options: options)
    }
    firings = values.map { _ in program.rules.map { _ in 0 } }
  }

  mutating func add(_ log: SubjectLog) {
    subjects += 1
    for index in evaluators.indices {
      log.run(in: &evaluators[index])
      for case .fired(let firing) in evaluators[index].records { firings[index][firing.rule.index] += 1 }
    }
  }

  /// Of each rule the greater of its two steps, if that is a jump.
  func cliffs(_ program: Program) -> [ThresholdCliff] {
    let type = program.params[param.index].type
    return program.rules.indices.compactMap { rule in
      let base = firings[0][rule]
      let jumps = values.indices.dropFirst().map { ($0, (firings[$0][rule] - base).magnitude) }
      guard let (step, jump) = jumps.max(by: { $0.1 < $1.1 }), jump >= Self.least,
        Double(jump) >= Self.share * Double(max(base, firings[step][rule]))
      else { return nil }
      return ThresholdCliff(
        param: param, rule: RuleID(rule), value: program.text(of: Value(values[0]), type: type),
        neighbour: program.text(of: Value(values[step]), type: type),
        firings: (base, firings[step][rule]), subjects: subjects)
    }
  }
}

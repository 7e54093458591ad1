import PaceEngine
import PaceLab
import PaceLanguage
public import PaceOracle

/// Compares sweeps over several subjects with a run of each subject under each value.
public struct SweepAgreement: Sendable {
  /// How many sweeps were checked.
  public private(set) var sweeps = 0
  /// How many rows the sweeps evaluated.
  public private(set) var evaluated = 0
  /// How many rows the runs with each value evaluated.
  public private(set) var rows = 0

  public init() {}

  /// The first sweep that differs, in words.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, logs: Int) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    guard let engine = try? EngineRun(ordered.program), let first = ordered.logs.first else { return nil }
    let inputs = ordered.logs.map { engine.input(of: $0) }
    let subjects = inputs.enumerated().map { $1.log(id: "s\($0)") }
    var common = Machine.Options()
    common.preset = engine.options(for: first).preset
    common.until = engine.options(for: first).until
    common.messages = .none
    common.tellsLevels = seed.isMultiple(of: 2)
    for param in engine.program.params where param.type == .number || param.type == .duration {
      guard let axis = SegmentAgreement.axis(around: param, engine.program) else { continue }
      guard let failure = failure(engine.program, subjects, axis, common) else { continue }
      return "seed \(seed): \(failure)\n\(ordered.program.source)\n\(ordered.logs)"
    }
    return nil
  }

  private mutating func failure(
    _ program: Program, _ subjects: [SubjectLog], _ axis: SweepAxis, _ common: Machine.Options
  ) -> String? {
    guard let grid = SweepGrid([axis]) else { return nil }
    let plan = Plan(program)
    var runner = SweepRunner(plan, grid: grid, options: common)
    guard (try? subjects.forEach { try runner.add($0) }) != nil else {
      let isRight = subjects.contains { $0.runsAway(plan, grid, common) }
      return isRight ? nil : "\(axis.name): given up, but no run with one value is"
    }
    sweeps += 1
    evaluated += runner.evaluated
    rows += grid.count * subjects.reduce(0) { $0 + $1.events.count }
    for (point, sums) in runner.result().points.enumerated() {
      var options = common
      options.overrides = grid.settings(of: point)
      var machine = Machine(plan, options: options)
      var firings = program.rules.map { _ in 0 }
      var affected = program.rules.map { _ in 0 }
      var times = Array(repeating: Int64(0), count: sums.levels.joined().count)
      for subject in subjects {
        // A sweep runs fewer rules, and so may have few enough instants without a row.
        guard (try? subject.run(in: &machine)) != nil else { return nil }
        var own = program.rules.map { _ in 0 }
        for case .fired(let firing) in machine.records { own[firing.rule.index] += 1 }
        machine.addTimes(to: &times)
        for (rule, count) in own.enumerated() {
          firings[rule] += count
          if count > 0 { affected[rule] += 1 }
        }
      }
      if firings != sums.firings || affected != sums.subjects || times != sums.levels.flatMap({ $0 }) {
        return "\(axis.name) = \(axis.values[point]): \(sums.firings) of \(sums.subjects) subjects,"
          + " \(sums.levels), run one by one \(firings) of \(affected), \(times)"
      }
    }
    return nil
  }
}

extension SubjectLog {
  /// Whether a rule comes due too often with some point of a grid.
  func runsAway(_ plan: Plan, _ grid: SweepGrid, _ common: Machine.Options) -> Bool {
    (0..<grid.count).contains { point in
      var options = common
      options.overrides = grid.settings(of: point)
      var machine = Machine(plan, options: options)
      return (try? run(in: &machine)) == nil
    }
  }
}

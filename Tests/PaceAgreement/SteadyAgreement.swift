import PaceEngine
import PaceLanguage
public import PaceOracle

/// Holds the range over which a run is said to stay the same against runs with other values of the parameter.
public struct SteadyAgreement: Sendable {
  /// How many runs with other values were looked at, and how many ranges reach further than a single value.
  public private(set) var runs = 0
  public private(set) var wide = 0

  public init() {}

  /// The first run that differs though it should not, in words.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, logs: Int) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    guard let engine = try? EngineRun(ordered.program) else { return nil }
    for log in ordered.logs {
      for (index, param) in engine.program.params.enumerated() {
        guard param.type == .number || param.type == .duration else { continue }
        if let failure = failure(engine, log, ParamID(index)) {
          let scenario = log.scenario(named: "differs", expecting: []) ?? ""
          return "seed \(seed): \(param.name.text) \(failure)\n\(ordered.program.source)\n\(scenario)\n\(log)"
        }
      }
    }
    return nil
  }

  private mutating func failure(_ engine: EngineRun, _ log: OracleLog, _ param: ParamID) -> String? {
    let run = engine.tracked(log, param, at: nil)
    guard let range = run.range, !run.value.isUnknown, range.lowerBound < range.upperBound else { return nil }
    wide += 1
    let value = run.value.bits
    // A day to either side is further than any window of these programs reaches; lengths are positive.
    let least = engine.program.params[param.index].type == .duration ? 1 : value - 86_400_000
    let lower = max(range.lowerBound, min(value, least))
    let upper = min(range.upperBound, value + 86_400_000)
    for other in [lower, lower + (value - lower) / 2, value + (upper - value) / 2, upper] where other != value
    {
      runs += 1
      let again = engine.tracked(log, param, at: Value(other))
      if again.lines != run.lines {
        return "from \(value) to \(other), though steady in \(range):\n\(run.lines)\n\(again.lines)"
      }
    }
    return nil
  }
}

extension EngineRun {
  /// What a run with a value of a parameter tells, messages aside, and how far the value could be another.
  func tracked(
    _ log: OracleLog, _ param: ParamID, at value: Value?
  ) -> (lines: [String], range: ClosedRange<Int64>?, value: Value) {
    var options = options(for: log)
    options.fillsMessages = false
    options.tracked = param
    if let value { options.overrides.append((param, .value(value))) }
    var machine = Machine(Plan(program), options: options)
    run(log, in: &machine)
    let told = result(of: machine.records)
    let lines =
      told.firings.map { "\($0.at) \($0.rule)" } + told.levels.map { "\($0.at) \($0.scale) \($0.level)" }
      + told.held.map { "\($0.at) \($0.rule) \($0.gate) \($0.index)" }
    return (lines, machine.trackedRange, machine.value(of: param))
  }
}

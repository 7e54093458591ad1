import PaceEngine
import PaceLanguage
public import PaceOracle

/// Checks tracked ranges of parameters by runs with other values in them.
public struct SteadyAgreement: Sendable {
  /// How many runs with another value of one parameter were made.
  public private(set) var runs = 0
  /// How many ranges hold more than one value.
  public private(set) var wide = 0
  /// How many runs with other values of several parameters were made.
  public private(set) var combined = 0

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
      var random = SplitMix64(seed)
      if let failure = combinedFailure(engine, log, &random) {
        let scenario = log.scenario(named: "differs", expecting: []) ?? ""
        return "seed \(seed): together \(failure)\n\(ordered.program.source)\n\(scenario)\n\(log)"
      }
    }
    return nil
  }

  /// What is wrong if all parameters are tracked at once; every combination of values in their ranges has to give the
  /// same run.
  private mutating func combinedFailure(
    _ engine: EngineRun, _ log: OracleLog, _ random: inout SplitMix64
  ) -> String? {
    let params = engine.program.params.indices.map { ParamID($0) }.filter {
      let type = engine.program.params[$0.index].type
      return type == .number || type == .duration
    }
    guard params.count > 1 else { return nil }
    let run = engine.tracked(log, params, at: [])
    for _ in 0..<4 {
      var others: [(param: ParamID, value: Value)] = []
      for (param, (range, value)) in zip(params, zip(run.ranges, run.values)) {
        guard let range, !value.isUnknown else { continue }
        let least =
          engine.program.params[param.index].type == .duration ? 1 : value.bits.moved(by: -86_400_000)
        let low = max(range.lowerBound, min(value.bits, least))
        let high = min(range.upperBound, value.bits.moved(by: 86_400_000))
        let ends = [
          low, high, value.bits, low + (value.bits - low) / 2, value.bits + (high - value.bits) / 2,
        ]
        others.append((param, Value(ends[random.below(ends.count)])))
      }
      combined += 1
      let again = engine.tracked(log, params, at: others)
      if again.lines != run.lines {
        let texts = others.map { "\(engine.program.params[$0.param.index].name.text) \($0.value.bits)" }
        return "at \(texts), though steady in \(run.ranges):\n\(run.lines)\n\(again.lines)"
      }
    }
    return nil
  }

  private mutating func failure(_ engine: EngineRun, _ log: OracleLog, _ param: ParamID) -> String? {
    let run = engine.tracked(log, [param], at: [])
    guard let range = run.ranges[0], !run.values[0].isUnknown, range.lowerBound < range.upperBound else {
      return nil
    }
    wide += 1
    let value = run.values[0].bits
    // No window of these programs is longer than a day, and durations are positive.
    let least = engine.program.params[param.index].type == .duration ? 1 : value.moved(by: -86_400_000)
    let lower = max(range.lowerBound, min(value, least))
    let upper = min(range.upperBound, value.moved(by: 86_400_000))
    for other in [lower, lower + (value - lower) / 2, value + (upper - value) / 2, upper] where other != value
    {
      runs += 1
      let again = engine.tracked(log, [param], at: [(param, Value(other))])
      if again.lines != run.lines {
        return "from \(value) to \(other), though steady in \(range):\n\(run.lines)\n\(again.lines)"
      }
    }
    return nil
  }
}

extension EngineRun {
  /// The records of a run under some values, without messages, and the tracked range and value of each parameter.
  func tracked(
    _ log: OracleLog, _ params: [ParamID], at values: [(param: ParamID, value: Value)]
  ) -> (lines: [String], ranges: [ClosedRange<Int64>?], values: [Value]) {
    var options = options(for: log)
    options.messages = .none
    options.tracked = params
    options.overrides += values.map { ($0.param, .value($0.value)) }
    var machine = Machine(plan, options: options)
    run(log, in: &machine)
    let told = result(of: machine.records)
    let lines =
      told.firings.map { "\($0.at) \($0.rule)" } + told.levels.map { "\($0.at) \($0.scale) \($0.level)" }
      + told.held.map { "\($0.at) \($0.rule) \($0.gate) \($0.index)" }
    return (lines, params.map { machine.trackedRange(of: $0) }, params.map { machine.value(of: $0) })
  }
}

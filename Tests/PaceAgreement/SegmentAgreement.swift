import PaceEngine
import PaceLab
import PaceLanguage
public import PaceOracle

/// Compares sweeps that run a log segment by segment with a run of the whole log under each value.
public struct SegmentAgreement: Sendable {
  /// How many sweeps were checked.
  public private(set) var sweeps = 0
  /// How many rows a run with each value evaluates.
  public private(set) var rows = 0
  /// How many rows the sweeps evaluated.
  public private(set) var evaluated = 0

  public init() {}

  /// The first sweep that differs, in words.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, logs: Int) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    guard let engine = try? EngineRun(ordered.program) else { return nil }
    for log in ordered.logs where log.rows.count > 2 {
      for param in engine.program.params where param.type == .number || param.type == .duration {
        guard let axis = Self.axis(around: param, engine.program) else { continue }
        for segmentSize in 1...2 {
          guard let failure = failure(engine, log, axis, segmentSize) else { continue }
          let scenario = log.scenario(named: "differs", expecting: []) ?? ""
          return "seed \(seed): \(failure)\n\(ordered.program.source)\n\(scenario)\n\(log)"
        }
      }
    }
    return nil
  }

  /// An axis of `count` values on each side of the first preset's value, or of the default; nil without either.
  static func axis(around param: Param, _ program: Program, values count: Int64 = 5) -> SweepAxis? {
    guard let index = program.params.firstIndex(where: { $0.name.text == param.name.text }) else {
      return nil
    }
    let initial = program.presets.first?.values[index] ?? param.initial
    guard case .value(let value)? = initial, !value.isUnknown else { return nil }
    let step = param.step ?? (param.type == .duration ? 60_000 : 1_000_000)
    let least = max(param.range?.lowerBound ?? .min, value.bits.moved(by: -count * step))
    let greatest = min(param.range?.upperBound ?? .max, value.bits.moved(by: count * step))
    func text(_ bits: Int64) -> String { program.text(of: Value(bits), type: param.type) }
    return try? SweepAxis("\(param.name.text)=\(text(least))..\(text(greatest))/\(text(step))", in: program)
  }

  private mutating func failure(
    _ engine: EngineRun, _ log: OracleLog, _ axis: SweepAxis, _ segmentSize: Int
  ) -> String? {
    let input = engine.input(of: log)
    let subject = input.log(id: "s")
    var options = Machine.Options()
    options.preset = input.options.preset
    options.until = input.options.until
    options.messages = .none
    options.tellsLevels = true
    guard let grid = SweepGrid([axis]), subject.events.count > 2 * segmentSize else { return nil }
    var runner = SweepRunner(engine.plan, grid: grid, options: options, segmentSize: segmentSize)
    guard (try? runner.add(subject)) != nil else {
      return subject.runsAway(engine.plan, grid, options) ? nil : "given up, but no run with one value is"
    }
    let whole = subject.events.count + 1
    sweeps += 1
    rows += subject.events.count * grid.count
    evaluated += runner.evaluated
    var plain = SweepRunner(engine.plan, grid: grid, options: options, segmentSize: whole)
    guard (try? plain.add(subject)) != nil else { return "given up only without segments" }
    var said: [[Said]] = []
    for (point, (sums, plain)) in zip(runner.result().points, plain.result().points).enumerated() {
      options.overrides = grid.settings(of: point)
      var machine = Machine(engine.plan, options: options)
      // A sweep runs fewer rules, and so may have few enough instants without a row.
      guard (try? subject.run(in: &machine)) != nil else { return nil }
      said.append(machine.told.compactMap { Said($0) })
      var firings = engine.program.rules.map { _ in 0 }
      for case .fired(let firing) in machine.records { firings[firing.rule.index] += 1 }
      var times = Array(repeating: Int64(0), count: sums.levels.joined().count)
      machine.addTimes(to: &times)
      for (sums, size) in [(sums, segmentSize), (plain, whole)]
      where firings != sums.firings || times != sums.levels.flatMap({ $0 }) {
        return
          "\(axis.name) = \(axis.values[point]) in segments of \(size): \(sums.firings) \(sums.levels),"
          + " a run with this value \(firings) \(times)"
      }
    }
    options.overrides = []
    let found = try? axis.changes(
      in: subject, engine.plan, options: options, mostRows: .max, segmentSize: segmentSize
    ).values
    let expected = said.indices.dropFirst().filter { said[$0] != said[$0 - 1] }
    if found == expected { return nil }
    return "\(axis.name) changes at \(found ?? []), runs of the whole log differ at \(expected)"
  }
}

/// A firing or a change of level, without a message.
private struct Said: Equatable {
  var at: Instant
  var what: [Int]

  init?(_ told: Told) {
    switch told {
    case .fired(let rule, let at, _): (self.at, what) = (at, [rule.index])
    case .level(let scale, let level, let at): (self.at, what) = (at, [scale.index, level])
    case .held, .account, .overflow, .runaway: return nil
    }
  }
}

extension Int64 {
  /// The value moved by a distance, clamped to the values that pace allows.
  func moved(by distance: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(distance)
    return overflow ? (distance < 0 ? .min + 1 : .max) : sum
  }
}

import PaceEngine
import PaceLanguage
public import PaceOracle

/// Compares the engine's records before a runaway with the oracle's, with a bound that ordinary logs exceed.
public struct BoundAgreement: Sendable {
  /// How many runs ended with a runaway.
  public private(set) var givenUp = 0
  /// How many records those runs had given.
  public private(set) var records = 0

  public init() {}

  /// The seed's pair, in words, if the engine and the oracle differ up to where the engine stopped.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, mostRowless: Int) -> String? {
    let pair = OraclePair.random(seed: seed, options)
    guard pair.program.knows(pair.log), pair.program.isSettled(on: pair.log),
      let engine = try? EngineRun(pair.program)
    else { return nil }
    var whole = pair.program.evaluate(pair.log)
    if whole.isCut { return nil }
    var options = engine.options(for: pair.log)
    options.accounts = .none
    options.mostRowless = mostRowless
    var machine = Machine(engine.plan, options: options)
    engine.run(pair.log, in: &machine)
    // The oracle looks at every instant at which something may change, the engine at some of these.
    let soonest = pair.program.evaluate(pair.log, mostRowless: mostRowless).ranAwayAt
    guard let last = machine.runaway?.at.milliseconds else { return nil }
    if last < soonest ?? .max { return "seed \(seed): given up after \(last), before \(soonest ?? -1)" }
    whole.firings.removeAll { $0.at > last }
    whole.levels.removeAll { $0.at > last }
    whole.held.removeAll { $0.at > last }
    whole.views = []
    let told = engine.result(of: machine.records)
    givenUp += 1
    records += told.firings.count + told.levels.count + told.held.count
    guard let difference = Agreement.difference(whole, told) else { return nil }
    return "seed \(seed): given up after \(last)\n\(difference)\n\(Agreement.describe(pair))"
  }
}

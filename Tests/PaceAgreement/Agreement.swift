public import PaceOracle

/// Compares pace with the oracle, pair by pair.
public enum Agreement {
  /// The verdict on one pair.
  public enum Verdict: Sendable {
    case agrees(OracleResult)
    /// The oracle gave up, the log names what the program does not declare, or the language leaves the result open.
    case skipped
    /// The checker's errors for a program that should be valid.
    case refused([String])
    /// The lines of the oracle's result, then those of pace's.
    case differs(String)
  }

  public static func verdict(on pair: OraclePair) -> Verdict {
    guard pair.program.knows(pair.log), pair.program.isSettled(on: pair.log) else { return .skipped }
    let engine: EngineRun
    do {
      engine = try EngineRun(pair.program)
    } catch {
      switch error {
      case .diagnostics(let messages): return .refused(messages)
      }
    }
    let expected = pair.program.evaluate(pair.log)
    if expected.isCut { return .skipped }
    if let text = difference(expected, engine.result(of: pair.log)) {
      return .differs(text)
    }
    let last = pair.program.keptRows(of: pair.log).last?.at ?? .min
    if let text = difference(expected, engine.result(of: pair.log, stepsUpTo: last)) {
      return .differs("when advanced stepwise:\n" + text)
    }
    if let text = difference(expected, engine.resultAfterAnother(of: pair.log)) {
      return .differs("when run after another subject:\n" + text)
    }
    if let question = unlikeAnswer(of: engine, on: pair.log, expected) { return .differs(question) }
    return .agrees(expected)
  }

  /// How the engine's answer to a narrower question differs from the oracle's; nil if none does.
  private static func unlikeAnswer(
    of engine: EngineRun, on log: OracleLog, _ expected: OracleResult
  ) -> String? {
    for question in EngineRun.Question.allCases where question != .all {
      var fewer = expected
      fewer.levels = []
      fewer.held = []
      if question == .firings { fewer.views = [] }
      if let text = difference(fewer, engine.result(of: log, question)) {
        return "when asked for \(question):\n" + text
      }
    }
    return nil
  }

  /// The shrunk pair of a seed, in words; nil unless pace refuses the pair or differs from the oracle.
  public static func failure(seed: UInt64, _ options: GeneratorOptions) -> String? {
    let pair = OraclePair.random(seed: seed, options)
    let shrunk: OraclePair
    switch verdict(on: pair) {
    case .agrees, .skipped: return nil
    case .refused(let messages):
      let code = messages.first?.prefix(5)
      var shrinker = Shrinker(mostTrials: 3000) { candidate in
        if case .refused(let others) = verdict(on: candidate) { return others.first?.prefix(5) == code }
        return false
      }
      shrunk = shrinker.shrink(pair)
    case .differs:
      var shrinker = Shrinker(mostTrials: 20_000) { candidate in
        if case .differs = verdict(on: candidate) { return true }
        return false
      }
      shrunk = shrinker.shrink(pair)
    }
    return "seed \(seed)\n" + describe(shrunk)
  }

  /// The program, the log as a runnable scenario, and the verdict.
  public static func describe(_ pair: OraclePair) -> String {
    var lines = [pair.program.source]
    let expected = pair.program.evaluate(pair.log)
    lines.append(pair.log.scenario(named: "shrunk", expecting: expected.firings) ?? "# nothing logged")
    lines.append("# looked at \(pair.log.lookedAt.map { String($0) } ?? "nowhere")")
    lines.append("# silent through \(pair.log.floor.map { String($0) } ?? "nowhere")")
    lines.append("# started_at \(pair.log.startedAt.map { String($0) } ?? "none")")
    lines += pair.log.rows.map { "# row at \($0.at) \($0.event) \($0.kind ?? "-") \($0.values)" }
    switch verdict(on: pair) {
    case .agrees, .skipped: lines.append("# agrees")
    case .refused(let messages): lines += messages.map { "# refused: " + $0 }
    case .differs(let text): lines.append(text)
    }
    return lines.joined(separator: "\n")
  }

  /// A pack read from text, for comparison with an oracle's program.
  public struct Pack {
    let engine: EngineRun

    /// How the pack's firings, levels and held notices differ from the program's; nil if they don't.
    public func difference(from program: OracleProgram, on log: OracleLog) -> String? {
      Agreement.difference(program.evaluate(log), engine.result(of: log))
    }
  }

  /// The checker's messages for a pack that it refuses.
  public struct Refused: Error {
    public var messages: [String]
  }

  public static func pack(_ path: String, read: (String) -> [UInt8]?) throws(Refused) -> Pack {
    do {
      return Pack(engine: try EngineRun(path: path, read: read))
    } catch {
      switch error {
      case .diagnostics(let messages): throw Refused(messages: messages)
      }
    }
  }

  static func difference(_ oracle: OracleResult, _ engine: OracleResult) -> String? {
    let expected = lines(of: oracle)
    var engine = engine
    if oracle.views.isEmpty { engine.views = [] }
    let actual = lines(of: engine)
    if expected == actual { return nil }
    return "oracle:\n" + expected.map { "  " + $0 + "\n" }.joined()
      + "pace:\n" + actual.map { "  " + $0 + "\n" }.joined()
  }

  /// The result line by line; held notices of one instant are sorted by rule, because their order is free.
  private static func lines(of result: OracleResult) -> [String] {
    var views: [String] = []
    for view in result.views {
      views += view.outcomes.sorted { $0.key < $1.key }
        .map { "\(view.at) outcome \($0.key) \($0.value.rawValue)" }
      views += view.levels.sorted { $0.key < $1.key }.map { "\(view.at) stands \($0.key) \($0.value)" }
    }
    return views + result.firings.map { "\($0.at) fired \($0.rule) \"\($0.message)\"" }
      + result.levels.map { "\($0.at) level \($0.scale) \($0.level)" }
      + result.held.sorted { ($0.at, $0.rule) < ($1.at, $1.rule) }.map {
        "\($0.at) held \($0.rule) by \($0.isPolicy ? "policy " : "")\($0.gate) \($0.index)"
      }
  }
}

import PaceEngine
import PaceLanguage
public import PaceOracle

/// Holds what is found of many subjects rule by rule against what an evaluator finds instant by instant.
public struct BatchAgreement: Sendable {
  /// How many subjects were looked at, and how many of them with programs that are evaluated rule by rule.
  public private(set) var subjects = 0
  public private(set) var batched = 0

  public init() {}

  /// The first difference, in words.
  public mutating func failure(seed: UInt64, _ options: GeneratorOptions, logs: Int) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    guard let engine = try? EngineRun(ordered.program), let first = ordered.logs.first else { return nil }
    var options = engine.options(for: first)
    options.tellsLevels = false
    options.tellsHeld = false
    options.fillsMessages = false
    options.accounts = .none
    let plan = Plan(engine.program)
    var batch = BatchEvaluator(plan, options: options, tellsFirings: true)
    var expected: [String] = []
    var openEnded = 0
    // Each comes twice: as it is, and without what the log before it had, which must not show.
    for (index, log) in (ordered.logs + ordered.logs.reversed()).enumerated() {
      let input = engine.input(of: log)
      var evaluator = Evaluator(plan, options: options)
      batch.clear()
      for text in input.texts {
        _ = evaluator.intern(text)
        _ = batch.intern(text)
      }
      evaluator.begin(input.record)
      batch.begin(input.record, id: "s\(index)")
      var kept = 0
      for event in input.events {
        let admission = evaluator.append(event)
        if admission == .kept { kept += 1 }
        guard admission == batch.append(event) else {
          return "seed \(seed): \(event) is not admitted alike\n\(ordered.program.source)\n\(log)"
        }
      }
      evaluator.finish()
      batch.finish()
      for case .fired(let firing) in evaluator.records {
        expected.append("s\(index) \(firing.at.milliseconds) \(engine.program[firing.rule].name.text)")
      }
      if kept > 0, evaluator.end == nil, options.until == nil { openEnded += 1 }
      subjects += 1
      if batch.isBatched { batched += 1 }
    }
    batch.flush()
    var found: [String] = []
    for told in batch.takeTold() {
      guard case .fired(let firing) = told.record else { continue }
      found.append("\(told.subject) \(firing.at.milliseconds) \(engine.program[firing.rule].name.text)")
    }
    let difference = Set(expected).symmetricDifference(found).sorted()
    guard difference.isEmpty, expected.count == found.count else {
      let log = difference.first.flatMap { Int($0.dropFirst().prefix { $0 != " " }) } ?? 0
      let logs = ordered.logs + ordered.logs.reversed()
      return "seed \(seed): \(difference)\n\(ordered.program.source)\n\(logs[log])\n"
        + "instant by instant: \(expected.filter { $0.hasPrefix("s\(log) ") })\n"
        + "rule by rule: \(found.filter { $0.hasPrefix("s\(log) ") })"
    }
    let followsStates = engine.program.rules.contains { rule in
      if case .on = rule.trigger { false } else { rule.emission != nil }
    }
    if followsStates, batch.openEnded != openEnded {
      return "seed \(seed): \(batch.openEnded) without end instead of \(openEnded)\n\(ordered.program.source)"
    }
    return nil
  }
}

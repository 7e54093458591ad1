import PaceLab
import PaceLanguage
import PaceOracle

/// Runs mutants that are proved equivalent, and their programs, on the same random logs.
///
/// The parts of a condition are related to each other, because proofs rest on such relations.
public struct EquivalenceAgreement: Sendable {
  /// How many mutants were proved equivalent and checked, by the first two words of the proof.
  public private(set) var proved: [String: Int] = [:]
  /// How many other mutants differ from their program on a log, which shows that the logs can tell.
  public private(set) var told = 0

  public init() {}

  /// The first mutant that is proved equivalent but differs from its program on a log, in words.
  public mutating func failure(seed: UInt64, logs count: Int) -> String? {
    var maker = ConditionMaker(random: SplitMix64(seed))
    let source = maker.program()
    let text = Array(source.utf8)
    let compilation = Compilation.compile(roots: ["random.pace"]) { _ in .bytes(text) }
    guard let program = compilation.program,
      let engine = try? EngineRun(path: "random.pace", read: { _ in text })
    else { return "seed \(seed) does not check: \(compilation.diagnostics.map(\.message))\n\(source)" }
    let logs = (0..<count).map { _ in maker.log() }
    let results = logs.map { Self.shown(engine.result(of: $0)) }
    var tester = MutationTester(program, roots: compilation.roots, scenarios: [], budget: 0) { _ in nil }
    for (mutant, fate) in tester.run().results {
      let changed = applying(mutant.edits, to: text)
      guard let other = try? EngineRun(path: "random.pace", read: { _ in changed }) else { continue }
      let index = logs.indices.first { results[$0] != Self.shown(other.result(of: logs[$0])) }
      guard case .equivalent(let proof) = fate else {
        told += index == nil ? 0 : 1
        continue
      }
      proved[proof.split(separator: " ").prefix(2).joined(separator: " "), default: 0] += 1
      if let index { return "seed \(seed): \(mutant.title), \(proof)\n\(source)\n\(logs[index])" }
    }
    return nil
  }

  /// Firings, held notices, levels and outcomes, without the indices of gates.
  private static func shown(_ result: OracleResult) -> [String] {
    var lines = result.firings.map { "\($0.at) \($0.rule) \($0.message)" }
    lines += result.held.map { "\($0.at) \($0.rule) held by \($0.gate) \($0.isPolicy)" }
    lines += result.levels.map { "\($0.at) \($0.scale) \($0.level)" }
    for view in result.views {
      lines += view.outcomes.map { "\(view.at) \($0.key) \($0.value.rawValue)" }.sorted()
    }
    return lines
  }
}

/// Makes programs of few streams, short windows and small numbers, and logs on their boundaries.
private struct ConditionMaker {
  var random: SplitMix64

  private static let minute: Int64 = 60_000

  mutating func program() -> String {
    var lines = [
      "subject s { }", "event a of s { v: number in -2 .. 4, kind k { v = 1 } }",
      "event b of s { v: number = 1 in 0 .. 3, w: number }",
      "stream big = a where v >= 2", "stream either = a, b", "stream soon = b where \(condition(1))",
      "scale level = low < high", "define shared = \(condition(1))",
    ]
    for index in 0..<3 {
      let trigger = pick(["on a", "on b", "on big", "on either", "on k", ""])
      let gate = pick([
        "", ", unless \(condition(1))", ", cooldown 2 min, limit \(random.below(3)) last 2 min",
      ])
      let raise = pick(["", "", ", raise level to high"])
      let when = "when \(condition(2))" + pick(["", "", " for 1 min", " until \(condition(1))"])
      let clauses = (trigger.isEmpty ? "" : trigger + ", ") + when
      lines.append("rule r\(index) { \(clauses)\(raise), emit note\(index) \"Told.\"\(gate) }")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func log() -> OracleLog {
    var at: Int64 = 1_767_600_000_000
    var rows: [OracleRow] = []
    for _ in 0..<3 + random.below(9) {
      at += pick([0, 0, 1, Self.minute - 1, Self.minute, Self.minute + 1, 2 * Self.minute, 5 * Self.minute])
      let event = pick(["a", "b"])
      let least: Int64 = event == "a" ? -2 : 0
      let value = OracleAssignment("v", .number((least + Int64(random.below(4))) * 1_000_000))
      let kind = event == "a" && random.below(3) == 0 ? "k" : nil
      rows.append(OracleRow(at, event, kind: kind, random.below(4) == 0 ? [] : [value]))
    }
    var log = OracleLog(rows)
    log.startedAt = rows[0].at - pick([0, Self.minute])
    log.until = at + 10 * Self.minute
    log.lookedAt = pick(rows).at + pick([0, Self.minute])
    return log
  }

  private mutating func condition(_ depth: Int) -> String {
    if depth == 0 || random.below(4) == 0 { return "(\(comparison()))" }
    let left = condition(depth - 1)
    switch random.below(5) {
    case 0: return "(not \(left))"
    case 1, 2: return "(\(left) and \(condition(depth - 1)))"
    case 3: return "(\(left) or \(condition(depth - 1)))"
    default: return "(\(left) else \(condition(depth - 1)))"
    }
  }

  private mutating func comparison() -> String {
    let stream = pick(["a", "b", "big", "either", "k"])
    let window = pick(["", ", last 1 min", ", last 2 min", ", today"])
    let relation = pick([">", ">=", "<", "<=", "==", "!="])
    switch random.below(6) {
    case 0, 1: return "count(\(stream)\(window)) \(relation) \(number(4))"
    case 2: return "sum(\(stream).v\(window)) \(relation) \(number(4))"
    case 3: return "since(\(stream)) \(pick([">", ">=", "<", "<="])) \(random.below(3)) min"
    case 4: return "latest(\(stream).v) \(relation) \(number(3))"
    default: return "count(\(stream)\(window)) in \(number(2)) .. \(number(4))"
    }
  }

  private mutating func number(_ bound: Int) -> String { "\(random.below(bound))\(pick(["", "", ".5"]))" }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[random.below(choices.count)]
  }
}

import PaceLab
import PaceLanguage
public import PaceOracle

/// Checks what pace proves of random programs against the oracle's evaluation of random logs.
public struct ProofAgreement: Sendable {
  /// How many proved claims were checked.
  public private(set) var proved = 0
  /// How many of these claims read parameters that differ between the presets.
  public private(set) var provedOfDifferent = 0
  /// How many rules and levels were proved unreachable and checked.
  public private(set) var unreachable = 0
  /// How many unproved claims a log broke, which shows that logs can break them.
  public private(set) var unprovedBroken = 0
  public private(set) var programs = 0

  public init() {}

  /// The first log that breaks a proof about the seed's program, in words.
  public mutating func failure(
    seed: UInt64, _ options: GeneratorOptions, logs: Int
  ) -> String? {
    let ordered = OrderedCase.random(seed: seed, options, logs: logs)
    let text = ordered.program.source + "order \(OrderedCase.lower) < \(OrderedCase.higher)\n"
    let compilation = Compilation.compile(roots: ["random.pace"]) { _ in .bytes(Array(text.utf8)) }
    guard let program = compilation.program else { return nil }
    let report = Prover(program, roots: compilation.roots).provedReport()
    programs += 1
    let claims = report.claims.filter { $0.verdict == .proved }
    proved += claims.count
    provedOfDifferent += claims.count { !$0.effects.isEmpty }
    let closed = report.reaches.filter { $0.reach == .unreachable }
    unreachable += closed.count
    var unproved = report.claims.filter { $0.verdict == .open }
    for log in ordered.logs {
      guard let (lower, first) = trail(ordered, log, OrderedCase.lower),
        let (higher, second) = trail(ordered, log, OrderedCase.higher)
      else { continue }
      let count = unproved.count
      unproved.removeAll { Self.isBroken($0, lower, higher) }
      unprovedBroken += count - unproved.count
      var broken = claims.filter { Self.isBroken($0, lower, higher) }.map { program.name(of: $0.about) }
      for claim in closed {
        let isReached =
          switch claim.about {
          case .rule(let rule): Self.isReached(rule, program, [first, second], [lower, higher])
          case .level(let scale, let level):
            (lower.looks + higher.looks).contains { $0.levels[scale.index] == level }
          }
        if isReached { broken.append("\(program.name(of: claim.about)), unreachable") }
      }
      guard !broken.isEmpty else { continue }
      let scenario = log.scenario(named: "breaks it", expecting: first.firings) ?? ""
      return "seed \(seed): \(broken.joined(separator: ", "))\n\(text)\n\(scenario)\n\(log)"
    }
    return nil
  }

  private func trail(
    _ ordered: OrderedCase, _ log: OracleLog, _ preset: String
  ) -> (trail: OracleTrail, result: OracleResult)? {
    var log = log
    log.preset = preset
    return ordered.program.trail(on: log)
  }

  /// Whether a rule is on under the lower preset only, or a scale stands higher under it.
  private static func isBroken(_ claim: OrderClaim, _ lower: OracleTrail, _ higher: OracleTrail) -> Bool {
    for at in Set((lower.looks + higher.looks).map(\.at)) {
      guard let one = lower.look(at: at), let two = higher.look(at: at) else { continue }
      switch claim.about {
      case .rule(let rule): if one.isOn[rule.index], !two.isOn[rule.index] { return true }
      case .scale(let scale): if one.levels[scale.index] > two.levels[scale.index] { return true }
      }
    }
    guard case .rule(let rule) = claim.about else { return false }
    return lower.tries.contains { place, isOn in
      place.rule == rule.index && isOn && higher.tries[place] == false
    }
  }

  /// Whether a rule fires; without `emit`, whether it is ever on.
  private static func isReached(
    _ rule: RuleID, _ program: Program, _ results: [OracleResult], _ trails: [OracleTrail]
  ) -> Bool {
    if program[rule].emission == nil {
      return trails.contains { $0.looks.contains { $0.isOn[rule.index] } }
    }
    return results.contains { $0.firings.contains { $0.rule == program[rule].name.text } }
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceOracle
import Testing

@Suite struct `What comes next` {
  @Test func `every step comes at the very instant at which the oracle changes`() {
    var steps: [String: Int] = [:]
    for options in [GeneratorOptions.stage1, .stage2] {
      `What turns a verdict over`.forEachCase(15, options) { found in
        for step in Outlook(found.situation).steps(of: [found.rule]) {
          let failure: String?
          switch step {
          case .clears(_, let at): failure = found.ends(found.stateProbe, at: at)
          case .opens(_, let gate, let at): failure = found.ends(found.probe(of: gate), at: at)
          case .level(let scale, let level, let at): failure = found.changes(scale, to: level, at: at)
          case .raises(let scale, let level, let count, let events):
            failure = found.raises(scale, to: level, count, events)
          case .free(let logged, let at): failure = found.frees(logged, at: at)
          }
          steps[step.sort, default: 0] += 1
          if let failure { return "\(step): \(failure)" }
        }
        return nil
      }
    }
    for sort in ["clears", "opens", "level", "raises", "free"] { #expect(steps[sort] ?? 0 > 0, "\(sort)") }
  }
}

extension NextStep {
  fileprivate var sort: String {
    switch self {
    case .clears: "clears"
    case .opens: "opens"
    case .level: "level"
    case .raises: "raises"
    case .free: "free"
    }
  }
}

/// A rule that says nothing, added to a program to see whether something holds.
extension Case {
  private static let probeName = "zz_probe"

  /// On while the rule's state is.
  var stateProbe: OracleRule {
    var probe = OracleRule(Self.probeName)
    probe.condition = oracleRule.condition
    probe.hold = oracleRule.hold
    probe.until = oracleRule.until
    return probe
  }

  /// On while a gate holds.
  func probe(of gate: GateReference) -> OracleRule {
    let shared = pair.program.policies.filter { $0.kind == oracleRule.kind }.flatMap(\.gates)
    let written = gate.isPolicy ? shared[gate.index] : oracleRule.gates[gate.index]
    let stream = gate.isPolicy ? oracleRule.kind ?? "" : oracleRule.name
    var probe = OracleRule(Self.probeName)
    switch written {
    case .unless(let condition): probe.condition = condition
    case .cooldown(let length):
      probe.condition = .comparison(.atLeast, .count(stream, .last(length)), .whole(1))
    case .limit(.literal(let most), let window):
      probe.condition = .comparison(.atLeast, .count(stream, window), .literal(most))
    case .limit(.name(let most), let window):
      probe.condition = .comparison(.atLeast, .count(stream, window), .value(most))
    case .quiet(let from, let to): probe.condition = .clockWithin(from, to)
    }
    return probe
  }

  private func isOn(_ probe: OracleRule, at instant: Int64) -> Bool? {
    var program = pair.program
    program.rules.append(probe)
    let result = program.evaluate(Self.look(pair.log, at: instant))
    return result.isCut ? nil : result.views.first?.outcomes[Self.probeName] == .alreadyFired
  }

  /// What is wrong with a probe being on until just before an instant.
  fileprivate func ends(_ probe: OracleRule, at instant: Instant) -> String? {
    let end = instant.milliseconds
    for time in [at] + samples(from: at + 1, before: end) where isOn(probe, at: time) == false {
      return "over at \(time)"
    }
    return isOn(probe, at: end) == true ? "not over" : nil
  }

  fileprivate func changes(_ scale: ScaleID, to level: Int, at instant: Instant) -> String? {
    let oracle = pair.program.scales[scale.index]
    let result = pair.program.evaluate(Self.look(pair.log, at: instant.milliseconds))
    if result.isCut { return nil }
    let first = result.levels.first { $0.scale == oracle.name && $0.at > at }
    guard let first, first.at == instant.milliseconds, first.level == oracle.levels[level] else {
      return "the oracle has \(String(describing: first))"
    }
    return nil
  }

  fileprivate func raises(_ scale: ScaleID, to level: Int, _ count: Int, _ events: [LoggedKind]) -> String? {
    let oracle = pair.program.scales[scale.index]
    let before = account.levels[scale.index]
    for logged in events {
      for number in 1...count {
        var log = pair.log
        for _ in 0..<number { log.rows.append(row(logged.event, logged.kind, at: at)) }
        guard let name = pair.program.evaluate(log).views.first?.levels[oracle.name],
          let reached = oracle.levels.firstIndex(of: name)
        else { return "no view" }
        if number < count, reached > before { return "\(number) do already" }
        if number == count, reached != level { return "\(count) lead to \(name)" }
      }
    }
    return nil
  }

  fileprivate func frees(_ logged: LoggedKind, at instant: Instant) -> String? {
    let free = instant.milliseconds
    if brings(logged, at: free) == true { return "it brings a notice" }
    for time in (free > at ? [at] : []) + samples(from: at + 1, before: free)
    where brings(logged, at: time) == false {
      return "free at \(time)"
    }
    return nil
  }

  private func brings(_ logged: LoggedKind, at instant: Int64) -> Bool? {
    var with = Self.look(pair.log, at: instant)
    with.rows.append(row(logged.event, logged.kind, at: instant))
    guard let more = firings(with, at: instant),
      let usual = firings(Self.look(pair.log, at: instant), at: instant)
    else { return nil }
    return more.contains { rule, count in count > usual[rule] ?? 0 }
  }

  private func firings(_ log: OracleLog, at instant: Int64) -> [String: Int]? {
    let result = pair.program.evaluate(log)
    if result.isCut { return nil }
    var counts: [String: Int] = [:]
    for firing in result.firings where firing.at == instant { counts[firing.rule, default: 0] += 1 }
    return counts
  }
}

import PaceEngine
import PaceLanguage

/// Expectations about notices that are given.
extension ScenarioRun {
  /// `stream` is nil for any notice.
  mutating func checkAbsence(
    of stream: StreamID?, at: Instant?, _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    let found = saying(expectation.message, firings(of: stream, at: at))
    guard let first = found.first else { return nil }
    return failure(expectation, told(found), reasons(for: found), at: first.at, rule: first.rule)
  }

  /// Why each rule that fired did so, the first time.
  private mutating func reasons(for found: [Firing]) -> String {
    let firsts = found.grouped { $0.rule }.map { $0.elements[0] }
    if firsts.count == 1 { return reason(for: firsts[0].rule, at: firsts[0].at) }
    let parts = firsts.map { firing in
      let reason = reason(for: firing.rule, at: firing.at)
      return reason.isEmpty ? "" : "\(program[firing.rule].name.text): \(reason)"
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  mutating func checkFirings(
    of stream: StreamID, at: Instant?, _ expectation: Scenario.Expectation
  ) -> ScenarioFailure? {
    let found = firings(of: stream, at: at)
    let matching = saying(expectation.message, found)
    if let times = expectation.times {
      if matching.count == times { return nil }
    } else if !matching.isEmpty {
      return nil
    }
    let others = matching.isEmpty ? (found.isEmpty ? firings(of: stream, at: nil) : found) : matching
    var actual = others.isEmpty ? "no \(program[stream].name)" : told(others)
    if expectation.times != nil { actual = "\(Noun.count(matching.count, "time")): \(actual)" }
    if let last = found.last, matching.count < found.count || matching.count > expectation.times ?? 0 {
      return failure(
        expectation, actual, reason(for: last.rule, at: last.at), at: last.at, rule: last.rule)
    }
    if let at, let last = replay.timeline.given.last?.at, at <= last {
      let because = "until \(clock.text(of: last)) notices are those that were given, and none is derived"
      return failure(expectation, actual, because)
    }
    // There were too few firings, so a verdict that is no firing tells more than one that is.
    let rules = program.rules(firingInto: stream)
    let silent = nearestVerdict(of: rules, at: at) { $0.outcome != .fired }
    let nearest = silent ?? nearestVerdict(of: rules, at: at)
    var failed = failure(expectation, actual, nearest: nearest, asked: at)
    // `nearest` is known only when the expectation is checked for the last time.
    if nearest != nil, let at, at >= horizon, let later = firstFiring(of: rules, soonAfter: at) {
      let name = program[later.rule].name.text
      failed.because += "; \(name) fires at \(clock.text(of: later.at)), after the last instant named"
    }
    return failed
  }

  /// The first firing within a minute after the last instant that is evaluated.
  private func firstFiring(of rules: [RuleID], soonAfter last: Instant) -> Firing? {
    var timeline = timeline
    timeline.until = Instant(min(last.milliseconds + 60_000, Instant.last.milliseconds))
    var first: Firing?
    let longer = ScenarioReplay(runner: replay.runner, timeline: timeline, named: replay.named)
    _ = longer.evaluate(accounts: .none) { record in
      guard first == nil, case .fired(let firing) = record, firing.at > last else { return }
      if rules.contains(firing.rule) { first = firing }
    }
    return first
  }

  private mutating func firings(of stream: StreamID?, at: Instant?) -> [Firing] {
    let all = firings(into: stream)
    guard let at else { return all }
    return Array(all[all.partitioningIndex { $0.at >= at }...].prefix { $0.at == at })
  }

  private func saying(_ message: String?, _ firings: [Firing]) -> [Firing] {
    guard let message else { return firings }
    return firings.filter { $0.message == message }
  }

  /// Up to four firings, each with its time and message; for more, only the times, rule by rule.
  private func told(_ found: [Firing]) -> String {
    if found.count <= 4 {
      let parts = found.map { firing in
        let message = firing.message.map { " \"\($0)\"" } ?? ""
        return "\(program[firing.rule].name.text) at \(clock.text(of: firing.at))\(message)"
      }
      return parts.joined(separator: ", ")
    }
    let parts = found.grouped { $0.rule }.map { rule, firings in
      "\(program[rule].name.text) at \(times(firings.map { $0.at }, of: firings.count))"
    }
    return "\(found.count) notices: \(parts.joined(separator: "; "))"
  }

  /// `10:35, 11:05 and 3 more`
  func times(_ instants: [Instant], of count: Int) -> String {
    let told = instants.prefix(Self.mostTold)
    let more = count > told.count ? " and \(count - told.count) more" : ""
    return told.map { clock.text(of: $0) }.joined(separator: ", ") + more
  }

  /// The most instants that are named.
  static let mostTold = 8
}

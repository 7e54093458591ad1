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
    return failure(expectation, told(found), reason(for: first.rule, at: first.at))
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
    if expectation.times != nil { actual = "\(matching.count) times: \(actual)" }
    if let last = found.last, matching.count < found.count || matching.count > expectation.times ?? 0 {
      return failure(expectation, actual, reason(for: last.rule, at: last.at))
    }
    return failure(expectation, actual, reasonForSilence(of: rules(of: stream), at: at))
  }

  private func firings(of stream: StreamID?, at: Instant?) -> [Firing] {
    let wanted = stream.map { rules(of: $0) }
    return firings.filter { firing in
      (at == nil || firing.at == at) && wanted?.contains(firing.rule) ?? true
    }
  }

  private func saying(_ message: String?, _ firings: [Firing]) -> [Firing] {
    guard let message else { return firings }
    return firings.filter { $0.message == message }
  }

  private func rules(of stream: StreamID) -> [RuleID] {
    switch program[stream].kind {
    case .firings(let rule): [rule]
    case .notices(let kind): program.noticeKinds[kind.index].rules
    case .event, .kind, .derived: []
    }
  }

  /// At most four firings, each with its time and message.
  private func told(_ found: [Firing]) -> String {
    var parts = found.prefix(4).map { firing in
      let message = firing.message.map { " \"\($0)\"" } ?? ""
      return "\(program[firing.rule].name.text) at \(clock.text(of: firing.at))\(message)"
    }
    if found.count > 4 { parts.append("\(found.count - 4) more") }
    return parts.joined(separator: ", ")
  }
}

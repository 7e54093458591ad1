import PaceEngine
import PaceLanguage

/// The gates of a rule at an instant, a line each: `cooldown 15 min: open, not fired before`.
struct GateText: Sendable {
  private let program: Program
  private let condition: ConditionText
  private let time: TimeText

  init(_ program: Program, _ condition: ConditionText, _ time: TimeText) {
    self.program = program
    self.condition = condition
    self.time = time
  }

  func lines(of account: RuleAccount, in explanation: Explanation) -> [String] {
    let first = account.gates.first { $0.isHolding }?.gate
    return account.gates.map { gate in
      let policy = gate.gate.isPolicy ? "policy " : ""
      let also = gate.isHolding && gate.gate != first ? "also " : ""
      let state = state(gate, at: explanation.account.at)
      return "\(policy)\(source(of: gate.gate, account.rule)): \(also)\(state)"
    }
  }

  /// The same with the open ones closer: `open: cooldown 15 min, limit 2 of 8 today`.
  func lines(of account: RuleAccount, in explanation: Explanation, _ way: ExplainDensity.Gates) -> [String] {
    let all = lines(of: account, in: explanation)
    if way == .each || all.isEmpty { return all }
    let holding = zip(account.gates, all).filter { $0.0.isHolding }.map { $0.1 }
    let open = account.gates.filter { !$0.isHolding }
    if open.isEmpty { return holding }
    if way == .counted { return holding + ["\(open.count) open (`--format json` has each)"] }
    let groups = [false, true].compactMap { isPolicy -> String? in
      let names = open.filter { $0.gate.isPolicy == isPolicy }.map { counted($0, account.rule) }
      return names.isEmpty ? nil : "\(isPolicy ? "policy open" : "open"): \(names.joined(separator: ", "))"
    }
    return holding + groups
  }

  /// `limit 2 of 8 today`
  private func counted(_ gate: GateAccount, _ rule: RuleID) -> String {
    let text = source(of: gate.gate, rule)
    guard gate.gate.name == .limit, let count = gate.count, let allowed = gate.allowed else { return text }
    let head = "limit \(allowed)"
    guard text == head || text.hasPrefix("\(head) ") else { return "\(text) (\(count) of \(allowed))" }
    return "limit \(count) of \(allowed)\(text.dropFirst(head.count))"
  }

  /// The gate as it is written, blanks collapsed, with the values of what is named in it.
  private func source(of gate: GateReference, _ rule: RuleID) -> String {
    guard let written = program.gate(gate, of: rule) else { return gate.name.text }
    let printer = condition.printer
    let kind = written.kind
    if let length = kind.cooldown, printer.named(length) != nil {
      return "cooldown \(printer.valued(length, .duration))"
    }
    if let hours = kind.hours, (printer.named(hours.start) ?? printer.named(hours.end)) != nil {
      return "quiet \(printer.valued(hours.start, .time)) to \(printer.valued(hours.end, .time))"
    }
    return program.line(of: written.span)
  }

  private func state(_ gate: GateAccount, at instant: Instant) -> String {
    var parts = [gate.isHolding ? "holds" : "open"]
    if gate.isHolding, let opens = gate.opensAt {
      parts[0] += " until \(time.last(before: opens, besides: instant))"
    }
    if let inner = gate.condition { parts.append(condition.reasons(inner)) }
    if let count = gate.count, let allowed = gate.allowed {
      if gate.gate.name == .limit { parts.append("\(count) of \(allowed)") }
      if let last = gate.lastFiring {
        parts.append("last fired at \(time.clock(last, besides: instant))")
      } else if gate.gate.name == .cooldown {
        parts.append("not fired in that time")
      }
    }
    return parts.joined(separator: ", ")
  }
}

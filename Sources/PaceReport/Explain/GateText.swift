import PaceEngine
import PaceLanguage

/// The gates of a rule at an instant, a line each: `cooldown 15 min: open, not fired before`.
struct GateText: Sendable {
  let page: ExplainPage
  let account: RuleAccount

  private var program: Program { page.program }
  private var printer: ValuePrinter { page.condition.printer }

  private var notice: String { program.kindName(of: account.rule) ?? "notice" }

  private var all: [String] {
    let first = account.gates.first { $0.isHolding }?.gate
    return account.gates.map { gate in
      let policy = gate.gate.isPolicy ? "policy " : ""
      let also = gate.isHolding && gate.gate != first ? "also " : ""
      return "\(policy)\(source(of: gate.gate)): \(also)\(state(gate))"
    }
  }

  /// The gates at a given density: `open: cooldown 15 min, limit 2 of 8 today`.
  func lines(_ way: ExplainDensity.Gates) -> [String] {
    let all = all
    if way == .each || all.isEmpty { return all }
    let holding = zip(account.gates, all).filter { $0.0.isHolding }.map { $0.1 }
    let open = account.gates.filter { !$0.isHolding }
    if open.isEmpty { return holding }
    if way == .counted { return holding + ["\(open.count) open (\(page.rest) has each)"] }
    let groups = [false, true].compactMap { isPolicy -> String? in
      let names = open.filter { $0.gate.isPolicy == isPolicy }.map(counted)
      return names.isEmpty ? nil : "\(isPolicy ? "policy open" : "open"): \(names.joined(separator: ", "))"
    }
    return holding + groups
  }

  /// `limit 2 of 8 today`
  private func counted(_ gate: GateAccount) -> String {
    let text = source(of: gate.gate)
    guard gate.gate.name == .limit, let count = gate.count, let allowed = gate.allowed else { return text }
    let head = "limit \(allowed)"
    guard text == head || text.hasPrefix("\(head) ") else { return "\(text) (\(count) of \(allowed))" }
    return "limit \(count) of \(allowed)\(text.dropFirst(head.count))"
  }

  /// The gate as written, blanks collapsed, with the values of the names in it.
  private func source(of gate: GateReference) -> String {
    guard let written = program.gate(gate, of: account.rule) else { return gate.name.text }
    switch written.kind {
    case .cooldown(let length) where printer.named(length) != nil:
      return "cooldown \(printer.valued(length, .duration))"
    case .quiet(let start, let end) where (printer.named(start) ?? printer.named(end)) != nil:
      return "quiet \(printer.valued(start, .time)) to \(printer.valued(end, .time))"
    case .unless, .cooldown, .quiet, .limit: return program.line(of: written.span)
    }
  }

  /// Why a gate held a notice back, as a clause; nil if its condition says that.
  func hindrance(_ gate: GateAccount) -> String? {
    guard let kind = program.gate(gate.gate, of: account.rule)?.kind else { return nil }
    switch kind {
    case .unless: return nil
    case .quiet(let start, let end):
      return "it is quiet from \(printer.value(start, .time)) to \(printer.value(end, .time))"
    case .limit(_, let window):
      guard let count = gate.count, let allowed = gate.allowed else { return nil }
      let what = gate.gate.isPolicy ? Noun.plural(notice) : count == 1 ? "time" : "times"
      let given = gate.gate.isPolicy ? "\(count) \(what) were given" : "it was given \(count) \(what)"
      let span = program.phrase(for: window) { printer.value($0, .duration) }
      // Notices in the log may have been given by a higher limit.
      return "\(given) \(span), \(count > allowed ? "more than the \(allowed)" : "the most") there may be"
    case .cooldown(let length):
      guard let last = gate.lastFiring else { return nil }
      let spoke = gate.gate.isPolicy ? "\(Noun.one(notice)) was given" : "it spoke"
      let clock = page.time.shortClock(last, besides: page.at)
      let span = printer.value(length, .duration)
      // A cooldown holds for its last instant too.
      let isLast = program.text(of: Value(page.at.milliseconds - last.milliseconds), type: .duration) == span
      return "\(spoke) at \(clock), \(isLast ? "exactly" : "less than") \(span) before"
    }
  }

  private func state(_ gate: GateAccount) -> String {
    var parts = [gate.isHolding ? "holds" : "open"]
    if gate.isHolding, let opens = gate.opensAt {
      parts[0] += " until \(page.time.last(before: opens, besides: page.at))"
    }
    if let inner = gate.condition { parts.append(page.condition.reasons(inner)) }
    if let count = gate.count, let allowed = gate.allowed {
      let last = gate.lastFiring.map { "last fired at \(page.time.clock($0, besides: page.at))" }
      switch gate.gate.name {
      case .cooldown: parts.append(last ?? "not fired in that time")
      case .limit: parts += ["\(count) of \(allowed)"] + (last.map { [$0] } ?? [])
      case .unless, .quiet: break
      }
    }
    return parts.joined(separator: ", ")
  }
}

import PaceEngine
import PaceLanguage

/// Short explanations, made from accounts.
extension ScenarioRun {
  /// Why a rule stands where it does at an instant.
  mutating func reason(for rule: RuleID, at instant: Instant) -> String {
    guard let verdict = account(at: instant)?.rules[rule.index] else { return "" }
    return reason(of: verdict)
  }

  /// Why none of `rules` fired, at an instant or where they came nearest to it.
  mutating func reasonForSilence(of rules: [RuleID], at instant: Instant?) -> String {
    guard let (found, verdict) = tellingVerdict(of: rules, at: instant) else {
      return instant == nil ? "" : "the subject is closed at that instant"
    }
    let time = instant == nil ? " at \(clock.text(of: found))" : ""
    let start = "\(program[verdict.rule].name.text) was \(outcomeText(of: verdict))\(time)"
    let reason = reason(of: verdict)
    return reason.isEmpty ? start : "\(start): \(reason)"
  }

  /// The verdict that came nearest to firing, or that fired.
  mutating func tellingVerdict(of rules: [RuleID], at instant: Instant?) -> (Instant, RuleAccount)? {
    let looked = instant.map { account(at: $0).map { [$0] } ?? [] } ?? allAccounts()
    var best: (Instant, RuleAccount)?
    for account in looked {
      for rule in rules {
        let verdict = account.rules[rule.index]
        if let best, verdict.outcome.rawValue <= best.1.outcome.rawValue { continue }
        best = (account.at, verdict)
      }
    }
    return best
  }

  /// Which rule holds a scale up, or what keeps those down that would raise it.
  mutating func reasonForLevel(
    _ actual: Int, of scale: ScaleID, wanted: Int, at instant: Instant
  ) -> String {
    guard let account = account(at: instant) else { return "" }
    let rules = program.scales[scale.index].rules
    if actual > 0, actual >= wanted {
      let raising = rules.first {
        account.rules[$0.index].isOn && program[$0].raise?.level == actual
      }
      guard let raising else { return "" }
      let values = comparisons(in: account.rules[raising.index].condition, where: true)
      return "raised by \(program[raising].name.text)" + (values.isEmpty ? "" : ": \(values)")
    }
    let missing = rules.filter { program[$0].raise?.level ?? 0 >= wanted }
    return missing.prefix(3).map { rule in
      let values = comparisons(in: account.rules[rule.index].condition, where: false)
      return "\(program[rule].name.text): \(values.isEmpty ? "its state is off" : values)"
    }.joined(separator: "; ")
  }

  /// The outcome, with the gate that holds.
  func outcomeText(of verdict: RuleAccount) -> String {
    guard verdict.outcome == .held, let gate = verdict.gate else { return verdict.outcome.text }
    return "held by \(gate.isPolicy ? "policy " : "")\(gate.name.text)"
  }

  /// What the verdict rests on.
  func reason(of verdict: RuleAccount) -> String {
    switch verdict.outcome {
    case .notTriggered: return "nothing triggers it at that instant"
    case .unknown: return comparisons(in: verdict.condition, where: nil)
    case .idle:
      let missed = comparisons(in: verdict.condition, where: false)
      return missed.isEmpty ? "its condition is not true" : missed
    case .waiting:
      return verdict.waitsUntil.map { "its condition has to last until \(clock.text(of: $0))" } ?? ""
    case .alreadyFired: return "it has fired since its condition became true"
    case .held: return reasonForHolding(verdict)
    case .fired: return comparisons(in: verdict.condition, where: true)
    }
  }

  private func reasonForHolding(_ verdict: RuleAccount) -> String {
    guard let reference = verdict.gate, let gate = verdict.gates.first(where: { $0.gate == reference })
    else { return "" }
    var parts: [String] = []
    if let condition = gate.condition { parts.append(comparisons(in: condition, where: true)) }
    if let last = gate.lastFiring { parts.append("last fired at \(clock.text(of: last))") }
    if let count = gate.count, let allowed = gate.allowed, reference.name == .limit {
      parts.append("\(count) of \(allowed) used")
    }
    if let opens = verdict.opensAt { parts.append("opens at \(clock.text(of: opens))") }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The comparisons of a condition that are true, false, or (nil) unknown, with their values.
  private func comparisons(in node: ConditionNode?, where wanted: Bool?) -> String {
    guard let node else { return "" }
    var found: [String] = []
    gather(node, wanted, into: &found)
    return found.prefix(3).joined(separator: ", ")
  }

  private func gather(_ node: ConditionNode, _ wanted: Bool?, into found: inout [String]) {
    guard node.type == .bool else { return }
    switch program[program.resolved(node.expression)].operation {
    case .binary(.and, _, _), .binary(.or, _, _):
      for child in node.children { gather(child, wanted, into: &found) }
    case .not:
      for child in node.children { gather(child, wanted.map { !$0 }, into: &found) }
    case .comparison(let relation, _, _) where node.children.count == 2:
      if isInState(node, wanted) { found.append(text(of: node, relation)) }
    default:
      guard isInState(node, wanted) else { return }
      found.append("\(node.text) is \(program.text(of: node.value, type: node.type))")
    }
  }

  private func isInState(_ node: ConditionNode, _ wanted: Bool?) -> Bool {
    node.value.isUnknown ? wanted == nil : node.value.isTrue == wanted
  }

  private func text(of node: ConditionNode, _ relation: Relation) -> String {
    let left = node.children[0]
    let right = node.children[1]
    let leftValue = valueText(of: left)
    let rightValue = valueText(of: right)
    var text = left.text == leftValue ? leftValue : "\(left.text) = \(leftValue)"
    text += " \(relation.text) \(rightValue)"
    if right.text != rightValue, !isLiteral(right) { text += " (\(right.text))" }
    if !node.value.isUnknown, !node.value.isTrue { text += " is false" }
    return text
  }

  private func isLiteral(_ node: ConditionNode) -> Bool {
    if case .constant = program[node.expression].operation { return true }
    return false
  }

  private func valueText(of node: ConditionNode) -> String {
    switch node.type {
    case .text, .schedule: node.text
    default: program.text(of: node.value, type: node.type)
    }
  }
}

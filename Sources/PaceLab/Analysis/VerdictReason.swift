public import PaceEngine
public import PaceLanguage

/// Says in a line what a verdict rests on.
struct VerdictReason {
  let program: Program
  /// How an instant is written.
  let clock: (Instant) -> String

  /// `fired`, `was held by cooldown`
  func verb(of verdict: RuleAccount) -> String {
    verdict.outcome == .fired ? "fired" : "was \(verdict.outcome.text(heldBy: verdict.gate))"
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
      return verdict.waitsUntil.map { "its condition has to last until \(clock($0))" } ?? ""
    case .alreadyFired:
      return program[verdict.rule].emission == nil
        ? "its state is on, and it says nothing" : "it has fired since its condition became true"
    case .held: return reasonForHolding(verdict)
    case .fired: return comparisons(in: verdict.condition, where: true)
    }
  }

  private func reasonForHolding(_ verdict: RuleAccount) -> String {
    guard let reference = verdict.gate, let gate = verdict.gates.first(where: { $0.gate == reference })
    else { return "" }
    var parts: [String] = []
    if let condition = gate.condition { parts.append(comparisons(in: condition, where: true)) }
    if let last = gate.lastFiring { parts.append("last fired at \(clock(last))") }
    if let count = gate.count, let allowed = gate.allowed, reference.name == .limit {
      parts.append("\(count) of \(allowed) used")
    }
    if let opens = verdict.opensAt { parts.append("opens at \(clock(opens))") }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The comparisons of a condition that are true, false, or (nil) unknown, with their values; at most three.
  func comparisons(in node: ConditionNode?, where wanted: Bool?) -> String {
    guard let node else { return "" }
    var found: [String] = []
    gather(node, wanted, into: &found)
    return found.prefix(3).joined(separator: ", ")
  }

  private func gather(_ node: ConditionNode, _ wanted: Bool?, into found: inout [String]) {
    guard node.type == .bool else { return }
    switch program[program.resolved(node.expression)].operation.shape {
    case .junction:
      for child in node.children { gather(child, wanted, into: &found) }
    case .negation:
      for child in node.children { gather(child, wanted.map { !$0 }, into: &found) }
    case .relation(let relation) where node.children.count == 2:
      if isInState(node, wanted) { found.append(text(of: node, relation)) }
    case .definition, .relation, .range, .list, .plain:
      guard isInState(node, wanted) else { return }
      found.append("\(source(of: node)) is \(program.text(of: node.value, type: node.type))")
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
    var text = source(of: left) == leftValue ? leftValue : "\(source(of: left)) = \(leftValue)"
    text += " \(relation.text) \(rightValue)"
    if source(of: right) != rightValue, program[right.expression].operation.constant == nil {
      text += " (\(source(of: right)))"
    }
    if !node.value.isUnknown, !node.value.isTrue { text += " is false" }
    return text
  }

  /// The node's source on one line, from the program because a brief account has no text.
  private func source(of node: ConditionNode) -> String { program.line(of: program[node.expression].span) }

  private func valueText(of node: ConditionNode) -> String {
    switch node.type {
    case .text, .schedule: source(of: node)
    default: program.text(of: node.value, type: node.type)
    }
  }
}

extension GateReference {
  /// `policy limit`
  public var fullName: String { isPolicy ? "policy \(name.text)" : name.text }
}

extension Outcome {
  /// `held by policy limit`, or another outcome alone.
  public func text(heldBy gate: GateReference?) -> String {
    guard self == .held, let gate else { return text }
    return "held by \(gate.fullName)"
  }
}

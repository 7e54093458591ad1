import PaceEngine
import PaceLanguage

/// Definitions that are shown by their names.
extension ConditionText {
  /// Whether a node is a definition made of other conditions, and shown by its name.
  func isNamed(_ node: ConditionNode) -> Bool {
    !isFull && shape(of: node) == .definition && Self.isMade(of: body(of: node), program)
  }

  /// The body of a definition, seen through definitions that only name another.
  private func body(of node: ConditionNode) -> ConditionNode {
    var node = node
    while shape(of: node) == .definition, let child = node.children.first { node = child }
    return node
  }

  /// Whether a condition has parts that are conditions.
  private static func isMade(of node: ConditionNode, _ program: Program) -> Bool {
    switch program[node.expression].operation.shape {
    case .junction: true
    case .negation: node.children.first.map { isMade(of: $0, program) } ?? false
    case .definition: node.children.first.map { isMade(of: $0, program) } ?? false
    // An `else` that replaces a truth.
    case .plain: node.type == .bool && !program.isBareTruth(node.expression)
    case .relation, .range, .list: false
    }
  }

  /// `open_today: yes, due today and done_today = 0 < 1 (asked)`: what decided it, one level deep.
  func named(_ node: ConditionNode) -> String {
    let parts = grounds(of: node).map(phrase)
    let value = printer.text(node.value, node.type)
    return "\(node.text): \(value)\(parts.isEmpty ? "" : ", \(Noun.all(parts))")"
  }

  /// What decided a condition, for use where its name and value have been said.
  func reasons(_ node: ConditionNode) -> String {
    let inner = unfolded(node)
    let parts = isNamed(inner) ? grounds(of: inner).map(phrase) : []
    return parts.isEmpty ? brief(node) : Noun.all(parts)
  }

  /// The parts of a named definition that have the value of the whole.
  func deciding(_ node: ConditionNode) -> [ConditionNode] {
    let body = body(of: node)
    guard case .junction(let sign) = shape(of: body) else { return [] }
    return decisive(body, sign)
  }

  /// What decided a named definition: parts of its chain, or the side that its `else` left standing.
  private func grounds(of node: ConditionNode) -> [ConditionNode] {
    let parts = deciding(node)
    return parts.isEmpty ? meant(by: body(of: node)).map { [$0] } ?? [] : parts
  }

  /// The parts that decided a nested chain, by name too; nil for anything else.
  private func phrases(_ node: ConditionNode) -> String? {
    guard case .junction(let sign) = shape(of: node) else { return nil }
    let parts = decisive(node, sign).map(phrase)
    return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " \(sign.text) ")))"
  }

  /// One part in a few words: `due today`, `not settled`, or a comparison with its values.
  func phrase(_ node: ConditionNode) -> String {
    guard case .negation = shape(of: node), let inner = node.children.first else {
      return words(for: node) ?? phrases(node) ?? brief(node)
    }
    return words(for: inner) ?? brief(node)
  }

  /// `due today`, `not settled`, `away unknown`: a named truth value; nil for anything else.
  func words(for node: ConditionNode) -> String? {
    guard node.type == .bool, var name = program.name(of: node.expression) else { return nil }
    // A comparison is shown by its values instead.
    if shape(of: node) == .definition, shape(of: body(of: node)) != .plain, !isNamed(node) { return nil }
    if name.hasPrefix("is ") { name = String(name.dropFirst("is ".count)) }
    return node.value.isUnknown ? "\(name) unknown" : node.value.isTrue ? name : "not \(name)"
  }

  /// The rows behind a condition, as far as it is shown.
  func rows(of node: ConditionNode) -> [EventOrdinal] {
    let node = unfolded(node)
    switch shape(of: node) {
    case .junction, .negation: return node.children.flatMap(rows).inOrder
    case .definition where isNamed(node):
      // A part that is only named shows no rows.
      return grounds(of: node).filter { !isNamed(unfolded($0)) }.flatMap(rows).inOrder
    case .definition, .relation, .range, .list, .plain: return node.evidence
    }
  }
}

import PaceEngine
import PaceLanguage

extension ConditionText {
  /// The parts that decided a condition, on one line: `count(x) = 2 >= 3 (threshold), too low by 1`.
  func brief(_ node: ConditionNode) -> String { pieces(node).joined(separator: " ") }

  /// The parts that decided a chain of `and` or `or`, each after the first with its operator.
  func pieces(_ node: ConditionNode) -> [String] {
    let node = unfolded(node)
    guard case .junction(let sign) = shape(of: node) else { return [single(node)] }
    let shown = decisive(node, sign)
    if shown.count == 1 { return pieces(shown[0]) }
    return shown.enumerated().map { index, part in
      let inner = pieces(part)
      let text = inner.joined(separator: " ")
      return (index == 0 ? "" : "\(sign.text) ") + (inner.count > 1 && sign == .and ? "(\(text))" : text)
    }
  }

  /// One comparison or truth value, and by how much it is missed.
  private func single(_ node: ConditionNode) -> String {
    switch shape(of: node) {
    case .relation, .range: return text(of: node, unfolds: false) + shortfall(node)
    case .negation where node.children.count == 1:
      return isLeaf(node.children[0]) ? brief(node.children[0]) : "not (\(brief(node.children[0])))"
    case .definition, .negation, .junction, .list, .plain: return text(of: node, unfolds: false)
    }
  }

  /// The values of the parts that decided a condition: `3.5 >= 4.0, too low by 0.5`.
  func figures(_ node: ConditionNode) -> String { figurePieces(node).joined(separator: " ") }

  /// The values of the parts that decided a chain, each after the first with its operator.
  func figurePieces(_ node: ConditionNode) -> [String] {
    let node = unfolded(node)
    guard case .junction(let sign) = shape(of: node) else { return [figure(node)] }
    let parts = decisive(node, sign)
    if parts.count == 1 { return figurePieces(parts[0]) }
    return parts.enumerated().map { index, part in
      let text = figures(part)
      let isNested = isComposite(part) && sign == .and
      return (index == 0 ? "" : "\(sign.text) ") + (isNested ? "(\(text))" : text)
    }
  }

  /// The values of one comparison, after the name of what is compared if the rule has one.
  private func figure(_ node: ConditionNode) -> String {
    if namesEqual, !isOrdered(node) { return single(node) }
    guard shape(of: node).compares, let first = node.children.first, shape(of: first) == .definition else {
      return values(in: node)
    }
    return "\(first.text) \(values(in: node))"
  }

  private func values(in node: ConditionNode) -> String {
    switch shape(of: node) {
    case .relation(let relation) where node.children.count == 2:
      let decimals = Self.decimals(in: node)
      let sides = node.children.map { printer.text($0.value, $0.type, decimals: decimals) }
      return "\(sides.joined(separator: " \(relation.text) "))\(shortfall(node))"
    case .range(let isClosed) where node.children.count == 3:
      let decimals = Self.decimals(in: node)
      let values = node.children.map { printer.text($0.value, $0.type, decimals: decimals) }
      return "\(values[0]) in \(values[1]) \(isClosed ? ".." : "to") \(values[2])\(shortfall(node))"
    case .list:
      let values = node.children.map { printer.text($0.value, $0.type) }
      return "\(values[0]) in (\(values.dropFirst().joined(separator: ", ")))"
    case .negation where node.children.count == 1 && !isLeaf(node.children[0]):
      return "not (\(figures(node.children[0])))"
    case .definition, .negation, .junction, .relation, .range, .plain: return single(node)
    }
  }

  /// `, too low by 1`
  private func shortfall(_ node: ConditionNode) -> String {
    if let miss = strictMiss(node) { return ", \(miss)" }
    return isOrdered(node) ? miss(node).map { ", \($0)" } ?? "" : ""
  }

  /// Whether a condition can be missed by an amount; equality and membership can't.
  func isOrdered(_ node: ConditionNode) -> Bool {
    ![.relation(.equal), .relation(.notEqual), .list].contains(shape(of: node))
  }

  /// The parts of a chain that have the value of the whole, or all parts if none has.
  func decisive(_ node: ConditionNode, _ sign: BinaryOperator) -> [ConditionNode] {
    let parts = flattened(node, by: sign)
    let decisive = parts.filter { $0.value == node.value }
    return decisive.isEmpty ? parts : decisive
  }
}

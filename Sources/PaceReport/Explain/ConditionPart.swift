import PaceEngine
package import PaceLanguage

/// A condition as a tree: each part with its values, and whether it holds and by how much.
package struct ConditionPart: Sendable {
  /// `count(entry, last 1 h) = 3 > 2 (threshold)`; for a condition made of others, `all of`, `any of` or `not`.
  package var text: String
  /// `true by 1`
  package var verdict: String
  /// Nil for unknown.
  package var holds: Bool?
  package var parts: [ConditionPart] = []
}

extension Explanation {
  /// The conditions of the rules in focus, in the order of `focused`; nil for a rule without one.
  package func conditions(_ program: Program) -> [ConditionPart?] {
    let page = ExplainPage(self, program, .plain, width: .max, isFull: true)
    return focused.map { rule in account.rules[rule.index].condition.map { page.condition.part(of: $0) } }
  }
}

extension ConditionText {
  fileprivate func part(of node: ConditionNode) -> ConditionPart {
    let node = unfolded(node)
    let holds = node.value.isUnknown ? nil : node.value.isTrue
    switch shape(of: node) {
    case .junction(let sign):
      return ConditionPart(
        text: sign == .or ? "any of" : "all of", verdict: truth(node), holds: holds,
        parts: flattened(node, by: sign).map { part(of: $0) })
    case .negation where node.children.count == 1 && isComposite(node.children[0]):
      return ConditionPart(
        text: "not", verdict: truth(node), holds: holds, parts: [part(of: node.children[0])])
    case .definition, .negation, .relation, .range, .list, .plain:
      let verdict = ([verdict(node)] + settings(of: node)).joined(separator: ", ")
      return ConditionPart(text: text(of: node, unfolds: true), verdict: verdict, holds: holds)
    }
  }
}

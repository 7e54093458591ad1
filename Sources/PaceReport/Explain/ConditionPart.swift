import PaceEngine
public import PaceLanguage

/// A condition as a tree: each part with its values, and whether it holds and by how much.
public struct ConditionPart: Sendable {
  /// `count(entry, last 1 h) = 3 > 2 (threshold)`; for a condition made of others, `all of`, `any of` or `not`.
  public var text: String
  /// `true by 1`
  public var verdict: String
  /// Nil for unknown.
  public var holds: Bool?
  public var parts: [ConditionPart] = []
  /// What joins the parts: `and` or `or`; empty for other conditions.
  var sign = ""
  /// The rows behind it, and the fields of them that it reads.
  var rows: [EventOrdinal] = []
  var fields: [FieldNameID] = []

  /// Every part on a line of its own, `depth` steps from the margin and with the sign before it.
  ///
  /// - Parameter isInner: whether this is a part itself; then its own parts stand below a line for it.
  func lines(depth: Int = 0, after sign: String = "", isInner: Bool = false)
    -> [(depth: Int, part: ConditionPart)]
  {
    var head = self
    head.text = sign + text
    if parts.isEmpty || self.sign.isEmpty {
      return [(depth, head)] + parts.flatMap { $0.lines(depth: depth + 1) }
    }
    head.verdict = ""
    return (isInner ? [(depth, head)] : [])
      + parts.enumerated().flatMap { index, part in
        part.lines(
          depth: isInner ? depth + 1 : depth, after: index == 0 ? "" : "\(self.sign) ", isInner: true)
      }
  }
}

extension Explanation {
  /// The conditions of the rules in focus, in the order of `focused`; nil for a rule without one.
  public func conditions(_ program: Program) -> [ConditionPart?] {
    let page = ExplainPage(self, program, .plain, width: .max, isFull: true)
    return focused.map { rule in account.rules[rule.index].condition.map { page.condition.part(of: $0) } }
  }
}

extension ConditionText {
  /// - Parameter showsCalls: whether a comparison with several calls on streams has each of them as a part.
  func part(of node: ConditionNode, showsCalls: Bool = false) -> ConditionPart {
    let node = unfolded(node)
    let holds = node.value.isUnknown ? nil : node.value.isTrue
    switch shape(of: node) {
    case .junction(let sign):
      return ConditionPart(
        text: sign == .or ? "any of" : "all of", verdict: node.truth, holds: holds,
        parts: flattened(node, by: sign).map { part(of: $0, showsCalls: showsCalls) }, sign: sign.text)
    case .negation where node.children.count == 1 && isComposite(node.children[0]):
      return ConditionPart(
        text: "not", verdict: node.truth, holds: holds,
        parts: [part(of: node.children[0], showsCalls: showsCalls)])
    case .definition, .negation, .relation, .range, .list, .plain:
      let verdict = ([verdict(node)] + settings(of: node)).joined(separator: ", ")
      var part = ConditionPart(text: text(of: node, unfolds: true), verdict: verdict, holds: holds)
      let calls = showsCalls && shape(of: node).compares ? calls(in: node) : []
      guard calls.count > 1 else {
        (part.rows, part.fields) = (rows(of: node), fields(in: node.expression))
        return part
      }
      part.parts = calls.map { call in
        ConditionPart(
          text: "\(call.text) = \(printer.text(call.value, call.type))", verdict: "", rows: call.rows,
          fields: fields(in: call.expression))
      }
      return part
    }
  }

  /// The calls on streams in a comparison.
  private func calls(in node: ConditionNode) -> [ConditionNode] {
    if program[node.expression].operation.reading != nil { return [node] }
    return node.children.flatMap { calls(in: $0) }
  }
}

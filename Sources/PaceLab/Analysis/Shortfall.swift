import PaceEngine
import PaceLanguage

/// How far a condition is from being true.
struct Shortfall {
  let program: Program

  /// What a condition lacks.
  struct Found {
    /// As a part of what is compared with, from 0 to 1; nil where that is no matter of more or less.
    var share: Double?
    /// The part that decides.
    var node: ConditionNode
    /// Whether nothing is lacking; a comparison may miss by nothing, as 7 does in `7 > 7`.
    var isTrue = false

    /// The less, the nearer; what can't be measured ranks behind what can.
    var rank: Double { isTrue ? -1 : share ?? 2 }
  }

  func of(_ node: ConditionNode) -> Found { of(node, true) }

  private func of(_ node: ConditionNode, _ wanted: Bool) -> Found {
    if node.value == (wanted ? .yes : .no) { return Found(share: 0, node: node, isTrue: true) }
    switch program[node.expression].operation.shape {
    case .definition:
      return node.children.first.map { of($0, wanted) } ?? Found(node: node)
    case .negation:
      return node.children.first.map { of($0, !wanted) } ?? Found(node: node)
    case .junction(let sign):
      let parts = node.children.map { of($0, wanted) }
      // Where all parts are needed the worst decides, else the best.
      let decides =
        (sign == .and) == wanted ? parts.max { $0.rank < $1.rank } : parts.min { $0.rank < $1.rank }
      return decides ?? Found(node: node)
    case .relation, .range:
      return Found(share: share(of: node), node: node)
    case .list, .plain:
      return Found(node: node)
    }
  }

  /// The margin of a comparison as a part of its threshold.
  private func share(of node: ConditionNode) -> Double? {
    guard let margin = node.margin, !margin.isUnknown, let first = node.children.first else { return nil }
    let limits = node.children.dropFirst()
    // What is nothing, and would have to be more, can't be missed by less.
    if limits.isEmpty || margin.bits == 0 && limits.allSatisfy({ $0.value.bits == 0 }) { return nil }
    let step = Double(first.type.marginStep)
    let threshold = limits.map { Double($0.value.bits.magnitude) * step }.max() ?? 0
    let missing = Double(margin.bits.magnitude)
    return missing / max(threshold, missing, 1)
  }
}

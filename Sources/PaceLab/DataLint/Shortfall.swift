import PaceEngine
import PaceLanguage

/// How far a condition is from being true.
struct Shortfall {
  let program: Program

  /// What a condition that is not true lacks, as a share of what is asked for, and the comparison that
  /// decides; nil where nothing can be measured.
  func of(_ node: ConditionNode) -> (share: Double, node: ConditionNode)? {
    if node.value.isTrue { return (0, node) }
    switch program[program.resolved(node.expression)].operation {
    case .binary(.and, _, _):
      // All parts have to be true: the worst decides.
      var worst: (share: Double, node: ConditionNode)?
      for child in node.children {
        guard let found = of(child) else { return nil }
        if found.share >= worst?.share ?? 0 { worst = found }
      }
      return worst
    case .binary(.or, _, _):
      return node.children.compactMap { of($0) }.min { $0.share < $1.share }
    case .comparison where node.children.count == 2:
      return share(of: node).map { ($0, node) }
    default:
      return nil
    }
  }

  /// The margin as a share of the threshold.
  private func share(of node: ConditionNode) -> Double? {
    guard let margin = node.margin, !margin.isUnknown else { return nil }
    let asked = node.children[1].value.isUnknown ? 0 : Double(node.children[1].value.bits).magnitude
    let missing = Double(margin.bits).magnitude
    if missing == 0 { return 0.001 }
    // A threshold of nothing has no share; then what is missing counts as all of it.
    return asked == 0 ? 1 : min(missing / asked, 1)
  }
}

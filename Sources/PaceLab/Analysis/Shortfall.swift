import PaceEngine
import PaceLanguage

/// How far a condition is from being true.
struct Shortfall {
  let program: Program

  /// What a condition that is not true lacks.
  struct Found {
    /// As a share of the threshold: 0 where the condition is true, nil where nothing can be measured.
    var share: Double?
    /// The less, the nearer; what has no share ranks behind what has one.
    var rank: Double
    /// The part that decides.
    var node: ConditionNode

    fileprivate static func unmeasured(_ node: ConditionNode) -> Found {
      Found(share: nil, rank: 2, node: node)
    }
  }

  func of(_ node: ConditionNode) -> Found { of(node, true) }

  private func of(_ node: ConditionNode, _ wanted: Bool) -> Found {
    if !node.value.isUnknown, node.value.isTrue == wanted { return Found(share: 0, rank: 0, node: node) }
    switch program[program.resolved(node.expression)].operation.shape {
    case .negation:
      return node.children.first.map { of($0, !wanted) } ?? .unmeasured(node)
    case .junction(let sign):
      let parts = node.children.map { of($0, wanted) }
      // Where all parts are needed the worst decides, else the best.
      let decides =
        (sign == .and) == wanted ? parts.max { $0.rank < $1.rank } : parts.min { $0.rank < $1.rank }
      return decides ?? .unmeasured(node)
    case .relation(let relation):
      return relation == .equal || relation == .notEqual ? .unmeasured(node) : measured(node)
    case .range:
      return measured(node)
    case .definition, .list, .plain:
      return .unmeasured(node)
    }
  }

  /// The margin as a share of the threshold; levels, dates and times of day have none.
  private func measured(_ node: ConditionNode) -> Found {
    guard let margin = node.margin, !margin.isUnknown, let type = node.children.first?.type,
      type == .number || type == .duration
    else { return .unmeasured(node) }
    let missing = Double(margin.bits).magnitude
    let asked =
      node.children.dropFirst().filter { !$0.value.isUnknown }
      .map { Double($0.value.bits).magnitude }.max() ?? 0
    if missing == 0 { return Found(share: 0.001, rank: 0.001, node: node) }
    // A threshold of 0 has no shares.
    if asked == 0 { return Found(share: nil, rank: 1 + missing / (missing + 1), node: node) }
    let share = min(missing / asked, 1)
    return Found(share: share, rank: share, node: node)
  }
}

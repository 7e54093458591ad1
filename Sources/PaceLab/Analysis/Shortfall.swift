import PaceEngine
import PaceLanguage

/// How far a condition is from being true.
struct Shortfall {
  let program: Program

  /// What a condition lacks.
  struct Found {
    /// From 0 to 1, relative to the threshold; nil if nothing can be measured.
    var distance: Double?
    /// The part that decides the distance.
    var node: ConditionNode
    /// Smaller is nearer to true; what can't be measured ranks behind what can.
    var rank: Double
    /// Whether the distance makes sense as a percentage; for a level, a time or a threshold of 0 it doesn't.
    var isShare = false

    /// The distance if it makes sense as a percentage, else nil.
    var share: Double? { isShare ? distance : nil }
    /// Whether the condition is true, which a distance of 0 doesn't say: `7 > 7` is false.
    var isTrue: Bool { rank < 0 }

    fileprivate static func unmeasured(_ node: ConditionNode) -> Found { Found(node: node, rank: 2) }
  }

  func of(_ node: ConditionNode) -> Found { of(node, true) }

  private func of(_ node: ConditionNode, _ wanted: Bool) -> Found {
    if node.value == (wanted ? .yes : .no) { return Found(distance: 0, node: node, rank: -1, isShare: true) }
    switch program[node.expression].operation.shape {
    case .definition:
      return node.children.first.map { of($0, wanted) } ?? .unmeasured(node)
    case .negation:
      return node.children.first.map { of($0, !wanted) } ?? .unmeasured(node)
    case .junction(let sign):
      let parts = node.children.map { of($0, wanted) }
      // If all parts are needed the worst decides, else the best.
      let decides =
        (sign == .and) == wanted ? parts.max { $0.rank < $1.rank } : parts.min { $0.rank < $1.rank }
      return decides ?? .unmeasured(node)
    case .relation, .range, .list:
      return measured(node)
    case .plain:
      return .unmeasured(node)
    }
  }

  /// What a comparison's margin is measured by: its limits, or the item of a list that is nearest.
  private func limits(of node: ConditionNode) -> ArraySlice<ConditionNode> {
    let limits = node.children.dropFirst()
    guard program[node.expression].operation.shape == .list, let value = node.children.first?.value else {
      return limits
    }
    func distance(_ item: ConditionNode) -> Double { abs(Double(item.value.bits) - Double(value.bits)) }
    return limits.min { distance($0) < distance($1) }.map { [$0] } ?? []
  }

  /// The margin of a comparison as a fraction of its threshold.
  private func measured(_ node: ConditionNode) -> Found {
    guard let margin = node.margin, !margin.isUnknown, let type = node.children.first?.type else {
      return .unmeasured(node)
    }
    let limits = limits(of: node)
    let missing = Double(margin.bits.magnitude)
    // A date's distance from 1970 is no measure of a threshold; and as with weekdays, no row brings a date nearer.
    if type == .date { return Found(node: node, rank: 2 + missing / (missing + 1)) }
    // If all limits and the margin are 0, as in `0 > 0`, there is no threshold to measure by.
    if limits.isEmpty || margin.bits == 0 && limits.allSatisfy({ $0.value.bits == 0 }) {
      return .unmeasured(node)
    }
    let threshold = Double(limits.map { $0.value.bits.magnitude }.max() ?? 0) * Double(type.marginStep)
    let distance = missing / max(threshold, missing, 1)
    return Found(
      distance: distance, node: node, rank: distance < 1 ? distance : 1 + missing / (missing + 1),
      isShare: threshold > 0 && (type == .number || type == .duration))
  }
}

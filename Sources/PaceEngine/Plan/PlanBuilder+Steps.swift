import PaceLanguage

extension PlanBuilder {
  /// More parts than this are looked for anew each time, through the nodes in between.
  private static let mostParts = 32

  /// Notes for each node where steps of its value come from: itself, or parts of it that step by themselves.
  mutating func addSteps() {
    var lists: [[NodeID]] = []
    for (index, node) in plan.nodes.enumerated() {
      var parts = node.hasOwnSteps ? [NodeID(index)] : []
      if case .streak = node {} else { addParts(node.children, through: lists, to: &parts) }
      if parts.count > Self.mostParts { parts = node.children }
      lists.append(parts)
    }
    plan.steps = Lists(lists)
  }

  private func addParts(_ children: [NodeID], through lists: [[NodeID]], to parts: inout [NodeID]) {
    for child in children {
      let added = plan.nodes[child.index].isCondition ? [child] : lists[child.index]
      for part in added where !parts.contains(part) { parts.append(part) }
    }
  }
}

extension Node {
  /// Whether it is true or not, so that its next change can be looked for.
  var isCondition: Bool {
    switch self {
    case .not, .and, .or, .comparison, .against, .within, .reaches: true
    default: false
    }
  }

  /// Whether its value steps by itself and not because that of a part of it does.
  fileprivate var hasOwnSteps: Bool {
    switch self {
    case .count, .sum, .least, .greatest, .mean, .due, .streak, .weekday, .date, .elapsed, .clockWithin,
      .level:
      true
    case .slot, .field, .latest, .since, .firesRule, .firesKind, .negate, .not, .and, .or, .otherwise, .add,
      .subtract, .subtractTimes, .multiply, .divide, .remainder, .comparison, .within, .against, .reaches,
      .shared:
      false
    }
  }
}

extension PlanBuilder {
  /// Nodes that cost less than this are evaluated again rather than shared.
  private static let leastSharedCost = 6

  /// Shares the values that several askers want, unless they rest on more than the log and the clock.
  ///
  /// A `shared` node takes the node's place, so that every asker gets the `shared` one. Only a comparison with a
  /// constant that reads the rows itself still asks the node.
  mutating func shareValues() {
    let isWanted = wantedTwice()
    // Whether a node's value at an instant is the same as long as nothing is logged and nothing fires.
    var isPure: [Bool] = []
    for node in plan.nodes {
      isPure.append(!node.traits.contains(.isFleeting) && node.children.allSatisfy { isPure[$0.index] })
    }
    var moved: [NodeID: NodeID] = [:]
    for index in plan.nodes.indices
    where isWanted[index] && isPure[index] && costs[index] >= Self.leastSharedCost {
      let id = move(index)
      moved[NodeID(index)] = id
      plan.nodes[index] = .shared(id, MemoID(plan.memoCount))
      plan.memoCount += 1
    }
    for (index, node) in plan.nodes.enumerated() {
      guard case .against(let relation, let node, let slot) = node, let id = moved[node],
        plan.nodes[id.index].traits.contains(.isComparedByRows)
      else { continue }
      plan.nodes[index] = .against(relation, id, slot)
    }
  }

  /// Puts a node at the end, so that another can take its place.
  private mutating func move(_ index: Int) -> NodeID {
    let moved = NodeID(plan.nodes.count)
    plan.nodes.append(plan.nodes[index])
    plan.moves.append(plan.moves[index])
    plan.recalls.append(plan.recalls[index])
    for streak in plan.streaks.indices where plan.streaks[streak].node.index == index {
      plan.streaks[streak].node = moved
    }
    return moved
  }

  /// Has looks at expressions measured, except those that a comparison with a constant looks through.
  mutating func measureExpressions() {
    var isMeasured = plan.nodes.map { _ in false }
    for node in plan.nodeOfExpression where !plan.nodes[node.index].traits.contains(.isImmediate) {
      isMeasured[node.index] = true
    }
    for case .against(_, let node, _) in plan.nodes
    where plan.nodes[node.index].traits.contains(.isComparedByRows) {
      isMeasured[node.index] = false
    }
    for index in isMeasured.indices where isMeasured[index] { plan.nodes[index] = .measured(move(index)) }
  }

  /// For each node, whether its value is asked for more than once.
  ///
  /// Either several nodes, rules or gates ask for it, or a moving node asks for one that doesn't move. The search
  /// for where values cross asks a moving node's children again and again.
  private func wantedTwice() -> [Bool] {
    var counts = Array(repeating: 0, count: plan.nodes.count)
    for (index, node) in plan.nodes.enumerated() {
      for child in node.children {
        let isAskedAgain = plan.moves[index] && !plan.moves[child.index]
        counts[child.index] += isAskedAgain ? 2 : 1
      }
    }
    for rule in plan.rules {
      for node in [rule.condition, rule.until] {
        if let node { counts[node.index] += 1 }
      }
    }
    for gate in plan.gates {
      switch gate.kind {
      case .unless(let node), .limit(_, _, let node): counts[node.index] += 1
      case .cooldown, .quiet: break
      }
    }
    return counts.map { $0 > 1 }
  }
}

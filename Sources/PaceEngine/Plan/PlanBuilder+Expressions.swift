import PaceLanguage

extension PlanBuilder {
  /// The node of an expression whose children have theirs already.
  mutating func node(of expression: ExpressionNode) -> NodeID {
    switch expression.operation {
    case .constant(let constant): node(.slot(slot(.constant(constant))))
    case .param(let param): node(.slot(slot(.param(param))))
    case .attribute(let attribute): node(.slot(slot(.attribute(attribute))))
    case .define(let define): planned(program.defines[define.index].value)
    case .level(let scale): node(.level(scale))
    case .field(let field): node(.field(field))
    case .aggregate(let aggregate, let stream, let field, let window):
      node(aggregateNode(aggregate, stream, field, self.window(stream, window)))
    case .latest(let stream, let field): node(.latest(series(stream, field)))
    case .since(let stream): node(.since(column(of: stream)))
    case .gap(let stream): node(.gap(column(of: stream)))
    case .firesRule(let rule): node(.firesRule(rule))
    case .firesKind(let kind): node(.firesKind(kind))
    case .due(let schedule): node(.due(planned(schedule)))
    case .streak(let condition, let skip):
      node(.streak(planned(condition), skip: skip.map { planned($0) }))
    case .elapsed(let from, let to): node(.elapsed(from: slot(of: from), to: slot(of: to)))
    case .clockWithin(let from, let to): node(.clockWithin(from: slot(of: from), to: slot(of: to)))
    case .weekday: node(.weekday)
    case .date: node(.date)
    case .negate(let child): node(.negate(planned(child)))
    case .not(let child): node(.not(planned(child)))
    case .binary(let symbol, let left, let right): node(binaryNode(symbol, left, right))
    case .comparison(let relation, let left, let right):
      comparison(relation, planned(left), planned(right))
    case .within(let value, let low, let high, let isClosed):
      node(
        .and(
          comparison(.greaterOrEqual, planned(value), planned(low)),
          comparison(isClosed ? .lessOrEqual : .less, planned(value), planned(high))))
    case .among(let value, let values):
      any(of: values.map { equality(value, $0) }[...])
    }
  }

  /// Whether any of some nodes, at least one, is true; however many there are, they are not deep.
  private mutating func any(of nodes: ArraySlice<NodeID>) -> NodeID {
    guard nodes.count > 1 else { return nodes[nodes.startIndex] }
    let middle = nodes.startIndex + nodes.count / 2
    return node(.or(any(of: nodes[..<middle]), any(of: nodes[middle...])))
  }

  private mutating func equality(_ value: ExpressionID, _ other: ExpressionID) -> NodeID {
    comparison(.equal, planned(value), planned(other))
  }

  /// A count against a constant needs no counting, only a look at the event that decides it.
  private mutating func comparison(_ relation: Relation, _ a: NodeID, _ b: NodeID) -> NodeID {
    switch (plan.nodes[a.index].slot, plan.nodes[b.index].slot) {
    case (nil, let slot?): against(relation, a, slot)
    case (let slot?, nil): against(relation.mirrored, b, slot)
    case (nil, nil), (_?, _?): node(.comparison(relation, a, b))
    }
  }

  private mutating func against(_ relation: Relation, _ a: NodeID, _ slot: Slot) -> NodeID {
    if case .count(let window) = plan.nodes[a.index], let reached = comparison(window, relation, slot) {
      return reached
    }
    return node(.against(relation, a, slot))
  }

  private mutating func comparison(_ window: WindowID, _ relation: Relation, _ slot: Slot) -> NodeID? {
    switch relation {
    case .greaterOrEqual, .less:
      let reached = node(.reaches(window, self.slot(.leastWhole(slot, isMore: false))))
      return relation == .less ? node(.not(reached)) : reached
    case .greater, .lessOrEqual:
      let reached = node(.reaches(window, self.slot(.leastWhole(slot, isMore: true))))
      return relation == .lessOrEqual ? node(.not(reached)) : reached
    case .equal, .notEqual: return nil
    }
  }

  func planned(_ expression: ExpressionID) -> NodeID { plan.nodeOfExpression[expression.index] }

  private mutating func aggregateNode(
    _ aggregate: Aggregate, _ stream: StreamID, _ field: FieldNameID?, _ window: WindowID
  ) -> Node {
    guard let field, aggregate != .count else { return .count(window) }
    let series = series(stream, field)
    return switch aggregate {
    case .count: .count(window)
    case .sum: .sum(window, series)
    case .min: .aggregate(.least, window, series)
    case .max: .aggregate(.greatest, window, series)
    case .avg: .aggregate(.mean, window, series)
    case .median: .aggregate(.median, window, series)
    }
  }

  private func binaryNode(_ symbol: BinaryOperator, _ left: ExpressionID, _ right: ExpressionID) -> Node {
    let a = planned(left)
    let b = planned(right)
    return switch symbol {
    case .or: costs[b.index] < costs[a.index] ? .or(b, a) : .or(a, b)
    case .and: costs[b.index] < costs[a.index] ? .and(b, a) : .and(a, b)
    case .add: .arithmetic(.add, a, b)
    case .subtract: .arithmetic(program[left].type == .time ? .subtractTimes : .subtract, a, b)
    case .multiply: .arithmetic(.multiply, a, b)
    case .divide: .arithmetic(.divide, a, b)
    case .remainder: .arithmetic(.remainder, a, b)
    case .least: .arithmetic(.minimum, a, b)
    case .greatest: .arithmetic(.maximum, a, b)
    case .round: .arithmetic(.rounded, a, b)
    case .floor: .arithmetic(.floored, a, b)
    case .otherwise: .otherwise(a, b)
    }
  }

  /// Roughly how much work a node is: of two whose order does not matter, the lighter is asked first.
  func cost(of node: Node) -> Int {
    switch node {
    case .slot, .field, .firesRule, .firesKind: 0
    case .since, .gap: 1
    case .count, .reaches, .latest, .weekday, .date: 3
    case .sum, .elapsed, .clockWithin: 6
    case .due(let schedule): 6 + costs[schedule.index]
    case .aggregate(let aggregate, _, _): aggregate.cost
    case .level: 20
    case .streak: 100
    case .negate, .not, .and, .or, .otherwise, .arithmetic, .comparison, .against, .shared, .measured:
      node.children.reduce(1) { min($0 + costs[$1.index], 1_000) }
    }
  }

  /// Whether the node has one value for a whole subject, so that it can be worked out when one begins.
  func isConstant(_ node: Node) -> Bool {
    node.slot == nil && !node.traits.contains(.readsMore)
      && node.children.allSatisfy { plan.nodes[$0.index].slot != nil }
  }

  /// Whether the node's value moves between boundaries.
  func moves(_ node: Node) -> Bool {
    switch node {
    case .since, .elapsed: true
    case .comparison, .against, .not, .and, .or, .streak: false
    case .slot, .field, .count, .sum, .aggregate, .latest, .gap, .firesRule,
      .firesKind, .due, .clockWithin, .weekday, .date, .level, .negate, .otherwise, .arithmetic, .reaches,
      .shared, .measured:
      node.children.contains { plan.moves[$0.index] }
    }
  }
}

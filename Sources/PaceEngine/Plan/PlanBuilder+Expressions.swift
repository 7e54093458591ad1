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
      // Equality with one or the other; there is at least one.
      values.dropFirst().reduce(equality(value, values[0])) { found, next in
        node(.or(found, equality(value, next)))
      }
    }
  }

  private mutating func equality(_ value: ExpressionID, _ other: ExpressionID) -> NodeID {
    comparison(.equal, planned(value), planned(other))
  }

  /// A count against a constant needs no counting, only a look at the event that decides it.
  private mutating func comparison(_ relation: Relation, _ a: NodeID, _ b: NodeID) -> NodeID {
    switch (plan.nodes[a.index], plan.nodes[b.index]) {
    case (.slot, .slot): return node(.comparison(relation, a, b))
    case (.count(let window), .slot(let slot)):
      return comparison(window, relation, slot) ?? node(.against(relation, a, slot))
    case (.slot(let slot), .count(let window)):
      return comparison(window, relation.mirrored, slot) ?? node(.against(relation.mirrored, b, slot))
    case (_, .slot(let slot)): return node(.against(relation, a, slot))
    case (.slot(let slot), _): return node(.against(relation.mirrored, b, slot))
    default: return node(.comparison(relation, a, b))
    }
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
    case .min: .least(window, series)
    case .max: .greatest(window, series)
    case .avg: .mean(window, series)
    case .median: .median(window, series)
    }
  }

  private func binaryNode(_ symbol: BinaryOperator, _ left: ExpressionID, _ right: ExpressionID) -> Node {
    let a = planned(left)
    let b = planned(right)
    return switch symbol {
    case .or: costs[b.index] < costs[a.index] ? .or(b, a) : .or(a, b)
    case .and: costs[b.index] < costs[a.index] ? .and(b, a) : .and(a, b)
    case .add: .add(a, b)
    case .subtract: program[left].type == .time ? .subtractTimes(a, b) : .subtract(a, b)
    case .multiply: .multiply(a, b)
    case .divide: .divide(a, b)
    case .remainder: .remainder(a, b)
    case .least: .minimum(a, b)
    case .greatest: .maximum(a, b)
    case .round: .rounded(a, b)
    case .floor: .floored(a, b)
    case .otherwise: .otherwise(a, b)
    }
  }

  /// Roughly how much work a node is: of two whose order does not matter, the lighter is asked first.
  func cost(of node: Node) -> Int {
    switch node {
    case .slot, .field, .firesRule, .firesKind: 0
    case .since, .gap: 1
    case .count, .reaches, .latest, .weekday, .date: 3
    case .sum, .mean, .elapsed, .clockWithin: 6
    case .due(let schedule): 6 + costs[schedule.index]
    case .least, .greatest, .median, .level: 20
    case .streak: 100
    default: node.children.reduce(1) { min($0 + costs[$1.index], 1_000) }
    }
  }

  /// Whether the node has one value for a whole subject, so that it can be worked out when one begins.
  func isConstant(_ node: Node) -> Bool {
    if case .slot = node { return false }
    return !node.readsMore && node.children.allSatisfy { isSlot($0) }
  }

  private func isSlot(_ id: NodeID) -> Bool {
    if case .slot = plan.nodes[id.index] { return true }
    return false
  }

  /// Whether the node's value moves between boundaries.
  func moves(_ node: Node) -> Bool {
    switch node {
    case .since, .elapsed: true
    case .comparison, .against, .not, .and, .or, .streak: false
    default: node.children.contains { plan.moves[$0.index] }
    }
  }
}

extension Node {
  /// The nodes that it is made of.
  var children: [NodeID] {
    switch self {
    case .streak(let condition, let skip): skip.map { [condition, $0] } ?? [condition]
    case .negate(let a), .not(let a), .due(let a), .against(_, let a, _), .shared(let a, _),
      .measured(let a):
      [a]
    case .and(let a, let b), .or(let a, let b), .otherwise(let a, let b), .add(let a, let b),
      .subtract(let a, let b), .subtractTimes(let a, let b), .multiply(let a, let b),
      .divide(let a, let b), .remainder(let a, let b), .minimum(let a, let b), .maximum(let a, let b),
      .rounded(let a, let b), .floored(let a, let b), .comparison(_, let a, let b):
      [a, b]
    default: []
    }
  }

  /// Whether its value rests on more than its children: the log, the clock, or memory.
  var readsMore: Bool {
    switch self {
    case .negate, .not, .and, .or, .otherwise, .add, .subtract, .subtractTimes, .multiply, .divide,
      .remainder, .minimum, .maximum, .rounded, .floored, .comparison, .against, .slot, .shared,
      .measured:
      false
    default: true
    }
  }
}

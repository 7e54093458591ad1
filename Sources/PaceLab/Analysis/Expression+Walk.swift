import PaceLanguage

extension ExpressionNode.Operation {
  /// The nodes right below, in the order written; a definition's expression is not one of them.
  var children: [ExpressionID] {
    switch self {
    case .negate(let child), .not(let child): [child]
    case .binary(_, let left, let right), .comparison(_, let left, let right): [left, right]
    case .within(let value, let low, let high, _): [value, low, high]
    case .streak(let condition, let skip): skip.map { [condition, $0] } ?? [condition]
    default: []
    }
  }

  /// The constants of one subject that the node itself names.
  var operands: [Operand] {
    switch self {
    case .param(let param): [.param(param)]
    case .attribute(let attribute), .due(let attribute): [.attribute(attribute)]
    case .aggregate(_, _, _, .last(let length)): [length]
    case .elapsed(let start, let end), .clockWithin(let start, let end): [start, end]
    default: []
    }
  }

  /// The same operation with other nodes below it.
  func mapChildren(_ change: (ExpressionID) -> ExpressionID) -> ExpressionNode.Operation {
    switch self {
    case .negate(let child): .negate(change(child))
    case .not(let child): .not(change(child))
    case .binary(let sign, let left, let right): .binary(sign, change(left), change(right))
    case .comparison(let relation, let left, let right): .comparison(relation, change(left), change(right))
    case .within(let value, let low, let high, let isClosed):
      .within(change(value), low: change(low), high: change(high), isClosed: isClosed)
    case .streak(let condition, let skip): .streak(change(condition), skip: skip.map(change))
    default: self
    }
  }
}

extension Program {
  /// Calls `visit` with each node of an expression, from the top down, through definitions.
  func walk(_ root: ExpressionID, _ visit: (ExpressionID) -> Void) {
    visit(root)
    if case .define(let define) = self[root].operation {
      walk(defines[define.index].value, visit)
    }
    for child in self[root].operation.children { walk(child, visit) }
  }

  /// The node that a name stands for: definitions are followed, anything else is itself.
  func resolved(_ id: ExpressionID) -> ExpressionID {
    var id = id
    while case .define(let define) = self[id].operation { id = defines[define.index].value }
    return id
  }

  /// The parts of a condition that must all be true.
  func conjuncts(of id: ExpressionID) -> [ExpressionID] {
    let top = resolved(id)
    if case .binary(.and, let left, let right) = self[top].operation {
      return conjuncts(of: left) + conjuncts(of: right)
    }
    return [top]
  }
}

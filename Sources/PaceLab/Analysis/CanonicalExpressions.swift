import PaceLanguage

/// Maps each expression of a program to the first one with the same structure.
struct CanonicalExpressions: Sendable {
  private var twins: [ExpressionID?]
  private var firsts: [ExpressionNode.Operation: ExpressionID] = [:]
  private let program: Program

  /// A definition's name counts as its expression.
  init(_ program: Program) {
    self.program = program
    twins = Array(repeating: nil, count: program.expressions.count)
    for index in program.expressions.indices { _ = settle(ExpressionID(index)) }
  }

  /// The first node with the same structure.
  subscript(_ id: ExpressionID) -> ExpressionID { twins[id.index] ?? id }

  /// The first node with the same structure, or nil for nil.
  subscript(_ id: ExpressionID?) -> ExpressionID? { id.map { self[$0] } }

  /// Whether a condition is true wherever all of `parts` are: each part that it needs is among them.
  func isMet(_ condition: ExpressionID, by parts: [ExpressionID]) -> Bool {
    program.conjuncts(of: condition).allSatisfy { needed in parts.contains { self[$0] == self[needed] } }
  }

  private mutating func settle(_ id: ExpressionID) -> ExpressionID {
    if let known = twins[id.index] { return known }
    var operation = program[id].operation
    if let value = program.definition(of: id) {
      let twin = settle(value)
      twins[id.index] = twin
      return twin
    }
    let children = operation.children.map { settle($0) }
    var next = 0
    operation = operation.mapChildren { _ in
      defer { next += 1 }
      return children[next]
    }
    let twin = firsts[operation] ?? id
    firsts[operation] = twin
    twins[id.index] = twin
    return twin
  }
}

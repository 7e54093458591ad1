extension OracleExpression {
  /// The expression's text, with parentheses only where the grammar needs them.
  public var source: String { text(0) }

  /// How tightly the expression binds: 0 `or`, 1 `and`, 2 `not`, 3 comparison, 4 sum, 5 product, 6 `else`, 7 unary,
  /// 8 a call or a name.
  private var strength: Int {
    switch self {
    case .binary(let symbol, _, _):
      switch symbol {
      case .or: 0
      case .and: 1
      case .plus, .minus: 4
      case .times, .divided, .modulo: 5
      case .otherwise: 6
      case .least, .greatest, .round, .floor: 8
      }
    case .not: 2
    case .comparison, .within, .among, .clockWithin: 3
    case .negate: 7
    case .literal(let value): value.source.hasPrefix("-") ? 7 : 8
    default: 8
    }
  }

  private func text(_ least: Int) -> String {
    strength < least ? "(" + bare + ")" : bare
  }

  private var bare: String {
    switch self {
    case .literal(let value): value.source
    case .value(let name), .level(let name): name
    case .count(let stream, let window): "count(\(stream)\(window.source(after: ", ")))"
    case .aggregate(let aggregate, let stream, let field, let window):
      "\(aggregate.rawValue)(\(stream).\(field)\(window.source(after: ", ")))"
    case .latest(let stream, let field): "latest(\(stream).\(field))"
    case .since(let stream): "since(\(stream))"
    case .gap(let stream): "gap(\(stream))"
    case .fires(let name): "fires(\(name))"
    case .due(let schedule): "due(\(schedule.source))"
    case .streak(let condition, let skip):
      "streak(days where \(condition.source)" + (skip.map { " skip " + $0.source } ?? "") + ")"
    case .elapsed(let from, let to): "elapsed(\(from.source) to \(to.source))"
    case .clockWithin(let from, let to): "clock in \(from.source) to \(to.source)"
    case .weekday: "weekday"
    case .date: "date"
    case .negate(let part): "-" + part.text(8)
    case .not(let part): "not " + part.text(2)
    case .binary(let symbol, let left, let right) where strength == 8:
      "\(symbol.rawValue)(\(left.source), \(right.source))"
    case .binary(let symbol, let left, let right):
      left.text(strength) + " \(symbol.rawValue) " + right.text(strength + 1)
    case .comparison(let relation, let left, let right):
      left.text(4) + " \(relation.rawValue) " + right.text(4)
    case .among(let value, let values):
      value.text(4) + " in (" + values.map { $0.text(4) }.joined(separator: ", ") + ")"
    case .within(let value, let low, let high, let isClosed):
      value.text(4) + " in " + low.text(4) + (isClosed ? " .. " : " to ") + high.text(4)
    }
  }
}

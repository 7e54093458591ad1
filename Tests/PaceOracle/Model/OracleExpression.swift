public enum OracleOperand: Hashable, Sendable {
  case literal(OracleValue)
  /// A parameter or an attribute.
  case name(String)

  public static func minutes(_ value: Int64) -> OracleOperand { .literal(.minutes(value)) }

  public var source: String {
    switch self {
    case .literal(let value): value.source
    case .name(let name): name
    }
  }
}

public enum OracleWindow: Hashable, Sendable {
  case whole
  case last(OracleOperand)
  /// The newest events of the stream, at most this many.
  case newest(Int)
  case today, yesterday, thisWeek, thisMonth
  case after(String)

  /// The window's text after a separator; empty for the whole subject.
  func source(after separator: String) -> String {
    switch self {
    case .whole: ""
    case .last(let operand): separator + "last " + operand.source
    case .newest(let most): separator + "last \(most) events"
    case .today: separator + "today"
    case .yesterday: separator + "yesterday"
    case .thisWeek: separator + "this week"
    case .thisMonth: separator + "this month"
    case .after(let stream): separator + "after " + stream
    }
  }
}

public enum OracleAggregate: String, CaseIterable, Sendable {
  case sum, min, max, avg, median
}

public enum OracleOperator: String, Sendable {
  case or, and
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case modulo = "%"
  case otherwise = "else"
  /// These are written as calls with two arguments.
  case least, greatest, round, floor
}

public enum OracleRelation: String, CaseIterable, Sendable {
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
}

public indirect enum OracleExpression: Hashable, Sendable {
  case literal(OracleValue)
  /// A parameter, an attribute, a definition, or a field in a stream's condition.
  case value(String)
  case level(String)
  case count(String, OracleWindow)
  case aggregate(OracleAggregate, String, field: String, OracleWindow)
  case latest(String, field: String)
  case since(String)
  /// The time between the newest event of a stream and the one before it.
  case gap(String)
  case fires(String)
  /// Whether today is a day of the schedule.
  case due(OracleExpression)
  case streak(OracleExpression, skip: OracleExpression?)
  case elapsed(OracleOperand, OracleOperand)
  case clockWithin(OracleOperand, OracleOperand)
  case weekday
  case date
  case negate(OracleExpression)
  case not(OracleExpression)
  case binary(OracleOperator, OracleExpression, OracleExpression)
  case comparison(OracleRelation, OracleExpression, OracleExpression)
  case within(OracleExpression, OracleExpression, OracleExpression, isClosed: Bool)
  /// Whether the first is one of the others.
  case among(OracleExpression, [OracleExpression])

  public static func whole(_ value: Int64) -> OracleExpression { .literal(.whole(value)) }
  public static func minutes(_ value: Int64) -> OracleExpression { .literal(.minutes(value)) }

  /// The direct parts of the expression.
  public var children: [OracleExpression] {
    switch self {
    case .literal, .value, .level, .count, .aggregate, .latest, .since, .gap, .fires, .elapsed,
      .clockWithin, .weekday, .date:
      []
    case .due(let schedule): [schedule]
    case .streak(let condition, let skip): skip.map { [condition, $0] } ?? [condition]
    case .negate(let part), .not(let part): [part]
    case .binary(_, let left, let right), .comparison(_, let left, let right): [left, right]
    case .within(let value, let low, let high, _): [value, low, high]
    case .among(let value, let values): [value] + values
    }
  }

  /// The same expression with other parts, as many as `children` has.
  public func with(children parts: [OracleExpression]) -> OracleExpression {
    switch self {
    case .streak(_, let skip): .streak(parts[0], skip: skip == nil ? nil : parts[1])
    case .negate: .negate(parts[0])
    case .not: .not(parts[0])
    case .due: .due(parts[0])
    case .binary(let symbol, _, _): .binary(symbol, parts[0], parts[1])
    case .comparison(let relation, _, _): .comparison(relation, parts[0], parts[1])
    case .among: .among(parts[0], Array(parts.dropFirst()))
    case .within(_, _, _, let isClosed): .within(parts[0], parts[1], parts[2], isClosed: isClosed)
    default: self
    }
  }

  /// Calls `visit` for this expression and every one inside it, the outer ones first.
  public func walk(_ visit: (OracleExpression) -> Void) {
    visit(self)
    for child in children { child.walk(visit) }
  }
}

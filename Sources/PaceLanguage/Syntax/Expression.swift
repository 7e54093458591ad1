/// How two values are compared.
public enum Relation: String, Sendable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// As it is written.
  public var text: String { rawValue }

  /// The relation of the two sides in the other order.
  public var mirrored: Relation {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// The relation that is true where this one is false.
  public var denied: Relation {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }
}

/// An operator or function that joins two expressions, other than a comparison.
public enum BinaryOperator: String, Sendable {
  case or, and
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case otherwise = "else"
  /// The lesser and the greater of two values, written as calls.
  case least, greatest
  /// To the nearest multiple of the right side, and to the greatest one not above; written as calls.
  case round, floor

  /// As it is written.
  public var text: String { rawValue }
}

/// The functions over the events in a window.
public enum Aggregate: String, CaseIterable, Sendable {
  case count, sum, min, max, avg, median
}

/// An expression as written; its span is all of it.
public typealias Expression = Written<ExpressionKind>

public indirect enum ExpressionKind: Equatable, Sendable {
  case literal(Literal)
  case name(String)
  case parenthesized(Expression)
  case negate(Expression)
  case not(Expression)
  case binary(BinaryOperator, Expression, Expression)
  case comparison(Relation, Expression, Expression)
  /// `x in low .. high` (closed) or `x in low to high` (half-open).
  case within(Expression, low: Expression, high: Expression, isClosed: Bool)
  /// `x in (a, b)`
  case among(Expression, [Expression])
  case call(Call)
  /// Something that could not be read; a diagnostic has been given.
  case invalid
}

/// A call as written.
public enum Call: Equatable, Sendable {
  /// The field is nil for `count` only; without a window the call looks at the whole subject.
  case aggregate(Aggregate, stream: Identifier, field: Identifier?, window: WindowSyntax?)
  case latest(stream: Identifier, field: Identifier)
  case since(Identifier)
  case gap(Identifier)
  case fires(Identifier)
  case due(Expression)
  case streak(Expression, skip: Expression?)
  case elapsed(Literal, Literal)
}

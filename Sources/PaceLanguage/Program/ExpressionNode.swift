/// A constant of one subject: written down, a parameter's value, or an attribute's.
public enum Operand: Hashable, Sendable {
  case constant(Value)
  case param(ParamID)
  case attribute(AttributeID)
}

/// The part of a stream that a call looks at, up to now.
public enum Window: Hashable, Sendable {
  case whole
  case last(Operand)
  /// This many of the newest events, 1 to 10,000.
  case newest(Int)
  case today
  case yesterday
  case thisWeek
  case thisMonth
  case after(StreamID)
}

/// How a value changes between boundaries: events, rows that leave a window, and calendar instants.
public enum Motion: UInt8, Sendable {
  case constant, rising, falling
  /// Rising for some subjects and falling for others, by the sign of a factor.
  case either
}

/// A checked expression node: names resolved, types known.
public struct ExpressionNode: Sendable {
  public var operation: Operation
  public var type: ValueType
  public var motion: Motion
  public var span: SourceSpan

  public enum Operation: Hashable, Sendable {
    case constant(Constant)
    case param(ParamID)
    case attribute(AttributeID)
    /// A use of a definition, whose expression stands in `Program.defines`.
    case define(DefineID)
    /// The scale's current level.
    case level(ScaleID)
    /// A field of the event that a stream's condition is being decided for.
    case field(FieldNameID)
    /// No field for `count`.
    case aggregate(Aggregate, StreamID, FieldNameID?, Window)
    case latest(StreamID, FieldNameID)
    case since(StreamID)
    /// The time between the newest event and the one before.
    case gap(StreamID)
    /// Whether this rule fires for this very event.
    case firesRule(RuleID)
    /// Whether any `on` rule that emits this kind fires for this very event.
    case firesKind(NoticeKindID)
    case due(ExpressionID)
    case streak(ExpressionID, skip: ExpressionID?)
    case elapsed(Operand, Operand)
    /// `clock in A to B`
    case clockWithin(Operand, Operand)
    case weekday
    case date
    case negate(ExpressionID)
    case not(ExpressionID)
    case binary(BinaryOperator, ExpressionID, ExpressionID)
    case comparison(Relation, ExpressionID, ExpressionID)
    case within(ExpressionID, low: ExpressionID, high: ExpressionID, isClosed: Bool)
    /// Whether the first value equals one of the others.
    case among(ExpressionID, [ExpressionID])
  }
}

/// How a condition is put together.
public enum ConditionShape: Hashable, Sendable {
  /// A definition's name.
  case definition
  case negation
  /// `and` or `or`.
  case junction(BinaryOperator)
  case relation(Relation)
  /// `in a .. b`
  case range(isClosed: Bool)
  /// `in (a, b)`
  case list
  /// A value, or a truth that doesn't combine or compare others.
  case plain

  /// Whether it is put together from other truths.
  public var joinsTruths: Bool {
    switch self {
    case .negation, .junction: true
    case .definition, .relation, .range, .list, .plain: false
    }
  }

  /// Whether it compares one value with others.
  public var compares: Bool {
    switch self {
    case .relation, .range, .list: true
    case .definition, .negation, .junction, .plain: false
    }
  }
}

/// One comparison of a value with a limit; `in` makes several.
public struct Limit: Hashable, Sendable {
  public var value: ExpressionID
  public var relation: Relation
  public var limit: ExpressionID

  /// The same comparison with its sides the other way round.
  public var mirrored: Limit { Limit(value: limit, relation: relation.mirrored, limit: value) }
}

/// What a call reads of a stream.
public struct Reading: Hashable, Sendable {
  public var stream: StreamID
  public var field: FieldNameID?
  /// `.whole` if only the newest event counts, `.newest(2)` for the last two.
  public var window: Window
  /// Nil if only the newest event counts, or the last two.
  public var aggregate: Aggregate?
}

/// Where the decimals of a number come from.
public enum Decimals: Hashable, Sendable {
  /// From the value that is read, or from the step that it is rounded to.
  case own
  /// From the operands.
  case ofParts
  /// From the operands and the division.
  case ofQuotient(by: ExpressionID)
}

extension BinaryOperator {
  /// Whether the right side divides the left, or is the step that it is rounded to.
  fileprivate var divides: Bool {
    switch self {
    case .divide, .remainder, .round, .floor: true
    case .or, .and, .add, .subtract, .multiply, .otherwise, .least, .greatest: false
    }
  }

  /// Whether two whole numbers give a whole one.
  fileprivate var keepsWhole: Bool {
    switch self {
    case .add, .subtract, .multiply, .least, .greatest: true
    case .or, .and, .divide, .remainder, .otherwise, .round, .floor: false
    }
  }
}

/// Facts about operations, apart from the parts that they name.
extension ExpressionNode.Operation {
  /// The nodes right below, in the order written; a definition's expression is not one of them.
  public var children: [ExpressionID] {
    var children: [ExpressionID] = []
    _ = mapChildren { child in
      children.append(child)
      return child
    }
    return children
  }

  /// The same operation with other nodes below it.
  public func mapChildren(_ change: (ExpressionID) -> ExpressionID) -> Self {
    switch self {
    case .negate(let child): .negate(change(child))
    case .not(let child): .not(change(child))
    case .due(let schedule): .due(change(schedule))
    case .binary(let sign, let left, let right): .binary(sign, change(left), change(right))
    case .comparison(let relation, let left, let right): .comparison(relation, change(left), change(right))
    case .within(let value, let low, let high, let isClosed):
      .within(change(value), low: change(low), high: change(high), isClosed: isClosed)
    case .among(let value, let values): .among(change(value), values.map(change))
    case .streak(let condition, let skip): .streak(change(condition), skip: skip.map(change))
    case .constant, .param, .attribute, .define, .level, .field, .aggregate, .latest, .since, .gap,
      .firesRule,
      .firesKind, .elapsed, .clockWithin, .weekday, .date:
      self
    }
  }

  public var shape: ConditionShape {
    switch self {
    case .define: .definition
    case .not: .negation
    case .binary(.and, _, _): .junction(.and)
    case .binary(.or, _, _): .junction(.or)
    case .comparison(let relation, _, _): .relation(relation)
    case .within(_, _, _, let isClosed): .range(isClosed: isClosed)
    case .among: .list
    case .constant, .param, .attribute, .level, .field, .aggregate, .latest, .since, .gap, .firesRule,
      .firesKind,
      .due, .streak, .elapsed, .clockWithin, .weekday, .date, .negate, .binary:
      .plain
    }
  }

  /// The comparisons that all have to hold: one, or the two of `in a .. b`.
  public var limits: [Limit] {
    if case .comparison(let relation, let left, let right) = self {
      return [Limit(value: left, relation: relation, limit: right)]
    }
    guard case .within(let value, let low, let high, let isClosed) = self else { return [] }
    return [
      Limit(value: value, relation: .greaterOrEqual, limit: low),
      Limit(value: value, relation: isClosed ? .lessOrEqual : .less, limit: high),
    ]
  }

  /// What its value is compared with: `limits`, which all have to hold, or the items of `in (a, b)`, of which
  /// one has to.
  public var comparisons: [Limit] {
    guard case .among(let value, let items) = self else { return limits }
    return items.map { Limit(value: value, relation: .equal, limit: $0) }
  }

  /// The operator and the two values that it joins; nil for other operations.
  var joined: (sign: BinaryOperator, left: ExpressionID, right: ExpressionID)? {
    if case .binary(let sign, let left, let right) = self { (sign, left, right) } else { nil }
  }

  /// The divisor of a quotient or remainder, or the step of a `round` or `floor`; else nil.
  public var divisor: ExpressionID? { joined.flatMap { $0.sign.divides ? $0.right : nil } }

  /// The left side of an `else`, which the right side replaces if it is unknown; nil for other operations.
  public var replaceable: ExpressionID? { joined.flatMap { $0.sign == .otherwise ? $0.left : nil } }

  public var isComparison: Bool { shape.compares }

  /// Whether it is a remainder.
  public var isRemainder: Bool { joined?.sign == .remainder }

  public var definition: DefineID? { if case .define(let id) = self { id } else { nil } }
  public var constant: Constant? { if case .constant(let constant) = self { constant } else { nil } }

  /// The operand, if the expression is just a parameter, an attribute or a constant other than a text; else nil.
  public var operand: Operand? {
    switch self {
    case .constant(.value(let value)): .constant(value)
    case .param(let param): .param(param)
    case .attribute(let attribute): .attribute(attribute)
    case .constant(.text), .define, .level, .field, .aggregate, .latest, .since, .gap, .firesRule, .firesKind,
      .due,
      .streak, .elapsed, .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      nil
    }
  }

  /// What it reads of a stream; nil for anything but a call that looks at one.
  public var reading: Reading? {
    switch self {
    case .aggregate(let aggregate, let stream, let field, let window):
      Reading(stream: stream, field: field, window: window, aggregate: aggregate)
    case .latest(let stream, let field):
      Reading(stream: stream, field: field, window: .whole, aggregate: nil)
    case .gap(let stream): Reading(stream: stream, field: nil, window: .newest(2), aggregate: nil)
    case .since(let stream): Reading(stream: stream, field: nil, window: .whole, aggregate: nil)
    case .constant, .param, .attribute, .define, .level, .field, .firesRule, .firesKind, .due, .streak,
      .elapsed, .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      nil
    }
  }

  /// Whether it is a whole number wherever it is known.
  public var countsWhole: Bool {
    switch self {
    case .aggregate(let aggregate, _, _, _): aggregate.countsEvents
    case .streak: true
    case .constant, .param, .attribute, .define, .level, .field, .latest, .since, .gap,
      .firesRule,
      .firesKind, .due, .elapsed, .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within,
      .among:
      false
    }
  }

  /// Whether its value is whole if its operands are.
  public var keepsWhole: Bool {
    if case .negate = self { true } else { joined?.sign.keepsWhole ?? false }
  }

  /// Where the decimals of its value come from, if the value is a number.
  public var decimals: Decimals {
    if case .negate = self { return .ofParts }
    guard let joined else { return .own }
    return switch joined.sign {
    case .divide: .ofQuotient(by: joined.right)
    case .round, .floor: .own
    case .or, .and, .add, .subtract, .multiply, .remainder, .otherwise, .least, .greatest: .ofParts
    }
  }

  /// Whether it is a `streak`, which looks at days that are over.
  public var isStreak: Bool { if case .streak = self { true } else { false } }

  /// Whether it grows with time by itself.
  public var grows: Bool {
    switch self {
    case .since, .elapsed: true
    case .constant, .param, .attribute, .define, .level, .field, .aggregate, .latest, .gap, .firesRule,
      .firesKind,
      .due, .streak, .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      false
    }
  }

  /// The span of the clock that it asks about; nil if it asks about none.
  public var clockSpan: ClockHours? {
    switch self {
    case .elapsed(let start, let end), .clockWithin(let start, let end): ClockHours(start: start, end: end)
    case .constant, .param, .attribute, .define, .level, .field, .aggregate, .latest, .since, .gap,
      .firesRule,
      .firesKind, .due, .streak, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      nil
    }
  }

  /// Whether it depends on the wall clock or the calendar day.
  public var dependsOnCalendar: Bool {
    switch self {
    case .due, .streak, .elapsed, .clockWithin, .weekday, .date: true
    case .aggregate(_, _, _, let window): window.days != nil
    case .constant, .param, .attribute, .define, .level, .field, .latest, .since, .gap, .firesRule,
      .firesKind,
      .negate, .not, .binary, .comparison, .within, .among:
      false
    }
  }

  /// Whether it reads a field of the event that a stream is being decided for.
  public var readsOwnField: Bool { if case .field = self { true } else { false } }

  /// Whether its value belongs to one event, so that it is unknown at other instants.
  public var belongsToEvent: Bool {
    switch self {
    case .field, .firesRule, .firesKind: true
    case .constant, .param, .attribute, .define, .level, .aggregate, .latest, .since, .gap, .due, .streak,
      .elapsed, .clockWithin, .weekday, .date, .negate, .not, .binary, .comparison, .within, .among:
      false
    }
  }
}

extension Program {
  /// Whether an expression is a truth that neither compares values nor combines other truths.
  public func isBareTruth(_ id: ExpressionID) -> Bool {
    let node = self[id]
    return node.type == .bool && node.operation.shape == .plain
      && node.operation.children.allSatisfy { self[$0].type != .bool }
  }

  /// Whether an expression or a node below it has a property.
  public func contains(_ root: ExpressionID, where holds: (ExpressionNode.Operation) -> Bool) -> Bool {
    let operation = self[root].operation
    if holds(operation) { return true }
    if let definition = definition(of: root), contains(definition, where: holds) { return true }
    return operation.children.contains { contains($0, where: holds) }
  }
}

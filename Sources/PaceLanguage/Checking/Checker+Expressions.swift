/// Expressions: every name found, every type known, every motion allowed.
///
/// A result of nil means that something in the expression has been reported.
extension Checker {
  /// The node of `syntax`, in which a bare name may be a case of the type `expected`.
  mutating func check(_ syntax: Expression, expecting expected: ValueType? = nil) -> ExpressionID? {
    switch syntax.kind {
    case .invalid: return nil
    case .parenthesized(let inner): return check(inner, expecting: expected)
    case .literal(let literal):
      if case .name(let name) = literal.kind { return self.name(name, literal.span, expected) }
      return literal.kind.constant.map { add(.constant($0.value), $0.type, .constant, literal.span) }
    case .name(let name): return self.name(name, syntax.span, expected)
    case .negate(let inner): return negate(inner, syntax.span, expected)
    case .not(let inner):
      guard let id = condition(inner, what: "`not`") else { return nil }
      return add(.not(id), .bool, .constant, syntax.span)
    case .binary(let operation, let left, let right):
      return binary(operation, left, right, syntax.span, expected)
    case .comparison(let relation, let left, let right):
      return comparison(relation, left, right, syntax.span)
    case .within(let value, let low, let high, let isClosed):
      return within(value, low, high, isClosed: isClosed, syntax.span)
    case .among(let value, let values): return among(value, values, syntax.span)
    case .call(let call): return self.call(call, syntax.span)
    }
  }

  mutating func add(
    _ operation: ExpressionNode.Operation, _ type: ValueType, _ motion: Motion, _ span: SourceSpan
  ) -> ExpressionID {
    let id = ExpressionID(content.expressions.count)
    content.expressions.append(ExpressionNode(operation: operation, type: type, motion: motion, span: span))
    return id
  }

  // MARK: Names

  private mutating func name(
    _ name: String, _ span: SourceSpan, _ expected: ValueType?
  ) -> ExpressionID? {
    let identifier = Identifier(name, span)
    if let expected, let index = namedCase(identifier, of: expected) {
      return add(.constant(.value(Value(Int64(index)))), expected, .constant, span)
    }
    switch name {
    case "clock":
      report(.strayClock(span))
      return nil
    case "weekday": return add(.weekday, .weekday, .constant, span)
    case "date": return add(.date, .date, .constant, span)
    default: break
    }
    if case .stream(let stream) = scope.place, names.fields[name] != nil, names.values[name] == nil {
      return field(identifier, of: stream)
    }
    switch names.value(identifier) {
    case .param(let id):
      return declared.params[id.index].type.map { add(.param(id), $0, .constant, span) }
    case .attribute(let id):
      return declared.attributes[id.index].type.map { add(.attribute(id), $0, .constant, span) }
    case .scale(let id):
      guard use(.level, span) else { return nil }
      scope.reads.append(Read(target: .scale(id), span: span))
      return add(.level(id), .level(id), .constant, span)
    case .define(let id): return define(id, identifier)
    case nil:
      if let expected, let (cases, what) = cases(of: expected) {
        reportUnknownCase(name, span: span, of: what, among: cases)
      } else {
        reportUnknownValue(identifier)
      }
      return nil
    }
  }

  private mutating func define(_ id: DefineID, _ name: Identifier) -> ExpressionID? {
    guard id.index < definitions.count, let definition = definitions[id.index] else { return nil }
    scope.unfolded += definition.size
    if scope.unfolded > Self.unfoldedLimit {
      report(.unfoldsTooFar(name, limit: Self.unfoldedLimit))
      return nil
    }
    guard use(definition.features, name.span, through: name.text) else { return nil }
    if let newest = definition.newestStream, !mayRead(stream: newest, name) { return nil }
    for read in definition.reads { scope.reads.append(Read(target: read.target, span: name.span)) }
    let value = content[definition.value]
    return add(.define(id), value.type, value.motion, name.span)
  }

  /// A field of the event that a stream's condition is about.
  private mutating func field(_ name: Identifier, of stream: StreamID) -> ExpressionID? {
    guard let id = names.field(name), let type = fieldType(id, name, of: stream) else { return nil }
    return add(.field(id), type, .constant, name.span)
  }

  /// The type that a field has in every event of `stream`.
  mutating func fieldType(_ id: FieldNameID, _ name: Identifier, of stream: StreamID) -> ValueType? {
    var found: ValueType?
    for event in streamEvents[stream.index] {
      guard let slot = content.fieldNames[id.index].slots[event.index] else {
        let has = streamEvents[stream.index].count > 1
        if has {
          report(.memberLacksField(name, member: content.events[event.index].name.text))
        } else {
          reportUnknownField(name, events: [event])
        }
        return nil
      }
      guard let type = declared.fields[event.index][slot].type else { return nil }
      if let found, found != type {
        report(.memberFieldDiffers(name, one: describe(found), other: describe(type)))
        return nil
      }
      found = type
    }
    return found
  }

  // MARK: What is allowed where

  /// Notes that the expression uses `features`; false, with a report, if they have no place.
  mutating func use(_ features: Features, _ span: SourceSpan, through define: String? = nil) -> Bool {
    scope.features.formUnion(features)
    if features.contains(.fires), !scope.allowsFires {
      report(.firesHasNoPlace(span, Features.fires.text(through: define)))
      return false
    }
    switch scope.place {
    case .condition, .definition: return true
    case .stream:
      let misplaced = features.intersection(.notInStreams)
      if !misplaced.isEmpty { report(.notInStream(span, misplaced.text(through: define))) }
      return misplaced.isEmpty
    case .streak:
      let misplaced = features.intersection(.notInStreaks)
      if !misplaced.isEmpty { report(.notInStreak(span, misplaced.text(through: define))) }
      return misplaced.isEmpty
    }
  }

  /// Notes that the derived stream with this index is read, and returns whether it may be read here.
  mutating func mayRead(stream index: Int, _ name: Identifier) -> Bool {
    scope.newestStream = max(scope.newestStream ?? index, index)
    guard case .stream(let user) = scope.place, index >= user.index else { return true }
    report(.streamTooLate(name, user: content[user].name, declared: content.streams[index].span))
    return false
  }
}

/// Operators: the types that they join, and the motion that results.
extension Checker {
  mutating func negate(_ inner: Expression, _ span: SourceSpan, _ expected: ValueType?) -> ExpressionID? {
    guard let id = check(inner, expecting: expected) else { return nil }
    let node = content[id]
    guard node.type == .number || node.type == .duration else {
      report(.cannotNegate(span, describe(node.type)))
      return nil
    }
    return add(.negate(id), node.type, node.motion.reversed, span)
  }

  mutating func binary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, _ span: SourceSpan,
    _ expected: ValueType?
  ) -> ExpressionID? {
    switch operation {
    case .or, .and: return junction(operation, left, right, span)
    case .otherwise:
      guard let (a, b) = sides(left, right, expecting: expected) else { return nil }
      return otherwise(a, b, span)
    case .least, .greatest, .round, .floor:
      guard let (a, b) = sides(left, right, expecting: expected) else { return nil }
      return choice(operation, a, b, span)
    case .add, .subtract, .multiply, .divide, .remainder:
      let a = check(left)
      let b = check(right)
      guard let a, let b else { return nil }
      return arithmetic(operation, a, b, span)
    }
  }

  private mutating func arithmetic(
    _ operation: BinaryOperator, _ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan
  ) -> ExpressionID? {
    let (left, right) = (content[a].type, content[b].type)
    guard let type = resultType(operation, left, right) else {
      report(.operandTypes(span, operation: operation, left: describe(left), right: describe(right)))
      return nil
    }
    guard let motion = motion(operation, a, b, span) else { return nil }
    return add(.binary(operation, a, b), type, motion, span)
  }

  private func resultType(
    _ operation: BinaryOperator, _ left: ValueType, _ right: ValueType
  ) -> ValueType? {
    switch (operation, left, right) {
    case (.add, .number, .number), (.subtract, .number, .number), (.multiply, .number, .number),
      (.divide, .number, .number), (.remainder, .number, .number), (.divide, .duration, .duration):
      .number
    case (.add, .duration, .duration), (.subtract, .duration, .duration), (.remainder, .duration, .duration),
      (.multiply, .number, .duration), (.multiply, .duration, .number), (.divide, .duration, .number),
      (.subtract, .time, .time):
      .duration
    default: nil
    }
  }

  /// `least` and `greatest` of two ordered values; `round` and `floor` to a multiple. Neither operand may move.
  private mutating func choice(
    _ operation: BinaryOperator, _ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan
  ) -> ExpressionID? {
    let (left, right) = (content[a].type, content[b].type)
    guard left == right else {
      report(
        .unequalTypes(
          span, what: "`\(operation.text)`", left: describe(left), right: describe(right)))
      return nil
    }
    switch left {
    case .number, .duration: break
    case .time, .date:
      if operation == .round || operation == .floor {
        report(.operandTypes(span, operation: operation, left: describe(left), right: describe(right)))
        return nil
      }
    case .bool, .text, .preset, .schedule, .weekday, .enumeration, .level:
      report(.notOrdered(span, describe(left)))
      return nil
    }
    guard let motion = motion(operation, a, b, span) else { return nil }
    return add(.binary(operation, a, b), left, motion, span)
  }

  private mutating func otherwise(
    _ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan
  ) -> ExpressionID? {
    let (left, right) = (content[a], content[b])
    guard left.type == right.type else {
      report(.unequalTypes(span, what: "`else`", left: describe(left.type), right: describe(right.type)))
      return nil
    }
    guard let motion = left.motion.joined(right.motion) else {
      report(.movingApart(span, operation: .otherwise, left: side(a), right: side(b)))
      return nil
    }
    return add(.binary(.otherwise, a, b), left.type, motion, span)
  }

  /// Reports a comparison of an event with one of its kinds, and returns whether it did.
  private mutating func refusesKind(
    _ relation: Relation, _ left: Expression, _ right: Expression, _ span: SourceSpan
  ) -> Bool {
    guard relation == .equal || relation == .notEqual, let event = left.name, let kind = right.name,
      names.values[event] == nil, names.streams[event] != nil,
      let kinds = content.events.first(where: { $0.name.text == event })?.kinds.map({ $0.name.text }),
      kinds.count > 1, kinds.contains(kind)
    else { return false }
    report(
      .comparedKind(span, event: event, kind: kind, among: kinds, isNegated: relation == .notEqual))
    return true
  }

  mutating func comparison(
    _ relation: Relation, _ left: Expression, _ right: Expression, _ span: SourceSpan
  ) -> ExpressionID? {
    if refusesClock(relation, left, right, span) || refusesKind(relation, left, right, span) { return nil }
    guard let (a, b) = sides(left, right, expecting: nil) else { return nil }
    let (one, other) = (content[a].type, content[b].type)
    guard one == other else {
      reportUnequal("`\(relation.text)`", (a, left), (b, right), span)
      return nil
    }
    guard isComparable(one, relation, span), mayCompare(a, b, span) else { return nil }
    return add(.comparison(relation, a, b), .bool, .constant, span)
  }

  mutating func within(
    _ value: Expression, _ low: Expression, _ high: Expression, isClosed: Bool, _ span: SourceSpan
  ) -> ExpressionID? {
    if case .name("clock") = value.kind { return clock(low, high, isClosed: isClosed, span) }
    guard let x = check(value) else { return nil }
    let type = content[x].type
    let a = check(low, expecting: type)
    let b = check(high, expecting: type)
    guard let a, let b else { return nil }
    for (id, bound) in [(a, low), (b, high)] where content[id].type != type {
      reportUnequal("`in`", (x, value), (id, bound), span)
      return nil
    }
    if type == .weekday, !isClosed {
      let ends = [low, high].map { text(in: $0.span) }
      report(.openWeekdays(span, ends: low.span.joined(high.span), low: ends[0], high: ends[1]))
      return nil
    }
    guard isComparable(type, .less, span), mayCompare(x, a, span), mayCompare(x, b, span) else { return nil }
    return add(.within(x, low: a, high: b, isClosed: isClosed), .bool, .constant, span)
  }

  private mutating func among(
    _ value: Expression, _ values: [Expression], _ span: SourceSpan
  ) -> ExpressionID? {
    guard let x = check(value) else { return nil }
    let type = content[x].type
    let found = values.map { check($0, expecting: type) }
    var all: [ExpressionID] = []
    for case let id? in found { all.append(id) }
    guard all.count == values.count else { return nil }
    for id in all where content[id].type != type {
      report(
        .unequalTypes(span, what: "`in`", left: describe(type), right: describe(content[id].type)))
      return nil
    }
    for id in all { if !isComparable(type, .equal, span) || !mayCompare(x, id, span) { return nil } }
    return add(.among(x, all), .bool, .constant, span)
  }

  private mutating func clock(
    _ low: Expression, _ high: Expression, isClosed: Bool, _ span: SourceSpan
  ) -> ExpressionID? {
    if isClosed {
      report(.closedClock(span, between: low.span.after.joined(high.span.before)))
      return nil
    }
    guard use(.clock, span) else { return nil }
    let from = clockOperand(low)
    let to = clockOperand(high)
    guard let from, let to else { return nil }
    return add(.clockWithin(from, to), .bool, .constant, span)
  }

  private mutating func clockOperand(_ syntax: Expression) -> Operand? {
    switch syntax.kind {
    case .literal(let literal): return operand(literal, of: .time, for: "`clock in`")
    case .name(let name):
      return operand(Literal(.name(name), syntax.span), of: .time, for: "`clock in`")
    case .parenthesized(let inner): return clockOperand(inner)
    case .invalid: return nil
    case .negate, .not, .binary, .comparison, .within, .among, .call:
      report(.clockNeedsOperand(syntax.span))
      return nil
    }
  }

  /// Both sides; a bare name on one may be a case of the other's type.
  private mutating func sides(
    _ left: Expression, _ right: Expression, expecting expected: ValueType?
  ) -> (ExpressionID, ExpressionID)? {
    if let name = bareName(left), expected == nil, isMeantAsCase(name, beside: right) {
      guard let b = check(right), let a = check(left, expecting: content[b].type) else { return nil }
      return (a, b)
    }
    guard let a = check(left, expecting: expected) else {
      // The left side has no type, so a bare name on the right that only that type explains is not checked.
      if !(bareName(right).map(isOnlyCase) ?? false) { _ = check(right, expecting: expected) }
      return nil
    }
    guard let b = check(right, expecting: content[a].type) else { return nil }
    return (a, b)
  }

  private func bareName(_ syntax: Expression) -> String? {
    switch syntax.kind {
    case .name(let name): name
    case .parenthesized(let inner): bareName(inner)
    case .literal, .negate, .not, .binary, .comparison, .within, .among, .call, .invalid: nil
    }
  }

  /// Whether a name on the left is a case whose type the right side gives.
  private func isMeantAsCase(_ name: String, beside right: Expression) -> Bool {
    guard let other = bareName(right) else { return isOnlyCase(name) }
    if let type = typeOfValue(other), caseIndex(name, of: type) != nil { return true }
    return isOnlyCase(name) && !isOnlyCase(other)
  }

  /// Whether a name means nothing by itself, so that only another side can give it a meaning.
  private func isOnlyCase(_ name: String) -> Bool {
    if names.values[name] != nil || Names.reservedValues.contains(name) { return false }
    if case .stream = scope.place, names.fields[name] != nil { return false }
    return true
  }
}

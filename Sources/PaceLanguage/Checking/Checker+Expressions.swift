/// Expressions: every name found, every type known, every motion allowed.
///
/// A result of nil means that something in the expression has been reported.
extension Checker {
  /// An expression that must be true or false.
  mutating func condition(_ syntax: Expression, what: String) -> ExpressionID? {
    guard let id = check(syntax) else { return nil }
    let type = nodes[id.index].type
    if type == .bool { return id }
    report(.notCondition(syntax.span, what: what, found: describe(type)))
    return nil
  }

  /// The node of `syntax`; a bare name may be one of the names that `expected` has of its own.
  mutating func check(_ syntax: Expression, expecting expected: ValueType? = nil) -> ExpressionID? {
    switch syntax.kind {
    case .invalid: return nil
    case .parenthesized(let inner): return check(inner, expecting: expected)
    case .literal(let literal):
      if case .name(let name) = literal.kind { return self.name(name, literal.span, expected) }
      return self.literal(literal)
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
    case .call(let call): return self.call(call, syntax.span)
    }
  }

  mutating func add(
    _ operation: ExpressionNode.Operation, _ type: ValueType, _ motion: Motion, _ span: SourceSpan
  ) -> ExpressionID {
    let id = ExpressionID(nodes.count)
    nodes.append(ExpressionNode(operation: operation, type: type, motion: motion, span: span))
    return id
  }

  private mutating func literal(_ literal: Literal) -> ExpressionID? {
    let (constant, type): (Constant, ValueType)
    switch literal.kind {
    case .number(let bits): (constant, type) = (.value(Value(bits)), .number)
    case .duration(let bits): (constant, type) = (.value(Value(bits)), .duration)
    case .time(let bits): (constant, type) = (.value(Value(bits)), .time)
    case .date(let bits): (constant, type) = (.value(Value(bits)), .date)
    case .bool(let value): (constant, type) = (.value(value ? .yes : .no), .bool)
    case .string(let text): (constant, type) = (.text(text), .text)
    case .name, .invalid: return nil
    }
    return add(.constant(constant), type, .constant, literal.span)
  }

  // MARK: Names

  private mutating func name(
    _ name: String, _ span: SourceSpan, _ expected: ValueType?
  ) -> ExpressionID? {
    if let expected, let index = caseIndex(name, of: expected) {
      return add(.constant(.value(Value(Int64(index)))), expected, .constant, span)
    }
    let identifier = Identifier(name, span)
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
    switch names.values[name] {
    case .param(let id):
      return paramTypes[id.index].map { add(.param(id), $0, .constant, span) }
    case .attribute(let id):
      return attributeTypes[id.index].map { add(.attribute(id), $0, .constant, span) }
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
    let value = nodes[definition.value.index]
    return add(.define(id), value.type, value.motion, name.span)
  }

  /// A field of the event that a stream's condition is about.
  private mutating func field(_ name: Identifier, of stream: StreamID) -> ExpressionID? {
    guard let id = names.fields[name.text], let type = fieldType(id, name, of: stream) else { return nil }
    return add(.field(id), type, .constant, name.span)
  }

  /// The type that a field has in every event of `stream`.
  mutating func fieldType(_ id: FieldNameID, _ name: Identifier, of stream: StreamID) -> ValueType? {
    var found: ValueType?
    for event in streamEvents[stream.index] {
      guard let slot = fieldNames[id.index].slots[event.index] else {
        let has = streamEvents[stream.index].count > 1
        if has {
          report(.memberLacksField(name, member: events[event.index].name.text))
        } else {
          reportUnknownField(name, events: [event])
        }
        return nil
      }
      guard let type = fieldTypes[event.index][slot] else { return nil }
      if let found, found != type {
        report(.memberFieldDiffers(name, one: describe(found), other: describe(type)))
        return nil
      }
      found = type
    }
    return found
  }

  // MARK: What is allowed where

  /// Notes that the expression uses `features`; false, with a report, where they have no place.
  mutating func use(_ features: Features, _ span: SourceSpan, through define: String? = nil) -> Bool {
    scope.features.formUnion(features)
    if features.contains(.fires), !scope.allowsFires {
      report(.firesHasNoPlace(span, through: define))
      return false
    }
    switch scope.place {
    case .condition, .definition: return true
    case .stream:
      let misplaced = features.intersection(.notInStreams)
      if misplaced.isEmpty { return true }
      report(.notInStream(span, what: misplaced.text, through: define))
      return false
    case .streak:
      let misplaced = features.intersection(.notInStreaks)
      if misplaced.isEmpty { return true }
      report(.notInStreak(span, what: misplaced.text, through: define))
      return false
    }
  }

  /// Whether the derived stream with this index may be read here; notes that it is.
  mutating func mayRead(stream index: Int, _ name: Identifier) -> Bool {
    scope.newestStream = max(scope.newestStream ?? index, index)
    guard case .stream(let user) = scope.place, index >= user.index else { return true }
    report(.streamTooLate(name, user: streams[user.index].name, declared: streams[index].span))
    return false
  }
}

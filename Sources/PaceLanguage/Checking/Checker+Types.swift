/// Types, and the literals that must be of them.
extension Checker {
  /// What a type may be used for; some types make sense in one place only.
  enum TypeUse {
    case attribute, field, param

    var text: String {
      switch self {
      case .attribute: "an attribute"
      case .field: "a field"
      case .param: "a param"
      }
    }
  }

  /// The type as written; nil, with a report, if there is no such type or it has no place here.
  mutating func type(_ syntax: TypeSyntax, for use: TypeUse) -> ValueType? {
    if syntax.names.count > 1 { return .enumeration(enumeration(syntax)) }
    guard let name = syntax.names.first, !name.text.isEmpty else { return nil }
    switch name.text {
    case "number": return .number
    case "duration": return .duration
    case "time": return .time
    case "bool": return .bool
    case "text": return .text
    case "date": return .date
    case "preset":
      if use == .attribute { return .preset }
      report(.typeHasNoPlace(name, use: use.text, places: "an attribute of the subject"))
      return nil
    case "schedule":
      if use != .param { return .schedule }
      report(.typeHasNoPlace(name, use: use.text, places: "an attribute of the subject or a field"))
      return nil
    // The parser reports an unknown type.
    default: return nil
    }
  }

  /// The enumeration with these values; equal lists are one type.
  private mutating func enumeration(_ syntax: TypeSyntax) -> EnumerationID {
    var cases: [String: Int] = [:]
    var seen: [String: SourceSpan] = [:]
    for (index, name) in syntax.names.enumerated() {
      if !isTwice(name, &seen, { .duplicate($0, of: "value", first: $1) }) { cases[name.text] = index }
    }
    let enumeration = Enumeration(cases: syntax.names.map { $0.text })
    let id = names.enumerations[enumeration] ?? EnumerationID(content.enumerations.count)
    for name in syntax.names {
      guard let index = cases[name.text] else { continue }
      names.note(.choice(id, index), at: name.span, isDeclaration: true)
    }
    if id.index < content.enumerations.count { return id }
    content.enumerations.append(enumeration)
    names.enumerations[enumeration] = id
    names.cases.append(cases)
    return id
  }

  /// The literal as a constant of `type`; nil, with a report, if it isn't one.
  mutating func constant(_ literal: Literal, of type: ValueType) -> Constant? {
    if let written = literal.kind.constant, written.type == type { return written.value }
    switch (literal.kind, type) {
    case (.string(let text), .schedule):
      if let problem = Schedule.problem(in: text) {
        report(.invalidSchedule(literal.span, problem))
        return nil
      }
      return .text(text)
    case (.name(let name), _):
      if let (cases, what) = cases(of: type) {
        let word = Identifier(name, literal.span)
        if let index = namedCase(word, of: type) { return .value(Value(Int64(index))) }
        reportUnknownCase(name, span: literal.span, of: what, among: cases)
        return nil
      }
    case (.invalid, _): return nil
    default: break
    }
    report(
      .wrongLiteral(
        literal.span, expected: describe(type), found: describe(literal), text: text(in: literal.span),
        meant: unquoted(literal, type)))
    return nil
  }

  /// The index of a name among the cases of `type`; nil if it is none of them.
  func caseIndex(_ name: String, of type: ValueType) -> Int? {
    switch type {
    case .enumeration(let id): names.cases[id.index][name]
    case .level(let id): names.levels[id.index][name]
    case .preset: names.presets[name]?.index
    case .weekday: ValueText.weekdays.firstIndex(of: name)
    default: nil
    }
  }

  /// The names of a type's cases, and the word for one of them; nil for types without such names.
  func cases(of type: ValueType) -> ([String], String)? {
    switch type {
    case .enumeration(let id): (content.enumerations[id.index].cases, "value")
    case .level(let id):
      (content.scales[id.index].levels.map { $0.name }, "level of `\(content.scales[id.index].name.text)`")
    case .preset: (presetNames, "preset")
    case .weekday: (ValueText.weekdays, "weekday")
    default: nil
    }
  }

  /// The range as written, in the bits of `type`; nil, with a report, if it isn't one.
  mutating func range(_ syntax: RangeSyntax?, of type: ValueType?) -> ClosedRange<Int64>? {
    guard let syntax, let type else { return nil }
    switch type {
    case .number, .duration, .time, .date: break
    default:
      report(.rangeWithoutOrder(syntax.span, describe(type)))
      return nil
    }
    guard case .value(let low) = constant(syntax.low, of: type),
      case .value(let high) = constant(syntax.high, of: type)
    else { return nil }
    guard low.bits <= high.bits else {
      report(.emptyRange(syntax, low: text(in: syntax.low.span), high: text(in: syntax.high.span)))
      return nil
    }
    return low.bits...high.bits
  }

  /// A constant for a declared name: of its type and in its range.
  mutating func constant(_ literal: Literal, for declared: DeclaredValue) -> Constant? {
    guard let type = declared.type, let constant = constant(literal, of: type) else { return nil }
    guard case .value(let value) = constant else { return constant }
    if let range = declared.range, let bounds = declared.bounds, !range.contains(value.bits) {
      report(
        .outOfRange(
          literal.span, text: text(in: literal.span), name: declared.name,
          bounds: "\(text(in: bounds.low.span)) .. \(text(in: bounds.high.span))", declared: bounds.span))
    } else if type == .number || type == .duration {
      // `checkDemands` looks at it once all uses of the name are known.
      givenValues.append(GivenValue(name: declared.name, bits: value.bits, literal: literal))
    }
    return constant
  }

  /// The text of a span as written.
  func text(in span: SourceSpan) -> String { files[Int(span.file.index)].text(in: span) }

  func describe(_ type: ValueType) -> String {
    switch type {
    case .number: "a number"
    case .duration: "a duration"
    case .time: "a time"
    case .bool: "yes or no"
    case .text: "a text"
    case .preset: "a preset"
    case .schedule: "a schedule"
    case .date: "a date"
    case .weekday: "a weekday"
    case .enumeration(let id): "one of \(Diagnostic.list(content.enumerations[id.index].cases))"
    case .level(let id): "a level of `\(content.scales[id.index].name.text)`"
    }
  }

  func describe(_ literal: Literal) -> String {
    if case .name(let name) = literal.kind { return "the name `\(name)`" }
    return literal.kind.constant.map { describe($0.type) } ?? "nothing that can be read"
  }
}

/// How expressions move between boundaries, so that every crossing is found exactly.
extension Checker {
  /// One side of an operator as a message shows it.
  struct MovingSide {
    var text: String
    var motion: Motion
    var span: SourceSpan
  }

  func side(_ id: ExpressionID) -> MovingSide {
    let node = content[id]
    return MovingSide(
      text: text(in: node.span), motion: node.motion, span: node.span)
  }

  /// The motion of an arithmetic operation; nil, with a report, if crossings could not be found.
  mutating func motion(
    _ operation: BinaryOperator, _ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan
  ) -> Motion? {
    let (left, right) = (content[a].motion, content[b].motion)
    if left == .constant && right == .constant { return .constant }
    switch operation {
    case .add, .subtract:
      if let joined = left.joined(operation == .add ? right : right.reversed) { return joined }
      report(.movingApart(span, operation: operation, left: side(a), right: side(b)))
      return nil
    case .multiply:
      if left != .constant && right != .constant {
        report(.productOfMoving(span, left: side(a), right: side(b)))
        return nil
      }
      return left == .constant ? right.scaled(by: sign(a)) : left.scaled(by: sign(b))
    case .divide:
      if right != .constant {
        report(.divisionByMoving(span, divisor: side(b), isOfMoving: left != .constant))
        return nil
      }
      return left.scaled(by: sign(b))
    case .remainder:
      report(.remainderOfMoving(span, moving: side(left == .constant ? b : a)))
      return nil
    case .least, .greatest, .round, .floor:
      report(.choiceOfMoving(span, operation: operation, moving: side(left == .constant ? b : a)))
      return nil
    case .or, .and, .otherwise: return .constant
    }
  }

  mutating func isComparable(_ type: ValueType, _ relation: Relation, _ span: SourceSpan) -> Bool {
    if relation == .equal || relation == .notEqual {
      if type != .schedule { return true }
      report(.notComparable(span, describe(type)))
      return false
    }
    switch type {
    case .number, .duration, .time, .date, .weekday, .level: return true
    case .bool, .text, .preset, .schedule, .enumeration:
      report(.notOrdered(span, describe(type)))
      return false
    }
  }

  /// Whether the comparison of two sides changes at most once before the next boundary.
  mutating func mayCompare(_ a: ExpressionID, _ b: ExpressionID, _ span: SourceSpan) -> Bool {
    let (left, right) = (content[a].motion, content[b].motion)
    if left == .constant || right == .constant || left.joined(right.reversed) != nil { return true }
    var problem = Diagnostic.bothSidesMove(span, left: side(a), right: side(b))
    if case .since(let one) = content[a].operation, case .since(let other) = content[b].operation,
      one != other
    {
      problem.help = Diagnostic.helpWithLast(of: content[one].name, content[other].name)
    }
    report(problem)
    return false
  }

  /// The sign of a constant expression as far as its text and the declared ranges tell.
  private func sign(_ id: ExpressionID) -> Sign {
    switch content[id].operation {
    case .constant(.value(let value)): Sign(value.bits...value.bits)
    case .param(let id): Sign(content.params[id.index].range)
    case .attribute(let id): Sign(content.subject.attributes[id.index].range)
    case .aggregate(_, let stream, let field?, _), .latest(let stream, let field): sign(field, of: stream)
    case .aggregate(_, _, nil, _), .since, .gap, .elapsed, .streak: .positive
    case .negate(let inner): sign(inner).reversed
    case .define(let id):
      id.index < definitions.count ? definitions[id.index].map { sign($0.value) } ?? .unknown : .unknown
    case .binary(.multiply, let a, let b), .binary(.divide, let a, let b): sign(a).times(sign(b))
    case .binary(.subtract, let a, _) where content[a].type == .time: .positive
    case .binary(.add, let a, let b), .binary(.otherwise, let a, let b): sign(a).joined(sign(b))
    case .constant(.text), .level, .field, .firesRule, .firesKind, .due, .clockWithin,
      .weekday, .date, .not, .binary, .comparison, .within, .among:
      .unknown
    }
  }

  /// The sign of a field's values in every event of a stream.
  private func sign(_ field: FieldNameID, of stream: StreamID) -> Sign {
    streamEvents[stream.index].reduce(.zero) { sign, event in
      let slot = content.fieldNames[field.index].slots[event.index]
      return sign.joined(Sign(slot.flatMap { content.events[event.index].fields[$0].range }))
    }
  }
}

/// Comparisons of values of two types.
extension Checker {
  /// Reports two sides of unequal types, at the literal that was written wrongly if there is one.
  mutating func reportUnequal(
    _ what: String, _ left: (id: ExpressionID, syntax: Expression),
    _ right: (id: ExpressionID, syntax: Expression), _ span: SourceSpan
  ) {
    let types = (content[left.id].type, content[right.id].type)
    if let slip = slip(left.syntax, types.0, beside: types.1, what)
      ?? slip(right.syntax, types.1, beside: types.0, what)
    {
      report(slip)
    } else {
      report(.unequalTypes(span, what: what, left: describe(types.0), right: describe(types.1)))
    }
  }

  /// The likely slip in a literal: a number without its unit, a value in quotes, or a date in another form.
  private func slip(
    _ syntax: Expression, _ type: ValueType, beside other: ValueType, _ what: String
  ) -> Diagnostic? {
    guard case .literal(let literal) = syntax.kind else {
      let written = text(in: syntax.span)
      guard other == .date, let meant = CivilDate.meant(by: written) else { return nil }
      return .comparedAsNumber(syntax.span, what: what, meant: meant.text, isGuess: !meant.isCertain)
    }
    switch literal.kind {
    case .number where other == .duration:
      return .comparedWithoutUnit(literal.span, what: what, text: text(in: literal.span))
    case .duration where other == .number:
      return .comparedWithUnit(literal.span, what: what, text: text(in: literal.span))
    case .string:
      return unquoted(literal, other).map {
        .comparedInQuotes(literal.span, what: what, other: describe(other), meant: $0)
      }
    default: return nil
    }
  }

  /// The text in quotes that would be a literal of the type without them.
  private func unquoted(_ literal: Literal, _ type: ValueType) -> String? {
    guard case .string(let text) = literal.kind, let meant = parseLiteral(text) else { return nil }
    if case .name(let name) = meant { return caseIndex(name, of: type) == nil ? nil : text }
    return meant.constant?.type == type ? text : nil
  }

  /// The type of the param, attribute or scale that a name stands for; nil for any other name.
  func typeOfValue(_ name: String) -> ValueType? {
    switch names.values[name] {
    case .param(let id): declared.params[id.index].type
    case .attribute(let id): declared.attributes[id.index].type
    case .scale(let id): .level(id)
    case .define, nil: nil
    }
  }
}

/// Conditions, and `and` and `or` between them.
extension Checker {
  /// What may be asked of a value of this type, such as `VALUE >= 2`.
  private func question(of value: String, _ type: ValueType) -> String {
    switch type {
    case .number: "\(value) >= 2"
    case .duration: "\(value) >= 5 min"
    case .time: "\(value) >= 07:00"
    case .date: "\(value) >= 2026-11-20"
    case .text: "\(value) == \"…\""
    case .schedule: "due(\(value))"
    case .level: "\(value) >= \(cases(of: type)?.0.last ?? "LEVEL")"
    case .enumeration, .preset, .weekday: "\(value) == \(cases(of: type)?.0.first ?? "NAME")"
    case .bool: value
    }
  }

  /// An expression that must be true or false.
  mutating func condition(_ syntax: Expression, what: String) -> ExpressionID? {
    check(syntax).flatMap { condition($0, syntax, what: what) }
  }

  private mutating func condition(_ id: ExpressionID, _ syntax: Expression, what: String) -> ExpressionID? {
    let type = content[id].type
    if type == .bool { return id }
    report(
      .notCondition(
        syntax.span, what: what, found: describe(type), meant: question(of: text(in: syntax.span), type)))
    return nil
  }

  /// `A and B` or `A or B`.
  mutating func junction(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, _ span: SourceSpan
  ) -> ExpressionID? {
    let (a, b) = (check(left), check(right))
    if operation == .or, let a, let b, content[a].type == content[b].type, content[a].type != .bool {
      let values = [left, right].map { text(in: $0.span) }
      report(
        .orOfValues(
          span, values, between: left.span.after.joined(right.span.before), found: describe(content[a].type)))
      return nil
    }
    let what = "`\(operation.text)`"
    let one = a.flatMap { condition($0, left, what: what) }
    let other = b.flatMap { condition($0, right, what: what) }
    guard let one, let other else { return nil }
    return add(.binary(operation, one, other), .bool, .constant, span)
  }
}

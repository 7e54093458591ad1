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

  /// The type as written; nil, with a report, where there is no such type or it has no place here.
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
    case "preset", "schedule":
      if use != .attribute {
        report(.typeOnlyForAttributes(name, use: use.text))
        return nil
      }
      return name.text == "preset" ? .preset : .schedule
    // An unknown type is a fault of syntax.
    default: return nil
    }
  }

  /// The enumeration with these values; equal lists are one type.
  private mutating func enumeration(_ syntax: TypeSyntax) -> EnumerationID {
    var cases: [String: Int] = [:]
    for (index, name) in syntax.names.enumerated() {
      if let first = cases[name.text] {
        report(.duplicate(name, of: "value", first: syntax.names[first].span))
      } else {
        cases[name.text] = index
      }
    }
    let enumeration = Enumeration(cases: syntax.names.map { $0.text })
    if let known = names.enumerations[enumeration] { return known }
    let id = EnumerationID(enumerations.count)
    enumerations.append(enumeration)
    names.enumerations[enumeration] = id
    names.cases.append(cases)
    return id
  }

  /// The literal as a constant of `type`; nil, with a report, where it isn't one.
  mutating func constant(_ literal: Literal, of type: ValueType) -> Constant? {
    switch (literal.kind, type) {
    case (.number(let bits), .number), (.duration(let bits), .duration), (.time(let bits), .time),
      (.date(let bits), .date):
      return .value(Value(bits))
    case (.bool(let value), .bool): return .value(value ? .yes : .no)
    case (.string(let text), .text): return .text(text)
    case (.string(let text), .schedule):
      if let problem = Schedule.problem(in: text) {
        report(.invalidSchedule(literal.span, problem: problem))
        return nil
      }
      return .text(text)
    case (.name(let name), _):
      if let (cases, what) = cases(of: type) {
        if let index = caseIndex(name, of: type) { return .value(Value(Int64(index))) }
        reportUnknownCase(name, span: literal.span, of: what, among: cases)
        return nil
      }
    case (.invalid, _): return nil
    default: break
    }
    report(.wrongLiteral(literal.span, expected: describe(type), found: describe(literal)))
    return nil
  }

  /// The index of a per-type name.
  func caseIndex(_ name: String, of type: ValueType) -> Int? {
    switch type {
    case .enumeration(let id): names.cases[id.index][name]
    case .level(let id): names.levels[id.index][name]
    case .preset: names.presets[name]?.index
    case .weekday: ValueText.weekdays.firstIndex(of: name)
    default: nil
    }
  }

  /// The names that a type has of its own, and what one of them is called.
  func cases(of type: ValueType) -> ([String], String)? {
    switch type {
    case .enumeration(let id): (enumerations[id.index].cases, "value")
    case .level(let id):
      (scales[id.index].levels.map { $0.name }, "level of `\(scales[id.index].name.text)`")
    case .preset: (presetNames, "preset")
    case .weekday: (ValueText.weekdays, "weekday")
    default: nil
    }
  }

  /// The range as written, in the bits of `type`; nil, with a report, where it isn't one.
  mutating func range(_ syntax: RangeSyntax?, of type: ValueType?) -> ClosedRange<Int64>? {
    guard let syntax, let type else { return nil }
    switch type {
    case .number, .duration, .time, .date: break
    default:
      report(.rangeWithoutOrder(syntax.span, type: describe(type)))
      return nil
    }
    guard case .value(let low) = constant(syntax.low, of: type),
      case .value(let high) = constant(syntax.high, of: type)
    else { return nil }
    guard low.bits <= high.bits else {
      report(.emptyRange(syntax, low: literalText(syntax.low), high: literalText(syntax.high)))
      return nil
    }
    return low.bits...high.bits
  }

  /// Whether a constant lies in the declared range of `name`; reports one that doesn't.
  mutating func checkRange(
    _ constant: Constant?, at span: SourceSpan, in range: ClosedRange<Int64>?, of name: String,
    declared: RangeSyntax?
  ) -> Bool {
    guard case .value(let value) = constant, let range, !range.contains(value.bits) else { return true }
    let bounds = declared.map { "\(literalText($0.low)) .. \(literalText($0.high))" } ?? ""
    report(
      .outOfRange(
        span, text: files[Int(span.file.index)].text(in: span), name: name, bounds: bounds,
        declared: declared?.span))
    return false
  }

  /// A constant for a declared name: of its type and in its range.
  mutating func constant(
    _ literal: Literal, of type: ValueType?, range: ClosedRange<Int64>?, name: String, declared: RangeSyntax?
  ) -> Constant? {
    guard let type, let constant = constant(literal, of: type) else { return nil }
    if checkRange(constant, at: literal.span, in: range, of: name, declared: declared) {
      note(constant, literal, of: type, for: name)
    }
    return constant
  }

  func literalText(_ literal: Literal) -> String {
    files[Int(literal.span.file.index)].text(in: literal.span)
  }

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
    case .enumeration(let id): describe(enumerations[id.index])
    case .level(let id): "a level of `\(scales[id.index].name.text)`"
    }
  }

  private func describe(_ enumeration: Enumeration) -> String {
    var text = "one of "
    for (index, name) in enumeration.cases.enumerated() { text += (index == 0 ? "`" : ", `") + name + "`" }
    return text
  }

  func describe(_ literal: Literal) -> String {
    switch literal.kind {
    case .number: "a number"
    case .duration: "a duration"
    case .time: "a time"
    case .date: "a date"
    case .bool: "yes or no"
    case .string: "a text"
    case .name(let name): "the name `\(name)`"
    case .invalid: "nothing that can be read"
    }
  }
}

/// Operands: constants of one subject, written down or named.
extension Checker {
  /// The operand of `type`; nil, with a report, where it isn't one.
  mutating func operand(_ literal: Literal, of type: ValueType, for use: String) -> Operand? {
    guard case .name(let name) = literal.kind else {
      guard case .value(let value) = constant(literal, of: type) else { return nil }
      return .constant(value)
    }
    let identifier = Identifier(name, literal.span)
    switch names.values[name] {
    case .param(let id):
      guard let found = paramTypes[id.index] else { return nil }
      return isOfType(found, type, identifier, use) ? .param(id) : nil
    case .attribute(let id):
      guard let found = attributeTypes[id.index] else { return nil }
      return isOfType(found, type, identifier, use) ? .attribute(id) : nil
    case .define, .scale:
      report(.notConstant(identifier, what: describe(names.values[name]), use: use))
      return nil
    case nil:
      reportUnknownValue(identifier)
      return nil
    }
  }

  private mutating func isOfType(
    _ found: ValueType, _ type: ValueType, _ name: Identifier, _ use: String
  ) -> Bool {
    if found == type { return true }
    report(.wrongOperand(name, use: use, expected: describe(type), found: describe(found)))
    return false
  }

  /// A duration that isn't negative, nor zero where that would never come to an end.
  mutating func duration(_ literal: Literal, mayBeZero: Bool, for use: String) -> Operand? {
    guard let operand = operand(literal, of: .duration, for: use) else { return nil }
    return meets(mayBeZero ? .notNegative : .positive, operand, literal, for: use) ? operand : nil
  }

  /// A whole number that isn't negative.
  mutating func count(_ literal: Literal, for use: String) -> Operand? {
    guard let operand = operand(literal, of: .number, for: use) else { return nil }
    return meets(.whole, operand, literal, for: use) ? operand : nil
  }

  mutating func reportUnknownValue(_ name: Identifier) {
    if isPartial || name.text.isEmpty { return }
    if let stream = names.streams[name.text] {
      report(.streamIsNoValue(name, what: describe(streams[stream.index].kind)))
      return
    }
    if names.fields[name.text] != nil,
      let event = events.first(where: { event in
        event.fields.contains { $0.name.text == name.text }
      })
    {
      report(.fieldIsNoValue(name, event: event.name.text))
      return
    }
    report(
      .unknownValue(name, suggestion: nearest(to: name.text, among: names.values.keys)))
  }
}

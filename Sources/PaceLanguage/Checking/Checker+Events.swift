/// Events with their fields and kinds.
extension Checker {
  mutating func checkEvents() {
    for (index, syntax) in text.events.enumerated() {
      let id = EventID(index)
      if syntax.subject.text != subject.name.text, !syntax.subject.text.isEmpty {
        report(.wrongSubject(syntax.subject, subject: subject.name))
      }
      checkFields(of: syntax, id)
      streamEvents[events[index].stream.index] = [id]
    }
    guard fieldNames.count <= Self.fieldNameLimit else {
      report(.tooMany("field names", limit: Self.fieldNameLimit, at: events[events.count - 1].name.span))
      fieldNames = []
      names.fields = [:]
      return
    }
    fillSlots()
    for (index, syntax) in text.events.enumerated() { checkKinds(of: syntax, EventID(index)) }
  }

  private mutating func checkFields(of syntax: EventSyntax, _ id: EventID) {
    var seen: [String: SourceSpan] = [:]
    var types: [ValueType?] = []
    var ranges: [RangeSyntax?] = []
    var debounce: SourceSpan?
    for item in syntax.items {
      switch item {
      case .field(let attribute):
        let (field, type) = checkField(attribute, for: .field)
        if let first = seen[field.name.text] {
          report(.duplicate(field.name, of: "field", first: first))
          continue
        }
        seen[field.name.text] = field.name.span
        events[id.index].fieldNames.append(fieldName(field.name.text))
        events[id.index].fields.append(field)
        types.append(type)
        ranges.append(attribute.range)
      case .debounce(let literal, let span):
        if isRepeated(&debounce, span, "debounce") { continue }
        events[id.index].debounce = debounceDelay(literal)
      case .kind: break
      }
    }
    fieldTypes.append(types)
    fieldRanges.append(ranges)
  }

  /// A debounce is the same for every subject, so its duration is written down.
  private mutating func debounceDelay(_ literal: Literal) -> Int64? {
    guard case .value(let value) = constant(literal, of: .duration) else { return nil }
    if value.bits < 0 {
      report(.notPositive(literal.span, text: literalText(literal), for: "`debounce`", mayBeZero: true))
    }
    return value.bits
  }

  private mutating func fieldName(_ name: String) -> FieldNameID {
    if let known = names.fields[name] { return known }
    let id = FieldNameID(fieldNames.count)
    fieldNames.append(FieldName(name: name, slots: []))
    names.fields[name] = id
    return id
  }

  /// Where each event keeps the field of each name.
  private mutating func fillSlots() {
    for index in fieldNames.indices {
      fieldNames[index].slots = Array(repeating: nil, count: events.count)
    }
    for (event, type) in events.enumerated() {
      for (slot, name) in type.fieldNames.enumerated() { fieldNames[name.index].slots[event] = slot }
    }
  }

  private mutating func checkKinds(of syntax: EventSyntax, _ id: EventID) {
    var index = 0
    for case .kind(let kind) in syntax.items {
      streamEvents[events[id.index].kinds[index].stream.index] = [id]
      events[id.index].kinds[index].values = fieldValues(
        kind.items.compactMap { if case .value(let value) = $0 { value } else { nil } }, of: id)
      var debounce: SourceSpan?
      for case .debounce(let literal, let span) in kind.items where !isRepeated(&debounce, span, "debounce") {
        events[id.index].kinds[index].debounce = debounceDelay(literal)
      }
      index += 1
    }
  }

  /// Values for the fields of an event, one for each, nil where none is given.
  mutating func fieldValues(_ assignments: [AssignmentSyntax], of id: EventID) -> [Constant?] {
    let fields = events[id.index].fields
    var values: [Constant?] = Array(repeating: nil, count: fields.count)
    var seen: [String: SourceSpan] = [:]
    for assignment in assignments {
      if isAssignedTwice(assignment, &seen) { continue }
      guard let name = names.fields[assignment.name.text], let index = fieldNames[name.index].slots[id.index]
      else {
        reportUnknownField(assignment.name, events: [id])
        continue
      }
      values[index] = constant(
        assignment.value, of: fieldTypes[id.index][index], range: fields[index].range,
        name: assignment.name.text, declared: fieldRanges[id.index][index])
    }
    return values
  }

  mutating func isAssignedTwice(_ assignment: AssignmentSyntax, _ seen: inout [String: SourceSpan]) -> Bool {
    if let first = seen[assignment.name.text] {
      report(.assignedTwice(assignment.name, first: first))
      return true
    }
    seen[assignment.name.text] = assignment.name.span
    return false
  }

  mutating func reportUnknownField(_ name: Identifier, events ids: [EventID]) {
    if isPartial || name.text.isEmpty { return }
    guard let id = ids.first else { return }
    let fields = events[id.index].fields.map { $0.name.text }
    report(
      .unknownField(
        name, event: events[id.index].name.text, suggestion: nearest(to: name.text, among: fields)))
  }
}

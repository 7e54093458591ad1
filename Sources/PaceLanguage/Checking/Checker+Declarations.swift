/// The calendar, the subject and its attributes.
extension Checker {
  mutating func checkCalendar() {
    if declarations.calendars.count > 1 {
      report(
        .repeated(Identifier("calendar", declarations.calendars[1].span), declarations.calendars[0].span))
    }
    guard let syntax = declarations.calendars.first else { return }
    var seen: [String: SourceSpan] = [:]
    for item in syntax.items {
      switch item {
      case .zone(let zone):
        if isRepeated("zone", zone.span, &seen) { continue }
        if zone.text.isEmpty { report(.emptyZone(zone.span)) }
        content.calendar.zone = zone.text
        content.calendar.zoneSpan = zone.span
      case .dayStarts(let literal):
        if isRepeated("day starts", literal.span, &seen) { continue }
        if case .value(let value) = constant(literal, of: .time) { content.calendar.dayStart = value.bits }
      case .weekStarts(let name):
        if isRepeated("week starts", name.span, &seen) { continue }
        if let index = ValueText.weekdays.firstIndex(of: name.text) {
          content.calendar.weekStart = index
        } else {
          reportUnknownCase(name.text, span: name.span, of: "weekday", among: ValueText.weekdays)
        }
      }
    }
  }

  /// Whether an item that may stand once stands here again, which is reported. `seen` keeps where each first stood.
  mutating func isRepeated(_ what: String, _ span: SourceSpan, _ seen: inout [String: SourceSpan]) -> Bool {
    isTwice(Identifier(what, span), &seen, Diagnostic.repeated)
  }

  /// Whether a name stands in its list again, which is reported. `seen` keeps the place where each first stood.
  mutating func isTwice(
    _ name: Identifier, _ seen: inout [String: SourceSpan],
    _ problem: (_ name: Identifier, _ first: SourceSpan) -> Diagnostic
  ) -> Bool {
    if let first = seen[name.text] {
      report(problem(name, first))
      return true
    }
    seen[name.text] = name.span
    return false
  }

  mutating func checkSubject() {
    guard let syntax = declarations.subjects.first else { return }
    for case .attribute(let attribute) in syntax.items {
      let id = AttributeID(content.subject.attributes.count)
      let (field, value) = checkValue(attribute, for: .attribute)
      content.subject.attributes.append(field)
      declared.attributes.append(value)
      if value.type == .preset {
        if let first = content.subject.presetAttribute {
          report(.secondPresetAttribute(field.name, content.subject.attributes[first.index].name.span))
        } else {
          content.subject.presetAttribute = id
        }
      }
      if field.name.text == "zone" {
        if value.type == .text {
          content.subject.zoneAttribute = id
        } else if value.type != nil {
          report(.zoneIsNoText(attribute.type.span))
        }
      }
    }
  }

  /// An attribute, a field or a param, and what its values have to be.
  mutating func checkValue(_ syntax: ValueSyntax, for use: TypeUse) -> (Field, DeclaredValue) {
    let type = type(syntax.type, for: use)
    let value = DeclaredValue(
      name: syntax.name.text, type: type, range: range(syntax.range, of: type), bounds: syntax.range)
    let initial = syntax.initial.flatMap { constant($0, for: value) }
    let step = use == .param ? step(syntax.step, of: value) : nil
    let field = Field(
      name: syntax.name, type: type ?? .number, initial: initial, initialSpan: syntax.initial?.span,
      range: value.range, step: step, hasOwnStep: syntax.step != nil, label: syntax.label, span: syntax.span)
    return (field, value)
  }

  /// `ends after D without S`, once streams and attributes are known.
  mutating func checkEnding() {
    guard let syntax = declarations.subjects.first else { return }
    var seen: [String: SourceSpan] = [:]
    for case .ends(let after, let without, let span) in syntax.items {
      if isRepeated("ends", span, &seen) { continue }
      let delay = duration(after, mayBeZero: false, for: "`ends after`")
      guard let stream = loggedStream(without, for: "`ends after … without`"), let delay else { continue }
      content.subject.ends = Subject.Ends(delay: delay, stream: stream)
    }
  }
}

/// Events with their fields and kinds.
extension Checker {
  mutating func checkEvents() {
    for (index, syntax) in declarations.events.enumerated() {
      let id = EventID(index)
      if !names.isSubject(syntax.subject, content.subject.name), !syntax.subject.text.isEmpty {
        report(.wrongSubject(syntax.subject, subject: content.subject.name))
      }
      checkFields(of: syntax, id)
      streamEvents[content.events[index].stream.index] = [id]
    }
    guard content.fieldNames.count <= Self.fieldNameLimit else {
      report(
        .tooMany(
          "field names", limit: Self.fieldNameLimit, at: content.events[content.events.count - 1].name.span))
      content.fieldNames = []
      names.fields = [:]
      return
    }
    fillSlots()
    for (index, syntax) in declarations.events.enumerated() { checkKinds(of: syntax, EventID(index)) }
  }

  private mutating func checkFields(of syntax: EventSyntax, _ id: EventID) {
    var seen: [String: SourceSpan] = [:]
    var values: [DeclaredValue] = []
    var items: [String: SourceSpan] = [:]
    for item in syntax.items {
      switch item {
      case .field(let attribute):
        let (field, value) = checkValue(attribute, for: .field)
        if isTwice(field.name, &seen, { .duplicate($0, of: "field", first: $1) }) { continue }
        content.events[id.index].fieldNames.append(fieldName(field.name))
        content.events[id.index].fields.append(field)
        values.append(value)
      case .debounce(let literal, let span):
        if isRepeated("debounce", span, &items) { continue }
        content.events[id.index].debounce = debounceDelay(literal)
      case .kind: break
      }
    }
    declared.fields.append(values)
  }

  /// A debounce is the same for every subject, so its duration is written down.
  private mutating func debounceDelay(_ literal: Literal) -> Int64? {
    guard case .value(let value) = constant(literal, of: .duration) else { return nil }
    if value.bits < 0 {
      report(.notPositive(literal.span, text: text(in: literal.span), for: "`debounce`", mayBeZero: true))
    }
    return value.bits
  }

  private mutating func fieldName(_ name: Identifier) -> FieldNameID {
    let id = names.declareField(name)
    if id.index == content.fieldNames.count {
      content.fieldNames.append(FieldName(name: name.text, slots: []))
    }
    return id
  }

  /// Notes where each event keeps the field of each name.
  private mutating func fillSlots() {
    for index in content.fieldNames.indices {
      content.fieldNames[index].slots = Array(repeating: nil, count: content.events.count)
    }
    for (event, type) in content.events.enumerated() {
      for (slot, name) in type.fieldNames.enumerated() { content.fieldNames[name.index].slots[event] = slot }
    }
  }

  private mutating func checkKinds(of syntax: EventSyntax, _ id: EventID) {
    var index = 0
    for case .kind(let kind) in syntax.items {
      streamEvents[content.events[id.index].kinds[index].stream.index] = [id]
      content.events[id.index].kinds[index].values = fieldValues(
        kind.items.compactMap { if case .value(let value) = $0 { value } else { nil } }, of: id)
      var items: [String: SourceSpan] = [:]
      for case .debounce(let literal, let span) in kind.items where !isRepeated("debounce", span, &items) {
        content.events[id.index].kinds[index].debounce = debounceDelay(literal)
      }
      index += 1
    }
  }

  /// The assigned values, one for each field of an event; nil for fields without one.
  mutating func fieldValues(_ assignments: [AssignmentSyntax], of id: EventID) -> [Constant?] {
    var values: [Constant?] = Array(repeating: nil, count: content.events[id.index].fields.count)
    var seen: [String: SourceSpan] = [:]
    for assignment in assignments {
      if isAssignedTwice(assignment, &seen) { continue }
      guard let name = names.field(assignment.name),
        let index = content.fieldNames[name.index].slots[id.index]
      else {
        reportUnknownField(assignment.name, events: [id])
        continue
      }
      values[index] = constant(assignment.value, for: declared.fields[id.index][index])
    }
    return values
  }

  mutating func isAssignedTwice(_ assignment: AssignmentSyntax, _ seen: inout [String: SourceSpan]) -> Bool {
    isTwice(assignment.name, &seen, Diagnostic.assignedTwice)
  }

  mutating func reportUnknownField(_ name: Identifier, events ids: [EventID]) {
    if isExcused(name.text) { return }
    guard let id = ids.first else { return }
    let fields = content.events[id.index].fields.map { $0.name.text }
    let event = content.events[id.index]
    report(
      .unknownField(
        name, event: event.name.text, kinds: event.kinds.map { $0.name.text },
        suggestion: nearest(to: name.text, among: fields)))
  }
}

/// Derived streams: their members first, their conditions once definitions are known.
extension Checker {
  mutating func checkStreamMembers() {
    for (index, syntax) in declarations.streams.enumerated() {
      let id = derivedStreams[index]
      var members: [StreamID] = []
      var seen: [String: SourceSpan] = [:]
      for name in syntax.members {
        if isTwice(name, &seen, { .duplicate($0, of: "member", first: $1) }) { continue }
        guard let member = loggedStream(name, for: "`stream`"), isDeclaredBefore(member, id, name) else {
          continue
        }
        members.append(member)
      }
      streamEvents[id.index] = members.flatMap { streamEvents[$0.index] }.unique
      content.streams[id.index].kind = .derived(members: members, condition: nil)
    }
  }

  /// Events and kinds may stand anywhere; a derived stream must come before the streams made of it.
  private mutating func isDeclaredBefore(_ member: StreamID, _ id: StreamID, _ name: Identifier) -> Bool {
    guard case .derived = content[member].kind, member.index >= id.index else { return true }
    report(.streamTooLate(name, user: content[id].name, declared: content[member].span))
    return false
  }

  mutating func checkStreamConditions() {
    for (index, syntax) in declarations.streams.enumerated() {
      guard let condition = syntax.condition else { continue }
      let id = derivedStreams[index]
      scope = Scope(place: .stream(id))
      let node = self.condition(condition, what: "`where`")
      guard case .derived(let members, _) = content[id].kind else { continue }
      content.streams[id.index].kind = .derived(members: members, condition: node)
    }
  }
}

/// Parameters: type, default, range and grid.
extension Checker {
  mutating func checkParams() {
    declared.params.reserveCapacity(declarations.params.count)
    for syntax in declarations.params {
      let (param, value) = checkValue(syntax, for: .param)
      content.params.append(param)
      declared.params.append(value)
    }
  }

  /// The distance between grid points: as written, else a unit of the last place written in the range.
  private mutating func step(_ written: Literal?, of value: DeclaredValue) -> Int64? {
    guard let type = value.type, let range = value.range, let bounds = value.bounds else { return nil }
    guard let written else {
      return [bounds.low, bounds.high].map { type.lastPlace(of: text(in: $0.span)) }.min()
    }
    let stepType: ValueType = type == .time || type == .date ? .duration : type
    guard case .value(let value) = constant(written, of: stepType) else { return nil }
    let bits = type == .date ? value.bits / Self.day : value.bits
    if bits <= 0 || (type == .date && value.bits % Self.day != 0) {
      report(.invalidStep(written.span, text: text(in: written.span), isDate: type == .date))
      return nil
    }
    let (width, overflow) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
    if !overflow, bits > width, width > 0 {
      report(.stepTooLarge(written.span, text(in: written.span)))
    }
    return bits
  }

  static let day = Unit.day.milliseconds
}

/// A value that the text gives to a name.
struct GivenValue {
  var name: String
  var bits: Int64
  var literal: Literal
}

/// What clauses demand of values. A literal is checked where it stands. A name's values, from its default, presets and
/// scenarios, are checked once all uses of the name are known.
extension Checker {
  /// Whether the operand meets the need, as far as is known; reports a literal that doesn't.
  mutating func meets(_ need: Need, _ operand: Operand, _ literal: Literal, for use: String) -> Bool {
    switch operand {
    case .constant(let value):
      if need.isMet(by: value.bits) { return true }
      report(need.problem(literal.span, text: text(in: literal.span), for: use))
      return false
    case .param, .attribute:
      if case .name(let name) = literal.kind {
        demands[name, default: []].append(Demand(need: need, use: use, span: literal.span))
      }
      return true
    }
  }

  /// Reports each value that does not meet a demand of a clause that names it. The demands are kept with params
  /// and attributes, for values that come from logs and commands.
  mutating func checkDemands() {
    for index in content.params.indices {
      content.params[index].demands = demands[content.params[index].name.text] ?? []
    }
    for index in content.subject.attributes.indices {
      content.subject.attributes[index].demands = demands[content.subject.attributes[index].name.text] ?? []
    }
    for given in givenValues {
      guard let demand = demands[given.name]?.unmet(by: given.bits) else { continue }
      var problem = demand.need.problem(
        given.literal.span, text: text(in: given.literal.span), for: demand.use)
      problem.notes.append(DiagnosticNote(demand.span, "`\(given.name)` is used here"))
      report(problem)
    }
  }
}

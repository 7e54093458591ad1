/// The calendar, the subject and its attributes.
extension Checker {
  mutating func checkCalendar() {
    if text.calendars.count > 1 {
      report(.repeated(text.calendars[1].span, what: "calendar", first: text.calendars[0].span))
    }
    guard let syntax = text.calendars.first else { return }
    var seen: [SourceSpan?] = [nil, nil, nil]
    for item in syntax.items {
      switch item {
      case .zone(let zone):
        if isRepeated(&seen[0], zone.span, "zone") { continue }
        if zone.text.isEmpty { report(.emptyZone(zone.span)) }
        calendar.zone = zone.text
        calendar.zoneSpan = zone.span
      case .dayStarts(let literal):
        if isRepeated(&seen[1], literal.span, "day starts") { continue }
        if case .value(let value) = constant(literal, of: .time) { calendar.dayStart = value.bits }
      case .weekStarts(let name):
        if isRepeated(&seen[2], name.span, "week starts") { continue }
        if let index = ValueText.weekdays.firstIndex(of: name.text) {
          calendar.weekStart = index
        } else {
          reportUnknownCase(name.text, span: name.span, of: "weekday", among: ValueText.weekdays)
        }
      }
    }
  }

  /// Reports `what` where it stands for the second time.
  mutating func isRepeated(_ first: inout SourceSpan?, _ span: SourceSpan, _ what: String) -> Bool {
    if let first {
      report(.repeated(span, what: what, first: first))
      return true
    }
    first = span
    return false
  }

  mutating func checkSubject() {
    guard let syntax = text.subjects.first else { return }
    for case .attribute(let attribute) in syntax.items {
      let id = AttributeID(subject.attributes.count)
      let (field, type) = checkField(attribute, for: .attribute)
      subject.attributes.append(field)
      attributeTypes.append(type)
      attributeRanges.append(attribute.range)
      if type == .preset {
        if let first = subject.presetAttribute {
          report(.secondPresetAttribute(field.name, first: subject.attributes[first.index].name.span))
        } else {
          subject.presetAttribute = id
        }
      }
      if field.name.text == "zone" {
        if type == .text {
          subject.zoneAttribute = id
        } else if type != nil {
          report(.zoneIsNoText(attribute.type.span))
        }
      }
    }
  }

  /// An attribute or a field, with its type, or nil where that isn't valid.
  mutating func checkField(_ syntax: AttributeSyntax, for use: TypeUse) -> (Field, ValueType?) {
    let type = type(syntax.type, for: use)
    let range = range(syntax.range, of: type)
    let initial = syntax.initial.flatMap {
      constant($0, of: type, range: range, name: syntax.name.text, declared: syntax.range)
    }
    let field = Field(
      name: syntax.name, type: type ?? .number, initial: initial, range: range, label: syntax.label?.text,
      span: syntax.span)
    return (field, type)
  }

  /// `ends after D without S`, once streams and attributes are known.
  mutating func checkEnding() {
    guard let syntax = text.subjects.first else { return }
    var first: SourceSpan?
    for case .ends(let after, let without, let span) in syntax.items {
      if isRepeated(&first, span, "ends") { continue }
      let delay = duration(after, mayBeZero: false, for: "`ends after`")
      guard let stream = loggedStream(without, for: "`ends after … without`"), let delay else { continue }
      subject.ends = Subject.Ends(delay: delay, stream: stream, span: span)
    }
  }
}

/// Sources: what each column of a foreign table fills.
extension Checker {
  mutating func checkSources() {
    var seen: [String: SourceSpan] = [:]
    for syntax in text.sources {
      if let first = seen[syntax.name.text] {
        report(.duplicate(syntax.name, of: "source", first: first))
      } else {
        seen[syntax.name.text] = syntax.name.span
      }
      var tables: [SourceMapping.Table] = []
      var subjectSpan: SourceSpan?
      for table in syntax.tables {
        guard let target = target(table.target) else { continue }
        if target == .subject {
          if let first = subjectSpan { report(.secondSubjectTable(table.target, first: first)) }
          subjectSpan = table.target.span
        }
        tables.append(self.table(table, target))
      }
      sources.append(SourceMapping(name: syntax.name, tables: tables, span: syntax.span))
    }
  }

  private mutating func target(_ name: Identifier) -> SourceMapping.Target? {
    if name.text == subject.name.text { return .subject }
    if name.text == "notice" { return .notice }
    if let id = names.streams[name.text], case .event(let event) = streams[id.index].kind {
      return .event(event)
    }
    if isPartial || name.text.isEmpty { return nil }
    let known = [subject.name.text, "notice"] + events.map { $0.name.text }
    let found = names.streams[name.text].map { describe(streams[$0.index].kind) }
    report(.unknownTarget(name, found: found, suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private mutating func table(
    _ syntax: SourceSyntax.Table, _ target: SourceMapping.Target
  ) -> SourceMapping.Table {
    var columns: [SourceMapping.Column] = []
    var seen: [String: SourceSpan] = [:]
    for column in syntax.columns {
      if let first = seen[column.name.text] {
        report(.columnTwice(column.name, first: first))
        continue
      }
      seen[column.name.text] = column.name.span
      guard let slot = slot(column.name, of: target), let column = self.column(column, slot, target) else {
        continue
      }
      columns.append(column)
    }
    for required in requiredColumns(of: target) where seen[required] == nil && !isPartial {
      report(.missingColumn(syntax.target, column: required))
    }
    return SourceMapping.Table(
      target: target, name: syntax.table.text, condition: rowCondition(syntax), columns: columns,
      span: syntax.span)
  }

  private func requiredColumns(of target: SourceMapping.Target) -> [String] {
    switch target {
    case .subject: ["id"]
    case .event: ["id", "at"]
    case .notice: ["at", "rule"]
    }
  }

  /// `where column == literal`: numbers in millionths, texts as they are.
  private mutating func rowCondition(
    _ syntax: SourceSyntax.Table
  ) -> (column: String, value: Constant)? {
    guard let condition = syntax.condition else { return nil }
    switch condition.value.kind {
    case .number(let bits): return (condition.column.text, .value(Value(bits)))
    case .bool(let value): return (condition.column.text, .value(Value(value ? 1_000_000 : 0)))
    case .string(let text), .name(let text): return (condition.column.text, .text(text))
    case .date, .time: return (condition.column.text, .text(literalText(condition.value)))
    case .duration:
      report(
        .wrongLiteral(condition.value.span, expected: "a number or a text", found: describe(condition.value)))
      return nil
    case .invalid: return nil
    }
  }

  // MARK: Slots

  private mutating func slot(_ name: Identifier, of target: SourceMapping.Target) -> SourceMapping.Slot? {
    if let slot = plainSlot(name.text, of: target) { return slot }
    switch target {
    case .subject:
      if case .attribute(let id) = names.values[name.text] { return .attribute(id) }
    case .event(let event):
      if let id = names.fields[name.text], let index = fieldNames[id.index].slots[event.index] {
        return .field(index)
      }
    case .notice: break
    }
    if isPartial || name.text.isEmpty { return nil }
    let known = slotNames(of: target)
    report(.unknownSlot(name, expected: known, suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private func plainSlot(_ name: String, of target: SourceMapping.Target) -> SourceMapping.Slot? {
    if name == "id" { return .id }
    switch target {
    case .subject: return name == "started_at" ? .startedAt : name == "ended_at" ? .endedAt : nil
    case .event:
      if name == "kind" { return .kind }
      if name == "device" { return .device }
    case .notice:
      if name == "rule" { return .rule }
    }
    if name == "at" { return .at }
    return name == subject.name.text ? .subject : nil
  }

  private func slotNames(of target: SourceMapping.Target) -> [String] {
    switch target {
    case .subject: ["id", "started_at", "ended_at"] + subject.attributes.map({ $0.name.text })
    case .event(let event):
      ["id", subject.name.text, "at", "kind", "device"] + events[event.index].fields.map { $0.name.text }
    case .notice: ["id", subject.name.text, "at", "rule"]
    }
  }

  /// The type and range of what a slot holds; nil for those that are not of a type of the language.
  func valueSlot(
    _ slot: SourceMapping.Slot, of target: SourceMapping.Target
  ) -> (type: ValueType, range: ClosedRange<Int64>?, declared: RangeSyntax?)? {
    switch (slot, target) {
    case (.attribute(let id), _):
      attributeTypes[id.index].map { ($0, subject.attributes[id.index].range, attributeRanges[id.index]) }
    case (.field(let index), .event(let event)):
      fieldTypes[event.index][index].map {
        ($0, events[event.index].fields[index].range, fieldRanges[event.index][index])
      }
    case (.device, _): (.text, nil, nil)
    default: nil
    }
  }
}

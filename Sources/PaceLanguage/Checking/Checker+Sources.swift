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

/// The columns of a source's tables: where a value comes from and how it is stored there.
extension Checker {
  mutating func column(
    _ syntax: SourceSyntax.Column, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> SourceMapping.Column? {
    var input = SourceMapping.Input.constant(.value(.unknown))
    switch syntax.value {
    case .column(let name):
      input = namedConstant(name, slot, target).map { .constant($0) } ?? .column(name.text)
    case .literal(let literal):
      guard let constant = constantColumn(literal, syntax.name, slot, target) else { return nil }
      input = .constant(constant)
    }
    guard let encoding = encoding(syntax, input, slot, target) else { return nil }
    return SourceMapping.Column(slot: slot, input: input, encoding: encoding, span: syntax.span)
  }

  /// A bare word that names a case of what the slot holds is that constant; in quotes it is a column.
  private func namedConstant(
    _ name: StringSyntax, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> Constant? {
    let file = files[Int(name.span.file.index)]
    let start = Int(name.span.start)
    if file.bytes.indices.contains(start), file.bytes[start] == UInt8(ascii: "\"") { return nil }
    if let constant = nameConstant(name.text, slot, target) { return constant }
    guard let type = valueSlot(slot, of: target)?.type, let index = caseIndex(name.text, of: type) else {
      return nil
    }
    return .value(Value(Int64(index)))
  }

  /// The name of a kind or of a rule, where the slot holds one.
  private func nameConstant(
    _ name: String, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> Constant? {
    guard let id = names.streams[name] else { return nil }
    switch (slot, target, streams[id.index].kind) {
    case (.kind, .event(let event), .kind(let owner, _)): return owner == event ? .text(name) : nil
    case (.rule, _, .firings): return .text(name)
    default: return nil
    }
  }

  private mutating func constantColumn(
    _ literal: Literal, _ name: Identifier, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> Constant? {
    if let place = valueSlot(slot, of: target) {
      return constant(
        literal, of: place.type, range: place.range, name: name.text, declared: place.declared)
    }
    switch slot {
    case .attribute, .field: return nil
    default:
      report(.columnNeeded(literal.span, slot: name.text))
      return nil
    }
  }

  // MARK: Encodings

  private mutating func encoding(
    _ syntax: SourceSyntax.Column, _ input: SourceMapping.Input, _ slot: SourceMapping.Slot,
    _ target: SourceMapping.Target
  ) -> SourceMapping.Encoding? {
    guard let written = syntax.encoding else { return .plain }
    if case .constant = input {
      report(.encodedConstant(syntax.span))
      return nil
    }
    switch written {
    case .map(let entries): return map(entries, syntax, slot, target)
    case .named(let name):
      let known = encodings(of: slot, target)
      if let encoding = known.first(where: { $0.0 == name.text })?.1 { return encoding }
      if (Self.instants + Self.durations).contains(where: { $0.0 == name.text }) || known.isEmpty {
        report(.encodingDoesNotFit(name, slot: syntax.name.text, expected: known.map { $0.0 }))
      } else {
        let suggestion = nearest(to: name.text, among: known.map { $0.0 })
        report(.unknownEncoding(name, expected: known.map { $0.0 }, suggestion: suggestion))
      }
      return nil
    }
  }

  private static let instants: [(String, SourceMapping.Encoding)] = [
    ("unix_ms", .unixMilliseconds), ("unix_seconds", .unixSeconds), ("apple_seconds", .appleSeconds),
    ("iso8601", .iso8601), ("julian_day", .julianDay),
  ]
  private static let durations: [(String, SourceMapping.Encoding)] = [
    ("ms", .milliseconds), ("seconds", .seconds), ("minutes", .minutes), ("hours", .hours),
  ]

  private func encodings(
    of slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> [(String, SourceMapping.Encoding)] {
    switch slot {
    case .at, .startedAt, .endedAt: Self.instants
    default: valueSlot(slot, of: target)?.type == .duration ? Self.durations : []
    }
  }

  private mutating func map(
    _ entries: [(from: Literal, to: Literal)], _ column: SourceSyntax.Column, _ slot: SourceMapping.Slot,
    _ target: SourceMapping.Target
  ) -> SourceMapping.Encoding? {
    switch slot {
    case .id, .subject, .at, .startedAt, .endedAt:
      report(.mapDoesNotFit(column.span, slot: column.name.text))
      return nil
    case .kind, .rule, .device, .attribute, .field: break
    }
    var mapped: [SourceMapping.Entry] = []
    var seen: [String: SourceSpan] = [:]
    for entry in entries {
      guard let from = storedText(entry.from) else { continue }
      if let first = seen[from] {
        report(.mappedTwice(entry.from.span, text: from, first: first))
        continue
      }
      seen[from] = entry.from.span
      guard let to = mapTarget(entry.to, column, slot, target) else { continue }
      mapped.append(SourceMapping.Entry(from: from, to: to))
    }
    return .map(mapped)
  }

  /// How a literal reads when the database gives it as text.
  private func storedText(_ literal: Literal) -> String? {
    switch literal.kind {
    case .number(let bits): ValueText.number(bits)
    case .bool(let value): value ? "1" : "0"
    case .string(let text), .name(let text): text
    case .duration, .time, .date: literalText(literal)
    case .invalid: nil
    }
  }

  private mutating func mapTarget(
    _ literal: Literal, _ column: SourceSyntax.Column, _ slot: SourceMapping.Slot,
    _ target: SourceMapping.Target
  ) -> Constant? {
    guard slot == .kind || slot == .rule else {
      return constantColumn(literal, column.name, slot, target)
    }
    var name = ""
    switch literal.kind {
    case .name(let text), .string(let text): name = text
    case .invalid: return nil
    default: break
    }
    if let constant = nameConstant(name, slot, target) { return constant }
    if name.isEmpty {
      report(
        .wrongLiteral(
          literal.span, expected: slot == .kind ? "the name of a kind" : "the name of a rule",
          found: describe(literal)))
      return nil
    }
    var known = rules.map { $0.name.text }
    if case .event(let event) = target { known = events[event.index].kinds.map({ $0.name.text }) }
    reportUnknownCase(name, span: literal.span, of: slot == .kind ? "kind" : "rule", among: known)
    return nil
  }
}

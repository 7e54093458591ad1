/// Sources: what each column of a foreign table, or each member of an object, fills.
extension Checker {
  mutating func checkSources() {
    var seen: [String: SourceSpan] = [:]
    for syntax in declarations.sources {
      _ = isTwice(syntax.name, &seen, { .duplicate($0, of: "source", first: $1) })
      content.sources.append(source(syntax))
    }
  }

  private mutating func source(_ syntax: SourceSyntax) -> SourceMapping {
    var source = SourceMapping(name: syntax.name, tables: [])
    var subjectSpan: SourceSpan?
    var tableSpan: SourceSpan?
    var objectsSpan: SourceSpan?
    for block in syntax.blocks {
      let span = block.target.span
      let target = target(block)
      switch block.origin {
      case .table(let name, let tests):
        if tableSpan == nil, let objectsSpan { report(.mixedSource(block.target, objectsSpan)) }
        tableSpan = tableSpan ?? span
        guard let target else { continue }
        if target == .subject {
          if let first = subjectSpan { report(.secondSubjectTable(block.target, first)) }
          subjectSpan = span
        }
        source.tables.append(
          SourceMapping.Table(
            target: target, name: name.text, tests: tests.map { test($0) }, columns: columns(block, target)))
      case .json(let tests, let list):
        if objectsSpan == nil, let tableSpan { report(.mixedSource(block.target, tableSpan)) }
        objectsSpan = objectsSpan ?? span
        guard let target else { continue }
        source.objects.append(
          SourceMapping.Objects(
            target: target, tests: tests.map { test($0) }, list: list.map { path($0) },
            columns: columns(block, target), span: block.span))
      }
    }
    return source
  }

  private mutating func target(_ block: SourceSyntax.Block) -> SourceMapping.Target? {
    let name = block.target
    if names.isSubject(name, content.subject.name) { return .subject }
    if let (_, target) = SourceMapping.Target.words.first(where: { $0.text == name.text }) {
      if (target == .notice) == block.isJSON {
        report(.targetDoesNotFit(name, isJSON: block.isJSON))
        return nil
      }
      if target == .kinds, !isPartial, content.events.allSatisfy({ $0.kinds.isEmpty }) {
        report(.noKinds(name.span))
        return nil
      }
      return target
    }
    if let id = names.stream(name), case .event(let event) = content[id].kind {
      return .event(event)
    }
    if isExcused(name.text) { return nil }
    let reserved = block.isJSON ? ["settings", "kinds"] : ["notice"]
    let known = [content.subject.name.text] + reserved + content.events.map { $0.name.text }
    var event: String?
    if let id = names.stream(name), case .kind(let owner, _) = content[id].kind {
      event = content.events[owner.index].name.text
    }
    report(
      .unknownTarget(
        name, found: stream(named: name), isJSON: block.isJSON, event: event,
        suggestion: nearest(to: name.text, among: known)))
    return nil
  }

  private mutating func columns(
    _ syntax: SourceSyntax.Block, _ target: SourceMapping.Target
  ) -> [SourceMapping.Column] {
    var columns: [SourceMapping.Column] = []
    var seen: [String: SourceSpan] = [:]
    var missing = target.required(ofJSON: syntax.isJSON)
    missing.removeAll { name in isPartial || syntax.columns.contains { $0.name.text == name } }
    for column in syntax.columns {
      if isTwice(column.name, &seen, Diagnostic.columnTwice) { continue }
      let meant =
        missing.count == 1 && SourceMapping.Target.foreign[column.name.text] == missing[0] ? missing[0] : nil
      guard let slot = slot(column, of: target, meant: meant) else {
        missing.removeAll { meant != nil || $0 == column.onlyInput?.text }
        continue
      }
      if let column = self.column(column, slot, target, isJSON: syntax.isJSON) { columns.append(column) }
    }
    for name in missing { report(.missingColumn(syntax.target, column: name, isJSON: syntax.isJSON)) }
    return columns
  }

  private func path(_ member: SourceSyntax.Member) -> SourceMapping.Path {
    SourceMapping.Path(member.names.map { $0.text })
  }

  private mutating func test(_ syntax: SourceSyntax.Test) -> SourceMapping.Test {
    switch syntax {
    case .has(let member): return .has(path(member))
    case .isAmong(let member, let literals, let isNegated):
      var values: [SourceMapping.Scalar] = []
      for literal in literals { if let value = scalar(literal) { values.append(value) } }
      return .isAmong(path(member), values, isNegated: isNegated)
    }
  }

  /// What a stored value is compared with.
  private mutating func scalar(_ literal: Literal) -> SourceMapping.Scalar? {
    switch literal.kind {
    // JSON and SQL write truth values as bare words.
    case .name("true"): return .truth(true)
    case .name("false"): return .truth(false)
    case .number, .bool, .string, .name, .date, .time, .invalid: return key(literal)
    case .duration:
      report(
        .wrongLiteral(
          literal.span, expected: "a number or a text", found: describe(literal), text: text(in: literal.span)
        ))
      return nil
    }
  }

  // MARK: Slots

  private mutating func slot(_ column: SourceSyntax.Column, of target: SourceMapping.Target, meant: String?)
    -> SourceMapping.Slot?
  {
    let name = column.name
    if let slot = target.slot(name.text, subject: content.subject.name.text) {
      if slot == .subject { names.note(.subject, at: name.span) }
      return slot
    }
    switch target {
    case .subject:
      if let id = names.attribute(name) { return .attribute(id) }
    case .settings: return names.attribute(name).map { .attribute($0) } ?? .setting(name.text)
    case .event(let event):
      if let id = names.field(name), let index = content.fieldNames[id.index].slots[event.index] {
        return .field(index)
      }
    case .kinds:
      if let id = names.field(name), !typesOfKinds(id).isEmpty { return fieldOfKind(name, id) }
    case .notice: break
    }
    if isExcused(name.text) { return nil }
    let known = target.slots(subject: content.subject.name.text).map { $0.name } + declaredNames(of: target)
    report(.unknownSlot(column, expected: known, suggestion: meant ?? nearest(to: name.text, among: known)))
    return nil
  }

  private func declaredNames(of target: SourceMapping.Target) -> [String] {
    switch target {
    case .subject, .settings: return content.subject.attributes.map { $0.name.text }
    case .event(let event): return content.events[event.index].fields.map { $0.name.text }
    case .kinds:
      let ids = content.fieldNames.indices.map { FieldNameID($0) }
      return ids.filter { !typesOfKinds($0).isEmpty }.map { content.fieldNames[$0.index].name }
    case .notice: return []
    }
  }

  /// The types of a field in the events that have kinds.
  private func typesOfKinds(_ field: FieldNameID) -> [ValueType?] {
    let events = content.events.indices.filter { !content.events[$0].kinds.isEmpty }
    return events.compactMap { event in
      content.fieldNames[field.index].slots[event].map { declared.fields[event][$0].type }
    }
  }

  /// One member fills the field in every event, so the field must have one type in all of them.
  private mutating func fieldOfKind(_ name: Identifier, _ field: FieldNameID) -> SourceMapping.Slot? {
    let types = typesOfKinds(field)
    if types.allSatisfy({ $0 == types.first }) { return .fieldOfKind(field) }
    report(.fieldOfManyTypes(name.span, name.text))
    return nil
  }

  /// What the values of a slot have to be; nil for slots whose values have no type of the language.
  func value(of slot: SourceMapping.Slot, _ target: SourceMapping.Target) -> DeclaredValue? {
    switch (slot, target) {
    case (.attribute(let id), _): declared.attributes[id.index]
    case (.field(let index), .event(let event)): declared.fields[event.index][index]
    case (.fieldOfKind(let field), _):
      DeclaredValue(name: content.fieldNames[field.index].name, type: typesOfKinds(field).first ?? nil)
    case (.device, _): DeclaredValue(name: "device", type: .text)
    case (.label, _): DeclaredValue(name: "label", type: .text)
    case (.enabled, _): DeclaredValue(name: "enabled", type: .bool)
    case (.order, _): DeclaredValue(name: "order", type: .number)
    default: nil
    }
  }
}

/// The columns and members of a source: where a value comes from and how it is stored there.
extension Checker {
  private mutating func column(
    _ syntax: SourceSyntax.Column, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target,
    isJSON: Bool
  ) -> SourceMapping.Column? {
    var input = SourceMapping.Input.constant(.value(.unknown))
    switch syntax.value {
    case .input(let member):
      let constant = member.names.count == 1 ? namedConstant(member.names[0], slot, target) : nil
      let path = path(member)
      input = constant.map { .constant($0) } ?? (isJSON ? .member(path) : .column(path.text))
    case .difference(let later, let earlier):
      guard value(of: slot, target)?.type == .duration else {
        let name = hyphenated(later, earlier)
        report(.differenceNeedsDuration(syntax.span, slot: syntax.name.text, name: name))
        return nil
      }
      input = .difference(path(later), path(earlier))
    case .literal(let literal):
      guard let constant = constantColumn(literal, syntax.name, slot, target, isJSON: isJSON) else {
        return nil
      }
      input = .constant(constant)
    }
    guard let encoding = encoding(syntax, input, slot, target) else { return nil }
    if case .difference = input, encoding == .plain {
      let known = SourceMapping.Encoding.instants.map { $0.name }
      report(.differenceNeedsEncoding(syntax.span, expected: known))
      return nil
    }
    return SourceMapping.Column(slot: slot, input: input, encoding: encoding, span: syntax.span)
  }

  /// The two sides of a difference, if nothing but the sign stands between them.
  private func hyphenated(
    _ later: SourceSyntax.Member, _ earlier: SourceSyntax.Member
  ) -> (text: String, span: SourceSpan)? {
    guard let first = later.names.last?.span, later.names.count == 1, let last = earlier.names.first?.span,
      earlier.names.count == 1, first.end + 1 == last.start
    else { return nil }
    let whole = first.joined(last)
    let text = text(in: whole)
    return text.contains("\"") ? nil : (text, whole)
  }

  /// The constant that a bare word names: a case of the slot's type. Nil for other words, and for a word in quotes,
  /// which is a column.
  private mutating func namedConstant(
    _ name: StringSyntax, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> Constant? {
    let file = files[Int(name.span.file.index)]
    let start = Int(name.span.start)
    if file.bytes.indices.contains(start), file.bytes[start] == UInt8(ascii: "\"") { return nil }
    let name = Identifier(name.text, name.span)
    if let constant = nameConstant(name, slot, target) { return constant }
    guard let type = value(of: slot, target)?.type, let index = namedCase(name, of: type) else {
      return nil
    }
    return .value(Value(Int64(index)))
  }

  /// The name of a kind or of a rule, if the slot holds one.
  private mutating func nameConstant(
    _ name: Identifier, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> Constant? {
    guard let id = names.streams[name.text] else { return nil }
    let fits =
      switch content[id].kind {
      case .kind(let owner, _): slot == .kind && (target == .kinds || target == .event(owner))
      case .firings: slot == .rule
      case .event, .derived, .notices: false
      }
    if fits { names.note(.stream(id), at: name.span) }
    return fits ? .text(name.text) : nil
  }

  private mutating func constantColumn(
    _ literal: Literal, _ name: Identifier, _ slot: SourceMapping.Slot, _ target: SourceMapping.Target,
    isJSON: Bool = false
  ) -> Constant? {
    if let value = value(of: slot, target) { return constant(literal, for: value) }
    report(.columnNeeded(literal.span, slot: name.text, isJSON: isJSON, isSubject: slot == .subject))
    return nil
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
    case .map(let entries, let otherwise): return map(entries, otherwise, syntax, slot, target)
    case .named(let name):
      let isDuration = value(of: slot, target)?.type == .duration
      var known = SourceMapping.Encoding.fitting(slot, isDuration: isDuration)
      if case .difference = input { known = SourceMapping.Encoding.instants + known }
      if let encoding = known.first(where: { $0.name == name.text })?.encoding { return encoding }
      let all = SourceMapping.Encoding.instants + SourceMapping.Encoding.durations
      if known.isEmpty || all.contains(where: { $0.name == name.text }) {
        let foreign = SourceMapping.Encoding.foreign[name.text]
        let meant = known.contains { $0.name == foreign } ? foreign : nil
        report(
          .encodingDoesNotFit(name, slot: syntax.name.text, expected: known.map { $0.name }, meant: meant))
      } else {
        let suggestion =
          SourceMapping.Encoding.foreign[name.text] ?? nearest(to: name.text, among: known.map { $0.name })
        report(.unknownEncoding(name, expected: known.map { $0.name }, suggestion: suggestion))
      }
      return nil
    }
  }

  private mutating func map(
    _ entries: [(from: Literal, to: Literal)], _ otherwise: Literal?, _ column: SourceSyntax.Column,
    _ slot: SourceMapping.Slot, _ target: SourceMapping.Target
  ) -> SourceMapping.Encoding? {
    if case .difference = column.value {
      report(.mapDoesNotFit(column.span, column.name.text))
      return nil
    }
    switch slot {
    case .id, .subject, .at, .startedAt, .endedAt, .setting:
      report(.mapDoesNotFit(column.span, column.name.text))
      return nil
    case .kind, .rule, .device, .attribute, .field, .fieldOfKind, .label, .enabled, .order: break
    }
    var mapped: [SourceMapping.Entry] = []
    var seen: [String: SourceSpan] = [:]
    for entry in entries {
      guard let from = key(entry.from) else { continue }
      let stored = Identifier(from.stored, entry.from.span)
      if isTwice(stored, &seen, Diagnostic.mappedTwice) { continue }
      guard let to = mapTarget(entry.to, column, slot, target) else { continue }
      mapped.append(SourceMapping.Entry(from: from, to: to))
    }
    return .map(mapped, otherwise: otherwise.flatMap { mapTarget($0, column, slot, target) })
  }

  /// The stored value that a literal of a map stands for.
  private func key(_ literal: Literal) -> SourceMapping.Scalar? {
    switch literal.kind {
    case .number(let bits): .number(bits)
    case .bool(let value): .truth(value)
    case .string(let text), .name(let text): .text(text)
    case .duration, .time, .date: .text(text(in: literal.span))
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
    if literal.kind == .invalid { return nil }
    let word = literal.word
    if let word, let constant = nameConstant(word, slot, target) { return constant }
    guard let name = word?.text, !name.isEmpty else {
      report(
        .wrongLiteral(
          literal.span, expected: slot == .kind ? "the name of a kind" : "the name of a rule",
          found: describe(literal), text: text(in: literal.span)))
      return nil
    }
    var known = content.rules.map { $0.name.text }
    switch target {
    case .event(let event): known = content.events[event.index].kinds.map { $0.name.text }
    case .kinds: known = content.events.flatMap { $0.kinds.map { $0.name.text } }
    case .subject, .notice, .settings: break
    }
    let what = slot == .kind ? "kind" : "rule"
    if name == "…" {
      report(.unfilled(literal.span, what: what, among: known))
    } else {
      reportUnknownCase(name, span: literal.span, of: what, among: known)
    }
    return nil
  }
}

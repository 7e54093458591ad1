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

internal import PaceEngine
internal import PaceLanguage

/// From a line's values to records.
extension JSONLinesReader {
  /// The id of an event's line; nil if it gives none.
  func id(of entry: JSONEntry) -> String? {
    guard let index = entry.id else { return nil }
    switch line.members[index].content {
    case .string(let range): return line.text(range)
    case .number(let range): return String(decoding: line.bytes[range], as: UTF8.self)
    case .null, .bool, .object, .array: return nil
    }
  }

  /// Takes a subject's attributes; those that cannot be read take their defaults.
  mutating func fill(_ record: inout SubjectRecord, _ entry: JSONEntry, intern: (String) -> Value) {
    for (index, member) in entry.values {
      let content = line.members[member].content
      let value = names.attributeDecoder.value(index, content, line, &cache, intern: intern)
      if value == nil {
        let name = program.subject.attributes[index].name.text
        let cause = names.attributeDecoder.cause(index, content, line)
        report(.defaultTaken, column: name, id: entry.subject, cause: cause)
      }
      record.attributes[index] = value ?? .unknown
      if index == program.subject.zoneAttribute?.index, case .string(let range) = content {
        fillZone(&record, line.text(range), attribute: index)
      }
    }
    let calendar = LocalCalendar(zone: record.zone)
    if let start = entry.startedAt { record.startedAt = instant(start, "started_at", calendar) }
    if let end = entry.endedAt { record.endedAt = instant(end, "ended_at", calendar) }
  }

  /// Takes an event; false, and a problem, if a value cannot be read.
  mutating func fill(
    _ record: inout EventRecord, _ entry: JSONEntry, intern: (String) -> Value
  ) -> Bool {
    guard let event = entry.event else { return false }
    record.event = event
    record.at = Instant(entry.at)
    record.kind = nil
    if let member = entry.kind, !isNull(member) {
      guard case .string(let range) = line.members[member].content,
        let kind = names.kinds[event.index].find(line.strings.span.extracting(range))
      else {
        let shown = JSONValueDecoder.excerpt(line.members[member].content, line)
        let cause = "\(shown) is not a kind of `\(program.events[event.index].name.text)`"
        report(.rowSkipped, column: "kind", id: id(of: entry), cause: cause)
        return false
      }
      record.kind = KindID(Int(kind))
    }
    let fields = program.events[event.index].fields
    if record.values.count != fields.count {
      record.values = [Value](repeating: .unknown, count: fields.count)
    }
    for index in fields.indices { record.values[index] = .unknown }
    let decoder = names.fieldDecoders[event.index]
    for (index, member) in entry.values {
      let content = line.members[member].content
      guard let value = decoder.value(index, content, line, &cache, intern: intern) else {
        let cause = decoder.cause(index, content, line)
        report(.rowSkipped, column: fields[index].name.text, id: id(of: entry), cause: cause)
        return false
      }
      record.values[index] = value
    }
    return true
  }

  private mutating func fillZone(_ record: inout SubjectRecord, _ name: String, attribute: Int) {
    if let zone = zones.zone(named: name) {
      record.zone = zone
      return
    }
    record.attributes[attribute] = .unknown
    report(
      .defaultTaken, column: program.subject.attributes[attribute].name.text, id: nil,
      cause: "\(RowDecoder.quoted(name)) is no time zone; \(zones.help(for: name))")
  }

  private mutating func instant(_ member: Int, _ name: String, _ calendar: LocalCalendar) -> Instant? {
    if isNull(member) { return nil }
    if let instant = try? instant(line.members[member], in: calendar) { return Instant(instant) }
    let shown = JSONValueDecoder.excerpt(line.members[member].content, line)
    report(.defaultTaken, column: name, id: nil, cause: "\(shown) is not a time in milliseconds since 1970")
    return nil
  }

  private func isNull(_ member: Int) -> Bool {
    if case .null = line.members[member].content { return true }
    return false
  }

  private mutating func report(_ effect: RowProblem.Effect, column: String, id: String?, cause: String) {
    let number = lineNumber
    problems.add(effect) {
      RowProblem(table: "line \(number)", id: id, column: column, cause: cause, effect: effect)
    }
  }
}

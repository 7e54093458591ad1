internal import PaceEngine
internal import PaceLanguage

/// Decodes a line's values into records.
extension JSONLinesReader {
  /// The range of the event's id in the line; nil if it gives none.
  var idBytes: Range<Int>? {
    guard let member = entry.id else { return nil }
    return line.id(line.members[member].content)
  }

  private var id: String? { idBytes.map { String(decoding: line.bytes[$0], as: UTF8.self) } }

  /// Fills in a subject's attributes, or a notice given to it; attributes that cannot be read take their defaults.
  mutating func fill(_ record: inout SubjectRecord, intern: (String) -> Value) {
    if let notice = entry.notice { takeNotice(line.members[notice].content, &record) }
    for (index, member) in entry.values {
      let content = line.members[member].content
      let value = names.attributeDecoders[index].value(content, line, &cache, intern: intern)
      if value == nil {
        let attribute = program.subject.attributes[index]
        let cause = names.attributeDecoders[index].cause(content, line)
        report(attribute.effectIfUnreadable, column: attribute.name.text, id: subject, cause: cause)
      }
      record.attributes[index] = value ?? .unknown
      if index == program.subject.zoneAttribute?.index, case .string(let range) = content {
        fillZone(&record, line.text(range), attribute: index)
      }
    }
    if let start = entry.startedAt { record.startedAt = instant(start, "started_at") }
    if let end = entry.endedAt { record.endedAt = instant(end, "ended_at") }
    reportClocks(id: subject)
    if entry.startedAt != nil || entry.endedAt != nil, record.endsBeforeStart {
      report(.counted, column: "ended_at", id: subject, cause: "lies before `started_at`")
    }
  }

  /// The first attribute, start or end that an earlier line gives another value.
  ///
  /// If there is none, it returns nil and remembers the line's values.
  mutating func contradictedName() -> String? {
    var given = entry.values.map { (program.subject.attributes[$0.index].name.text, $0.member) }
    if let start = entry.startedAt { given.append(("started_at", start)) }
    if let end = entry.endedAt { given.append(("ended_at", end)) }
    let values = given.map { (name: $0.0, bytes: bytes(ofMember: $0.1)) }
    for (name, bytes) in values {
      if let before = current.given[name], before != bytes { return name }
    }
    for (name, bytes) in values { current.given[name] = bytes }
    return nil
  }

  private func bytes(ofMember member: Int) -> [UInt8] {
    switch line.members[member].content {
    case .string(let range), .number(let range): Array(line.bytes[range])
    case .null, .bool, .object, .array:
      Array(line.excerpt(line.members[member].content).utf8)
    }
  }

  private mutating func takeNotice(_ content: JSONLine.Content, _ record: inout SubjectRecord) {
    if case .string(let range) = content, let rule = names.rules.find(line.bytes.span.extracting(range)) {
      if options.readsGiven {
        record.given.append(GivenNotice(rule: RuleID(Int(rule)), at: Instant(entry.at)))
      }
      return
    }
    let shown = line.excerpt(content)
    report(.rowSkipped, column: "notice", id: nil, cause: "\(shown) is not a rule")
  }

  /// Fills in an event; false if a value cannot be read, which is reported as a problem.
  mutating func fill(_ record: inout EventRecord, intern: (String) -> Value) -> Bool {
    guard let event = entry.event else { return false }
    if let member = entry.id, idBytes == nil {
      let shown = line.excerpt(line.members[member].content)
      report(.rowSkipped, column: "id", id: nil, cause: "\(shown) is not an id")
      return false
    }
    if let member = entry.device, !isNull(member), string(member) == nil {
      let shown = line.excerpt(line.members[member].content)
      report(.rowSkipped, column: "device", id: id, cause: "\(shown) is not a text")
      return false
    }
    record.event = event
    record.at = Instant(entry.at)
    record.kind = nil
    if let member = entry.kind, !isNull(member) {
      guard case .string(let range) = line.members[member].content,
        let kind = names.kinds[event.index].find(line.bytes.span.extracting(range))
      else {
        let (content, type) = (line.members[member].content, program.events[event.index])
        var cause = "\(line.excerpt(content)) is not a kind of `\(type.name.text)`"
        if case .string(let range) = content,
          let nearest = Spelling.nearest(to: line.text(range), among: type.kinds.map(\.name.text))
        {
          cause += "; did you mean `\(nearest)`?"
        }
        report(.rowSkipped, column: "kind", id: id, cause: cause)
        return false
      }
      record.kind = KindID(Int(kind))
    }
    let fields = program.events[event.index].fields
    if record.values.count != fields.count {
      record.values = [Value](repeating: .unknown, count: fields.count)
    }
    for index in fields.indices { record.values[index] = .unknown }
    for (index, member) in entry.values {
      let content = line.members[member].content
      let decoder = names.fieldDecoders[event.index][index]
      guard let value = decoder.value(content, line, &cache, intern: intern) else {
        let cause = decoder.cause(content, line)
        report(.rowSkipped, column: fields[index].name.text, id: id, cause: cause)
        return false
      }
      record.values[index] = value
    }
    reportClocks(id: id)
    return true
  }

  /// Reports the line's wall times that clocks skip or show twice.
  private mutating func reportClocks(id: String?) {
    problems.repeatedTimes += entry.repeatedTimes
    if let skipped = entry.skippedTime {
      report(.counted, column: skipped.name, id: id, cause: skipped.cause)
    }
  }

  private mutating func fillZone(_ record: inout SubjectRecord, _ name: String, attribute: Int) {
    guard let cause = record.setZone(name, attribute: attribute, &zones) else {
      calendar = LocalCalendar(zone: record.zone)
      return
    }
    report(
      .defaultTaken, column: program.subject.attributes[attribute].name.text, id: nil, cause: cause)
  }

  private mutating func instant(_ member: Int, _ name: String) -> Instant? {
    if isNull(member) { return nil }
    if let instant = try? instant(line.members[member]) { return Instant(instant) }
    let shown = line.excerpt(line.members[member].content)
    report(.valueUnknown, column: name, id: nil, cause: "\(shown) is not a time in milliseconds since 1970")
    return nil
  }

  /// The range of a member's text; nil if it is none.
  private func string(_ member: Int) -> Range<Int>? {
    if case .string(let range) = line.members[member].content { range } else { nil }
  }

  func isNull(_ member: Int) -> Bool {
    if case .null = line.members[member].content { return true }
    return false
  }

  private mutating func report(_ effect: RowProblem.Effect, column: String, id: String?, cause: String) {
    if options.isStrict { stop = failure("`\(column)` \(cause)") }
    let number = lineNumber
    problems.add(effect) { RowProblem(table: "line \(number)", id: id, column: column, cause: cause) }
  }
}

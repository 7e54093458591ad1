internal import PaceEngine
internal import PaceLanguage

/// From a parsed line to what it is about.
extension JSONLinesReader {
  mutating func entry() throws(StoreError) -> JSONEntry {
    var entry = JSONEntry(subject: "")
    var subject: String?
    var subjectMember = 0
    var atMember: JSONLine.Member?
    var others: [Int] = []
    var attributes: Range<Int>?
    var aboutSubject: Int?
    for index in line.top {
      let member = line.members[index]
      switch names.keyTable.find(line.strings.span.extracting(member.key)).flatMap(JSONNames.Key.init) {
      case .subject:
        subject = try subjectID(member)
        subjectMember = index
      case .atMilliseconds, .at: atMember = member
      case .event: entry.event = try event(member)
      case .kind: entry.kind = index
      case .id: entry.id = index
      case .device: break
      case .attributes:
        attributes = try object(member)
        aboutSubject = index
      case .startedAt:
        entry.startedAt = index
        aboutSubject = index
      case .endedAt:
        entry.endedAt = index
        aboutSubject = index
      case nil: others.append(index)
      }
    }
    let calendar = calendar(of: subject ?? TablePlan.onlySubject)
    let at = try atMember.map { (member) throws(StoreError) in try instant(member, in: calendar) }
    if let event = entry.event {
      guard let at else { throw failure("an event without `at_ms`") }
      entry.at = at
      if let aboutSubject {
        throw failure(
          "an event's line says something of its subject", column: line.members[aboutSubject].keyColumn,
          help: "put `attributes`, `started_at` and `ended_at` on a line before the events")
      }
      try fields(others, of: event, &entry)
    } else {
      guard attributes != nil || entry.startedAt != nil || entry.endedAt != nil else {
        throw failure(
          "a line with neither `event` nor `attributes`", help: unknownKeyHelp(others.first, among: []))
      }
      if let stray = others.first { throw unknownKey(stray, among: JSONNames.keys) }
      try self.attributes(attributes ?? 0..<0, &entry)
    }
    if let subject {
      entry.subject = subject
      if program.subject.isPerDay { try checkDay(subject, at: entry.event == nil ? nil : at, subjectMember) }
    } else {
      entry.subject = try onlySubject(at)
    }
    return entry
  }

  /// For lines that name no subject.
  private func onlySubject(_ at: Int64?) throws(StoreError) -> String {
    guard program.subject.isPerDay else { return TablePlan.onlySubject }
    guard let at else { throw failure("a line about a \(program.subject.name.text) without `subject`") }
    return day(at: at)
  }

  /// The date of the calendar's day at an instant.
  private func day(at instant: Int64) -> String {
    let calendar = LocalCalendar(zone: options.zone, dayStart: program.calendar.dayStart)
    return ValueText.date(calendar.day(at: instant))
  }

  /// A subject that is a day goes by its date.
  private func checkDay(_ subject: String, at instant: Int64?, _ member: Int) throws(StoreError) {
    let column = line.members[member].column
    if let instant {
      let day = day(at: instant)
      guard subject == day else {
        throw failure("subject `\(subject)` is not the day of its event, \(day)", column: column)
      }
    } else if TimeParser.date(Array(subject.utf8).span) == nil {
      throw failure("subject `\(subject)` is not a date as YYYY-MM-DD", column: column)
    }
  }

  private func subjectID(_ member: JSONLine.Member) throws(StoreError) -> String {
    switch member.content {
    case .string(let range): return line.text(range)
    case .number(let range): return String(decoding: line.bytes[range], as: UTF8.self)
    default: throw failure("`subject` is not a text", column: member.column)
    }
  }

  private func event(_ member: JSONLine.Member) throws(StoreError) -> EventID {
    guard case .string(let range) = member.content else {
      throw failure("`event` is not a text", column: member.column)
    }
    if let index = names.events.find(line.strings.span.extracting(range)) { return EventID(Int(index)) }
    let name = line.text(range)
    throw failure(
      "no event is called `\(name)`", column: member.column,
      help: Spelling.help(for: name, among: program.events.map(\.name.text)))
  }

  private func object(_ member: JSONLine.Member) throws(StoreError) -> Range<Int> {
    guard case .object(let members) = member.content else {
      throw failure("`attributes` is not an object", column: member.column)
    }
    return members
  }

  /// Unix milliseconds, or ISO 8601.
  mutating func instant(
    _ member: JSONLine.Member, in calendar: LocalCalendar
  ) throws(StoreError) -> Int64 {
    var instant: Int64?
    switch member.content {
    case .number(let range): instant = JSONValueDecoder.scaled(range, line, by: 1)
    case .string(let range):
      let read = TimeParser.instant(line.strings.span.extracting(range), in: calendar)
      instant = read?.milliseconds
      if read?.isWall ?? false { problems.noteWall(line.text(member.key), zone: zoneWords) }
    default: break
    }
    guard let instant, Instant.milliseconds.contains(instant) else {
      let shown = JSONValueDecoder.excerpt(member.content, line)
      throw failure(
        "\(shown) is not a time in milliseconds since 1970 or as ISO 8601 has it", column: member.column)
    }
    return instant
  }

  /// Whose clocks times without an offset are of.
  private var zoneWords: String {
    program.subject.zoneAttribute == nil ? options.zone.name : "the zone of each \(program.subject.name.text)"
  }

  private func fields(
    _ members: [Int], of event: EventID, _ entry: inout JSONEntry
  ) throws(StoreError) {
    for member in members {
      let key = line.strings.span.extracting(line.members[member].key)
      guard let index = names.fields[event.index].find(key) else {
        let fields = program.events[event.index].fields.map(\.name.text)
        throw unknownKey(member, among: ["subject", "at_ms", "event", "kind", "id"] + fields)
      }
      entry.values.append((Int(index), member))
    }
  }

  private func attributes(_ members: Range<Int>, _ entry: inout JSONEntry) throws(StoreError) {
    for member in members {
      let key = line.strings.span.extracting(line.members[member].key)
      if let index = names.attributes.find(key) {
        entry.values.append((Int(index), member))
        continue
      }
      switch names.keyTable.find(key).flatMap(JSONNames.Key.init) {
      case .startedAt: entry.startedAt = member
      case .endedAt: entry.endedAt = member
      default:
        let attributes = program.subject.attributes.map(\.name.text)
        throw unknownKey(member, among: ["started_at", "ended_at"] + attributes)
      }
    }
  }

  private func unknownKey(_ index: Int, among known: [String]) -> StoreError {
    let member = line.members[index]
    return failure(
      "unknown key `\(line.text(member.key))`", column: member.keyColumn,
      help: Spelling.help(for: line.text(member.key), among: known))
  }

  private func unknownKeyHelp(_ index: Int?, among known: [String]) -> String? {
    guard let index else { return "an event's line has `event` and `at_ms`" }
    let name = line.text(line.members[index].key)
    return Spelling.nearest(to: name, among: JSONNames.keys).map { "`\(name)`: did you mean `\($0)`?" }
  }
}

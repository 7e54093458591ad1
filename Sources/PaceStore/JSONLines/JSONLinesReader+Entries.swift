internal import PaceEngine
internal import PaceLanguage

/// Reads the form of a parsed line: what it is about, and which members hold values.
extension JSONLinesReader {
  mutating func readEntry() throws(StoreError) {
    entry.clear()
    others.removeAll(keepingCapacity: true)
    var subjectMember: JSONLine.Member?
    var attributes: Range<Int>?
    var aboutSubject: Int?
    for index in line.top {
      let member = line.members[index]
      switch names.keyTable.find(line.bytes.span.extracting(member.key)).flatMap(JSONNames.Key.init) {
      case .subject:
        try readSubject(member)
        subjectMember = member
      case .atMilliseconds, .at:
        if entry.time != nil {
          throw failure("`at` and `at_ms` both give the time", column: member.keyColumn)
        }
        entry.time = index
      case .event: entry.event = try event(member)
      case .kind: entry.kind = index
      case .id: entry.id = isNull(index) ? nil : index
      case .device: entry.device = index
      case .attributes:
        attributes = try object(member)
        aboutSubject = index
      case .startedAt:
        entry.startedAt = index
        aboutSubject = index
      case .endedAt:
        entry.endedAt = index
        aboutSubject = index
      case .notice:
        entry.notice = index
        aboutSubject = index
      case nil: others.append(index)
      }
    }
    if subjectMember == nil, !program.subject.isPerDay { entry.subject += TablePlan.onlySubject.utf8 }
    var at: Int64?
    if let time = entry.time { at = try instant(line.members[time]) }
    if let event = entry.event {
      guard let at else { throw failure("an event without `at_ms` or `at`") }
      entry.at = at
      if let aboutSubject {
        throw failure(
          "an event's line says something of its subject", column: line.members[aboutSubject].keyColumn,
          help: "put `attributes`, `started_at`, `ended_at` and `notice` on a line before the events")
      }
      try fields(of: event)
    } else {
      try readAboutSubject(attributes, at)
    }
    if program.subject.isPerDay { try readDay(subjectMember, at) }
  }

  /// Reads a line of a subject's attributes, or of a notice given to it.
  private mutating func readAboutSubject(_ attributes: Range<Int>?, _ at: Int64?) throws(StoreError) {
    guard attributes != nil || entry.startedAt != nil || entry.endedAt != nil || entry.notice != nil else {
      throw failure(
        "a line with neither `event` nor `attributes`", help: unknownKeyHelp(others.first))
    }
    if let stray = others.first { throw unknownKey(stray, among: JSONNames.keys) }
    if entry.notice != nil {
      guard let at else { throw failure("a notice without `at_ms`") }
      entry.at = at
    } else if let stray = entry.kind ?? entry.id ?? entry.device ?? entry.time {
      throw unknownKey(stray, among: ["subject", "attributes", "started_at", "ended_at"])
    }
    try self.attributes(attributes ?? 0..<0)
  }

  /// Reads the subject of a program whose subjects are days.
  private mutating func readDay(_ member: JSONLine.Member?, _ at: Int64?) throws(StoreError) {
    if let member {
      let subject = String(decoding: entry.subject, as: UTF8.self)
      try checkDay(subject, at: entry.event == nil ? nil : at, member)
    } else {
      guard let at else { throw failure("a line about a \(program.noun) without `subject`") }
      entry.subject += day(at: at).utf8
    }
  }

  /// The date of the calendar's day at an instant.
  private func day(at instant: Int64) -> String {
    ValueText.date(calendarOfDays.day(at: instant))
  }

  /// Refuses a subject that is not a date, or not the day of its event.
  private func checkDay(
    _ subject: String, at instant: Int64?, _ member: JSONLine.Member
  ) throws(StoreError) {
    if let instant {
      let day = day(at: instant)
      guard subject == day else {
        throw failure("subject `\(subject)` is not the day of its event, \(day)", column: member.column)
      }
    } else if TimeParser.date(Array(subject.utf8).span) == nil {
      throw failure("subject `\(subject)` is not a date as YYYY-MM-DD", column: member.column)
    }
  }

  private mutating func readSubject(_ member: JSONLine.Member) throws(StoreError) {
    guard let range = line.id(member.content) else {
      throw failure("`subject` \(line.excerpt(member.content)) is not an id", column: member.column)
    }
    entry.subject += line.bytes[range]
  }

  private func event(_ member: JSONLine.Member) throws(StoreError) -> EventID {
    guard case .string(let range) = member.content else {
      throw failure("`event` is not a text", column: member.column)
    }
    if let index = names.events.find(line.bytes.span.extracting(range)) { return EventID(Int(index)) }
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

  /// The instant that a member gives as Unix milliseconds or ISO 8601, in Unix milliseconds.
  mutating func instant(_ member: JSONLine.Member) throws(StoreError) -> Int64 {
    var instant: Int64?
    switch member.content {
    case .number(let range): instant = line.scaled(range, by: 1)
    case .string(let range):
      let read = TimeParser.instant(line.bytes.span.extracting(range), in: calendarOfLine)
      instant = read?.milliseconds
      if let read, read.wallTime != .absolute {
        current.hasWallTimes = true
        let name = line.text(member.key)
        let zone = program.subject.zoneAttribute == nil ? options.zone.name : program.zoneOfEach
        problems.note(WallTimes(table: nil, column: name, zone: zone))
        let cause = RowDecoder.skippedTimeCause(line.bytes.span.extracting(range), in: calendarOfLine)
        if let cause { entry.skippedTime = (name, cause) }
        if read.wallTime == .repeated { entry.repeatedTimes += 1 }
      }
    default: break
    }
    guard let instant, Instant.milliseconds.contains(instant) else {
      let shown = line.excerpt(member.content)
      if case .string(let range) = member.content {
        let text = line.bytes.span.extracting(range)
        if Decimal64(parsing: text) != nil {
          throw failure("\(shown) is a text, not a number; take away its quotes", column: member.column)
        }
        if let cause = RowDecoder.skippedTimeCause(text, in: calendarOfLine) {
          throw failure(cause, column: member.column)
        }
      }
      throw failure(
        "\(shown) is not a time in milliseconds since 1970 or a text \(TimeParser.form)",
        column: member.column)
    }
    return instant
  }

  private mutating func fields(of event: EventID) throws(StoreError) {
    for member in others {
      let key = line.members[member].key
      guard let index = names.fields[event.index].find(line.bytes.span.extracting(key)) else {
        // A table of several events has a column for each field, NULL in the rows of the others.
        if isNull(member), names.anyFields.find(line.bytes.span.extracting(key)) != nil { continue }
        let fields = program.events[event.index].fields.map(\.name.text)
        throw unknownKey(member, among: JSONNames.eventKeys + fields)
      }
      entry.values.append((Int(index), member))
    }
  }

  private mutating func attributes(_ members: Range<Int>) throws(StoreError) {
    for member in members {
      let key = line.members[member].key
      if let index = names.attributes.find(line.bytes.span.extracting(key)) {
        entry.values.append((Int(index), member))
        continue
      }
      switch names.keyTable.find(line.bytes.span.extracting(key)).flatMap(JSONNames.Key.init) {
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

  private func unknownKeyHelp(_ index: Int?) -> String? {
    guard let index else { return "an event's line has `event` and `at_ms`" }
    let name = line.text(line.members[index].key)
    return Spelling.nearest(to: name, among: JSONNames.keys).map { "`\(name)`: did you mean `\($0)`?" }
  }
}

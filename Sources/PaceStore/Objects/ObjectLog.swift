public import PaceEngine
public import PaceLanguage

/// A log of JSON objects read straight from a text: all are read first, grouped by subject and sorted by time.
///
/// It is used like `JSONLinesReader`. Objects may come in any order, so memory holds all rows. Objects about neither a
/// subject nor an event, such as settings, are skipped.
public struct ObjectLog {
  /// What could not be read so far.
  public private(set) var problems: RowProblems
  /// The id of the current subject.
  public private(set) var subject = ""

  private let program: Program
  private let options: JSONLinesReader.Options
  private var zones: ZoneDirectory
  /// Nil once all objects have been read.
  private var reader: ObjectReader?
  private var subjects: [ExactText: ObjectRow.Subject] = [:]
  /// The calendar of subjects that are days.
  private let calendarOfDays: LocalCalendar
  /// Sorted by subject, then in the order of a database's rows.
  private var events: [ObjectRow.Event] = []
  /// The indices in `events` by event and id, while rows are gathered.
  private var known: [EventID: [ExactText: Int]] = [:]
  /// The ids of the subjects to come, in reverse order.
  private var waiting: [String] = []
  /// The events of the current subject, and the next of them.
  private var own: Range<Int> = 0..<0
  private var next = 0

  public init(
    program: Program, source: SourceMapping, zones: ZoneDirectory,
    options: JSONLinesReader.Options = JSONLinesReader.Options(),
    read: @escaping ByteSource
  ) {
    self.program = program
    self.zones = zones
    self.options = options
    calendarOfDays = program.calendar.calendar(in: options.zone)
    problems = RowProblems(keeping: options.keptProblems)
    reader = ObjectReader(program: program, source: source, zone: options.zone, read: read)
  }

  /// The ids of all events of the current subject.
  public var ids: RowIDs { RowIDs(events[own].map { $0.id }) }

  /// Goes on to the next subject, in the order of their ids; false after the last.
  ///
  /// - Parameter intern: returns the value that stands for a text.
  public mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    try gather()
    guard let id = waiting.popLast() else { return false }
    subject = id
    let rest = events[own.upperBound...]
    own =
      own
      .upperBound..<(rest.firstIndex { $0.subject.map { ExactText($0) } != ExactText(id) } ?? events.endIndex)
    next = own.lowerBound
    let row = subjects[ExactText(id)]
    record = SubjectRecord(
      startedAt: row?.startedAt, endedAt: row?.endedAt,
      attributes: program.subject.attributes.indices.map { index in
        (row?.attributes[index]).map { Self.value($0, intern) } ?? .unknown
      }, zone: options.zone)
    fillZone(&record, row)
    if program.subject.isPerDay { record.lastInstant = calendarOfDays.lastInstant(ofDayNamed: id) }
    if record.endsBeforeStart {
      problems.add(.counted) {
        RowProblem(
          table: program.noun, id: id, column: "ended_at", cause: "lies before `started_at`")
      }
    }
    return true
  }

  /// Goes on to the subject's next event; false after its last.
  public mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) -> Bool {
    guard next < own.upperBound else { return false }
    let row = events[next]
    next += 1
    record = EventRecord(
      event: row.event, kind: row.kind, at: row.at,
      values: row.fields.map { $0.map { Self.value($0, intern) } ?? .unknown })
    return true
  }

  private static func value(_ constant: Constant, _ intern: (String) -> Value) -> Value {
    switch constant {
    case .value(let value): value
    case .text(let text): intern(text)
    }
  }

  private mutating func fillZone(_ record: inout SubjectRecord, _ row: ObjectRow.Subject?) {
    guard let attribute = program.subject.zoneAttribute?.index else { return }
    var name: String?
    if case .text(let initial) = program.subject.attributes[attribute].initial { name = initial }
    if case .text(let own) = row?.attributes[attribute] { name = own }
    guard let name, let cause = record.setZone(name, attribute: attribute, &zones) else { return }
    let problem = RowProblem(
      table: program.noun, id: subject, column: program.subject.attributes[attribute].name.text,
      cause: cause)
    problems.add(.defaultTaken) { problem }
  }
}

extension ObjectLog {
  private mutating func gather() throws(StoreError) {
    var skipped: Set<EventID> = []
    var isAllSkipped = false
    while let object = try reader?.next() {
      isAllSkipped = (isAllSkipped || reader?.count == 1) && object.rows.isEmpty && !object.problems.isEmpty
      for problem in object.problems {
        try report(problem)
        if let event = problem.event, problem.isSkipped { skipped.insert(event) }
      }
      for row in object.rows {
        switch row {
        case .subject(let row): take(row)
        case .event(let row): try take(row, at: object.place)
        case .settings, .kinds: break
        }
      }
    }
    guard let reader else { return }
    reader.noteTimes(in: &problems, by: options.clock)
    self.reader = nil
    problems.lost = skipped.subtracting(known.keys).sorted { $0.index < $1.index }
      .map { LostTable(table: program.events[$0.index].name.text, medium: .json) }
    if isAllSkipped {
      if problems.lost.isEmpty { problems.lost = [LostTable(table: "", medium: .json)] }
      if options.draftsSource { problems.lost[0].draft = reader.draft }
    }
    known = [:]
    events.sort { Self.isBefore($0, $1) }
    let all = Set(subjects.keys).union(events.compactMap { $0.subject.map { ExactText($0) } })
    waiting = all.sorted(by: >).map { $0.text }
  }

  /// Merges what objects say about one subject; the later value counts.
  private mutating func take(_ row: ObjectRow.Subject) {
    var row = row
    row.id = CanonicalID.of(row.id)
    let id = ExactText(row.id)
    guard var before = subjects[id] else {
      subjects[id] = row
      return
    }
    before.startedAt = row.startedAt ?? before.startedAt
    before.endedAt = row.endedAt ?? before.endedAt
    for (index, value) in row.attributes.enumerated() where value != nil { before.attributes[index] = value }
    subjects[id] = before
  }

  /// Adds an event unless it is already there; its id with other content is a problem.
  private mutating func take(_ row: ObjectRow.Event, at place: ObjectPlace) throws(StoreError) {
    var row = row
    if program.subject.isPerDay {
      row.subject = ValueText.date(calendarOfDays.day(at: row.at.milliseconds))
    }
    row.subject = row.subject.map { CanonicalID.of($0) } ?? TablePlan.onlySubject
    row.id = CanonicalID.of(row.id)
    let id = ExactText(row.id)
    if let index = known[row.event, default: [:]][id] {
      if events[index] == row {
        if row.isIDMade { problems.alike += 1 }
        return
      }
      let cause = "\(RowDecoder.quoted(row.id)) is the id of an earlier object that says something else"
      try report(ObjectProblem(place: place, member: "id", cause: cause))
      return
    }
    known[row.event, default: [:]][id] = events.count
    events.append(row)
  }

  private mutating func report(_ problem: ObjectProblem) throws(StoreError) {
    if options.isStrict { throw StoreError(.data, problem.text) }
    problems.add(problem)
  }

  private static func isBefore(_ one: ObjectRow.Event, _ other: ObjectRow.Event) -> Bool {
    let (subject, otherSubject) = (ExactText(one.subject ?? ""), ExactText(other.subject ?? ""))
    if subject != otherSubject { return subject < otherSubject }
    if one.at != other.at { return one.at < other.at }
    if one.event != other.event { return one.event.index < other.event.index }
    return ExactText(one.id) < ExactText(other.id)
  }
}

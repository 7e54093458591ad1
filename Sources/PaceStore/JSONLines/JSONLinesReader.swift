public import PaceEngine
public import PaceLanguage

/// Reads a log from JSON lines: one event a line, each subject's lines together and in time order.
///
/// ```
/// {"subject":"s1","started_at":1795208400000,"attributes":{"sensitivity":"strict"}}
/// {"subject":"s1","at_ms":1795208400000,"event":"entry","kind":"small","amount":1}
/// ```
///
/// It is used like `LogReader`. Events of one instant keep the order of their lines. If lines are sorted, they take
/// the order of a database's rows. A line or value that cannot be used is a problem, and reading goes on.
public struct JSONLinesReader: LogStream {
  public struct Options: Sendable {
    /// Whether `id(of:)` will be called.
    public var keepsIDs = true
    /// How many problems are kept with their details.
    public var keptProblems = RowProblems.usualLimit
    /// The zone of subjects that have none of their own.
    public var zone = Zone.utc
    /// The present, after which hardly any instant of an object lies.
    public var clock: Instant?
    /// Whether given notices are read.
    public var readsGiven = false
    /// Whether a source is drafted if every object is skipped.
    public var draftsSource = true
    /// Whether the first line or value that cannot be used is an error.
    public var isStrict = false
    /// How many bytes a subject's lines may take before they are sorted in a temporary file; nil if the lines are
    /// already in order.
    public var sortingMemory: Int?

    public init() {}
  }

  /// What could not be read so far.
  public internal(set) var problems: RowProblems
  /// The id of the current subject.
  public private(set) var subject = ""

  let program: Program
  let options: Options
  let names: JSONNames
  var zones: ZoneDirectory
  var line = JSONLine()
  /// The form of the line.
  var entry = JSONEntry()
  /// The line's members whose keys are not among `JSONNames.keys`.
  var others: [Int] = []
  var cache = TextCache()
  /// The number of the line, from 1.
  private(set) var lineNumber = 0
  /// The error that ends the reading.
  var stop: StoreError?
  private var lines: LineSource
  /// Whether the line has been parsed but not used yet.
  private var isPending = false
  private var sorter: LineSorter?
  private var seen: Set<ExactText> = []
  private var events: SeenEvents
  var current = Current()
  /// The calendar of the current subject, by which times without an offset are read.
  var calendar: LocalCalendar
  /// The calendar of subjects whose zone is not given.
  private let commonCalendar: LocalCalendar
  /// The calendar of subjects that are days.
  let calendarOfDays: LocalCalendar

  /// What is known of the lines of events read so far.
  private struct SeenEvents {
    var times = TimeRange()
    /// The member that gave the first of them.
    var timeName = ""
    /// The events of which a line was skipped.
    var skipped: Set<EventID> = []
    /// For each event, whether a line was taken.
    var isTaken: [Bool]

    /// The events of which every line was skipped.
    func lost(_ program: Program) -> [LostTable] {
      program.events.indices.filter { skipped.contains(EventID($0)) && !isTaken[$0] }
        .map { LostTable(table: program.events[$0].name.text, medium: .json) }
    }
  }

  /// What is known of the current subject.
  struct Current {
    /// Its id; nil before its first line.
    var bytes: [UInt8]?
    /// The ids of its rows, by event.
    var known: [EventID: Set<ExactText>] = [:]
    var ids = RowIDs()
    /// The values that its lines have given, by the names of attributes.
    var given: [String: [UInt8]] = [:]
    var lastAt = Int64.min
    /// Whether one of its lines had a time without an offset.
    var hasWallTimes = false
  }

  public init(
    program: Program, zones: ZoneDirectory, options: Options = Options(),
    read: @escaping ByteSource
  ) {
    self.program = program
    self.zones = zones
    self.options = options
    names = JSONNames(program)
    problems = RowProblems(keeping: options.keptProblems)
    events = SeenEvents(isTaken: program.events.map { _ in false })
    lines = LineSource(read: read)
    commonCalendar = LocalCalendar(zone: self.zones.common(for: program, else: options.zone))
    calendar = commonCalendar
    calendarOfDays = program.calendar.calendar(in: options.zone)
  }

  /// The calendar for times without an offset in the current line.
  var calendarOfLine: LocalCalendar { isOfSubject ? calendar : commonCalendar }

  /// The ids of the current subject's events so far; `line N` for one that has none.
  public var ids: RowIDs { current.ids }

  /// Goes on to the next subject; false after the last.
  ///
  /// - Parameter intern: returns the value that stands for a text; called once for each of a subject's texts.
  public mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    if options.sortingMemory == nil { while try nextInOrder() {} }
    sorter = nil
    cache.removeAll()
    current = Current()
    guard try findSubject() else {
      problems.doubts = events.times.doubt(ofLinesWith: events.timeName).map { [$0] } ?? []
      problems.lost = events.lost(program)
      return false
    }
    current.bytes = entry.subject
    record = SubjectRecord(
      attributes: [Value](repeating: .unknown, count: program.subject.attributes.count), zone: options.zone)
    record.zone = zones.common(for: program, else: options.zone)
    if program.subject.isPerDay {
      let day = String(decoding: entry.subject, as: UTF8.self)
      record.lastInstant = calendarOfDays.lastInstant(ofDayNamed: day)
    }
    calendar = commonCalendar
    if let memory = options.sortingMemory { sorter = LineSorter(memory: memory) }
    while try peek(), isOfSubject, sorter != nil || entry.event == nil {
      if let event = entry.event {
        let id = idBytes.map { line.bytes[$0] }
        try sorter?.add(line.text, number: lineNumber, at: entry.at, event: event, id: id)
      } else {
        try take(&record, intern: intern)
      }
      isPending = false
    }
    record.given.sort { $0.at < $1.at }
    if let sorter {
      try sorter.end()
      if isPending { lines.putBack() }
      isPending = false
    }
    return true
  }

  /// Goes on to the subject's next event; false after its last.
  public mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    while try sorter == nil ? nextInOrder() : nextSorted() {
      let isRead = fill(&record, intern: intern)
      if let stop { throw stop }
      guard isRead else {
        if let event = entry.event { events.skipped.insert(event) }
        continue
      }
      events.isTaken[record.event.index] = true
      events.times.add(record.at.milliseconds)
      if events.timeName.isEmpty, let time = entry.time {
        events.timeName = line.text(line.members[time].key)
      }
      let id = idBytes.map { String(decoding: line.bytes[$0], as: UTF8.self) }
      if let id, let event = entry.event,
        current.known[event, default: []].insert(ExactText(id)).inserted == false
      {
        problems.noteRepeated(id, of: program.events[event.index].name.text)
      }
      if options.keepsIDs { current.ids.append(id ?? "line \(lineNumber)") }
      return true
    }
    return false
  }

  func failure(_ message: String, column: Int? = nil, help: String? = nil) -> StoreError {
    let place = column.map { "line \(lineNumber), column \($0 + 1)" } ?? "line \(lineNumber)"
    return StoreError(.data, "\(place): \(message)", help: help)
  }

  private var isOfSubject: Bool {
    current.bytes.map { Bytes.areSame(entry.subject.span, $0.span) } ?? false
  }

  /// Parses the next usable line, unless one is pending; false after the last.
  private mutating func peek() throws(StoreError) -> Bool {
    while !isPending {
      guard let bytes = try lines.next() else { return false }
      lineNumber = lines.number
      do throws(StoreError) {
        try read(bytes)
        isPending = true
      } catch {
        try skip(error)
      }
    }
    return true
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
    guard bytes.count <= LineSource.longest else { throw failure("longer than 16 MB") }
    do throws(JSONLine.Failure) {
      try line.parse(bytes)
    } catch {
      throw failure(error.message, column: error.column)
    }
    try readEntry()
  }

  /// Skips a line that cannot be used, unless the reader is strict.
  private mutating func skip(_ error: StoreError) throws(StoreError) {
    isPending = false
    if options.isStrict { throw error }
    problems.add(.lineSkipped) {
      let cause = error.message + (error.help.map { "; \($0)" } ?? "")
      return RowProblem(table: "", column: "", cause: cause)
    }
  }

  /// Goes on to the first line of a subject not seen before.
  private mutating func findSubject() throws(StoreError) -> Bool {
    while try peek() {
      subject = String(decoding: entry.subject, as: UTF8.self)
      if seen.insert(ExactText(subject)).inserted { return true }
      try skip(failure("subject `\(subject)` was here before; put all of its lines together"))
    }
    return false
  }

  /// Adds what a line says about its subject.
  private mutating func take(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) {
    if current.hasWallTimes,
      entry.values.contains(where: { $0.index == program.subject.zoneAttribute?.index })
    {
      try skip(failure("the zone of `\(subject)` comes after times without an offset; put it first"))
      return
    }
    if let name = contradictedName() {
      try skip(failure("an earlier line of `\(subject)` gives `\(name)` another value, which counts"))
      return
    }
    fill(&record, intern: intern)
    if let stop { throw stop }
  }

  /// Goes on to the subject's next event in line order.
  private mutating func nextInOrder() throws(StoreError) -> Bool {
    while try peek(), isOfSubject {
      if entry.event != nil, entry.at >= current.lastAt {
        current.lastAt = entry.at
        isPending = false
        return true
      }
      let what = entry.notice == nil ? "attributes" : "notices"
      try skip(
        entry.event == nil
          ? failure("\(what) of `\(subject)` come after its events; put them first")
          : failure("this event of `\(subject)` is earlier than the one before; sort them by time"))
    }
    return false
  }

  private mutating func nextSorted() throws(StoreError) -> Bool {
    guard let next = try sorter?.next() else { return false }
    lineNumber = next.number
    try read(next.line[...])
    return true
  }
}

public import PaceEngine
public import PaceLanguage

/// Reads a log from JSON lines: one event each, a subject's together and in the order of time.
///
/// ```
/// {"subject":"s1","started_at":1795208400000,"attributes":{"sensitivity":"strict"}}
/// {"subject":"s1","at_ms":1795208400000,"event":"entry","kind":"small","amount":1}
/// ```
///
/// It is used as `LogReader` is. Events of one instant keep the order of their lines. What is wrong with the
/// form of a line is an error; a value that cannot be taken is a problem of its row.
public struct JSONLinesReader {
  public struct Options: Sendable {
    /// Whether `id(of:)` will be asked for.
    public var keepsIDs = true
    /// How many problems are kept with their details.
    public var keptProblems = 20
    /// The zone of subjects that have none of their own.
    public var zone = Zone.utc

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
  var cache = TextCache()
  private var lines: LineSource
  /// The line that has been parsed and not used.
  private var pending: JSONEntry?
  private var seen: Set<String> = []
  private var lastAt: Int64 = .min
  private var hasEvents = false
  private var hasSubject = false
  private var ids = IDArena()
  /// The calendar of the current subject, by which times without an offset are read.
  private var calendar: LocalCalendar
  /// That of a subject that says nothing of its zone.
  private let commonCalendar: LocalCalendar
  /// The current subject's ids of each event.
  private var known: [EventID: Set<String>] = [:]

  /// - Parameter read: appends more bytes to an array; false at the end.
  public init(
    program: Program, zones: ZoneDirectory, options: Options = Options(),
    read: @escaping (inout [UInt8]) throws(StoreError) -> Bool
  ) {
    self.program = program
    self.zones = zones
    self.options = options
    names = JSONNames(program)
    problems = RowProblems(keeping: options.keptProblems)
    lines = LineSource(read: read)
    commonCalendar = LocalCalendar(zone: self.zones.common(for: program, else: options.zone))
    calendar = commonCalendar
  }

  /// The calendar by which a subject's times without an offset are read.
  func calendar(of subject: String?) -> LocalCalendar {
    hasSubject && subject == self.subject ? calendar : commonCalendar
  }

  /// The id of an event of the current subject, or the number of its line.
  public func id(of event: EventOrdinal) -> String { ids[event.index] }

  /// Goes on to the next subject; false after the last.
  ///
  /// - Parameter intern: gives the value that stands for a text; it is called once for each text of a
  ///   subject.
  public mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    while let entry = try peek(), hasSubject, entry.subject == subject { try use(entry) }
    cache.removeAll()
    ids.removeAll()
    known.removeAll()
    hasEvents = false
    lastAt = .min
    guard let first = try peek() else {
      hasSubject = false
      return false
    }
    guard seen.insert(first.subject).inserted else {
      throw failure("subject `\(first.subject)` was here before; put all of its lines together")
    }
    subject = first.subject
    hasSubject = true
    record = SubjectRecord(
      attributes: [Value](repeating: .unknown, count: program.subject.attributes.count), zone: options.zone)
    record.zone = zones.common(for: program, else: options.zone)
    calendar = commonCalendar
    while let entry = try peek(), entry.subject == subject, entry.event == nil {
      fill(&record, entry, intern: intern)
      calendar = LocalCalendar(zone: record.zone)
      pending = nil
    }
    return true
  }

  /// Goes on to the subject's next event; false after its last.
  public mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(StoreError) -> Bool {
    while let entry = try peek(), entry.subject == subject {
      try use(entry)
      guard fill(&record, entry, intern: intern) else { continue }
      let id = id(of: entry)
      if let id, let event = entry.event, known[event, default: []].insert(id).inserted == false {
        problems.noteRepeated(id, of: program.events[event.index].name.text)
      }
      if options.keepsIDs { ids.append(Array((id ?? "line \(lines.number)").utf8)) }
      return true
    }
    return false
  }

  /// The number of the line read last.
  var lineNumber: Int { lines.number }

  func failure(_ message: String, column: Int? = nil, help: String? = nil) -> StoreError {
    let place = column.map { "line \(lines.number), column \($0 + 1)" } ?? "line \(lines.number)"
    return StoreError(.data, "\(place): \(message)", help: help)
  }

  private mutating func peek() throws(StoreError) -> JSONEntry? {
    if let pending { return pending }
    guard let bytes = try lines.next() else { return nil }
    do throws(JSONLine.Failure) {
      try line.parse(bytes)
    } catch {
      throw failure(error.message, column: error.column)
    }
    let entry = try entry()
    pending = entry
    return entry
  }

  /// Takes an event's line, in its order.
  private mutating func use(_ entry: JSONEntry) throws(StoreError) {
    guard entry.event != nil else {
      throw failure("attributes of `\(subject)` come after its events; put them first")
    }
    guard entry.at >= lastAt else {
      throw failure("this event of `\(subject)` is earlier than the one before; sort them by time")
    }
    lastAt = entry.at
    hasEvents = true
    pending = nil
  }
}

import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let export = Command(
    "export", arguments: "PACK --db FILE",
    summary: "writes a log as lines that `eval --stdin` and `import` read, or one event's table as CSV",
    options: [.kept, .exportFormat, .exportedEvent, .subject, .from, .to, .keptZone, .problems, .strict],
    examples: [
      "pace export take-care --db friday.db > friday.jsonl",
      "pace export take-care --db friday.db --format csv",
    ],
    run: { (arguments, console) throws(Failure) in try ExportCommand.run(arguments, &console) })
}

extension Option {
  static let exportFormat = Option.choice("format", ["jsonl", "csv"], "lines of JSON, or one event's table")
  static let exportedEvent = Option.value("event", "E", "only rows of this event")
}

/// Writes all that a log says.
struct ExportCommand {
  private var session: KeepingSession
  private let event: EventID?
  /// The instants whose rows are written; nil for all.
  private let span: ClosedRange<Int64>?
  private let details: RowDetails
  private var lines: ExportJSONLines
  /// The table to write instead of lines.
  private var table: ExportCSV?
  private var texts: [String] = []

  private init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    session = try KeepingSession(arguments, console, isReading: true)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let program = session.program
    event = try Self.event(arguments, program)
    span = try Self.span(arguments, session)
    lines = ExportJSONLines(program)
    if arguments.choice(.exportFormat) == "csv" {
      guard let only = event ?? (program.events.count == 1 ? EventID(0) : nil) else {
        let names = program.events.map(\.name.text).joined(separator: ", ")
        throw .usage(.log("CSV is one event's table", help: "choose with --event: \(names)"))
      }
      table = ExportCSV(program, only)
    }
    let file = session.keeper.file
    details = try session.run { (_) throws(KeepingError) in try RowDetails(file) }
  }

  private static func event(_ arguments: Arguments, _ program: Program) throws(Failure) -> EventID? {
    guard let name = arguments[.exportedEvent] else { return nil }
    let names = program.events.map(\.name.text)
    guard let index = names.firstIndex(of: name) else {
      throw .usage(.unknownName(what: "event", name: name, known: names))
    }
    return EventID(index)
  }

  private static func span(
    _ arguments: Arguments, _ session: KeepingSession
  ) throws(Failure) -> ClosedRange<Int64>? {
    let from = try instant(.from, arguments, session)
    let to = try instant(.to, arguments, session, isEnd: true)
    if from == nil, to == nil { return nil }
    let (first, last) = (from?.milliseconds ?? .min, to?.milliseconds ?? .max)
    if first <= last { return first...last }
    throw .usage(
      .badValue(option: "--to", value: arguments[.to] ?? "", expected: "an instant at or after --from"))
  }

  private static func instant(
    _ option: Option, _ arguments: Arguments, _ session: KeepingSession, isEnd: Bool = false
  ) throws(Failure) -> Instant? {
    let (calendar, clock) = (session.keeper.calendar, session.clock)
    if let bound = try arguments.bound(option), bound.day != nil {
      return bound.resolved(in: calendar, from: clock, isEnd: isEnd)
    }
    return try arguments.instant(option, in: session.keeper.zone, now: clock)
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var command = try ExportCommand(arguments, console)
    let kept = try arguments.namedProblems()
    var subject: String?
    if let prefix = arguments[.subject] {
      subject = try command.session.run { (keeper) throws(KeepingError) in try keeper.subject(named: prefix) }
    }
    var reader: LogReader
    do throws(KeepingError) {
      reader = try command.session.keeper.reader(subject: subject, keptProblems: kept)
    } catch {
      throw Failure(error, command.session.program)
    }
    if command.table != nil { try console.out.write { command.table?.start(&$0) } }
    try command.write(&reader, &console)
    let problems: RowProblems
    do throws(StoreError) {
      problems = try reader.problems()
    } catch {
      throw .store(error)
    }
    try console.finish()
    try console.tell(problems, isStrict: arguments.has(.strict))
    return .fine
  }

  private mutating func write(_ reader: inout LogReader, _ console: inout Console) throws(Failure) {
    var subject = SubjectRecord(attributes: [], zone: session.keeper.zone)
    var row = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try next(&subject, &reader) {
      let id = reader.nameSubject()
      var isNamed = false
      if span == nil || subject.startedAt.map({ contains($0) }) ?? false {
        isNamed = try name(id, subject, &console)
      }
      var ordinal = 0
      while try next(&row, &reader) {
        let rowID = reader.id(of: EventOrdinal(ordinal))
        ordinal += 1
        guard event.map({ $0 == row.event }) ?? true, contains(row.at) else { continue }
        if !isNamed { isNamed = try name(id, subject, &console) }
        try write(row, rowID, of: id, &console)
      }
    }
  }

  private func contains(_ instant: Instant) -> Bool { span?.contains(instant.milliseconds) ?? true }

  /// Writes what a subject's own row says, if there is one; true, so that it is done once.
  private mutating func name(
    _ id: String, _ subject: SubjectRecord, _ console: inout Console
  ) throws(Failure) -> Bool {
    guard table == nil, try detail({ (details) throws(KeepingError) in try details.hasRow(id) }) else {
      return true
    }
    try console.out.write { lines.add(subject: id, subject, texts: texts, to: &$0) }
    return true
  }

  private mutating func write(
    _ row: EventRecord, _ id: String, of subject: String, _ console: inout Console
  ) throws(Failure) {
    let device = try detail { (details) throws(KeepingError) in try details.device(of: id, row.event) }
    try console.out.write { out in
      if table != nil {
        table?.add(row, id: id, subject: subject, device: device, texts: texts, to: &out)
      } else {
        lines.add(row, id: id, subject: subject, device: device, texts: texts, to: &out)
      }
    }
  }

  private func detail<Result>(
    _ body: (RowDetails) throws(KeepingError) -> Result
  ) throws(Failure) -> Result {
    do throws(KeepingError) {
      return try body(details)
    } catch {
      throw Failure(error, session.program)
    }
  }

  private mutating func next(_ record: inout SubjectRecord, _ reader: inout LogReader) throws(Failure) -> Bool
  {
    texts.removeAll(keepingCapacity: true)
    do throws(StoreError) {
      return try reader.nextSubject(&record) { text in Self.intern(text, in: &texts) }
    } catch {
      throw .store(error)
    }
  }

  private mutating func next(_ record: inout EventRecord, _ reader: inout LogReader) throws(Failure) -> Bool {
    do throws(StoreError) {
      return try reader.nextEvent(&record) { text in Self.intern(text, in: &texts) }
    } catch {
      throw .store(error)
    }
  }

  /// The value that stands for a text: its place in the list.
  private static func intern(_ text: String, in texts: inout [String]) -> Value {
    texts.append(text)
    return Value(Int64(texts.count - 1))
  }
}

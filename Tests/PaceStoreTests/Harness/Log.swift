import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// What a test reads from a database, in a form that can be compared and shown.
struct Log {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  var lines: [String] = []
  var problems = RowProblems()

  /// The checked program of a text.
  static func program(_ text: String) throws -> Program {
    let compilation = Compilation.compile(roots: ["test.pace"]) { path in
      path == "test.pace" ? .bytes(Array(text.utf8)) : .failure("no such file")
    }
    if let program = compilation.program { return program }
    throw Failure(description: compilation.diagnostics.map(\.message).joined(separator: "\n"))
  }

  /// Makes a database by SQL.
  static func make(_ path: String, _ sql: String) throws {
    let connection = try Connection.writing(path)
    try connection.execute(sql)
  }

  /// Reads all of a database; each event is a line of subject, id, event, kind, time and values.
  static func read(
    _ path: String, _ program: Program, source: String? = nil, given: Bool = false, subject: String? = nil,
    zone: Zone = .utc, order: LogReader.Options.Order = .verified, keepsIDs: Bool = true,
    idHashBits: Int = 64,
    memory: Int = 1 << 30, clock: Instant? = nil
  ) throws -> Log {
    let connection = try Connection.reading(path, busyTimeout: 50)
    let layout = try Layout(for: program, in: connection, source: source)
    var options = LogReader.Options()
    options.order = order
    options.keepsIDs = keepsIDs
    options.idHashBits = idHashBits
    options.memory = memory
    options.readsGiven = given
    options.subject = subject
    options.zone = zone
    options.clock = clock
    var reader = try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: options)
    var log = Log()
    do {
      try log.take(&reader, program)
    } catch let error as StoreError where error.code == .outOfOrder {
      log = Log()
      try reader.restart()
      try log.take(&reader, program)
    }
    log.problems = try reader.problems()
    return log
  }

  /// Takes all subjects that a reader gives.
  mutating func take(_ reader: inout some LogStream & ~Copyable, _ program: Program) throws {
    var texts: [String] = []
    func intern(_ text: String) -> Value {
      texts.append(text)
      return Value(Int64(texts.count - 1))
    }
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try reader.nextSubject(&subject, intern: intern) {
      lines.append(Self.line(of: subject, id: reader.subject, program, texts))
      var ordinal = 0
      while try reader.nextEvent(&event, intern: intern) {
        let id = reader.ids.isEmpty ? "" : reader.ids[ordinal]
        lines.append(Self.line(of: event, id: id, program, texts))
        ordinal += 1
      }
      texts = []
    }
  }

  private static func line(
    of subject: SubjectRecord, id: String, _ program: Program, _ texts: [String]
  ) -> String {
    var line = id + ":"
    if let start = subject.startedAt { line += " from \(start.milliseconds)" }
    if let end = subject.endedAt { line += " to \(end.milliseconds)" }
    if subject.zone.name != "UTC" { line += " in \(subject.zone.name)" }
    line += values(subject.attributes, program.subject.attributes, program, texts)
    for notice in subject.given {
      line += " given \(program[notice.rule].name.text)@\(notice.at.milliseconds)"
    }
    return line
  }

  private static func line(of event: EventRecord, id: String, _ program: Program, _ texts: [String]) -> String
  {
    let type = program.events[event.event.index]
    let kind = event.kind.map { "/" + type.kinds[$0.index].name.text } ?? ""
    return "  \(event.at.milliseconds) \(type.name.text)\(kind) \(id)"
      + values(event.values, type.fields, program, texts)
  }

  private static func values(
    _ values: [Value], _ fields: [Field], _ program: Program, _ texts: [String]
  ) -> String {
    var line = ""
    for (field, value) in zip(fields, values) where !value.isUnknown {
      let isText = field.type == .text || field.type == .schedule
      let text = isText ? texts[Int(value.bits)] : program.text(of: value, type: field.type)
      line += " \(field.name.text)=\(text)"
    }
    return line
  }

  /// The problems, one line each.
  var problemLines: [String] {
    problems.first.map { "\($0.table) \($0.id ?? "-") \($0.column): \($0.cause)" }
  }
}

/// Checks that an operation fails with this code, and gives the error.
@discardableResult
func expectFailure(
  _ code: StoreError.Code, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> StoreError? {
  do {
    try body()
    Issue.record("no error, where \(code) was expected", sourceLocation: sourceLocation)
  } catch let error as StoreError {
    #expect(error.code == code, "\(error.message)", sourceLocation: sourceLocation)
    return error
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  return nil
}

import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore

/// What pace says of a file against what the oracle says of its rows, which are read here by plain SQL.
struct HistoryVerdict {
  private let pack: HistoryPack
  private let path: String

  init(_ pack: HistoryPack, _ path: String) {
    self.pack = pack
    self.path = path
  }

  /// Nil where the two say the same.
  func difference() throws -> String? {
    let expected = try oracleLines()
    let found = try engineLines()
    if found == expected { return nil }
    return (["pace says:"] + found + ["the oracle says:"] + expected).joined(separator: "\n")
  }

  // MARK: By pace

  private func engineLines() throws -> [String] {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: pack.program, in: connection)
    var reader = try LogReader(
      connection, program: pack.program, layout: layout, zones: ZoneDirectory(), options: LogReader.Options())
    var options = Machine.Options()
    options.tellsLevels = true
    var machine = Machine(Plan(pack.program), options: options)
    var lines: [String] = []
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    machine.clear()
    while try reader.nextSubject(&subject, intern: { machine.intern($0) }) {
      let id = reader.subject
      machine.begin(subject)
      while try reader.nextEvent(&event, intern: { machine.intern($0) }) { _ = machine.append(event) }
      machine.finish()
      lines += machine.takeRecords().compactMap { line(of: $0, id) }
      machine.clear()
    }
    return lines.sorted()
  }

  private func line(of record: Record, _ subject: String) -> String? {
    switch record {
    case .fired(let firing):
      return Self.line(
        subject, firing.at.milliseconds, pack.program[firing.rule].name.text, firing.message ?? "")
    case .level(let change):
      let scale = pack.program.scales[change.scale.index]
      return Self.line(
        subject, change.at.milliseconds, scale.name.text, scale.levels[change.level].name)
    case .held, .account, .overflow, .runaway: return nil
    }
  }

  private static func line(_ subject: String, _ at: Int64, _ name: String, _ text: String) -> String {
    "\(subject) \(at) \(name): \(text)"
  }

  // MARK: By the oracle

  private struct Stored {
    var owner: String
    var id: String
    var event: Int
    var row: OracleRow
  }

  private func oracleLines() throws -> [String] {
    let connection = try Connection.reading(path)
    let program = pack.oracle
    var rows: [Stored] = []
    for (index, event) in program.events.enumerated() {
      try Self.read(event.name, connection) { values in
        let at = Int64(values["at"] ?? "") ?? 0
        let owner = program.subject.isPerDay ? Self.day(at) : values[program.subject.name] ?? "me"
        let row = OracleRow(at, event.name, kind: values["kind"], Self.assigned(event.fields, values))
        rows.append(Stored(owner: owner, id: values["id"] ?? "", event: index, row: row))
      }
    }
    rows.sort { ($0.row.at, $0.event, $0.id) < ($1.row.at, $1.event, $1.id) }
    var logs: [String: OracleLog] = [:]
    try Self.read(program.subject.name, connection) { values in
      var log = OracleLog()
      log.startedAt = values["started_at"].flatMap { Int64($0) }
      log.endedAt = values["ended_at"].flatMap { Int64($0) }
      log.attributes = Self.assigned(program.subject.attributes, values)
      logs[values["id"] ?? ""] = log
    }
    for stored in rows { logs[stored.owner, default: OracleLog()].rows.append(stored.row) }
    return logs.flatMap { id, log in
      let result = program.evaluate(log)
      return result.firings.map { Self.line(id, $0.at, $0.rule, $0.message) }
        + result.levels.map { Self.line(id, $0.at, $0.scale, $0.level) }
    }.sorted()
  }

  /// Each row of a table, NULLs left out.
  private static func read(
    _ table: String, _ connection: borrowing Connection, _ take: ([String: String]) -> Void
  ) throws {
    let columns = try Schema(of: connection).table(table)?.columns.map(\.name) ?? []
    let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(names) FROM \"\(table)\"")
    while try statement.step() {
      var values: [String: String] = [:]
      for (index, name) in columns.enumerated() { values[name] = statement.text(index) }
      take(values)
    }
  }

  private static func assigned(_ fields: [OracleField], _ values: [String: String]) -> [OracleAssignment] {
    fields.compactMap { field in
      values[field.name].map { OracleAssignment(field.name, value($0, field.type)) }
    }
  }

  private static func value(_ text: String, _ type: OracleType) -> OracleValue {
    switch type {
    case .number: .number(Int64((Double(text) ?? 0) * 1_000_000))
    case .duration: .duration(Int64(text) ?? 0)
    case .bool: .bool(text == "1")
    case .choice(let names): .choice(text, names.firstIndex(of: text) ?? 0)
    default: .text(text)
    }
  }

  /// The day of an instant in UTC.
  private static func day(_ at: Int64) -> String { OracleText.date(at / 86_400_000) }
}

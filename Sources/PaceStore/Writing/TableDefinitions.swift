internal import PaceEngine
public import PaceLanguage

/// The tables that `pace` makes for a program, as SQL.
public enum TableDefinitions {
  /// Statements that create whatever is missing.
  public static func sql(for program: Program) -> String {
    var statements = [table(program.noun, subjectColumns(program), key: "id TEXT PRIMARY KEY")]
    for event in program.events {
      let name = event.name.text
      statements.append(table(name, eventColumns(event, program), key: "id TEXT PRIMARY KEY"))
      let indexed = program.subject.isPerDay ? ["at"] : [program.noun, "at"]
      let columns = indexed.map { SQLText.schemaName($0) }.joined(separator: ", ")
      let index = SQLText.schemaName("\(name)_by_\(program.noun)")
      statements.append("CREATE INDEX IF NOT EXISTS \(index) ON \(SQLText.schemaName(name)) (\(columns));")
    }
    return statements.joined(separator: "\n") + "\n"
  }

  /// A column after the id, with its type in SQL, and whether any text may be written to it.
  typealias Column = (name: String, slot: SourceMapping.Slot, type: String, takesAnyText: Bool)

  static func subjectColumns(_ program: Program) -> [Column] {
    [("started_at", .startedAt, "INTEGER", false), ("ended_at", .endedAt, "INTEGER", false)]
      + program.subject.attributes.enumerated().map { column($1, .attribute(AttributeID($0))) }
  }

  static func eventColumns(_ event: EventType, _ program: Program) -> [Column] {
    // With `per day` the day follows from the time, in whatever zone that is read.
    let subject: [Column] =
      program.subject.isPerDay ? [] : [(program.noun, .subject, "TEXT", true)]
    let fields = event.fields.enumerated().map { column($1, .field($0)) }
    return subject + [("at", .at, "INTEGER", false), ("kind", .kind, "TEXT", false)] + fields + [
      ("device", .device, "TEXT", true)
    ]
  }

  private static func column(_ field: Field, _ slot: SourceMapping.Slot) -> Column {
    (field.name.text, slot, columnType(field.type), field.type == .text)
  }

  /// An event's values for its columns after the id.
  static func values(
    of event: EventID, subject: String, at: Instant, kind: String?, fields: [Constant?], device: String?,
    _ program: Program
  ) -> [StoredValue] {
    var row: [StoredValue] = []
    row.reserveCapacity(fields.count + 4)
    if !program.subject.isPerDay { row.append(.text(subject)) }
    row.append(StoredValue(at))
    row.append(StoredValue(kind))
    row += values(fields, of: program.events[event.index].fields, program)
    row.append(StoredValue(device))
    return row
  }

  /// One for each field; those that aren't given are NULL.
  static func values(
    _ given: [Constant?], of fields: [Field], _ program: Program
  ) -> [StoredValue] {
    fields.enumerated().map { index, field in
      StoredValue(index < given.count ? given[index] : nil, field.type, program)
    }
  }

  private static func table(_ name: String, _ columns: [Column], key: String) -> String {
    let list = [key] + columns.map { "\(SQLText.schemaName($0.name)) \($0.type)" }
    return "CREATE TABLE IF NOT EXISTS \(SQLText.schemaName(name)) (\(list.joined(separator: ", ")));"
  }

  private static func columnType(_ type: ValueType) -> String {
    switch type {
    case .number: "REAL"
    case .duration, .bool: "INTEGER"
    case .time, .text, .preset, .schedule, .date, .weekday, .enumeration, .level: "TEXT"
    }
  }
}

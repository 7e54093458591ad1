import PaceLanguage

/// What a kept log's file holds besides the tables of the subject and its events.
enum LogSchema {
  static let noticeTable = "notice"

  /// The columns of `notice` except the id and the subject.
  static let noticeColumns = [
    "at", "rule", "kind", "level", "severity", "message", "preset", "given_at", "device",
  ]

  /// A table besides those of the subject and its events.
  struct Book {
    var name: String
    /// Each with its type in SQL after a blank.
    var columns: [String]
    var key: String

    /// The columns without their types.
    var names: [String] { columns.map { String($0.prefix { $0 != " " }) } }

    fileprivate var sql: String {
      let list = zip(names, columns).map { "\(SQLText.name($0))\($1.dropFirst($0.count))" }
      return "CREATE TABLE IF NOT EXISTS \(name) (\(list.joined(separator: ", ")), PRIMARY KEY (\(key)));"
    }
  }

  /// The bookkeeping tables; merging unites all but `_log`.
  private static let bookkeeping = [
    Book(name: "_log", columns: ["key TEXT", "value TEXT"], key: "key"),
    Book(
      name: "_change", columns: ["entity TEXT", "id TEXT", "field TEXT", "at INTEGER", "device TEXT"],
      key: "entity, id, field"),
    Book(
      name: "_gone", columns: ["entity TEXT", "id TEXT", "at INTEGER", "device TEXT"], key: "entity, id"),
    Book(
      name: "_setting", columns: ["name TEXT", "value TEXT", "at INTEGER", "device TEXT"],
      key: "name, at, device"),
    Book(
      name: "_kind",
      columns: ["event TEXT", "kind TEXT", "field TEXT", "value TEXT", "at INTEGER", "device TEXT"],
      key: "event, kind, field, at, device"),
    Book(name: "_floor", columns: ["subject TEXT", "device TEXT", "until INTEGER"], key: "subject, device"),
  ]

  /// The tables of a log besides those of the subject and its events.
  static func books(of program: Program) -> [Book] {
    let integers = ["at", "severity", "given_at"]
    let columns = noticeColumns.map { "\($0) \(integers.contains($0) ? "INTEGER" : "TEXT")" }
    let subject = program.subject.isPerDay ? [] : ["\(program.subject.name.text) TEXT"]
    let notices = Book(name: noticeTable, columns: ["id TEXT"] + subject + columns, key: "id, device")
    return [notices] + bookkeeping
  }

  /// Tables whose rows have stamps.
  static let stamped = ["_change", "_gone", "_setting", "_kind"]

  /// Columns of the books with instants that pace wrote, all of them whole milliseconds.
  static let instants = stamped.map { (table: $0, column: "at") } + [("_floor", "until")]

  /// Columns with the instants of notices, which another application may have written.
  static let noticeInstants = [(table: noticeTable, column: "at"), (noticeTable, "given_at")]

  /// Members of a line of `export` that say something else than a field does.
  private static let lineMembers = [
    "subject", "at_ms", "event", "attributes", "started_at", "ended_at", "notice",
  ]

  /// Refuses names that would mean two things in a kept log.
  static func checkNames(of program: Program) throws(StoreError) {
    for table in [program.subject.name.text] + program.events.map(\.name.text)
    where table.lowercased().hasPrefix("sqlite_") {
      throw StoreError(
        .layout, "`\(table)` can't be kept: SQLite has such names for tables of its own", help: "rename it")
    }
    for event in program.events {
      for field in event.fields.map(\.name.text) {
        let isOfKind = !event.kinds.isEmpty && KindTable.Property(rawValue: field) != nil
        guard isOfKind || lineMembers.contains(field) else { continue }
        let use = isOfKind ? "the catalogue of kinds keeps" : "a line of `pace export` has"
        throw StoreError(
          .layout, "`\(event.name.text).\(field)` can't be kept: \(use) something else under that name",
          help: "rename the field; commands that keep no log read it as it is")
      }
    }
  }

  /// SQL that creates whatever is missing.
  static func sql(for program: Program) -> String {
    var statements = [TableDefinitions.sql(for: program)]
    statements += books(of: program).map(\.sql)
    if !program.subject.isPerDay {
      let columns = "\(SQLText.name(program.subject.name.text)), at"
      statements.append("CREATE INDEX IF NOT EXISTS _notice_by_subject ON notice (\(columns));")
    }
    for table in stamped {
      statements.append("CREATE INDEX IF NOT EXISTS \(table)_by_at ON \(table) (at);")
    }
    for event in program.events {
      let name = event.name.text
      let index = SQLText.name("_\(name)_by_at")
      statements.append("CREATE INDEX IF NOT EXISTS \(index) ON \(SQLText.name(name)) (at);")
    }
    let subjects = SQLText.name(program.subject.name.text)
    statements.append("CREATE INDEX IF NOT EXISTS _subject_by_start ON \(subjects) (started_at);")
    return statements.joined(separator: "\n")
  }
}

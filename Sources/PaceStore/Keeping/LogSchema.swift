import PaceLanguage

/// What a kept log's file holds besides the tables of the subject and its events.
enum LogSchema {
  /// The columns of `notice` except the id and the subject.
  static let noticeColumns = [
    "at", "rule", "kind", "level", "severity", "message", "preset", "given_at", "device",
  ]

  /// A table besides those of the subject and its events.
  struct BookkeepingTable {
    var name: String
    /// The columns, each with a blank and its type in SQL.
    var columns: [String]
    var key: String
    /// What replaces parts of an earlier entry with the same key; empty if the earlier entry stays as it is.
    var update: String

    /// SQL that adds one entry, with a parameter for each column.
    private(set) var addition = ""

    init(name: String, columns: [String], key: String, update: String = "") {
      (self.name, self.columns, self.key, self.update) = (name, columns, key, update)
      addition = adding("VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
    }

    /// The columns without their types.
    var names: [String] { columns.map { String($0.prefix { $0 != " " }) } }

    /// SQL that adds the entries of a `SELECT` or `VALUES`; their order makes no difference.
    func adding(_ entries: String) -> String {
      "INSERT INTO main.\(name) (\(names.joined(separator: ", "))) \(entries) ON CONFLICT DO UPDATE SET \(update)"
    }

    fileprivate var sql: String {
      let list = zip(names, columns).map { "\(SQLText.schemaName($0))\($1.dropFirst($0.count))" }
      return "CREATE TABLE IF NOT EXISTS \(name) (\(list.joined(separator: ", ")), PRIMARY KEY (\(key)));"
    }
  }

  /// The stamps of values; of two the greater counts.
  static let changes = BookkeepingTable(
    name: "_change", columns: ["entity TEXT", "id TEXT", "field TEXT", "at INTEGER", "device TEXT"],
    key: "entity, id, field", update: stamp(">"))
  /// The rows that were deleted for good; of two stamps the lesser counts.
  static let gone = BookkeepingTable(
    name: "_gone", columns: ["entity TEXT", "id TEXT", "at INTEGER", "device TEXT"], key: "entity, id",
    update: stamp("<"))
  static let settings = BookkeepingTable(
    name: "_setting", columns: ["name TEXT", "value TEXT", "at INTEGER", "device TEXT"],
    key: "name, at, device", update: greaterValue)
  static let kinds = BookkeepingTable(
    name: "_kind",
    columns: ["event TEXT", "kind TEXT", "field TEXT", "value TEXT", "at INTEGER", "device TEXT"],
    key: "event, kind, field, at, device", update: greaterValue)
  static let floors = BookkeepingTable(
    name: "_floor", columns: ["subject TEXT", "device TEXT", "until INTEGER"], key: "subject, device",
    update: "until = excluded.until WHERE excluded.until > until")

  private static func stamp(_ order: String) -> String {
    "at = excluded.at, device = excluded.device "
      + "WHERE (excluded.at, CAST(excluded.device AS BLOB)) \(order) (at, CAST(device AS BLOB))"
  }

  /// If two values have one stamp, the greater one stays; NULL wins over both, because it marks a deletion.
  private static let greaterValue =
    "value = excluded.value WHERE value IS NOT NULL AND (excluded.value IS NULL OR excluded.value > value)"

  /// The tables of a log besides those of the subject and its events.
  static func bookkeepingTables(of program: Program) -> [BookkeepingTable] {
    let integers = ["at", "severity", "given_at"]
    let columns = noticeColumns.map { "\($0) \(integers.contains($0) ? "INTEGER" : "TEXT")" }
    let subject = program.subject.isPerDay ? [] : ["\(program.noun) TEXT"]
    let notices = BookkeepingTable(
      name: Layout.noticeTable, columns: ["id TEXT"] + subject + columns, key: "id, device")
    let log = BookkeepingTable(name: "_log", columns: ["key TEXT", "value TEXT"], key: "key")
    return [notices, log, changes, gone, settings, kinds, floors]
  }

  /// Tables whose rows have stamps.
  static let stamped = [changes, gone, settings, kinds].map(\.name)

  /// Refuses names that would mean two things in a kept log.
  static func checkNames(of program: Program) throws(StoreError) {
    for table in [program.noun] + program.events.map(\.name.text)
    where table.lowercased().hasPrefix("sqlite_") {
      throw StoreError(
        .layout, "`\(table)` can't be kept: SQLite has such names for tables of its own", help: "rename it")
    }
    let help = "rename the field; commands that keep no log read it as it is"
    try LineMembers.check(program, "can't be kept", help: help)
    for event in program.events where !event.kinds.isEmpty {
      for field in event.fields.map(\.name.text) where KindTable.Property(rawValue: field) != nil {
        throw StoreError(
          .layout,
          "`\(event.name.text).\(field)` can't be kept: the catalogue of kinds keeps something else under that name",
          help: help)
      }
    }
  }

  /// SQL that creates whatever is missing.
  static func sql(for program: Program) -> String {
    var statements = [TableDefinitions.sql(for: program)]
    statements += bookkeepingTables(of: program).map(\.sql)
    if !program.subject.isPerDay {
      let columns = "\(SQLText.schemaName(program.noun)), at"
      statements.append("CREATE INDEX IF NOT EXISTS _notice_by_subject ON notice (\(columns));")
    }
    for table in stamped {
      statements.append("CREATE INDEX IF NOT EXISTS \(table)_by_at ON \(table) (at);")
    }
    for event in program.events {
      let name = event.name.text
      let index = SQLText.schemaName("_\(name)_by_at")
      statements.append("CREATE INDEX IF NOT EXISTS \(index) ON \(SQLText.schemaName(name)) (at);")
    }
    let subjects = SQLText.schemaName(program.noun)
    statements.append("CREATE INDEX IF NOT EXISTS _subject_by_start ON \(subjects) (started_at);")
    return statements.joined(separator: "\n")
  }
}

import PaceLanguage

/// What a kept log's file holds besides the tables of the subject and its events.
enum LogSchema {
  static let noticeTable = "notice"

  /// The columns of `notice` except the id and the subject.
  static let noticeColumns = [
    "at", "rule", "kind", "level", "severity", "message", "preset", "given_at", "device",
  ]

  /// The bookkeeping tables with their columns; merging unites all but `_log`.
  static let bookkeeping: [(name: String, columns: String)] = [
    ("_log", "key TEXT PRIMARY KEY, value TEXT"),
    ("_change", "entity TEXT, id TEXT, field TEXT, at INTEGER, device TEXT, PRIMARY KEY (entity, id, field)"),
    ("_gone", "entity TEXT, id TEXT, at INTEGER, device TEXT, PRIMARY KEY (entity, id)"),
    ("_setting", "name TEXT, value TEXT, at INTEGER, device TEXT, PRIMARY KEY (name, at, device)"),
    (
      "_kind",
      "event TEXT, kind TEXT, field TEXT, value TEXT, at INTEGER, device TEXT, "
        + "PRIMARY KEY (event, kind, field, at, device)"
    ),
    ("_floor", "subject TEXT, device TEXT, until INTEGER, PRIMARY KEY (subject, device)"),
  ]

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
    let subject = program.subject.isPerDay ? "" : "\(SQLText.name(program.subject.name.text)) TEXT, "
    statements.append(
      """
      CREATE TABLE IF NOT EXISTS notice (id TEXT, \(subject)at INTEGER, rule TEXT, kind TEXT, level TEXT, \
      severity INTEGER, message TEXT, preset TEXT, given_at INTEGER, device TEXT, PRIMARY KEY (id, device));
      """)
    if !program.subject.isPerDay {
      let columns = "\(SQLText.name(program.subject.name.text)), at"
      statements.append("CREATE INDEX IF NOT EXISTS _notice_by_subject ON notice (\(columns));")
    }
    for table in bookkeeping {
      statements.append("CREATE TABLE IF NOT EXISTS \(table.name) (\(table.columns));")
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

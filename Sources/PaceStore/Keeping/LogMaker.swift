import PaceEngine
import PaceLanguage

/// Creates a log's tables and fills in its bookkeeping.
struct LogMaker {
  let file: LogFile

  private var program: Program { file.program }

  func addTables() throws(StoreError) {
    let schema = try Schema(of: file.connection)
    for table in file.rows.tables {
      let entity = file.rows.entity(table)
      guard let found = schema.table(entity) else { continue }
      if found.isView {
        throw StoreError(
          .layout, "`\(entity)` in `\(file.path)` is a view", help: file.bookkeeping.renewal)
      }
      try checkColumns(of: found, for: table)
      for column in file.rows.definitions(table) where found.column(column.name) == nil {
        try file.connection.addColumn(column.name, column.type, to: entity)
      }
    }
    if let notices = schema.table(Layout.noticeTable) {
      let subject = program.subject.isPerDay ? [] : [program.noun]
      for column in subject + LogSchema.noticeColumns where notices.column(column) == nil {
        try file.connection.addColumn(column, to: Layout.noticeTable)
      }
    }
    // The columns have to exist before their indexes.
    try file.connection.execute(LogSchema.sql(for: program))
    for table in file.rows.tables {
      let entity = file.rows.entity(table)
      guard let found = schema.table(entity), !found.hasKey else { continue }
      try checkIDs(of: entity)
      let index = SQLText.schemaName("_\(entity)_by_id")
      try file.connection.execute(
        "CREATE UNIQUE INDEX IF NOT EXISTS \(index) ON \(SQLText.schemaName(entity)) (id)")
    }
    // Before the file is marked as a log: what is refused is told by what the file was.
    try TableTrial(file: file).run()
    try file.connection.execute(
      "PRAGMA application_id = \(LogMark.applicationID); PRAGMA user_version = \(LogMark.version)")
  }

  /// Rewrites ids and references to them: UUIDs in their canonical spelling, numbers as text.
  func spellIDs() throws(StoreError) {
    var columns = [(program.noun, "id")]
    for event in program.events {
      columns.append((event.name.text, "id"))
      if !program.subject.isPerDay { columns.append((event.name.text, program.noun)) }
    }
    if !program.subject.isPerDay { columns.append((Layout.noticeTable, program.noun)) }
    for (table, column) in columns {
      let name = SQLText.name(column)
      let found = try file.connection.rows(
        """
        SELECT DISTINCT \(name) FROM \(SQLText.name(table))
        WHERE typeof(\(name)) = 'blob' AND length(\(name)) = 16 OR typeof(\(name)) = 'text' AND length(\(name)) = 36
          OR typeof(\(name)) = 'integer'
        """, width: 1)
      for row in found {
        guard let id = CanonicalID.of(row[0]), .text(id) != row[0] else { continue }
        if column == "id" { try checkAlone(id, in: table) }
        try file.write(to: table) { () throws(StoreError) in
          try file.connection.run(
            "UPDATE \(SQLText.name(table)) SET \(name) = ?1 WHERE \(name) = ?2", [.text(id), row[0]])
        } holds: { () throws(StoreError) in
          try file.connection.number(
            "SELECT 1 FROM \(SQLText.name(table)) WHERE \(name) = ?1 LIMIT 1", [row[0]]) == nil
        }
      }
    }
  }

  /// Refuses two rows whose ids differ only in their spelling.
  private func checkAlone(_ id: String, in table: String) throws(StoreError) {
    let other = try file.connection.number(
      "SELECT 1 FROM \(SQLText.name(table)) WHERE id = ?1 LIMIT 1", [.text(id)])
    if other == nil { return }
    throw StoreError(
      .layout, "`\(table)` in `\(file.path)` has two rows with the id `\(id)`, in two spellings",
      help: "delete one of them, or give it another id")
  }

  /// Refuses a file with another application's id or version, and tables that can't hold a log's rows.
  func checkForeign(_ schema: Schema) throws(StoreError) {
    try file.checkForeign(schema)
    if let notices = schema.table(Layout.noticeTable) { try checkIDColumn(of: notices) }
    for table in file.rows.tables {
      guard let found = schema.table(file.rows.entity(table)) else { continue }
      try checkIDColumn(of: found)
      try checkColumns(of: found, for: table)
      try checkHaveIDs(found.name)
    }
  }

  private func checkIDColumn(of table: Schema.Table) throws(StoreError) {
    if table.isView { throw file.unfit(table.name, "is a view") }
    guard let id = table.column("id") else { throw file.unfit(table.name, "has no column `id`") }
    if id.affinity == .number {
      let isNumber = id.type.uppercased().contains("INT")
      throw file.unfit(
        table.name,
        isNumber
          ? "has numbers as ids"
          : "declares `id` as `\(id.type)`, which to SQLite is a number: it changes ids such as `007`")
    }
  }

  /// Refuses columns that would change what a log writes to them, and columns that demand a value it doesn't have.
  private func checkColumns(of found: Schema.Table, for table: KeptTable) throws(StoreError) {
    let definitions = file.rows.definitions(table)
    for definition in definitions {
      if let change = found.column(definition.name)?.change(of: definition) {
        throw file.unfit(found.name, change)
      }
    }
    let unfilled =
      switch table {
      case .subject: program.subject.isPerDay ? ["started_at", "ended_at"] : ["ended_at"]
      case .event: [String]()
      }
    let filled = ["id"] + definitions.map(\.name).filter { !unfilled.contains($0) }
    for column in found.columns where column.isDemanded {
      if filled.contains(where: { SQLText.areSame($0, column.name) }) { continue }
      throw file.unfit(found.name, "takes no row without a value for `\(column.name)`")
    }
  }

  /// Refuses rows whose id is NULL, or no text: they could be neither taken back nor merged.
  private func checkHaveIDs(_ table: String) throws(StoreError) {
    let name = SQLText.name(table)
    let statement = try file.connection.prepare("SELECT id FROM \(name)")
    var (missing, unreadable) = (0, 0)
    while try statement.step() {
      let cell = statement.cell(0)
      switch cell.storageClass {
      case .null: missing += 1
      case .text: if !cell.lendText({ Bytes.areUTF8($0) }) { unreadable += 1 }
      case .integer, .real, .blob: break
      }
    }
    if missing + unreadable == 0 { return }
    let rows = Noun.count(missing > 0 ? missing : unreadable, "row")
    let fault = missing > 0 ? "without an id" : "with an id that is not UTF-8"
    throw StoreError(
      .layout, "`\(table)` in `\(file.path)` has \(rows) \(fault)",
      help: "give each row an id of its own, such as `lower(hex(randomblob(16)))`")
  }

  /// Refuses ids that several rows share.
  func checkIDs(of table: String) throws(StoreError) {
    let doubles = try file.connection.rows(
      """
      SELECT id, count(*) OVER () FROM \(SQLText.name(table))
      WHERE id IS NOT NULL GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT 1
      """, width: 2)
    guard let first = doubles.first, let count = first[1].integer else { return }
    let example = first[0].text ?? CanonicalID.of(first[0]) ?? "?"
    throw StoreError(
      .layout,
      "\(Noun.count(Int(clamping: count), "id")) of `\(table)` in `\(file.path)` \(count == 1 ? "stands" : "stand") "
        + "in more than one row, such as `\(example)`",
      help: "give each row an id of its own, or delete those that are doubled")
  }

  /// How many rows of events belong to another day in another zone.
  func countMoved(from old: Zone, to new: Zone) throws(StoreError) -> Int {
    let before = program.calendar.calendar(in: old)
    let after = program.calendar.calendar(in: new)
    var count = 0
    for event in program.events {
      try forEachInstant(in: SQLText.name(event.name.text)) { at in
        if before.day(at: at) != after.day(at: at) { count += 1 }
      }
    }
    return count
  }

  /// Calls `body` with the times of rows, in milliseconds; rows without a readable time are left out.
  private func forEachInstant(in rows: String, _ body: (Int64) -> Void) throws(StoreError) {
    let statement = try file.connection.prepare("SELECT at FROM \(rows)")
    while try statement.step() {
      if let at = statement.stored(0).instant { body(at.milliseconds) }
    }
  }

  func writeBookkeeping(_ making: LogFile.Making, clock: Instant) throws(StoreError) {
    let bookkeeping = file.bookkeeping
    try bookkeeping.set("schema", String(LogMark.version))
    try bookkeeping.set("subject", program.noun)
    try bookkeeping.set("device", making.device ?? (file.device.isEmpty ? CanonicalID.hex(8) : file.device))
    if let zone = making.zone { try bookkeeping.set("zone", zone) }
    if try bookkeeping.value("made_at") == nil { try bookkeeping.set("made_at", String(clock.milliseconds)) }
    if let accepted = making.acceptedAt {
      let device = try bookkeeping.value("device") ?? ""
      let name = LogFile.acceptance
      let stamps = try file.settings.stamps(of: name, clock: clock.milliseconds, device: device)
      try file.settings.set(name, String(accepted.milliseconds), stamps)
    }
  }

  /// Raises the floors, so that no notice is given for the time up to rows that someone else has written.
  ///
  /// Rows that pace wrote raised the floors when they were written. Rows that an edit moved are left out, because
  /// their notices are still due.
  func raiseFloors(clock: Instant, device: String, zone: Zone) throws(StoreError) {
    var newest: [ExactText: Int64] = [:]
    let calendar = program.calendar.calendar(in: zone)
    let moved = "\(SQLText.literal("at")), \(SQLText.literal(program.noun))"
    for event in program.events {
      let name = SQLText.name(event.name.text)
      let table = """
        \(name) t WHERE NOT EXISTS (
          SELECT 1 FROM _change c
          WHERE c.entity = \(SQLText.literal(event.name.text)) AND c.id = t.id AND c.field IN (\(moved)))
        """
      if program.subject.isPerDay {
        try forEachInstant(in: table) { at in
          let day = ExactText(ValueText.date(calendar.day(at: at)))
          newest[day] = max(newest[day] ?? .min, at)
        }
      } else {
        let subject = SQLText.name(program.noun)
        let rows = try file.connection.rows(
          "SELECT \(subject), max(at) FROM \(table) AND \(SQLText.isInstant("at")) GROUP BY \(subject)",
          width: 2)
        for row in rows {
          guard let id = row[0].text.map({ ExactText($0) }), let at = row[1].instant?.milliseconds else {
            continue
          }
          newest[id] = max(newest[id] ?? .min, at)
        }
      }
    }
    for (subject, at) in newest {
      try file.bookkeeping.raiseFloor(of: subject.text, device: device, to: min(at, clock.milliseconds))
    }
  }
}

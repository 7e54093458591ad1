import PaceLanguage

/// What a file of another application has to be like to become a log.
extension LogMaker {
  /// Refuses a file with another application's id or version, and tables that can't hold a log's rows.
  func checkForeign() throws(StoreError) {
    try LogMark.checkUnmarked(file.connection)
    let schema = try Schema(of: file.connection)
    try file.checkNoSource(fits: schema)
    if let notices = schema.table(LogSchema.noticeTable) { try checkIDColumn(of: notices) }
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
    var texts: [String] = []
    var unfilled: [String] = []
    let fields: [Field]
    switch table {
    case .subject:
      fields = program.subject.attributes
      unfilled = program.subject.isPerDay ? ["started_at", "ended_at"] : ["ended_at"]
    case .event(let event):
      fields = program.events[event.index].fields
      texts = [program.subject.name.text, "device"]
    }
    texts += fields.filter { $0.type == .text }.map(\.name.text)
    let definitions = file.rows.definitions(table)
    for definition in definitions {
      guard let column = found.column(definition.name) else { continue }
      if definition.type != "TEXT", column.affinity == .text {
        throw file.unfit(found.name, "turns numbers in `\(column.name)` into texts")
      }
      if texts.contains(definition.name), column.affinity == .number {
        throw file.unfit(found.name, "turns texts such as `007` in `\(column.name)` into numbers")
      }
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
}

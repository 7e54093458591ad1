import PaceLanguage

/// Tries whether a file's tables keep what a log writes: writes, changes and deletes rows, then undoes it all.
///
/// Constraints, indexes, collations and triggers of someone else's may refuse a row, change it, or take it away.
struct TableTrial {
  let file: LogFile

  private var program: Program { file.program }

  /// Refuses tables that don't keep such rows; runs within a transaction.
  func run() throws(StoreError) {
    try file.connection.execute("SAVEPOINT trial")
    do throws(StoreError) {
      for table in file.rows.tables {
        for values in rows(of: table) { try keep(values, in: table) }
      }
      for table in LogSchema.bookkeepingTables(of: program) { try keepEntry(in: table) }
    } catch {
      // A constraint may have ended the whole transaction.
      try? file.connection.execute("ROLLBACK TO trial; RELEASE trial")
      throw error
    }
    try file.connection.execute("ROLLBACK TO trial; RELEASE trial")
  }

  // MARK: Rows

  /// Rows as a log writes them, one for each kind of an event.
  private func rows(of table: KeptTable) -> [[String: StoredValue]] {
    let at = StoredValue.integer(1_000)
    switch table {
    case .subject:
      let values = self.values(of: program.subject.attributes, [])
      return [values.merging(["started_at": at]) { $1 }]
    case .event(let event):
      let type = program.events[event.index]
      var common: [String: StoredValue] = ["at": at, "device": .text("trial")]
      if !program.subject.isPerDay { common[program.noun] = .text("trial") }
      if type.kinds.isEmpty { return [values(of: type.fields, []).merging(common) { $1 }] }
      return type.kinds.map { kind in
        common["kind"] = .text(kind.name.text)
        return values(of: type.fields, kind.values).merging(common) { $1 }
      }
    }
  }

  private func values(of fields: [Field], _ given: [Constant?]) -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for (index, field) in fields.enumerated() {
      let constant = (index < given.count ? given[index] : nil) ?? field.initial
      values[field.name.text] = StoredValue(constant, field.type, program)
    }
    return values
  }

  /// Writes rows that differ in their ids only, and in those by no more than the case of a letter.
  private func keep(_ values: [String: StoredValue], in table: KeptTable) throws(StoreError) {
    let name = file.rows.entity(table)
    let id = "trial-" + CanonicalID.hex(32)
    let values = values.filter { file.keeps($0.key, in: name) }
    try attempt(name) { () throws(StoreError) in
      for id in [id, id.uppercased()] {
        try file.rows.insert(table, id, values)
      }
      for (column, value) in values {
        try file.rows.set(column, of: table, id, to: value)
        // The value was there before too.
        if file.connection.changes == 0 { throw file.unkept(name) }
      }
      try file.rows.delete(table, id)
      if try file.rows.row(table, id.uppercased()) == nil { throw file.unkept(name) }
      try file.rows.delete(table, id.uppercased())
    }
  }

  // MARK: Bookkeeping

  /// The columns of bookkeeping that some entries have no value for.
  private static let mayBeNull = ["level", "severity", "preset", "value"]

  private func keepEntry(in table: LogSchema.BookkeepingTable) throws(StoreError) {
    let names = table.names.map { SQLText.name($0) }
    let values = table.columns.map { $0.hasSuffix(" INTEGER") ? StoredValue.integer(1_000) : .text("trial") }
    let condition = names.map { "\($0) IS ?" }.joined(separator: " AND ")
    let others = zip(table.names, table.columns).map { name, column in
      if Self.mayBeNull.contains(name) { return StoredValue.null }
      return column.hasSuffix(" INTEGER") ? .integer(2_000) : .text("other")
    }
    func count(_ values: [StoredValue]) throws(StoreError) -> Int {
      try file.connection.count("SELECT count(*) FROM \(table.name) WHERE \(condition)", values)
    }
    try attempt(table.name) { () throws(StoreError) in
      // A table of notices may have been there before, without a key.
      for _ in 1...(table.name == Layout.noticeTable ? 1 : 2) {
        try file.connection.run(SQLText.insertion(into: table.name, table.names, "OR REPLACE"), values)
      }
      guard try count(values) == 1 else { throw file.unkept(table.name) }
      let settings = names.map { "\($0) = ?" }.joined(separator: ", ")
      try file.connection.run("UPDATE \(table.name) SET \(settings) WHERE \(condition)", others + values)
      guard try count(others) == 1 else { throw file.unkept(table.name) }
      try file.connection.run("DELETE FROM \(table.name) WHERE \(condition)", others)
      guard try count(others) == 0 else { throw file.unkept(table.name) }
    }
  }

  // MARK: Refusing

  /// Runs `body`; an error of SQLite's becomes the reason why the table can't keep rows.
  private func attempt(_ table: String, _ body: () throws(StoreError) -> Void) throws(StoreError) {
    do throws(StoreError) {
      try body()
    } catch {
      guard error.code == .other || error.code == .constraint else { throw error }
      let cause = error.message.split(separator: ": ", maxSplits: 1).last ?? ""
      throw file.unfit(table, "refuses such rows as a log writes (\(cause))")
    }
  }
}

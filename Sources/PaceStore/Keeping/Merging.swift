import PaceEngine
import PaceLanguage

/// Merges other files into one, within a transaction.
///
/// The result depends on what the files hold, not on the order in which they are merged: the value with the
/// greatest stamp wins, and a missing row counts as one whose values are all NULL.
struct Merging {
  let file: LogFile
  let peers: [Peer]
  /// The columns of each table of rows, except the id.
  var columns: [(table: String, columns: [String])] = []
  /// The file's own tables.
  private(set) var schema: Schema?
  var gain = MergeGain()

  var subjectTable: String { file.program.noun }

  /// Takes over the peers' deletions, and counts the rows here that they delete.
  mutating func findGone() throws(StoreError) {
    try file.connection.execute(Self.scratch)
    for peer in peers { try addColumns(of: peer) }
    try readColumns()
    for peer in peers { try take(LogSchema.gone, from: peer) }
    try hideForgottenNotices()
    try countGone()
  }

  /// - Parameter announce: called with what will be deleted, before anything is.
  mutating func run(announce: (MergeGain) -> Void) throws(StoreError) {
    let settings = try inForce("_setting", by: ["name"])
    let kinds = try inForce("_kind", by: Self.kindKey)
    try findGone()
    announce(gain)
    try dropGone()
    let before = try countRows()
    for peer in peers {
      for (table, columns) in columns { try takeRows(of: table, columns, from: peer) }
      try takeNotices(from: peer)
      for book in [LogSchema.changes, LogSchema.settings, LogSchema.kinds, LogSchema.floors] {
        try take(book, from: peer)
      }
    }
    try countValues()
    try tidy()
    for (table, rows) in try countRows() { gain.more[table] = rows - (before[table] ?? 0) }
    gain.more = gain.more.filter { $0.value > 0 }
    gain.settings = Self.changes(from: settings, to: try inForce("_setting", by: ["name"]), width: 1)
    gain.kinds = Self.changes(from: kinds, to: try inForce("_kind", by: Self.kindKey), width: 2)
  }

  private static let kindKey = ["event", "kind", "field"]

  /// Tables for rows that differ, winning values, new rows, earlier values, and notices of which only hashes are left.
  private static let scratch = """
    CREATE TEMP TABLE IF NOT EXISTS _merge_row (id PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS _merge_value (id PRIMARY KEY, value);
    CREATE TEMP TABLE IF NOT EXISTS _merge_new (entity, id, PRIMARY KEY (entity, id));
    CREATE TEMP TABLE IF NOT EXISTS _merge_old (entity, field, id, value, PRIMARY KEY (entity, field, id));
    CREATE TEMP TABLE IF NOT EXISTS _merge_hidden (id, device, PRIMARY KEY (id, device));
    DELETE FROM temp._merge_row; DELETE FROM temp._merge_value; DELETE FROM temp._merge_new;
    DELETE FROM temp._merge_old; DELETE FROM temp._merge_hidden;
    """

  // MARK: Tables

  /// Adds the columns that another file has and this one lacks.
  private func addColumns(of peer: Peer) throws(StoreError) {
    let own = try Schema(of: file.connection)
    let names = [subjectTable, Layout.noticeTable] + Peer.eventTables(own)
    for name in names {
      guard let table = own.table(name), let other = peer.schema.table(name) else { continue }
      for column in other.columns where table.column(column.name) == nil {
        try file.connection.addColumn(column.name, column.type, to: name)
      }
    }
  }

  private mutating func readColumns() throws(StoreError) {
    let schema = try Schema(of: file.connection)
    self.schema = schema
    columns = ([subjectTable] + Peer.eventTables(schema)).map { name in
      (name, Self.columns(of: name, in: schema).filter { !SQLText.areSame($0, "id") })
    }
  }

  static func columns(of table: String, in schema: Schema) -> [String] {
    schema.table(table)?.columns.map(\.name) ?? []
  }

  private func countRows() throws(StoreError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for table in columns.map(\.table) + [Layout.noticeTable] { counts[table] = try file.countRows(of: table) }
    return counts
  }

  // MARK: What is gone

  private mutating func countGone() throws(StoreError) {
    for (table, _) in columns {
      let rows = try file.connection.rows(
        """
        SELECT g.device, count(*) FROM main.\(SQLText.name(table)) t
        JOIN main._gone g ON g.entity = ?1 AND g.id = t.id GROUP BY g.device
        """, [.text(table)], width: 2)
      note(rows, gone: table)
    }
    let notices = try file.connection.rows(
      """
      SELECT device, count(*) FROM (
        SELECT (SELECT min(g.device) FROM main._gone g WHERE \(takes("g", "n"))) AS device FROM main.notice n
        WHERE \(isGone("n")) OR \(Self.isHidden("n"))
      ) GROUP BY device
      """, width: 2)
    note(notices, gone: Layout.noticeTable)
  }

  private mutating func note(_ rows: [[StoredValue]], gone table: String) {
    for row in rows {
      guard let count = row[1].integer, count > 0 else { continue }
      gain.gone[table, default: MergeGain.Share()].add(Int(clamping: count), from: row[0].text)
    }
  }

  private func dropGone() throws(StoreError) {
    for (table, _) in columns {
      let gone = "main.\(SQLText.name(table)) WHERE id IN (SELECT id FROM main._gone WHERE entity = ?1)"
      try file.write(to: table) { () throws(StoreError) in
        try file.connection.run("DELETE FROM \(gone)", [.text(table)])
      } holds: { () throws(StoreError) in
        try file.connection.count("SELECT count(*) FROM \(gone)", [.text(table)]) == 0
      }
    }
    try file.connection.execute(
      """
      DELETE FROM main.notice AS n WHERE \(isGone("n")) OR \(Self.isHidden("n"))
      """)
  }

  /// Drops the stamps of deleted rows, and rows of NULLs for subjects that always exist, such as days.
  private func tidy() throws(StoreError) {
    try file.connection.execute(
      """
      DELETE FROM main._change AS c WHERE EXISTS (
        SELECT 1 FROM main._gone g WHERE g.entity = c.entity AND g.id = c.id)
      """)
    let columns = self.columns.first?.columns ?? []
    let isBlank = columns.map { "\(SQLText.name($0)) IS NULL" }.joined(separator: " AND ")
    let isLasting = file.program.subject.isPerDay ? "true" : "id = '\(TablePlan.onlySubject)'"
    try file.connection.execute(
      "DELETE FROM main.\(SQLText.name(subjectTable)) WHERE \(isLasting) AND \(isBlank)")
  }
}

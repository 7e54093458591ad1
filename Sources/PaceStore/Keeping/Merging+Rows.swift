import PaceEngine

/// Rows of subjects and events.
extension Merging {
  /// Takes a peer's values that win over those here, and its rows that are missing here.
  func takeRows(of table: String, _ columns: [String], from peer: Peer) throws(StoreError) {
    let its = Self.columns(of: table, in: peer.schema).filter { !SQLText.areSame($0, "id") }
    let pair = TablePair(table: table, peer: peer, schema: schema)
    try addStamped(pair)
    if try findDifferences(its, pair) {
      for column in columns {
        try takeValues(of: column, isStored: its.contains { SQLText.areSame($0, column) }, pair)
      }
    }
    let names = (["id"] + its).map { SQLText.name($0) }.joined(separator: ", ")
    let missing = """
      FROM \(pair.other) b
      WHERE b.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM \(pair.own) a WHERE a.id = b.id)
      AND NOT EXISTS (SELECT 1 FROM main._gone g WHERE g.entity = ?1 AND g.id = b.id)
      """
    // The values of a new row may change again with the next peer.
    if peers.count > 1 {
      try file.connection.run("INSERT INTO temp._merge_new SELECT ?1, b.id \(missing)", [.text(table)])
    }
    // Rows that are new here differ in nothing.
    let differing = file.checksWrites ? try countDiffering(its, pair) : 0
    try file.write(to: table) { () throws(StoreError) in
      try file.connection.run(
        "INSERT INTO \(pair.own) (\(names)) SELECT \(names) \(missing)", [.text(table)])
    } holds: { () throws(StoreError) in
      let left = try file.connection.count("SELECT count(*) \(missing)", [.text(table)])
      return left == 0 ? try countDiffering(its, pair) == differing : false
    }
  }

  /// How many rows of both files have differing values.
  private func countDiffering(_ columns: [String], _ pair: TablePair) throws(StoreError) -> Int {
    let differences = columns.map { "a.\(SQLText.name($0)) IS NOT b.\(SQLText.name($0)) COLLATE BINARY" }
    return try file.connection.count(
      """
      SELECT count(*) FROM \(pair.own) a JOIN \(pair.other) b ON b.id = a.id
      WHERE \(differences.isEmpty ? "false" : differences.joined(separator: " OR "))
      """)
  }

  /// A table here and in the other file.
  private struct TablePair {
    let table: String
    let own: String
    let other: String
    let changes: String
    private let columns: Schema.Table?
    private let otherColumns: Schema.Table?

    init(table: String, peer: Peer, schema: Schema?) {
      self.table = table
      columns = schema?.table(table)
      otherColumns = peer.schema.table(table)
      own = "main.\(SQLText.name(table))"
      other = "\(peer.name).\(SQLText.name(table))"
      changes = "\(peer.name)._change"
    }

    /// A value of the other file's row `b` as this file stores it; which value is the greater is decided by that.
    func stored(_ column: String) -> String {
      let cell = "b.\(SQLText.name(column))"
      let (own, its) = (columns?.column(column)?.affinity, otherColumns?.column(column)?.affinity)
      if own == its { return cell }
      if own == .number { return SQLText.number(ofText: cell) }
      return own == .text ? SQLText.text(ofNumber: cell) : cell
    }
  }

  /// Adds rows of NULLs for rows of the other file that are missing here but have stamps here.
  private func addStamped(_ pair: TablePair) throws(StoreError) {
    try file.connection.run(
      """
      INSERT INTO temp._merge_new SELECT DISTINCT ?1, c.id FROM main._change c WHERE c.entity = ?1
      AND NOT EXISTS (SELECT 1 FROM \(pair.own) a WHERE a.id = c.id)
      AND EXISTS (SELECT 1 FROM \(pair.other) b WHERE b.id = c.id)
      AND NOT EXISTS (SELECT 1 FROM main._gone g WHERE g.entity = ?1 AND g.id = c.id)
      """, [.text(pair.table)])
    try file.connection.run(
      """
      INSERT INTO \(pair.own) (id) SELECT n.id FROM temp._merge_new n WHERE n.entity = ?1
      AND NOT EXISTS (SELECT 1 FROM \(pair.own) a WHERE a.id = n.id)
      """, [.text(pair.table)])
  }

  /// Lists the rows here that differ in the other file, in values or by stamps alone; false if there are none.
  private func findDifferences(_ columns: [String], _ pair: TablePair) throws(StoreError) -> Bool {
    let differences = columns.map { Self.differ("a.\(SQLText.name($0))", pair.stored($0)) }
    try file.connection.execute("DELETE FROM temp._merge_row")
    try file.connection.run(
      """
      INSERT INTO temp._merge_row
      SELECT a.id FROM \(pair.own) a JOIN \(pair.other) b ON b.id = a.id
      WHERE \(differences.isEmpty ? "false" : differences.joined(separator: " OR "))
      UNION SELECT c.id FROM \(pair.changes) c JOIN \(pair.own) a ON a.id = c.id
      WHERE c.entity = ?1 AND NOT EXISTS (SELECT 1 FROM \(pair.other) b WHERE b.id = c.id)
      """, [.text(pair.table)])
    return file.connection.changes > 0
  }

  private static func differ(_ a: String, _ b: String) -> String {
    "(\(a) IS NOT \(b) COLLATE BINARY OR typeof(\(a)) <> typeof(\(b)))"
  }

  /// Takes the other file's values of a column if their stamps are greater, or equal with a greater value.
  ///
  /// Of two starts that nobody has edited the lesser counts: the subject began with the first device.
  private func takeValues(
    of column: String, isStored: Bool, _ pair: TablePair
  ) throws(StoreError) {
    let name = SQLText.name(column)
    let (own, its) = ("a.\(name)", isStored ? pair.stored(column) : "NULL")
    let wins = pair.table == subjectTable && SQLText.areSame(column, "started_at") ? "<" : ">"
    try file.connection.execute("DELETE FROM temp._merge_value")
    try file.connection.run(
      """
      INSERT INTO temp._merge_value
      SELECT r.id, \(its) FROM temp._merge_row r
      JOIN \(pair.own) a ON a.id = r.id LEFT JOIN \(pair.other) b ON b.id = r.id
      LEFT JOIN main._change x ON x.entity = ?1 AND x.id = r.id AND x.field = ?2
      LEFT JOIN \(pair.changes) y ON y.entity = ?1 AND y.id = r.id AND y.field = ?2
      WHERE \(Self.differ(own, its)) AND CASE
        WHEN \(Self.stamp("y")) > \(Self.stamp("x")) THEN true
        WHEN \(Self.stamp("y")) < \(Self.stamp("x")) THEN false
        ELSE \(own) IS NULL OR +\(its) \(wins) +\(own) COLLATE BINARY
          OR +\(its) = +\(own) COLLATE BINARY AND typeof(\(its)) > typeof(\(own)) END
      """, [.text(pair.table), .text(column)])
    if file.connection.changes == 0 { return }
    try file.connection.run(
      """
      INSERT OR IGNORE INTO temp._merge_old SELECT ?1, ?2, v.id, \(own) FROM temp._merge_value v
      JOIN \(pair.own) a ON a.id = v.id
      WHERE NOT EXISTS (SELECT 1 FROM temp._merge_new n WHERE n.entity = ?1 AND n.id = v.id)
      """, [.text(pair.table), .text(column)])
    try file.write(to: pair.table) { () throws(StoreError) in
      try file.connection.execute(
        """
        UPDATE \(pair.own) AS t SET \(name) = (SELECT value FROM temp._merge_value v WHERE v.id = t.id)
        WHERE t.id IN (SELECT id FROM temp._merge_value)
        """)
    } holds: { () throws(StoreError) in
      try file.connection.count(
        """
        SELECT count(*) FROM temp._merge_value v LEFT JOIN \(pair.own) t ON t.id = v.id
        WHERE t.\(name) IS NOT v.value COLLATE BINARY
        """) == 0
    }
  }

  /// Counts the values that are other than before in rows that were there before, each once.
  mutating func countValues() throws(StoreError) {
    for (table, columns) in columns {
      for column in columns {
        let rows = try file.connection.rows(
          """
          SELECT c.device, count(*) FROM temp._merge_old o
          LEFT JOIN main.\(SQLText.name(table)) t ON t.id = o.id
          LEFT JOIN main._change c ON c.entity = o.entity AND c.id = o.id AND c.field = o.field
          WHERE o.entity = ?1 AND o.field = ?2 AND \(Self.differ("o.value", "t.\(SQLText.name(column))"))
          GROUP BY c.device
          """, [.text(table), .text(column)], width: 2)
        for row in rows { gain.values.add(Int(clamping: row[1].integer ?? 0), from: row[0].text) }
      }
    }
  }

  /// A stamp in SQL that can be compared; a missing one counts as the lowest.
  private static func stamp(_ table: String) -> String {
    "(ifnull(\(table).at, \(Int64.min)), CAST(ifnull(\(table).device, '') AS BLOB))"
  }
}

import PaceEngine
public import PaceLanguage

/// The ids of a log's subjects.
public enum SubjectDirectory {
  /// The ids that start with `prefix`, in order of their bytes, at most `limit` of them.
  ///
  /// - Parameters:
  ///   - readsGiven: whether a notice that was given makes a subject.
  ///   - asUUIDs: whether only texts as long as a UUID count.
  public static func ids(
    startingWith prefix: String = "", limit: Int, in connection: borrowing Connection, layout: Layout,
    program: Program, readsGiven: Bool = false, asUUIDs: Bool = false
  ) throws(StoreError) -> [String] {
    var ids: Set<ExactText> = []
    let subjects = layout.subject.map { [$0] } ?? []
    for table in subjects + layout.events + (readsGiven ? layout.notices : []) {
      guard let column = table.subject?.name.map({ SQLText.name($0) }) else {
        let name = table.onlySubject
        if !program.subject.isPerDay, name.hasPrefix(prefix) { ids.insert(ExactText(name)) }
        continue
      }
      // An index on the column finds texts by prefix; other ids have to be checked one by one.
      let text = try connection.prepare(
        """
        SELECT DISTINCT \(column) FROM \(SQLText.name(table.name))
        WHERE \(column) >= ?1 AND \(column) < ?2 AND typeof(\(column)) = 'text'
          AND (NOT ?4 OR length(\(column)) = 36)
        ORDER BY \(column) LIMIT ?3
        """,
        [.text(prefix), .text(prefix + "\u{10FFFF}"), .integer(Int64(limit)), .integer(asUUIDs ? 1 : 0)])
      try collect(text, into: &ids, prefix)
      if try holdsOthers(column, table, connection) {
        // The text gets no alias: an alias would stand for a column of that name, if there is one.
        let id = IdentifierText.sql(column)
        let other = try connection.prepare(
          """
          SELECT DISTINCT \(id) FROM \(SQLText.name(table.name))
          WHERE typeof(\(column)) IN ('integer', 'blob') AND substr(\(id), 1, length(?1)) = ?1 LIMIT ?2
          """, [.text(prefix), .integer(Int64(limit))])
        try collect(other, into: &ids, prefix)
      }
    }
    return ids.sorted().prefix(limit).map { $0.text }
  }

  /// The ids that fit a name best, in order of their bytes.
  ///
  /// - Parameter limit: how many ids are looked at for each spelling of the name.
  public static func ids(
    named name: SubjectName, limit: Int, in connection: borrowing Connection, layout: Layout,
    program: Program, readsGiven: Bool = false
  ) throws(StoreError) -> [String] {
    var found: [String] = []
    for spelling in name.spellings {
      found += try ids(
        startingWith: spelling, limit: limit, in: connection, layout: layout, program: program,
        readsGiven: readsGiven, asUUIDs: spelling != name.text)
    }
    return name.best(of: found)
  }

  private static func holdsOthers(
    _ column: String, _ table: Layout.Table, _ connection: borrowing Connection
  ) throws(StoreError) -> Bool {
    // SQLite sorts by storage class first, so if both ends are texts, all values are.
    for direction in ["ASC", "DESC"] {
      let end = try connection.text(
        """
        SELECT typeof(\(column)) FROM \(SQLText.name(table.name)) WHERE \(column) IS NOT NULL
        ORDER BY \(column) COLLATE BINARY \(direction) LIMIT 1
        """)
      if let end, end != "text" { return true }
    }
    return false
  }

  private static func collect(
    _ statement: borrowing Statement, into ids: inout Set<ExactText>, _ prefix: String
  ) throws(StoreError) {
    while try statement.step() {
      if let id = IdentifierText.text(statement.cell(0)), id.utf8.starts(with: prefix.utf8) {
        ids.insert(ExactText(id))
      }
    }
  }
}

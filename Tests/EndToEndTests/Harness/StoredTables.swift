import PaceStore

/// The content of all tables of a database, and whether the file is sound.
struct StoredTables: Equatable {
  /// The rows of each table by its name, a row a line.
  let rows: [String: String]
  let integrity: String

  init(_ path: String) throws {
    let connection = try Connection.reading(path)
    func text(_ sql: String) throws -> String {
      let statement = try connection.prepare(sql)
      return try statement.step() ? statement.text(0) ?? "" : ""
    }
    var rows: [String: String] = [:]
    for table in try Schema(of: connection).tables {
      let values = table.columns.map(\.name).sorted().map { "quote(\"\($0)\")" }
      rows[table.name] = try text(
        """
        SELECT group_concat(line, char(10)) FROM (
          SELECT \(values.joined(separator: " || ' ' || ")) AS line FROM "\(table.name)" ORDER BY line)
        """)
    }
    self.rows = rows
    integrity = try text("SELECT integrity_check FROM pragma_integrity_check")
  }

  /// The names of the tables that differ from another database's.
  func differences(from other: StoredTables) -> [String] {
    Set(rows.keys).union(other.rows.keys).filter { rows[$0] != other.rows[$0] }.sorted()
  }
}

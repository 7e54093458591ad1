/// How SQLite can be made to sort subjects by the bytes of their ids as text.
enum SubjectOrder {
  /// All are texts, or all UUIDs: the order of the column itself, which an index may have.
  case bytes
  /// Texts that are not stored in UTF-8.
  case collated
  /// Numbers among them: by their text.
  case text

  init(
    of column: String, table: String, in connection: borrowing Connection, isUTF8: Bool
  ) throws(StoreError) {
    // Values are sorted by storage class first, so that both ends tell of all.
    let first = try Self.end(column, table, "ASC", connection)
    let last = try Self.end(column, table, "DESC", connection)
    if first == "text", last == "text" {
      self = isUTF8 ? .bytes : .collated
    } else if first == nil || (first == "blob" && last == "blob") {
      self = .bytes
    } else {
      self = .text
    }
  }

  func sql(_ column: String) -> String {
    switch self {
    case .bytes: "\(column) COLLATE BINARY"
    case .collated: "\(column) COLLATE \(Connection.byteCollation)"
    case .text: "\(IdentifierText.sql(column)) COLLATE \(Connection.byteCollation)"
    }
  }

  private static func end(
    _ column: String, _ table: String, _ direction: String, _ connection: borrowing Connection
  ) throws(StoreError) -> String? {
    let statement = try connection.prepare(
      """
      SELECT typeof(\(column)) FROM \(table) WHERE \(column) IS NOT NULL
      ORDER BY \(column) COLLATE BINARY \(direction) LIMIT 1
      """)
    return try statement.step() ? statement.text(0) : nil
  }
}

/// One subject, by every value that may stand for it.
struct SubjectSelection: Sendable {
  let id: String

  var placeholders: String { "?1, ?2, ?3" }

  func bind(to statement: borrowing Statement) {
    statement.bind(id, at: 1)
    if let number = Int64(id), String(number) == id {
      statement.bind(number, at: 2)
    } else {
      statement.bindNull(2)
    }
    if let blob = IdentifierText.blob(id) {
      statement.bind(blob: blob, at: 3)
    } else {
      statement.bindNull(3)
    }
  }
}

/// The tables and views of a database with their columns.
public struct Schema: Sendable {
  public struct Column: Sendable {
    public var name: String
    /// As it was declared, perhaps empty.
    public var type: String
    /// Whether it is the primary key or part of it.
    var isKey: Bool
    /// Whether each row has to bring a value for it.
    var isDemanded: Bool
    /// The table that it is declared to be a key of.
    var target: String?

    /// What SQLite turns values into that are written to a column.
    enum Affinity {
      case text, number, none
    }

    var affinity: Affinity {
      let type = type.uppercased()
      if type.contains("INT") { return .number }
      if ["CHAR", "CLOB", "TEXT"].contains(where: { type.contains($0) }) { return .text }
      return type.isEmpty || type.contains("BLOB") ? .none : .number
    }
  }

  public struct Table: Sendable {
    public var name: String
    public var columns: [Column]
    /// The name under which rows have a number of their own; nil if they have none.
    var rowID: String?
    /// Whether rows have a number of their own.
    public var hasRowID: Bool { rowID != nil }
    var isView = false

    /// Names are compared as SQLite does.
    public func column(_ name: String) -> Column? {
      columns.first { SQLText.areSame($0.name, name) }
    }

    /// Whether its primary key is the column `id` alone.
    var hasKey: Bool {
      let key = columns.filter(\.isKey)
      return key.count == 1 && SQLText.areSame(key[0].name, "id")
    }
  }

  /// A table or view that SQLite can't open, and what it lacks: a function or a module of the application, or a table.
  struct Unopened: Sendable {
    var name: String
    /// In SQLite's words.
    var cause: String
  }

  /// In the order of their names; what SQLite can't open is left out.
  public var tables: [Table]
  private(set) var unopened: [Unopened] = []

  public init(of connection: borrowing Connection) throws(StoreError) {
    tables = []
    let list = try connection.prepare(
      """
      SELECT name, type FROM sqlite_schema
      WHERE type IN ('table', 'view') AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name
      """)
    while try list.step() {
      guard let name = list.text(0) else { continue }
      do throws(StoreError) {
        tables.append(try Self.table(name, isView: list.text(1) == "view", of: connection))
      } catch {
        guard error.code == .other else { throw error }
        let place = "`\(connection.path)`: "
        let cause =
          error.message.hasPrefix(place) ? String(error.message.dropFirst(place.count)) : error.message
        unopened.append(Unopened(name: name, cause: cause))
      }
    }
  }

  /// Names are compared as SQLite does.
  public func table(_ name: String) -> Table? {
    tables.first { SQLText.areSame($0.name, name) }
  }

  /// Why a table or view that is there can't be opened; nil if it can, or isn't there.
  func cause(unopened name: String) -> String? {
    unopened.first { SQLText.areSame($0.name, name) }?.cause
  }

  private static func table(
    _ name: String, isView: Bool, of connection: borrowing Connection
  ) throws(StoreError) -> Table {
    var columns: [Column] = []
    let rows = try connection.prepare(
      """
      SELECT name, type, pk, "notnull" AND dflt_value IS NULL AND hidden = 0
        AND NOT (pk AND type = 'INTEGER' COLLATE NOCASE),
        (SELECT "table" FROM pragma_foreign_key_list(?1) WHERE "from" = name COLLATE NOCASE)
      FROM pragma_table_xinfo(?1)
      """, [.text(name)])
    while try rows.step() {
      columns.append(
        Column(
          name: rows.text(0) ?? "", type: rows.text(1) ?? "", isKey: rows.integer(2) > 0,
          isDemanded: rows.integer(3) > 0, target: rows.text(4)))
    }
    let rowID = SQLText.rowNumber(besides: columns.map(\.name))
    let probe = rowID.map { "SELECT \($0) FROM \(SQLText.name(name)) LIMIT 0" }
    let isNumbered = !isView && probe.map { (try? connection.prepare($0).step()) != nil } == true
    return Table(name: name, columns: columns, rowID: isNumbered ? rowID : nil, isView: isView)
  }
}

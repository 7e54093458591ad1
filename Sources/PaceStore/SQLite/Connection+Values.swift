extension Connection {
  /// Whether what was written last may be in a file beside this one.
  var writesAhead: Bool { (try? text("PRAGMA journal_mode")) == "wal" }

  /// A statement with the values of its parameters, from the first on.
  func prepare(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> Statement {
    let statement = try prepare(sql)
    statement.bind(values)
    return statement
  }

  /// The value in a statement's first row; nil if there is none.
  private func value(_ sql: String, _ values: [StoredValue]) throws(StoreError) -> StoredValue? {
    let statement = try prepare(sql, values)
    return try statement.step() ? statement.stored(0) : nil
  }

  /// The number in a statement's first row; nil if there is none.
  func number(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> Int64? {
    try value(sql, values)?.integer
  }

  /// The number in a statement's first row, or 0.
  func count(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> Int {
    Int(clamping: try number(sql, values) ?? 0)
  }

  /// The text in a statement's first row; nil if there is none.
  func text(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> String? {
    try value(sql, values)?.text
  }

  /// The texts in a statement's rows; rows without one are left out.
  func texts(_ sql: String, _ values: [StoredValue] = []) throws(StoreError) -> [String] {
    try rows(sql, values, width: 1).compactMap { $0[0].text }
  }

  /// Whether a table has rows; one that can't be read counts as having none.
  func hasRows(_ table: String) -> Bool {
    (try? number("SELECT 1 FROM \(SQLText.name(table)) LIMIT 1")).flatMap { $0 } != nil
  }

  /// The result of `body`; nil if it can't read something, such as a view that needs an application's function.
  ///
  /// - Throws: If the file is damaged.
  static func unlessDamaged<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T? {
    do throws(StoreError) {
      return try body()
    } catch {
      if error.code == .corrupt { throw error }
      return nil
    }
  }

  func addColumn(_ column: String, _ type: String = "", to table: String) throws(StoreError) {
    try execute("ALTER TABLE \(SQLText.name(table)) ADD COLUMN \(SQLText.schemaName(column)) \(type)")
  }

  func run(_ sql: String, _ values: [StoredValue]) throws(StoreError) { try prepare(sql, values).run() }

  /// All rows that a statement gives.
  func rows(_ sql: String, _ values: [StoredValue] = [], width: Int) throws(StoreError) -> [[StoredValue]] {
    let statement = try prepare(sql, values)
    var rows: [[StoredValue]] = []
    while try statement.step() { rows.append((0..<width).map { statement.stored($0) }) }
    return rows
  }
}

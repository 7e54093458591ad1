extension Connection {
  /// Whether what was written last may be in a file beside this one.
  var writesAhead: Bool { (try? rows("PRAGMA journal_mode", width: 1))?.first?[0].text == "wal" }

  /// The number in a statement's first row; nil if there is none.
  func number(_ sql: String) throws(StoreError) -> Int64? {
    let statement = try prepare(sql)
    guard try statement.step() else { return nil }
    return statement.stored(0).integer
  }

  func run(_ sql: String, _ values: [StoredValue]) throws(StoreError) {
    let statement = try prepare(sql)
    statement.bind(values)
    try statement.run()
  }

  /// All rows that a statement gives.
  func rows(_ sql: String, _ values: [StoredValue] = [], width: Int) throws(StoreError) -> [[StoredValue]] {
    let statement = try prepare(sql)
    statement.bind(values)
    var rows: [[StoredValue]] = []
    while try statement.step() { rows.append((0..<width).map { statement.stored($0) }) }
    return rows
  }
}

import CSQLite

/// The baseline of all measurements: a loop over `sqlite3_step` that reads five columns, as a C program would.
enum BareScan {
  enum ScanError: Error { case failed(String) }

  /// Reads a log of take-care; returns a number that depends on every value.
  static func run(_ path: String) throws -> UInt64 {
    var connection: OpaquePointer?
    guard unsafe sqlite3_open_v2(path, &connection, 1, nil) == 0 else { throw ScanError.failed(path) }
    defer { unsafe sqlite3_close_v2(connection) }
    var statement: OpaquePointer?
    let sql = "SELECT session, at, kind, units, alcoholic FROM drink"
    guard unsafe sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == 0 else {
      throw ScanError.failed(path)
    }
    defer { unsafe sqlite3_finalize(statement) }
    var sum: UInt64 = 0
    while unsafe sqlite3_step(statement) == 100 {
      sum &+= unsafe text(sqlite3_column_value(statement, 0))
      sum &+= UInt64(bitPattern: unsafe sqlite3_value_int64(sqlite3_column_value(statement, 1)))
      sum &+= unsafe text(sqlite3_column_value(statement, 2))
      sum &+= unsafe sqlite3_value_double(sqlite3_column_value(statement, 3)).bitPattern
      sum &+= UInt64(bitPattern: unsafe sqlite3_value_int64(sqlite3_column_value(statement, 4)))
    }
    return sum
  }

  private static func text(_ value: OpaquePointer?) -> UInt64 {
    guard let bytes = unsafe sqlite3_value_text(value) else { return 0 }
    let count = unsafe Int(sqlite3_value_bytes(value))
    return unsafe pace_head_of_bytes(bytes, count) &+ UInt64(count)
  }

  /// The cost of one scan.
  static func usage(_ path: String) throws -> Usage {
    var sum: UInt64 = 0
    let usage = try Usage.of { sum = try run(path) }
    precondition(sum != 0, "nothing was read")
    return usage
  }
}

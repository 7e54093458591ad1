internal import CSQLite

/// The rows of a query, handed over one by one until the taker pauses the stream.
///
/// SQLite calls a function with each row's values, which costs less than asking for each value at each row.
@safe
final class RowStream {
  /// The most arguments of one call that all versions of SQLite take, less the taker.
  private static let greatestWidth = 99

  private let statement: Statement
  private let taker: RowTaker
  /// Whether the query calls the function.
  private let isCalled: Bool
  private let width: Int

  /// - Parameters:
  ///   - query: gives `width` columns named `c0`, `c1`, …
  ///   - values: those of the query's parameters.
  ///   - take: takes a row; true if the stream is to pause after it.
  init(
    _ connection: borrowing Connection, query: String, width: Int, values: [StoredValue],
    take: @escaping (borrowing Row) -> Bool
  ) throws(StoreError) {
    taker = RowTaker(connection.rows, take)
    isCalled = width <= Self.greatestWidth
    self.width = width
    if isCalled {
      let arguments = ["?\(values.count + 1)"] + (0..<width).map { "c\($0)" }
      let call = "\(RowTaker.function)(\(arguments.joined(separator: ", ")))"
      statement = try connection.prepare("SELECT 1 FROM (\(query)) WHERE \(call)", values)
      unsafe statement.bind(taker, at: values.count + 1)
    } else {
      statement = try connection.prepare(query, values)
    }
  }

  /// Begins again with other values of the query's parameters.
  func restart(_ values: [StoredValue]) {
    statement.reset()
    statement.bind(values)
  }

  /// Ends early, so that the statement keeps no lock.
  func end() { statement.reset() }

  /// Hands over rows up to the next pause; false after the last.
  func advance() throws(StoreError) -> Bool {
    // The statement returns only rows at which the function pauses.
    if isCalled { return try statement.step() }
    while try statement.step() {
      var values = unsafe (0..<width).map { unsafe statement.value($0) }
      let isPause = unsafe values.withUnsafeMutableBufferPointer { values in
        guard let start = values.baseAddress else { return false }
        return unsafe taker.take(Row(start, count: values.count))
      }
      if isPause { return true }
    }
    return false
  }
}

/// Takes the rows that an SQL function is called with.
@safe
final class RowTaker {
  /// The function's name; the first argument is the taker, the others are the row's values.
  static let function = "pace_row"

  /// Defines the function, which returns true if the taker pauses. Without it, no query that calls it can be prepared.
  @unsafe
  static func defineFunction(on handle: OpaquePointer) {
    let utf8: Int32 = 1
    _ = unsafe sqlite3_create_function_v2(
      handle, function, -1, utf8, nil,
      { call, count, values in
        guard count > 0, let values = unsafe values, let taker = unsafe pace_taker(values[0]) else { return }
        let row = unsafe Row(values + 1, count: Int(count) - 1)
        let isPause = unsafe Unmanaged<RowTaker>.fromOpaque(taker)._withUnsafeGuaranteedRef { $0.take(row) }
        // Without a result SQLite skips the row and goes on.
        if isPause { unsafe sqlite3_result_int(call, 1) }
      }, nil, nil, nil)
  }

  private let body: (borrowing Row) -> Bool
  /// Where rows are counted.
  private let rows: Box<Int>

  init(_ rows: Box<Int>, _ body: @escaping (borrowing Row) -> Bool) {
    self.rows = rows
    self.body = body
  }

  @inline(__always)
  func take(_ row: borrowing Row) -> Bool {
    rows.value &+= 1
    return body(row)
  }
}

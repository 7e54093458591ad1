internal import CSQLite

/// The rows of a query, handed over one by one until the taker pauses the stream.
///
/// SQLite calls a function with each row's values, which costs less than asking for each value at each row.
@safe
final class RowStream {
  /// The most arguments of one call that all versions of SQLite take.
  private static let greatestWidth = 100

  private let statement: Statement
  private let taker: RowTaker
  /// Whether the query calls the function.
  private let isCalled: Bool
  private let width: Int

  /// - Parameters:
  ///   - name: the function's name, unique within the connection.
  ///   - query: gives `width` columns named `c0`, `c1`, …
  ///   - take: takes a row; true if the stream is to pause after it.
  init(
    _ connection: borrowing Connection, name: String, query: String, width: Int,
    bind: (borrowing Statement) -> Void, take: @escaping (borrowing Row) -> Bool
  ) throws(StoreError) {
    taker = RowTaker(connection.rows, take)
    isCalled = width <= Self.greatestWidth
    self.width = width
    if isCalled {
      try unsafe connection.define(name, calling: taker)
      let arguments = (0..<width).map { "c\($0)" }.joined(separator: ", ")
      statement = try connection.prepare("SELECT 1 FROM (\(query)) WHERE \(name)(\(arguments))")
    } else {
      statement = try connection.prepare(query)
    }
    bind(statement)
  }

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

/// Takes the rows that SQLite's function is called with.
final class RowTaker {
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

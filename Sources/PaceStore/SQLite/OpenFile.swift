internal import CSQLite

/// A database file that is open until its last connection and its last statement are gone.
@safe
final class OpenFile {
  let handle: OpaquePointer
  let path: String
  let watchdog = RowWatchdog()
  private let lockWait: LockWait
  /// Whether no statement is prepared once the file is no longer at its path.
  var staysInPlace = false
  /// Statements for whoever asks for the same SQL next.
  private var prepared: [String: PreparedStatement] = [:]
  /// More than the commands for one subject use.
  private static let mostPrepared = 64
  /// SQLite's number for the question whether a file has moved.
  private static let movedQuestion: Int32 = 20

  /// `handle` has to be that of an open database, which this closes.
  ///
  /// - Parameter busyTimeout: for how many milliseconds to wait for a lock.
  @unsafe
  init(_ handle: OpaquePointer, path: String, busyTimeout: Int) {
    unsafe self.handle = handle
    self.path = path
    lockWait = LockWait(milliseconds: busyTimeout)
    unsafe lockWait.begin(on: handle)
    unsafe RowTaker.defineFunction(on: handle)
  }

  deinit {
    prepared.removeAll()
    unsafe sqlite3_close_v2(handle)
  }

  /// Refuses a file that is no longer at its path: what it holds is out of date, and what is written would be lost.
  func checkPlace() throws(StoreError) {
    guard staysInPlace else { return }
    var answer: Int32 = 0
    let code = unsafe sqlite3_file_control(handle, "main", Self.movedQuestion, &answer)
    guard code == ResultCode.ok, answer != 0 else { return }
    throw StoreError(
      .moved, "`\(path)` was deleted, moved or replaced after it was opened",
      help: "open what is there now")
  }

  /// A statement that nobody else uses.
  func statement(_ sql: String) throws(StoreError) -> PreparedStatement {
    try checkPlace()
    let known = prepared[sql]
    // Swift takes texts for equal in which a letter and its accent are one character or two.
    if let known, !known.isInUse, Bytes.areSame(known.sql.utf8Span.span, sql.utf8Span.span) {
      known.isInUse = true
      return known
    }
    var statement: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard code == ResultCode.ok, let statement = unsafe statement else {
      throw unsafe Connection.failure(code, on: handle, path: path)
    }
    let new = unsafe PreparedStatement(statement, sql)
    // PRAGMA and EXPLAIN tell of the schema as it was when they were prepared.
    if known != nil || sql.hasPrefix("PRAGMA") || sql.hasPrefix("EXPLAIN") { return new }
    if prepared.count == Self.mostPrepared { prepared.removeAll() }
    prepared[sql] = new
    return new
  }
}

/// What SQLite has made of some SQL; a `Statement` runs it.
@safe
final class PreparedStatement {
  let handle: OpaquePointer
  let sql: String
  var isInUse = true
  /// SQLite's code for the last binding that failed; all were good if it is `ResultCode.ok`.
  var bindingCode = ResultCode.ok

  /// `handle` has to be that of a statement, which this finalizes.
  @unsafe
  init(_ handle: OpaquePointer, _ sql: String) {
    unsafe self.handle = handle
    self.sql = sql
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }
}

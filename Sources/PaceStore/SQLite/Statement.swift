internal import CSQLite

/// A prepared statement and its current row.
///
/// Bytes are lent as spans and never escape.
@safe
public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let prepared: PreparedStatement
  private let file: OpenFile

  init(_ sql: String, in file: OpenFile) throws(StoreError) {
    prepared = try file.statement(sql)
    unsafe handle = prepared.handle
    self.file = file
  }

  deinit {
    // Until it is reset it keeps a lock.
    reset()
    unsafe sqlite3_clear_bindings(handle)
    prepared.isInUse = false
  }

  /// Moves to the next row; false after the last one.
  public func step() throws(StoreError) -> Bool {
    if prepared.bindingCode != ResultCode.ok {
      throw unsafe Connection.failure(prepared.bindingCode, on: file.handle, path: file.path)
    }
    let code = unsafe sqlite3_step(handle)
    file.watchdog.rows.value &+= 1
    if code == ResultCode.row { return true }
    if code == ResultCode.done { return false }
    if code == ResultCode.interrupted { throw file.watchdog.error(in: prepared.sql, path: file.path) }
    throw unsafe Connection.failure(code, on: file.handle, path: file.path)
  }

  /// Runs a statement that gives no rows, and makes it ready to run again.
  public func run() throws(StoreError) {
    // After an error too: SQLite would give it again for whatever is bound next.
    defer { reset() }
    while try step() {}
  }

  /// Goes back to before the first row; bindings stay.
  public func reset() {
    unsafe sqlite3_reset(handle)
    prepared.bindingCode = ResultCode.ok
  }

  // MARK: Binding, from 1; a value that is too large fails the next step.

  public func bind(_ value: StoredValue, at index: Int) {
    let place = Int32(clamping: index)
    switch value {
    case .null: note(unsafe sqlite3_bind_null(handle, place))
    case .integer(let value): note(unsafe sqlite3_bind_int64(handle, place, value))
    case .real(let value): note(unsafe sqlite3_bind_double(handle, place, value))
    case .text(var text): text.withUTF8 { bind(unsafe $0.span, at: index) }
    case .blob(let bytes):
      note(
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe pace_bind_blob(handle, place, bytes.baseAddress, Int32(clamping: bytes.count))
        })
    }
  }

  private func note(_ code: Int32) {
    if code != ResultCode.ok { prepared.bindingCode = code }
  }

  /// Binds the values to the parameters from the first on.
  func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(value, at: index + 1) }
  }

  /// Binds a text by its UTF-8 bytes.
  func bind(_ text: Span<UInt8>, at index: Int) {
    note(
      unsafe text.withUnsafeBufferPointer { bytes in
        // An empty text has no address, and a null pointer would bind NULL.
        unsafe bytes.isEmpty
          ? pace_bind_text(handle, Int32(clamping: index), "", 0)
          : pace_bind_text(handle, Int32(clamping: index), bytes.baseAddress, Int32(clamping: bytes.count))
      })
  }

  /// Binds the taker of a stream's rows, which has to live until the last step or the next binding at the index.
  @unsafe
  func bind(_ taker: RowTaker, at index: Int) {
    unsafe pace_bind_taker(handle, Int32(clamping: index), Unmanaged.passUnretained(taker).toOpaque())
  }

  // MARK: The current row, columns from 0

  public func integer(_ column: Int) -> Int64 { cell(column).integer }

  /// The value as text, or nil for NULL.
  public func text(_ column: Int) -> String? { cell(column).text }

  func stored(_ column: Int) -> StoredValue { StoredValue(cell(column)) }

  func cell(_ column: Int) -> Cell { unsafe Cell(value(column)) }

  @unsafe
  func value(_ column: Int) -> OpaquePointer? {
    unsafe sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
  }
}

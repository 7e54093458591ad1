internal import CSQLite

/// A prepared statement and its current row.
///
/// Bytes are lent as spans and never escape.
@safe
public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let path: String
  private let watchdog: RowWatchdog

  /// Both pointers are live; the connection closes only after its last statement.
  @unsafe
  init(handle: OpaquePointer, connection: OpaquePointer, path: String, watchdog: RowWatchdog) {
    unsafe self.handle = handle
    unsafe self.connection = connection
    self.path = path
    self.watchdog = watchdog
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Moves to the next row; false after the last one.
  public func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    watchdog.rows.value &+= 1
    if code == ResultCode.row { return true }
    if code == ResultCode.done { return false }
    if code == ResultCode.interrupted {
      throw watchdog.error(in: unsafe String(cString: sqlite3_sql(handle)), path: path)
    }
    throw unsafe Connection.failure(code, on: connection, path: path)
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
  }

  // MARK: Binding, from 1

  public func bindNull(_ index: Int) {
    unsafe sqlite3_bind_null(handle, Int32(clamping: index))
  }

  public func bind(_ value: Int64, at index: Int) {
    unsafe sqlite3_bind_int64(handle, Int32(clamping: index), value)
  }

  public func bind(_ value: Double, at index: Int) {
    unsafe sqlite3_bind_double(handle, Int32(clamping: index), value)
  }

  public func bind(_ text: String, at index: Int) {
    var text = text
    text.withUTF8 { bind(unsafe $0.span, at: index) }
  }

  /// Binds a text by its UTF-8 bytes.
  func bind(_ text: Span<UInt8>, at index: Int) {
    _ = unsafe text.withUnsafeBufferPointer { bytes in
      // An empty text has no address, and a null pointer would bind NULL.
      unsafe bytes.isEmpty
        ? pace_bind_text(handle, Int32(clamping: index), "", 0)
        : pace_bind_text(handle, Int32(clamping: index), bytes.baseAddress, Int32(clamping: bytes.count))
    }
  }

  public func bind(blob: [UInt8], at index: Int) {
    _ = unsafe blob.withUnsafeBytes { bytes in
      unsafe pace_bind_blob(handle, Int32(clamping: index), bytes.baseAddress, Int32(clamping: bytes.count))
    }
  }

  // MARK: The current row, columns from 0

  public func storageClass(_ column: Int) -> StorageClass { cell(column).storageClass }

  public func integer(_ column: Int) -> Int64 { cell(column).integer }

  public func real(_ column: Int) -> Double { cell(column).real }

  /// The value as text, or nil for NULL.
  public func text(_ column: Int) -> String? { cell(column).text }

  func cell(_ column: Int) -> Cell { unsafe Cell(value(column)) }

  @unsafe
  func value(_ column: Int) -> OpaquePointer? {
    unsafe sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
  }
}

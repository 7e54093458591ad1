internal import CSQLite

/// The storage class of a value in a row.
public enum StorageClass: Sendable {
  case null, integer, real, text, blob
}

/// A prepared statement and its current row.
///
/// With `Connection` this is the only place with unsafe code: bytes are lent as spans and never escape.
@safe
public struct Statement: ~Copyable {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let path: String

  /// Both pointers are live; the connection closes only after its last statement.
  @unsafe
  init(handle: OpaquePointer, connection: OpaquePointer, path: String) {
    unsafe self.handle = handle
    unsafe self.connection = connection
    self.path = path
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Moves to the next row; false after the last one.
  public func step() throws(StoreError) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == ResultCode.row { return true }
    if code == ResultCode.done { return false }
    throw unsafe Connection.failure(code, on: connection, path: path)
  }

  /// Runs a statement that gives no rows, and makes it ready to run again.
  public func run() throws(StoreError) {
    while try step() {}
    reset()
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
    _ = text.withUTF8 { bytes in
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

  public func storageClass(_ column: Int) -> StorageClass {
    switch unsafe sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
    case 1: .integer
    case 2: .real
    case 3: .text
    case 4: .blob
    default: .null
    }
  }

  public func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
  }

  public func real(_ column: Int) -> Double {
    unsafe sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
  }

  /// The value as text, or nil for NULL.
  public func text(_ column: Int) -> String? {
    if storageClass(column) == .null { return nil }
    return withText(column) { bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Lends the UTF-8 bytes of a text (or of a number written as text) until the statement moves.
  func withText<R: ~Copyable, E: Error>(
    _ column: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let column = Int32(truncatingIfNeeded: column)
    // The text before the count: it is what converts from UTF-16.
    let text = unsafe sqlite3_column_text(handle, column)
    let count = unsafe text == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(unsafe UnsafeBufferPointer(start: text, count: count).span)
  }

  /// Lends the bytes of a BLOB until the statement moves.
  func withBlob<R: ~Copyable, E: Error>(
    _ column: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let column = Int32(truncatingIfNeeded: column)
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, column))
    return try body(unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self).span)
  }

  /// Replaces `bytes` by those of a text.
  func copyText(_ column: Int, to bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    withText(column) { text in
      unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
  }

  /// Whether a text consists of just these bytes.
  func text(_ column: Int, equals bytes: [UInt8]) -> Bool {
    withText(column) { text in
      guard text.count == bytes.count else { return false }
      for index in text.indices where text[index] != bytes[index] { return false }
      return true
    }
  }
}

internal import CSQLite

/// The storage class of a value in a row.
public enum StorageClass: Sendable {
  case null, integer, real, text, blob
}

/// The value of a column as far as it is a number.
enum Scalar {
  case null
  case integer(Int64)
  case real(Double)
  case text, blob
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
    unsafe Self.storageClass(value(column))
  }

  public func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_value_int64(value(column))
  }

  public func real(_ column: Int) -> Double {
    unsafe sqlite3_value_double(value(column))
  }

  /// The value as text, or nil for NULL.
  public func text(_ column: Int) -> String? {
    if storageClass(column) == .null { return nil }
    return withText(column) { _, bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// A number, or what else there is.
  func scalar(_ column: Int) -> Scalar {
    let value = unsafe value(column)
    switch unsafe Self.storageClass(value) {
    case .integer: return unsafe .integer(sqlite3_value_int64(value))
    case .real: return unsafe .real(sqlite3_value_double(value))
    case .null: return .null
    case .text: return .text
    case .blob: return .blob
    }
  }

  /// Lends the UTF-8 bytes of a text, or of a number written as text, until the statement moves.
  ///
  /// NULL and BLOBs have none.
  func withText<R: ~Copyable, E: Error>(
    _ column: Int, _ body: (StorageClass, Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let value = unsafe value(column)
    let storage = unsafe Self.storageClass(value)
    if storage == .null || storage == .blob {
      return try body(storage, unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0).span)
    }
    // The text before the count: it is what converts from UTF-16.
    let text = unsafe sqlite3_value_text(value)
    let count = unsafe text == nil ? 0 : Int(sqlite3_value_bytes(value))
    return try body(storage, unsafe UnsafeBufferPointer(start: text, count: count).span)
  }

  /// Lends the bytes of a BLOB until the statement moves.
  func withBlob<R: ~Copyable, E: Error>(
    _ column: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let value = unsafe value(column)
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(value))
    return try body(unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self).span)
  }

  /// Replaces `bytes` by those of a text or a number; leaves them, and tells what there is, if it is neither.
  func copyText(_ column: Int, to bytes: inout [UInt8]) -> StorageClass {
    withText(column) { storage, text in
      if storage == .null || storage == .blob { return storage }
      unsafe text.withUnsafeBufferPointer { source in
        if bytes.count == source.count {
          // Ids are mostly of one length, and writing over an array is quicker than filling it anew.
          unsafe bytes.withUnsafeMutableBytes { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
        } else {
          bytes.removeAll(keepingCapacity: true)
          unsafe bytes.append(contentsOf: source)
        }
      }
      return storage
    }
  }

  /// Whether the value is a text of just these bytes.
  func isText(_ column: Int, equalTo bytes: [UInt8]) -> Bool {
    withText(column) { storage, text in
      guard storage == .text, text.count == bytes.count else { return false }
      return unsafe text.withUnsafeBytes { text in
        unsafe bytes.withUnsafeBytes {
          unsafe pace_same_bytes(text.baseAddress, $0.baseAddress, text.count) != 0
        }
      }
    }
  }

  @unsafe
  private func value(_ column: Int) -> OpaquePointer? {
    unsafe sqlite3_column_value(handle, Int32(truncatingIfNeeded: column))
  }

  @unsafe
  private static func storageClass(_ value: OpaquePointer?) -> StorageClass {
    switch unsafe sqlite3_value_type(value) {
    case 1: .integer
    case 2: .real
    case 3: .text
    case 4: .blob
    default: .null
    }
  }
}

internal import CSQLite

/// The storage class of a value in a row.
public enum StorageClass: Sendable {
  case null, integer, real, text, blob
}

/// One value of a row, to be read before the statement moves.
@safe
struct Cell: ~Copyable {
  private let value: OpaquePointer?

  /// The pointer has to be a live value of SQLite's.
  @unsafe
  @inline(__always)
  init(_ value: OpaquePointer?) { unsafe self.value = value }

  @inline(__always)
  var storageClass: StorageClass {
    switch storage {
    case Self.integerStorage: .integer
    case 2: .real
    case Self.textStorage: .text
    case 4: .blob
    default: .null
    }
  }

  /// SQLite's number for the storage class.
  @inline(__always)
  var storage: Int32 { unsafe sqlite3_value_type(value) }

  static let integerStorage: Int32 = 1
  static let textStorage: Int32 = 3
  static let nullStorage: Int32 = 5

  @inline(__always)
  var integer: Int64 { unsafe sqlite3_value_int64(value) }

  @inline(__always)
  var real: Double { unsafe sqlite3_value_double(value) }

  /// The value as text, or nil for NULL.
  var text: String? {
    if storageClass == .null { return nil }
    return withText { _, bytes in
      unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Lends the UTF-8 bytes of a text, or of a number written as text.
  ///
  /// NULL and BLOBs have none.
  @inline(__always)
  func withText<R: ~Copyable, E: Error>(
    _ body: (StorageClass, Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let storage = storageClass
    if storage == .null || storage == .blob {
      return try body(storage, unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0).span)
    }
    return try lendText { (text) throws(E) in try body(storage, text) }
  }

  /// Lends the bytes of a BLOB.
  func withBlob<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe start == nil ? 0 : Int(sqlite3_value_bytes(value))
    return try body(unsafe UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self).span)
  }

  /// Adds the bytes of a text or a number to `bytes`, nothing for NULL or a BLOB; returns the storage class.
  @inline(__always)
  func appendText(to bytes: inout [UInt8]) -> StorageClass {
    withText { storage, text in
      if storage == .null || storage == .blob { return storage }
      unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
      return storage
    }
  }

  /// Whether the value is a text of exactly these bytes.
  @inline(__always)
  func isText(equalTo bytes: Span<UInt8>) -> Bool {
    storage == Self.textStorage && lendText { Bytes.areSame($0, bytes) }
  }

  /// Lends the bytes of a value that is known to be a text or a number.
  @inline(__always)
  func lendText<R: ~Copyable, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // The text is asked for before its count, because that is what converts it from UTF-16.
    let text = unsafe sqlite3_value_text(value)
    let count = unsafe text == nil ? 0 : Int(sqlite3_value_bytes(value))
    return try body(unsafe UnsafeBufferPointer(start: text, count: count).span)
  }
}

/// The values of one row, to be read before the statement moves.
@safe
struct Row: ~Copyable {
  private let values: UnsafeMutablePointer<OpaquePointer?>
  let count: Int

  /// There have to be `count` live values of SQLite's.
  @unsafe
  @inline(__always)
  init(_ values: UnsafeMutablePointer<OpaquePointer?>, count: Int) {
    unsafe self.values = values
    self.count = count
  }

  @inline(__always)
  func cell(_ column: Int) -> Cell {
    precondition(UInt(bitPattern: column) < UInt(bitPattern: count), "no such column was selected")
    return unsafe Cell(values[column])
  }
}

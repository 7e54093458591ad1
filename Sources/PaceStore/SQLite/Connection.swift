internal import CSQLite

/// An open database file.
@safe
public struct Connection: ~Copyable {
  private let file: OpenFile
  /// Whether its tables are CSV files.
  let isCSV: Bool
  /// Whether the file is read as one that doesn't change, as no files could be made beside it.
  let isImmutable: Bool
  public var path: String { file.path }
  private var handle: OpaquePointer { unsafe file.handle }

  /// SQLite's number for its limit on the bytes of a value or a row.
  private static let lengthLimit: Int32 = 0
  /// A view can make a value of any size out of nothing.
  private static let mostBytes: Int32 = 64 << 20

  struct OpenFlags: OptionSet {
    let rawValue: Int32
    static let readOnly = OpenFlags(rawValue: 0x1)
    static let readWrite = OpenFlags(rawValue: 0x2)
    static let create = OpenFlags(rawValue: 0x4)
    static let uri = OpenFlags(rawValue: 0x40)
    /// A connection belongs to one thread at a time, so SQLite need not lock for each column.
    static let noMutex = OpenFlags(rawValue: 0x8000)
  }

  /// Opens `name`, a path or a URI; errors name `path`.
  init(
    opening name: String, flags: OpenFlags, path: String, isCSV: Bool = false, isImmutable: Bool = false,
    busyTimeout: Int, mostBytes: Int32 = Self.mostBytes
  ) throws(StoreError) {
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(name, &opened, flags.union(.noMutex).rawValue, nil)
    guard let opened = unsafe opened else {
      throw StoreError(.other, "no memory to open `\(path)`")
    }
    guard code == ResultCode.ok else {
      let error = unsafe Self.failure(code, on: opened, path: path)
      unsafe sqlite3_close_v2(opened)
      throw error
    }
    unsafe sqlite3_limit(opened, Self.lengthLimit, mostBytes)
    file = unsafe OpenFile(opened, path: path, busyTimeout: busyTimeout)
    self.isCSV = isCSV
    self.isImmutable = isImmutable
  }

  /// Shares an open file, and so sees what a transaction has written so far.
  init(sharing other: borrowing Connection) {
    file = other.file
    isCSV = other.isCSV
    isImmutable = other.isImmutable
  }

  /// The count of rows so far, by which the watchdog notices whether any come.
  var rows: Box<Int> { file.watchdog.rows }

  /// Ends a read with `tooSlow` if no row comes within `patience`.
  ///
  /// Nil lets it end only when a signal asks for it.
  func giveUp(after patience: Duration?) { unsafe file.watchdog.begin(patience, on: handle) }

  /// How many rows the last statement that changes rows has changed.
  var changes: Int { Int(clamping: unsafe sqlite3_changes64(handle)) }

  /// Refuses to prepare statements once the file was deleted, moved or replaced.
  func stayInPlace() { file.staysInPlace = true }

  /// Refuses a file that is no longer at its path, if it has to stay there.
  func checkPlace() throws(StoreError) { try file.checkPlace() }

  /// Whether there is a file or folder at a path, on a file system that is mounted read-only.
  static func isOnReadOnlySystem(_ path: String) -> Bool { unsafe pace_is_on_read_only(path) != 0 }

  /// Makes an empty file that only its owner may read; false if there is anything at the path.
  static func makeFile(_ path: String) throws(StoreError) -> Bool {
    switch unsafe pace_make_file(path) {
    case 0: return true
    case ResultCode.alreadyThere: return false
    default: throw ResultCode.unmakable(path)
    }
  }

  /// Runs statements without values or results.
  public func execute(_ sql: String) throws(StoreError) {
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == ResultCode.ok else { throw unsafe Self.failure(code, on: handle, path: path) }
  }

  /// A statement without values, before its first row.
  public func prepare(_ sql: String) throws(StoreError) -> Statement { try Statement(sql, in: file) }

  @unsafe
  static func failure(_ code: Int32, on handle: OpaquePointer, path: String) -> StoreError {
    let system = unsafe pace_system_errno(handle)
    let extended = unsafe sqlite3_extended_errcode(handle)
    let detail = unsafe String(cString: sqlite3_errmsg(handle))
    // A misuse leaves no code on the connection.
    return ResultCode.error(
      extended == ResultCode.ok ? code : extended, system: system,
      detail: detail,
      path: path)
  }
}

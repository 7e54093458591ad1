/// The numbers that SQLite's functions return; part of its stable interface.
enum ResultCode {
  static let ok: Int32 = 0
  static let interrupted: Int32 = 9
  static let corrupt: Int32 = 11
  static let row: Int32 = 100
  static let done: Int32 = 101

  /// A transaction has to be rolled back by someone who may write to the file.
  static let readOnlyRollback: Int32 = 776

  /// The system's EEXIST.
  static let alreadyThere: Int32 = 17
  /// The system's ENOENT.
  private static let noEntry: Int32 = 2
  /// The system's EACCES.
  private static let noAccess: Int32 = 13
  /// The system's EFBIG and ENOSPC: nothing more fits into the file, or onto the disk.
  private static let noSpace: [Int32] = [27, 28]

  /// The error for a call that failed, in our words where SQLite's are meant for programmers.
  ///
  /// - Parameter system: the system's error number, if it gave one.
  static func error(_ extended: Int32, system: Int32 = 0, detail: String, path: String) -> StoreError {
    func make(_ code: StoreError.Code, _ message: String, _ help: String?) -> StoreError {
      StoreError(code, message, help: help)
    }
    if extended == readOnlyRollback {
      return make(
        .unfinished,
        "`\(path)` was left in the middle of a write, and cannot be repaired without writing to it",
        "open it once with the application that writes it, or with write permission")
    }
    switch extended & 0xff {
    case 3, 23:
      return make(.noPermission, "no permission to open `\(path)`", "check the file's permissions")
    case 5, 6:
      return make(
        .locked, "`\(path)` is busy: locked by another process", "try again once that is done"
      )
    case 8: return readOnly(path)
    case 10 where noSpace.contains(system), 13:
      return make(.full, "no space left for writing `\(path)`", "free some space and try again")
    case 10:
      return make(.inputOutput, "`\(path)` could not be read or written: \(detail)", "check the disk")
    case corrupt:
      return make(
        .corrupt, "`\(path)` is damaged: \(detail)",
        "it may have been copied while it was written to; `sqlite3 FILE .recover` may save its rows")
    case 14 where system == noEntry:
      // After it failed to make a file, SQLite tries to read it, so the system's number is that of a missing file. If
      // `path` is there, it is a file beside it.
      return Connection.exists(path) ? readOnly(path) : unmakable(path)
    case 14:
      return make(
        .noPermission,
        system == noAccess
          ? "no permission to open `\(path)`" : "`\(path)` could not be opened: \(detail)",
        "check the permissions of the file and its folder")
    case 18:
      return make(
        .other, "a row or a value of `\(path)` is larger than 64 MB", "leave it out, by a view or by `where`")
    case 19:
      return make(
        .constraint, "`\(path)`: \(detail)",
        "a constraint, an index or a trigger of the table refuses it, and none of a log's own does: "
          + "drop that if it is not needed")
    case 26:
      return make(
        .notADatabase, "`\(path)` is not an SQLite database",
        "check the name; an encrypted database has to be exported first, a CSV ends in `.csv` or `.tsv`, "
          + "and JSON is read by `eval --stdin` or kept by `import`")
    default:
      return make(.other, "`\(path)`: \(detail)", nil)
    }
  }

  /// The error for a file that can't be written to, or beside which SQLite can make no file.
  private static func readOnly(_ path: String) -> StoreError {
    let file = Connection.linkEnd(of: path) ?? path
    if Connection.isOnReadOnlySystem(path) {
      return StoreError(
        .readOnly, "`\(path)` is on a file system that is mounted read-only",
        help: "mount it for writing, or copy the file elsewhere, with `\(file)-wal` if that is there")
    }
    return StoreError(
      .readOnly, "`\(path)` is read-only",
      help:
        "check the permissions of the file, of its folder, and of `\(file)-wal` and `\(file)-shm` if they are there"
    )
  }

  /// The error for a file that isn't there and can't be made.
  static func unmakable(_ path: String) -> StoreError {
    let folder = Connection.folder(of: path)
    if !Connection.exists(folder) {
      return StoreError(
        .missing, "`\(path)` could not be made: its folder is missing",
        help: "make the folder first, or name another")
    }
    if Connection.isOnReadOnlySystem(folder) {
      return StoreError(
        .readOnly, "`\(path)` could not be made: its file system is mounted read-only",
        help: "mount it for writing, or name a file elsewhere")
    }
    return StoreError(
      .noPermission, "`\(path)` could not be made: its folder may not be written to",
      help: "check the folder's permissions, or name another")
  }
}

internal import PaceLanguage

/// The numbers in a file's header that mark it as a log that pace keeps.
enum LogMark {
  /// "PACE" in ASCII.
  static let applicationID: Int64 = 1_346_454_341
  /// The newest schema version that this pace knows.
  static let version: Int64 = 1

  /// What to do about a file that can't be made a log.
  static let ownFile = "keep the log in a file of its own: `pace init PACK --db NEWFILE` makes it"

  /// Whether a file holds a log that pace keeps, of whatever pack.
  static func isThere(_ connection: borrowing Connection) throws(StoreError) -> Bool {
    try connection.number("PRAGMA application_id") == applicationID
  }

  /// Refuses a file with another application's id or version: it can't be made a log.
  static func checkUnmarked(_ connection: borrowing Connection) throws(StoreError) {
    for (pragma, what) in [("application_id", "application id"), ("user_version", "schema version")] {
      let number = try connection.number("PRAGMA \(pragma)") ?? 0
      if number == 0 { continue }
      throw StoreError(
        .notALog, "`\(connection.path)` has the \(what) \(number) of another application",
        help: ownFile)
    }
  }

  /// What a log records about itself under a key.
  static func value(of key: String, in connection: borrowing Connection) throws(StoreError) -> String? {
    try connection.text("SELECT value FROM _log WHERE key = ?1", [.text(key)])
  }

  /// Whether there is a table of a log's own metadata, `_log`, with the columns that it has to have.
  static func hasMetadata(_ connection: borrowing Connection) throws(StoreError) -> Bool {
    do throws(StoreError) {
      _ = try connection.prepare("SELECT key, value FROM _log").step()
      return true
    } catch {
      if error.code == .other { return false }
      throw error
    }
  }

  /// Refuses a log of a newer pace; other databases may count their versions as they like.
  static func check(_ connection: borrowing Connection) throws(StoreError) {
    guard try isThere(connection) else { return }
    let version = try connection.number("PRAGMA user_version") ?? 0
    if version <= Self.version { return }
    throw StoreError(
      .newerLog,
      "`\(connection.path)` was written by a newer pace: schema \(version), this one knows \(Self.version)",
      help: "update pace")
  }

  /// Refuses a log of another pack: its subject has another name, or only one of the two has days for subjects.
  static func check(_ connection: borrowing Connection, keeps program: Program) throws(StoreError) {
    guard try isThere(connection), try hasMetadata(connection) else { return }
    var subject = program.noun
    guard var kept = try value(of: "subject", in: connection) else { return }
    if kept == subject {
      let isPerDay = try isPerDay(connection, program)
      if isPerDay == program.subject.isPerDay { return }
      if isPerDay { kept += " per day" } else { subject += " per day" }
    }
    throw StoreError(
      .otherLog,
      "`\(connection.path)` keeps a log of another pack: its subject is `\(kept)`, not `\(subject)`",
      help: "name the pack that it was made for")
  }

  /// Whether subjects are days in a log: then its tables of events and notices have no column for theirs.
  private static func isPerDay(
    _ connection: borrowing Connection, _ program: Program
  ) throws(StoreError) -> Bool {
    for table in [Layout.noticeTable] + program.events.map(\.name.text) {
      let column = try connection.number(
        "SELECT 1 FROM pragma_table_xinfo(?1) WHERE name = ?2 COLLATE NOCASE",
        [.text(table), .text(program.noun)])
      if column != nil { return false }
    }
    return true
  }
}

internal import PaceLanguage

/// What a log file records about itself, and the floors of its subjects.
struct Bookkeeping {
  let file: LogFile

  func value(_ key: String) throws(StoreError) -> String? {
    try LogMark.value(of: key, in: file.connection)
  }

  func set(_ key: String, _ value: String?) throws(StoreError) {
    try file.connection.run("INSERT OR REPLACE INTO _log VALUES (?1, ?2)", [.text(key), StoredValue(value)])
  }

  /// Refuses instants that pace never writes: arithmetic on them could overflow, and a merge would spread them.
  func check() throws(StoreError) {
    for (table, column) in LogSchema.stamped.map({ ($0, "at") }) + [("_floor", "until")] {
      try check(table, column, "NOT (typeof(\(column)) = 'integer' AND \(SQLText.isInstant(column)))")
    }
  }

  /// Refuses notices given at no instant; `condition` picks those to look at, as a long log has many.
  func checkNotices(where condition: String = "true", _ values: [StoredValue] = []) throws(StoreError) {
    for column in ["at", "given_at"] {
      try check(Layout.noticeTable, column, "\(condition) AND NOT \(SQLText.isInstant(column))", values)
    }
  }

  private func check(
    _ table: String, _ column: String, _ isBad: String, _ values: [StoredValue] = []
  ) throws(StoreError) {
    let value = try file.connection.text(
      "SELECT substr(quote(\(column)), 1, 40) FROM \(table) WHERE \(isBad) LIMIT 1", values)
    guard let value else { return }
    throw StoreError(
      .data,
      "`\(column)` in table `\(table)` of `\(file.path)` is `\(value)`, "
        + "not a time in milliseconds since 1970 in the years 1 to 9999",
      help: renewal)
  }

  /// What to do about a file whose bookkeeping can't be used.
  var renewal: String {
    "go back to a copy of the file, or take its rows into a new one: `pace init PACK --db NEW`, then\n"
      + "`pace export PACK --db \(ShellWord.quoted(file.path)) | pace import PACK --db NEW -`"
  }

  /// The floor of a subject: the instant up to which everything due has been given, as `device` knows it at `t`.
  ///
  /// Floors set by other devices count only if they are not after `t`; nil if there is no floor.
  func floor(of subject: String, device: String, at t: Int64) throws(StoreError) -> Int64? {
    try file.connection.number(
      "SELECT max(until) FROM _floor WHERE subject = ?1 AND (device = ?2 OR until <= ?3)",
      [.text(subject), .text(device), .integer(t)])
  }

  /// The floors of all subjects that have one, by subject.
  func floors(device: String, at t: Int64) throws(StoreError) -> [String: Int64] {
    let found = try file.connection.rows(
      "SELECT subject, max(until) FROM _floor WHERE device = ?1 OR until <= ?2 GROUP BY subject",
      [.text(device), .integer(t)], width: 2)
    var floors: [String: Int64] = [:]
    for row in found { if let subject = row[0].text { floors[subject] = row[1].integer } }
    return floors
  }

  /// Raises a device's own floor of a subject.
  func raiseFloor(of subject: String, device: String, to until: Int64) throws(StoreError) {
    try file.connection.run(
      LogSchema.floors.addition, [.text(subject), .text(device), .integer(until)])
  }
}

/// What a log file records about itself, and the floors of its subjects.
struct Books {
  let file: LogFile

  func value(_ key: String) throws(StoreError) -> String? {
    let found = try file.connection.rows("SELECT value FROM _log WHERE key = ?1", [.text(key)], width: 1)
    return found.first?[0].text
  }

  func set(_ key: String, _ value: String?) throws(StoreError) {
    try file.connection.run("INSERT OR REPLACE INTO _log VALUES (?1, ?2)", [.text(key), StoredValue(value)])
  }

  /// The floor of a subject: the instant up to which everything due has been said, as `device` knows it at `t`.
  ///
  /// Floors set by other devices count only if they are not after `t`; nil if there is no floor.
  func floor(of subject: String, device: String, at t: Int64) throws(StoreError) -> Int64? {
    let found = try file.connection.rows(
      "SELECT max(until) FROM _floor WHERE subject = ?1 AND (device = ?2 OR until <= ?3)",
      [.text(subject), .text(device), .integer(t)], width: 1)
    return found.first?[0].integer
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
      """
      INSERT INTO _floor VALUES (?1, ?2, ?3)
      ON CONFLICT DO UPDATE SET until = excluded.until WHERE excluded.until > until
      """, [.text(subject), .text(device), .integer(until)])
  }
}

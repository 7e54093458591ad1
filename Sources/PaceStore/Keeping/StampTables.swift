import PaceEngine

/// The stamps of values, and the rows that were deleted for good.
struct StampTables {
  let file: LogFile

  /// A stamp for writing now: the clock's instant, or just after the greatest stamp in the file.
  func next(clock: Int64, device: String) throws(StoreError) -> Stamp {
    var greatest = Int64.min
    for table in LogSchema.stamped {
      greatest = max(greatest, try file.connection.number("SELECT max(at) FROM \(table)") ?? .min)
    }
    return try next(after: greatest, clock: clock, device: device)
  }

  /// A stamp for writing now: the clock's instant, or just after `greatest` if that is not before it.
  func next(after greatest: Int64, clock: Int64, device: String) throws(StoreError) -> Stamp {
    if greatest < clock { return Stamp(at: clock, device: device) }
    guard let next = Instant(greatest).next else {
      throw StoreError(
        .data,
        "`\(file.path)` was last changed at the end of the year 9999, and nothing can be changed after that",
        help: file.bookkeeping.renewal)
    }
    return Stamp(at: next.milliseconds, device: device)
  }

  /// When the fields of a row were written, as far as that was noted.
  func ofFields(_ entity: String, _ id: String) throws(StoreError) -> [String: Stamp] {
    let rows = try file.connection.rows(
      "SELECT field, at, device FROM _change WHERE entity = ?1 AND id = ?2", [.text(entity), .text(id)],
      width: 3)
    return rows.reduce(into: [:]) { stamps, row in
      guard let field = row[0].text else { return }
      stamps[field] = Stamp(at: row[1].integer ?? 0, device: row[2].text ?? "")
    }
  }

  /// Notes when a field of a row was written; an entry with a greater stamp stays.
  func note(_ entity: String, _ id: String, _ field: String, _ stamp: Stamp) throws(StoreError) {
    try file.connection.run(
      LogSchema.changes.addition, [.text(entity), .text(id), .text(field)] + stamp.stored)
  }

  /// Forgets when the fields of a row were written, because the row is gone.
  func forget(_ entity: String, _ id: String) throws(StoreError) {
    try file.connection.run(
      "DELETE FROM _change WHERE entity = ?1 AND id = ?2", [.text(entity), .text(id)])
  }

  func isGone(_ entity: String, _ id: String) throws(StoreError) -> Bool {
    try file.connection.number(
      "SELECT 1 FROM _gone WHERE entity = ?1 AND id = ?2", [.text(entity), .text(id)]) != nil
  }

  /// Whether any row of a table is noted as deleted.
  func hasGone(_ entity: String) throws(StoreError) -> Bool {
    try file.connection.number("SELECT 1 FROM _gone WHERE entity = ?1 LIMIT 1", [.text(entity)]) != nil
  }

  /// Notes that a row is deleted; of two notes the one with the lesser stamp stays.
  func addTombstone(_ entity: String, _ id: String, _ stamp: Stamp) throws(StoreError) {
    try file.connection.run(LogSchema.gone.addition, [.text(entity), .text(id)] + stamp.stored)
  }
}

import PaceEngine

/// Stamps, settings, the catalogue and floors.
extension Merging {
  /// Takes over a peer's entries of a bookkeeping table.
  func take(_ book: LogSchema.BookkeepingTable, from peer: Peer) throws(StoreError) {
    let names = book.names.joined(separator: ", ")
    try file.connection.execute(book.adding("SELECT \(names) FROM \(peer.name).\(book.name) WHERE true"))
  }

  /// A value in force, with the device that wrote it.
  struct InForce: Equatable {
    var value: StoredValue
    var device: String?

    static func == (a: InForce, b: InForce) -> Bool { a.value == b.value }
  }

  /// The values with the greatest stamps.
  func inForce(_ table: String, by key: [String]) throws(StoreError) -> [[StoredValue]: InForce] {
    let columns = key.joined(separator: ", ")
    let rows = try file.connection.rows(
      """
      SELECT \(columns), value, device FROM main.\(table) ORDER BY \(columns), at, CAST(device AS BLOB)
      """, width: key.count + 2)
    var values: [[StoredValue]: InForce] = [:]
    for row in rows {
      values[Array(row[..<key.count])] = InForce(value: row[key.count], device: row[key.count + 1].text)
    }
    return values
  }

  /// Counts the names whose value in force has changed, each once.
  static func changes(
    from old: [[StoredValue]: InForce], to new: [[StoredValue]: InForce], width: Int
  ) -> MergeGain.Share {
    var share = MergeGain.Share()
    var names: Set<[StoredValue]> = []
    for (key, value) in new where old[key] != value {
      // The acceptance of the disclaimer is not counted as a change.
      if key == [.text(LogFile.acceptance)] { continue }
      share.add(names.insert(Array(key[..<width])).inserted ? 1 : 0, from: value.device)
    }
    return share
  }
}

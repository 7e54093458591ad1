import PaceEngine

/// Stamps, settings, the catalogue and floors.
extension Merging {
  /// Takes over a peer's entries of a bookkeeping table.
  func take(_ book: LogSchema.BookkeepingTable, from peer: Peer) throws(StoreError) {
    let names = book.names.joined(separator: ", ")
    try file.connection.execute(book.adding("SELECT \(names) FROM \(peer.name).\(book.name) WHERE true"))
  }

  /// Values in force by their keys, with the devices that wrote them.
  typealias InForce = [[StoredValue]: (value: StoredValue, device: String?)]

  /// The values with the greatest stamps.
  func inForce(_ table: String, by key: [String]) throws(StoreError) -> InForce {
    let columns = key.joined(separator: ", ")
    let rows = try file.connection.rows(
      """
      SELECT \(columns), value, device FROM main.\(table) ORDER BY \(columns), at, CAST(device AS BLOB)
      """, width: key.count + 2)
    var values: InForce = [:]
    for row in rows { values[Array(row[..<key.count])] = (row[key.count], row[key.count + 1].text) }
    return values
  }

  /// Counts the names whose value in force has changed, each once.
  static func changes(from old: InForce, to new: InForce, width: Int) -> MergeGain.Share {
    var share = MergeGain.Share()
    var names: Set<[StoredValue]> = []
    for (key, value) in new where old[key]?.value != value.value {
      // The acceptance of the disclaimer is not counted as a change.
      if key == [.text(LogFile.acceptance)] { continue }
      share.add(names.insert(Array(key[..<width])).inserted ? 1 : 0, from: value.device)
    }
    return share
  }
}

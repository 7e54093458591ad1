import PaceEngine

/// Stamps, settings, the catalogue and floors.
extension Merging {
  func takeChanges(from peer: Peer) throws(StoreError) {
    try file.connection.execute(
      """
      INSERT INTO main._change SELECT entity, id, field, at, device FROM \(peer.name)._change WHERE true
      ON CONFLICT DO UPDATE SET at = excluded.at, device = excluded.device
      WHERE (excluded.at, CAST(excluded.device AS BLOB)) > (at, CAST(device AS BLOB))
      """)
  }

  func takeSettings(from peer: Peer) throws(StoreError) {
    try file.connection.execute(
      """
      INSERT INTO main._setting (name, value, at, device)
      SELECT name, value, at, device FROM \(peer.name)._setting WHERE true
      ON CONFLICT DO UPDATE SET value = excluded.value WHERE \(Self.isOverwritten)
      """)
  }

  func takeKinds(from peer: Peer) throws(StoreError) {
    try file.connection.execute(
      """
      INSERT INTO main._kind (event, kind, field, value, at, device)
      SELECT event, kind, field, value, at, device FROM \(peer.name)._kind WHERE true
      ON CONFLICT DO UPDATE SET value = excluded.value WHERE \(Self.isOverwritten)
      """)
  }

  /// If two values have one stamp, the greater one stays; NULL wins over both, because it marks a deletion.
  private static let isOverwritten =
    "value IS NOT NULL AND (excluded.value IS NULL OR excluded.value > value)"

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

  func takeFloors(from peer: Peer) throws(StoreError) {
    try file.connection.execute(
      """
      INSERT INTO main._floor (subject, device, until)
      SELECT subject, device, until FROM \(peer.name)._floor WHERE true
      ON CONFLICT DO UPDATE SET until = excluded.until WHERE excluded.until > until
      """)
  }
}

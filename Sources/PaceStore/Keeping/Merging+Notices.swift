import PaceEngine
import PaceLanguage

/// Notices that were given.
extension Merging {
  /// SQL for a notice's id in `_gone`.
  static func goneID(_ row: String) -> String { "\(row).id || '@' || ifnull(\(row).device, '')" }

  /// SQL for whether a notice was taken back or is of a deleted subject, whichever device gave it.
  func isGone(_ row: String) -> String {
    "EXISTS (SELECT 1 FROM main._gone g WHERE \(takes("g", row)))"
  }

  /// SQL for whether an entry of `_gone` takes a notice along.
  func takes(_ gone: String, _ row: String) -> String {
    let own = "\(gone).entity = 'notice' AND \(gone).id = \(Self.goneID(row))"
    if file.program.subject.isPerDay { return own }
    let (entity, subject) = (SQLText.literal(subjectTable), SQLText.name(subjectTable))
    return "(\(own) OR \(gone).entity = \(entity) AND \(gone).id = \(row).\(subject))"
  }

  static func isHidden(_ row: String) -> String {
    "EXISTS (SELECT 1 FROM temp._merge_hidden h WHERE h.id = \(row).id AND h.device IS \(row).device)"
  }

  /// Lists the notices remembered only by their hashes, and drops their plain ids from `_gone`.
  func hideForgottenNotices() throws(StoreError) {
    let hashes = Set(
      try file.connection.texts(
        "SELECT id FROM main._gone WHERE entity = ?1", [.text(NoticeTable.forgotten)]))
    if hashes.isEmpty { return }
    for schema in ["main"] + peers.map(\.name) {
      for row in try file.connection.rows("SELECT id, device FROM \(schema).notice", width: 2) {
        let id = NoticeTable.goneID(row[0].text ?? "", device: row[1].text ?? "")
        guard hashes.contains(NoticeTable.hash(id)) else { continue }
        try file.connection.run("INSERT OR IGNORE INTO temp._merge_hidden VALUES (?1, ?2)", row)
      }
    }
    for id in try file.connection.texts("SELECT id FROM main._gone WHERE entity = 'notice'")
    where hashes.contains(NoticeTable.hash(id)) {
      try file.connection.run("DELETE FROM main._gone WHERE entity = 'notice' AND id = ?1", [.text(id)])
    }
  }

  func takeNotices(from peer: Peer) throws(StoreError) {
    let its = Self.columns(of: Layout.noticeTable, in: peer.schema)
    try settleNotices(its, peer)
    let names = its.map { SQLText.name($0) }.joined(separator: ", ")
    try file.connection.execute(
      """
      INSERT INTO main.notice (\(names)) SELECT \(names) FROM \(peer.name).notice b
      WHERE b.id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM main.notice a WHERE a.id = b.id AND a.device IS b.device)
      AND NOT \(isGone("b")) AND NOT \(Self.isHidden("b"))
      """)
  }

  /// If one device gave two versions of a notice under one id, keeps the one given first, else the greater.
  private func settleNotices(_ its: [String], _ peer: Peer) throws(StoreError) {
    let columns = Self.columns(of: Layout.noticeTable, in: try Schema(of: file.connection))
      .filter { !["id", "device", "given_at"].contains($0) }.sorted()
    let stored = columns.filter { column in its.contains { SQLText.areSame($0, column) } } + ["given_at"]
    let own = (["given_at"] + columns).map { "a.\(SQLText.name($0))" }
    let other = (["given_at"] + columns).map { stored.contains($0) ? "b.\(SQLText.name($0))" : "NULL" }
    let differences = zip(own, other).map { "\($0) IS NOT \($1)" }.joined(separator: " OR ")
    let found = try file.connection.rows(
      """
      SELECT a.id, a.device, \((own + other).joined(separator: ", ")) FROM main.notice a
      JOIN \(peer.name).notice b ON b.id = a.id AND b.device IS a.device WHERE \(differences)
      """, width: 2 + own.count + other.count)
    for row in found {
      let (mine, its) = (Array(row[2..<2 + own.count]), Array(row[(2 + own.count)...]))
      let isFirst = its[0] == mine[0] ? mine[1...].lexicographicallyPrecedes(its[1...]) : its[0] < mine[0]
      if !isFirst { continue }
      let set = (["given_at"] + columns).enumerated().map { "\(SQLText.name($1)) = ?\($0 + 3)" }
      try file.connection.run(
        "UPDATE main.notice SET \(set.joined(separator: ", ")) WHERE id = ?1 AND device IS ?2",
        Array(row[..<2]) + its)
    }
  }
}

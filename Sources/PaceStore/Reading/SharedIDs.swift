public import PaceLanguage

extension LogReader {
  /// Whether several rows of an event have one id, across its tables or because ids count anew for each subject.
  public func sharesIDs(of event: EventID) throws(StoreError) -> Bool {
    let tables = layout.events.filter { $0.target == .event(event) }
    if tables.count == 1, try tables[0].hasUniqueIDs(in: connection) { return false }
    let ids = tables.compactMap(\.idsSQL).joined(separator: " UNION ALL ")
    if ids.isEmpty { return false }
    return try connection.prepare(
      "SELECT 1 FROM (\(ids)) WHERE id <> '' GROUP BY id HAVING count(*) > 1 LIMIT 1"
    ).step()
  }
}

extension Layout.Table {
  /// The query for the ids of the rows that are read, in one spelling.
  fileprivate var idsSQL: String? {
    guard let id = column(for: .id)?.name.map({ SQLText.name($0) }) ?? rowID else {
      return nil
    }
    let hex = "lower(hex(\(id)))"
    let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(hex), \($0), \($1))" }
    let uuid = parts.joined(separator: " || '-' || ")
    let text = "CASE typeof(\(id)) WHEN 'blob' THEN \(uuid) ELSE CAST(\(id) AS TEXT) END"
    let conditions = tests.map { SQLText.condition($0, isCSV: isCSV) }
    let rows = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "SELECT \(text) AS id FROM \(SQLText.name(name))\(rows)"
  }
}

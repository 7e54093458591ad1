internal import PaceLanguage

extension Layout.Table {
  /// Whether an index proves at once that every row has a good id, so that no row need be checked.
  func hasSureIDs(in connection: borrowing Connection) throws(StoreError) -> Bool {
    // A subject's id is read anyway, because rows are grouped by it.
    if target == .subject { return true }
    // Without an id column, the row's number is the id.
    guard let name = column(for: .id)?.name else { return hasRowID }
    guard hasRowID else { return false }
    switch try way(toSort: name, in: connection) {
    case .number: return true
    case .none: return false
    case .index:
      // SQLite sorts by storage class first, so if both ends are texts, all values are.
      for direction in ["ASC", "DESC"] {
        if let end = try connection.text(sorted(by: name, direction)), end != "text" { return false }
      }
      return true
    }
  }

  /// Whether it is certain that no two rows have the same id.
  func hasUniqueIDs(in connection: borrowing Connection) throws(StoreError) -> Bool {
    if let knownUniqueIDs { return knownUniqueIDs }
    guard let name = column(for: .id)?.name else { return true }
    if hasRowID, try way(toSort: name, in: connection) == .number { return true }
    let list = try connection.prepare("PRAGMA index_list(\(SQLText.name(self.name)))")
    while try list.step() {
      // A partial index says nothing about the other rows.
      guard list.text(2) == "1", list.text(4) == "0", let index = list.text(1) else { continue }
      let columns = try connection.rows("PRAGMA index_info(\(SQLText.name(index)))", width: 3)
      if columns.count == 1, let only = columns[0][2].text, SQLText.areSame(only, name) { return true }
    }
    return false
  }

  private enum Way {
    /// The column is another name for the row's number.
    case number
    case index
    case none
  }

  /// How SQLite gets the rows in the order of a column.
  private func way(toSort name: String, in connection: borrowing Connection) throws(StoreError) -> Way {
    let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sorted(by: name, "ASC"))
    var way = Way.number
    while try plan.step() {
      guard let detail = plan.text(3) else { continue }
      if detail.contains("TEMP B-TREE") { return .none }
      if detail.contains("INDEX") { way = .index }
    }
    return way
  }

  private func sorted(by name: String, _ direction: String) -> String {
    let column = SQLText.name(name)
    return "SELECT typeof(\(column)) FROM \(SQLText.name(self.name)) ORDER BY \(column) \(direction) LIMIT 1"
  }
}

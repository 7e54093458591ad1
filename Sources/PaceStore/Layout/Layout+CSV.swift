internal import PaceEngine
internal import PaceLanguage

/// Tables that are CSV files.
extension Layout {
  /// Marks the tables as CSV files, and finds times in ISO 8601, which the program's own tables may have.
  mutating func readTexts(in connection: borrowing Connection) throws(StoreError) {
    let isOwn = source == nil
    try subject?.readTexts(in: connection, isOwn: isOwn)
    for index in events.indices { try events[index].readTexts(in: connection, isOwn: isOwn) }
    for index in notices.indices { try notices[index].readTexts(in: connection, isOwn: isOwn) }
  }
}

extension Layout.Table {
  fileprivate mutating func readTexts(
    in connection: borrowing Connection, isOwn: Bool
  ) throws(StoreError) {
    isCSV = true
    for index in columns.indices where isOwn && [.at, .startedAt, .endedAt].contains(columns[index].slot) {
      guard case .column(let column) = columns[index].input, try hasWrittenTime(column, connection) else {
        continue
      }
      columns[index].encoding = .iso8601
      columns[index].takesNumbers = true
    }
  }

  private func hasWrittenTime(
    _ column: String, _ connection: borrowing Connection
  ) throws(StoreError) -> Bool {
    let cell = SQLText.name(column)
    let texts = try connection.prepare(
      "SELECT trim(\(cell)) FROM \(SQLText.name(name)) WHERE typeof(\(SQLText.number(ofText: cell))) = 'text'"
    )
    while try texts.step() {
      if TimeParser.written(Array((texts.text(0) ?? "").utf8).span) != nil { return true }
    }
    return false
  }
}

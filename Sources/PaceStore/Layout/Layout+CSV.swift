internal import PaceLanguage

/// Values as `export` writes them into CSV files, where a column holds either numbers or texts.
extension Layout {
  /// Reads columns that hold such texts accordingly: instants as ISO 8601, and `true` and `false`.
  mutating func readTexts(in connection: borrowing Connection, _ program: Program) throws(StoreError) {
    try subject?.readTexts(in: connection, program)
    for index in events.indices { try events[index].readTexts(in: connection, program) }
    for index in notices.indices { try notices[index].readTexts(in: connection, program) }
  }
}

extension Layout.Table {
  fileprivate mutating func readTexts(
    in connection: borrowing Connection, _ program: Program
  ) throws(StoreError) {
    for index in columns.indices {
      guard case .column(let column) = columns[index].input else { continue }
      let name = SQLText.name(column)
      let found = try connection.rows(
        "SELECT \(name) FROM \(SQLText.name(self.name)) WHERE \(name) IS NOT NULL LIMIT 1", width: 1)
      guard case .text(let text)? = found.first?[0] else { continue }
      switch columns[index].slot {
      case .at, .startedAt, .endedAt:
        if TimeParser.written(Array(text.utf8).span) != nil { columns[index].encoding = .iso8601 }
      case .field(let field):
        if let event = target.event, program.events[event.index].fields[field].type == .bool {
          columns[index].readTruth(text)
        }
      case .attribute(let attribute):
        if program.subject.attributes[attribute.index].type == .bool { columns[index].readTruth(text) }
      case .id, .subject, .kind, .device, .rule, .setting, .fieldOfKind, .label, .enabled, .order: break
      }
    }
  }
}

extension Layout.Column {
  private static let truths = ["false", "true"]

  /// Reads `true` and `false`, if the first text of the column is one of them.
  fileprivate mutating func readTruth(_ text: String) {
    guard Self.truths.contains(text) else { return }
    let entries = Self.truths.enumerated().map {
      SourceMapping.Entry(from: $1, to: .value(Value(Int64($0))))
    }
    encoding = .map(entries, otherwise: nil)
  }
}

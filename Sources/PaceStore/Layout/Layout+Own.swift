internal import PaceLanguage

extension Layout {
  /// The name of the table that holds the notices an application really gave.
  static let noticeTable = "notice"

  /// The tables that `pace` makes for a program; nil unless at least one event's table exists.
  init?(ownTablesOf program: Program, in schema: Schema) {
    var tables: [Table] = []
    var strange: [StrangeColumns] = []
    let id: (String, SourceMapping.Slot) = ("id", .id)
    let subject: (String, SourceMapping.Slot) = (program.noun, .subject)
    for (index, event) in program.events.enumerated() {
      guard let found = schema.table(event.name.text), found.column("at") != nil else { continue }
      let columns = TableDefinitions.eventColumns(event, program).map { ($0.name, $0.slot) }
      // Other applications may name the day.
      let named = program.subject.isPerDay ? [subject] : []
      let slots = [id] + named + columns
      tables.append(Self.ownTable(found, .event(EventID(index)), slots))
      let needed = (program.subject.isPerDay ? [] : [subject.0]) + (event.kinds.isEmpty ? [] : ["kind"])
      let missing = needed.filter { found.column($0) == nil }
      let others = found.columns.map(\.name).filter { name in !slots.contains { SQLText.areSame($0.0, name) }
      }
      if missing.isEmpty || others.isEmpty { continue }
      strange.append(
        StrangeColumns(table: found.name, event: event.name.text, missing: missing, unread: others))
    }
    if tables.isEmpty { return nil }
    if let found = schema.table(program.noun), found.column("id") != nil {
      let columns = TableDefinitions.subjectColumns(program).map { ($0.name, $0.slot) }
      tables.append(Self.ownTable(found, .subject, [id] + columns))
    }
    if let found = schema.table(Self.noticeTable), found.column("at") != nil, found.column("rule") != nil {
      tables.append(Self.ownTable(found, .notice, [id, subject, ("at", .at), ("rule", .rule)]))
    }
    self.init(source: nil, tables: tables)
    unreadable = Self.unreadable(of: program, in: schema)
    self.strange = strange
  }

  /// Tables that are named like an event or the subject, but can't be opened or lack the column `at` or `id`.
  static func unreadable(of program: Program, in schema: Schema) -> [Unreadable] {
    let needed = program.events.map { ($0.name.text, "at") } + [(program.noun, "id")]
    return needed.compactMap { name, column in
      if let cause = schema.cause(unopened: name) {
        return Unreadable(table: name, lack: "can't be opened: \(cause)")
      }
      guard let table = schema.table(name), table.column(column) == nil else { return nil }
      return Unreadable(
        table: table.name, lack: "has no column `\(column)`", columns: table.columns.map(\.name))
    }
  }

  /// Columns that the table lacks are left out, and count as NULL.
  private static func ownTable(
    _ table: Schema.Table, _ target: SourceMapping.Target, _ slots: [(String, SourceMapping.Slot)]
  ) -> Table {
    let columns = slots.compactMap { name, slot -> Column? in
      guard let column = table.column(name) else { return nil }
      return Column(slot, .column(column.name), .plain, in: table)
    }
    return Table(
      target: target, name: table.name, columns: columns, rowID: table.rowID)
  }
}

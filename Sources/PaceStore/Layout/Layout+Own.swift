internal import PaceLanguage

extension Layout {
  /// The name of the table that holds the notices an application really gave.
  static let noticeTable = "notice"

  /// The tables that `pace` makes for a program; nil unless at least one event's table exists.
  init?(ownTablesOf program: Program, in schema: Schema) {
    var tables: [Table] = []
    let id: (String, SourceMapping.Slot) = ("id", .id)
    let subject: (String, SourceMapping.Slot) = (program.subject.name.text, .subject)
    for (index, event) in program.events.enumerated() {
      guard let found = schema.table(event.name.text), found.column("at") != nil else { continue }
      let columns = TableDefinitions.eventColumns(event, program).map { ($0.name, $0.slot) }
      // Other applications may name the day.
      let named = program.subject.isPerDay ? [subject] : []
      tables.append(Self.ownTable(found, .event(EventID(index)), [id] + named + columns))
    }
    if tables.isEmpty { return nil }
    if let found = schema.table(program.subject.name.text), found.column("id") != nil {
      let columns = TableDefinitions.subjectColumns(program).map { ($0.name, $0.slot) }
      tables.append(Self.ownTable(found, .subject, [id] + columns))
    }
    if let found = schema.table(Self.noticeTable), found.column("at") != nil, found.column("rule") != nil {
      tables.append(Self.ownTable(found, .notice, [id, subject, ("at", .at), ("rule", .rule)]))
    }
    self.init(source: nil, tables: tables)
    unreadable = Self.unreadable(of: program, in: schema)
  }

  /// Tables that are named like an event but have no column `at`, or like the subject but have no `id`.
  static func unreadable(of program: Program, in schema: Schema) -> [(table: String, column: String)] {
    let needed = program.events.map { ($0.name.text, "at") } + [(program.subject.name.text, "id")]
    return needed.compactMap { name, column in
      guard let table = schema.table(name), table.column(column) == nil else { return nil }
      return (table.name, column)
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
      target: target, name: table.name, columns: columns, hasRowID: table.hasRowID)
  }
}

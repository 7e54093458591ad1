internal import PaceLanguage

extension Layout {
  init(_ source: SourceMapping, _ schema: Schema, path: String) throws(StoreError) {
    let missing = Self.missingTables(of: source, in: schema)
    for name in missing {
      guard let cause = schema.cause(unopened: name) else { continue }
      throw StoreError(
        .layout,
        "table `\(name)` of `\(path)`, which source `\(source.name.text)` reads, can't be opened: \(cause)",
        help:
          "SQLite opens it only with what it lacks; a copy of the file may hold its rows in a table of their own"
      )
    }
    guard missing.isEmpty else {
      throw StoreError(
        .layout, "`\(path)` has no table \(Self.list(missing)), which source `\(source.name.text)` reads",
        help: Spelling.help(for: missing[0], among: schema.tables.map(\.name)))
    }
    var tables: [Table] = []
    for mapping in source.tables {
      guard let table = schema.table(mapping.name) else { continue }
      try Self.checkColumns(of: mapping, in: table, source: source.name.text)
      let columns = mapping.columns.map { Column($0.slot, $0.input, $0.encoding, in: table, span: $0.span) }
      tables.append(
        Table(
          target: mapping.target, name: table.name, columns: columns, tests: mapping.tests,
          rowID: table.rowID))
    }
    self.init(source: source.name.text, tables: tables)
  }

  static func mapping(
    named name: String, in program: Program, path: String
  ) throws(StoreError) -> SourceMapping {
    let forTables = program.sources.filter { !$0.isJSON }.map(\.name.text)
    guard let source = program.sources.first(where: { $0.name.text == name }) else {
      throw StoreError(
        .layout, "the program has no source `\(name)`", help: Spelling.help(for: name, among: forTables))
    }
    guard source.isJSON else { return source }
    let others = forTables.isEmpty ? "" : "; for tables there is " + Self.list(forTables)
    throw StoreError(
      .layout, "source `\(name)` reads JSON, and `\(path)` is a database",
      help: "JSON is read by `eval --stdin --source \(name)`\(others)")
  }

  /// The sources all of whose tables a database has.
  static func sources(of program: Program, fitting schema: Schema) -> [SourceMapping] {
    program.sources.filter { !$0.isJSON && missingTables(of: $0, in: schema).isEmpty }
  }

  static func missingTables(of source: SourceMapping, in schema: Schema) -> [String] {
    var missing: [String] = []
    for name in source.tables.map(\.name) where schema.table(name) == nil {
      if !missing.contains(where: { SQLText.areSame($0, name) }) { missing.append(name) }
    }
    return missing
  }

  /// Every mapped column has to exist, because a missing one is probably a mistake.
  private static func checkColumns(
    of mapping: SourceMapping.Table, in table: Schema.Table, source: String
  ) throws(StoreError) {
    var names: [String] = []
    for column in mapping.columns {
      switch column.input {
      case .column(let name): names.append(name)
      case .difference(let later, let earlier): names += [later.text, earlier.text]
      case .member, .constant: break
      }
    }
    names += mapping.tests.map { $0.path.text }
    for name in names where table.column(name) == nil && !(table.hasRowID && isRowID(name)) {
      throw StoreError(
        .layout, "table `\(table.name)` has no column `\(name)`, which source `\(source)` reads",
        help: Spelling.help(for: name, among: table.columns.map(\.name))
          + (name.utf8.allSatisfy(\.isWordByte)
            ? ""
            : "\na text in quotes is a column's name: a view or the file itself can hold a constant text"))
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }

  private static func isRowID(_ name: String) -> Bool {
    SQLText.rowNumbers.contains { SQLText.areSame($0, name) }
  }

  static func nothingFits(
    _ program: Program, _ schema: Schema, _ connection: borrowing Connection
  ) -> StoreError {
    var lines = ["looked for the pack's own tables: " + list(program.events.map(\.name.text))]
    let unreadable = unreadable(of: program, in: schema)
    if !unreadable.isEmpty {
      lines = unreadable.map { table in
        "table `\(table.table)` \(table.lack)"
          + (table.columns.isEmpty ? "" : "; it has " + list(table.columns))
      }
    }
    for source in program.sources where !source.isJSON {
      let missing = missingTables(of: source, in: schema)
      lines.append("looked for source `\(source.name.text)`, missing: " + list(missing))
    }
    lines.append(schema.tables.isEmpty ? "found no tables" : "found: " + list(schema.tables.map(\.name)))
    let others = schema.unopened.filter { other in
      !unreadable.contains { SQLText.areSame($0.table, other.name) }
    }
    lines += others.map { "can't be opened: `\($0.name)`: \($0.cause)" }
    if schema.tables.isEmpty, connection.writesAhead {
      lines.append("they may be in `\(connection.path)-wal`: it belongs to the file and is copied with it")
    }
    let draft: SourceDraft
    do throws(StoreError) {
      draft = try SourceDraft(program, schema, connection)
    } catch {
      return error
    }
    if let offer = draft.offer {
      lines.append(offer)
    } else if !schema.tables.isEmpty {
      lines.append("no source is drafted: " + draft.lack)
    }
    return StoreError(
      .layout, "`\(connection.path)` has no tables that this pack reads", help: lines.joined(separator: "\n"))
  }
}

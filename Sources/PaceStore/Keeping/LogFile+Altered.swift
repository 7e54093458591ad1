import PaceLanguage

/// Writing to tables that someone else may have altered.
///
/// Their constraints, triggers and collations may refuse a row, change it, or take it away.
extension LogFile {
  /// Whether the file has triggers, collations or conflict clauses, which pace makes none of: they can change or drop
  /// what is written.
  func hasAlteredTables() throws(StoreError) -> Bool {
    try connection.number(
      """
      SELECT 1 FROM sqlite_schema WHERE type = 'trigger'
      OR type = 'table' AND (sql LIKE '%COLLATE%' OR sql LIKE '%ON CONFLICT%') LIMIT 1
      """) != nil
  }

  /// Changes rows of a table. If `checksWrites` is set, `holds` has to find what was asked in the table afterwards.
  ///
  /// All rows of subjects and events are changed through here, but for the blank rows that a merge adds and drops.
  func write(
    to table: String, _ change: () throws(StoreError) -> Void, holds: () throws(StoreError) -> Bool
  ) throws(StoreError) {
    do throws(StoreError) {
      try change()
    } catch {
      guard error.code == .constraint else { throw error }
      let cause = error.message.split(separator: "`: ", maxSplits: 1).last ?? ""
      throw StoreError(
        .constraint, "`\(table)` in `\(path)` refuses what is written to it: \(cause)", help: error.help)
    }
    if checksWrites, try !holds() { throw unkept(table) }
  }

  /// The refusal of a table that does not hold what was written to it.
  func unkept(_ table: String) -> StoreError {
    let triggers = (try? triggers(of: table)) ?? []
    if triggers.isEmpty { return unfit(table, "takes ids for the same that differ, or changes its rows") }
    return StoreError(
      .layout,
      "`\(table)` in `\(path)` does not keep what is written to it: it has the "
        + Noun.all(triggers.map { "trigger `\($0)`" }),
      help: "drop it if it is not needed, as by `DROP TRIGGER \(SQLText.schemaName(triggers[0]))`")
  }

  /// The triggers that changes of a table set off.
  private func triggers(of table: String) throws(StoreError) -> [String] {
    try connection.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE ORDER BY name",
      [.text(table)])
  }
}

extension Schema.Column {
  /// How it changes what a log writes to it; nil if it keeps all of that.
  ///
  /// A column changes values if it was declared by someone else, or for a field whose type is now another.
  func change(of definition: TableDefinitions.Column) -> String? {
    if definition.type != "TEXT", affinity == .text { return "turns numbers in `\(name)` into texts" }
    if definition.takesAnyText, affinity == .number {
      return "turns texts such as `007` in `\(name)` into numbers"
    }
    return nil
  }
}

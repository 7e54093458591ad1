internal import PaceLanguage

extension TablePlan {
  /// The rows to be read.
  ///
  /// - Parameters:
  ///   - order: nil takes rows as they are stored if they are in order, and gathers them if not.
  ///   - memory: how many bytes gathered rows may take.
  ///   - name: the name of the stream's function, unique within the connection.
  func rows(
    in connection: borrowing Connection, _ order: RowSink.Order?, _ options: LogReader.Options, memory: Int,
    name: String
  ) throws(StoreError) -> BatchStream {
    // Few values can be one subject's id, though a collation of the column's own may match others too.
    let selection = subjectColumn == nil ? nil : options.subject.map { IdentifierText.stored($0) }
    let query = query(selection, options.within)
    var order = order
    if order == nil {
      order = try isStoredInOrder(connection, query, selection, name: name) ? .stored : .gathered
    }
    var lookup: Statement?
    if let idColumn {
      lookup = try connection.prepare(
        "SELECT \(idColumn) FROM \(SQLText.name(layout.name)) WHERE rowid = ?1")
    }
    let sink = RowSink(
      self, order: order ?? .gathered, keepsRows: true, keptProblems: options.keptProblems, memory: memory,
      part: options.part, idOfNumber: lookup)
    return try BatchStream(connection, name: name, query: query, width: selected.count, sink: sink) {
      $0.bind(selection ?? [])
    }
  }

  /// How many rows there are to be read, at most `limit`.
  func count(
    in connection: borrowing Connection, subject: String?, upTo limit: Int
  ) throws(StoreError) -> Int {
    let selection = subjectColumn == nil ? nil : subject.map { IdentifierText.stored($0) }
    let rows = "SELECT 1 FROM \(SQLText.name(layout.name))\(conditions(selection)) LIMIT \(limit)"
    return try connection.count("SELECT count(*) FROM (\(rows))", selection ?? [])
  }

  /// About how many rows there are, judged by the greatest row number alone; nil if that says nothing.
  func roughCount(in connection: borrowing Connection) -> Int? {
    guard layout.hasRowID, layout.tests.isEmpty else { return nil }
    let last = try? connection.number("SELECT max(rowid) FROM \(SQLText.name(layout.name))")
    return last.map { Int(clamping: $0) }
  }

  /// The error for rows that come out of order.
  var outOfOrder: StoreError {
    StoreError(.outOfOrder, "the rows of `\(layout.name)` are not stored in order")
  }

  /// Reads only subjects and times, which is faster than sorting rows that are in order already.
  private func isStoredInOrder(
    _ connection: borrowing Connection, _ query: String, _ selection: [StoredValue]?, name: String
  ) throws(StoreError) -> Bool {
    // A view computes its rows anew each time.
    if !layout.hasRowID { return false }
    let sink = RowSink(self, order: .stored, keepsRows: false, keptProblems: 0)
    let rows = try BatchStream(
      connection, name: name + "_order", query: query, width: columnsOfOrder, sink: sink
    ) { $0.bind(selection ?? []) }
    while !rows.isDone {
      if try !rows.fill() { return false }
    }
    return true
  }

  /// The `SELECT` of the table's rows; `selection` is bound by `bind`.
  private func query(_ selection: [StoredValue]?, _ within: ClosedRange<Int64>?) -> String {
    let names = selected.enumerated().map { "\($0.element) AS c\($0.offset)" }
    var sql = "SELECT \(names.joined(separator: ", ")) FROM \(SQLText.name(layout.name))"
    // An index would give the rows in its own order.
    if selection == nil, within == nil, layout.hasRowID { sql += " NOT INDEXED" }
    let conditions = conditions(selection, within)
    // A limit keeps SQLite from calling the stream's function before a view's conditions and joins, or ours, have
    // chosen the rows: by rule 19 of its query flattener the two queries then stay apart.
    return conditions.isEmpty && layout.hasRowID ? sql : sql + conditions + " LIMIT -1"
  }

  /// The `WHERE` clause for the table's rows; empty if all of them are read.
  private func conditions(_ selection: [StoredValue]?, _ within: ClosedRange<Int64>? = nil) -> String {
    var conditions: [String] = []
    conditions += layout.tests.map { SQLText.condition($0, isCSV: layout.isCSV) }
    if selection != nil, let subjectColumn { conditions.append("\(subjectColumn) IN (?1, ?2, ?3)") }
    if let within, let at = layout.column(for: .at), at.encoding == .plain, let name = at.name {
      let column = layout.isCSV ? SQLText.number(ofText: SQLText.name(name)) : SQLText.name(name)
      conditions.append("\(column) BETWEEN \(within.lowerBound) AND \(within.upperBound)")
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
}

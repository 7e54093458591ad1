internal import PaceLanguage

extension TablePlan {
  /// The rows to be read.
  ///
  /// - Parameters:
  ///   - order: nil takes rows as they are stored if they are in order, and gathers them if not.
  ///   - memory: how many bytes gathered rows may take.
  func rows(
    in connection: borrowing Connection, _ order: RowSink.Order?, _ options: LogReader.Options, memory: Int
  ) throws(StoreError) -> BatchStream {
    let (query, values) = query(options.subject, options.within)
    var order = order
    if order == nil { order = try isStoredInOrder(connection, query, values) ? .stored : .gathered }
    var lookup: Statement?
    if let idQuery { lookup = try connection.prepare(idQuery) }
    let sink = RowSink(
      self, order: order ?? .gathered, keepsRows: true, keptProblems: options.keptProblems, memory: memory,
      part: options.part, idOfNumber: lookup)
    return try BatchStream(connection, query: query, width: selected.count, values: values, sink: sink)
  }

  /// How many rows there are to be read, at most `limit`.
  func count(
    in connection: borrowing Connection, subject: String?, upTo limit: Int
  ) throws(StoreError) -> Int {
    let (conditions, values) = conditions(subject)
    let rows = "SELECT 1 FROM \(SQLText.name(layout.name))\(conditions) LIMIT \(limit)"
    return try connection.count("SELECT count(*) FROM (\(rows))", values)
  }

  /// About how many rows there are, judged by the greatest row number alone; nil if that says nothing.
  func roughCount(in connection: borrowing Connection) -> Int? {
    guard let rowID = layout.rowID, layout.tests.isEmpty else { return nil }
    let last = try? connection.number("SELECT max(\(rowID)) FROM \(SQLText.name(layout.name))")
    return last.map { Int(clamping: $0) }
  }

  /// The error for rows that come out of order.
  var outOfOrder: StoreError {
    StoreError(.outOfOrder, "the rows of `\(layout.name)` are not stored in order")
  }

  /// Reads only subjects and times, which is faster than sorting rows that are in order already.
  private func isStoredInOrder(
    _ connection: borrowing Connection, _ query: String, _ values: [StoredValue]
  ) throws(StoreError) -> Bool {
    // A view computes its rows anew each time.
    if !layout.hasRowID { return false }
    let sink = RowSink(self, order: .stored, keepsRows: false, keptProblems: 0)
    let rows = try BatchStream(connection, query: query, width: columnsOfOrder, values: values, sink: sink)
    while !rows.isDone {
      if try !rows.fill() { return false }
    }
    return true
  }

  /// The `SELECT` of the table's rows, and the values of its parameters.
  private func query(
    _ subject: String?, _ within: ClosedRange<Int64>?
  ) -> (sql: String, values: [StoredValue]) {
    let names = selected.enumerated().map { "\($0.element) AS c\($0.offset)" }
    var sql = "SELECT \(names.joined(separator: ", ")) FROM \(SQLText.name(layout.name))"
    let (conditions, values) = conditions(subject, within)
    // An index would give the rows in its own order.
    if values.isEmpty, within == nil, layout.hasRowID { sql += " NOT INDEXED" }
    // By rule 19 of SQLite's query flattener, a limit keeps the two queries apart. Otherwise SQLite might call the
    // stream's function before a view's conditions and joins, or ours, have chosen the rows.
    return (conditions.isEmpty && layout.hasRowID ? sql : sql + conditions + " LIMIT -1", values)
  }

  /// The `WHERE` clause for the table's rows, empty if all of them are read, and the values of its parameters.
  private func conditions(
    _ subject: String?, _ within: ClosedRange<Int64>? = nil
  ) -> (sql: String, values: [StoredValue]) {
    var conditions = layout.tests.map { SQLText.condition($0, isCSV: layout.isCSV) }
    var values: [StoredValue] = []
    if let subject, let subjectColumn {
      // Few values can be one subject's id, though a collation of the column's own may match others too.
      values = IdentifierText.stored(subject)
      conditions.append("\(subjectColumn) IN (?1, ?2, ?3)")
    }
    if let within, let at = layout.column(for: .at), at.encoding == .plain, let name = at.name {
      let column = layout.isCSV ? SQLText.number(ofText: SQLText.name(name)) : SQLText.name(name)
      conditions.append("\(column) BETWEEN ?\(values.count + 1) AND ?\(values.count + 2)")
      values += [.integer(within.lowerBound), .integer(within.upperBound)]
    }
    return (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "), values)
  }
}

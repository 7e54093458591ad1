internal import PaceLanguage

extension TablePlan {
  /// The rows to be read.
  ///
  /// - Parameters:
  ///   - order: nil takes rows as they are stored if they are in order, and gathers them if not.
  ///   - memory: how many bytes gathered rows may take.
  ///   - earlier: the plan's rows that were read last; they are read anew if the query is the same.
  func rows(
    in connection: borrowing Connection, _ order: RowSink.Order?, _ options: LogReader.Options, memory: Int,
    after earlier: BatchStream?
  ) throws(StoreError) -> BatchStream {
    let parameters = Parameters(self, subject: options.subject, within: options.within)
    if let earlier, order == .stored, earlier.restart(parameters) { return earlier }
    let query = query(parameters)
    var order = order
    if order == nil { order = try isStoredInOrder(connection, query, parameters) ? .stored : .gathered }
    var lookup: Statement?
    if let idQuery { lookup = try connection.prepare(idQuery) }
    let sink = RowSink(
      self, order: order ?? .gathered, keepsRows: true, keptProblems: options.keptProblems, memory: memory,
      part: options.part, idOfNumber: lookup)
    return try BatchStream(
      connection, query: query, width: selected.count, parameters: parameters, sink: sink)
  }

  /// How many rows there are to be read, at most `limit`.
  func count(
    in connection: borrowing Connection, subject: String?, upTo limit: Int
  ) throws(StoreError) -> Int {
    let parameters = Parameters(self, subject: subject, within: nil)
    let rows = "SELECT 1 FROM \(SQLText.name(layout.name))\(conditions(parameters)) LIMIT \(limit)"
    return try connection.count("SELECT count(*) FROM (\(rows))", parameters.values)
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
    _ connection: borrowing Connection, _ query: String, _ parameters: Parameters
  ) throws(StoreError) -> Bool {
    // A view computes its rows anew each time.
    if !layout.hasRowID { return false }
    let sink = RowSink(self, order: .stored, keepsRows: false, keptProblems: 0)
    let rows = try BatchStream(
      connection, query: query, width: columnsOfOrder, parameters: parameters, sink: sink)
    while !rows.isDone {
      if try !rows.fill() { return false }
    }
    return true
  }

  /// The values by which rows are chosen, the first one's place in a query being `?1`.
  struct Parameters {
    /// Those that may be stored for the subject's id; empty for every subject.
    let subject: [StoredValue]
    /// The first and the last instant; empty for all times.
    let times: [StoredValue]

    init(_ plan: TablePlan, subject: String?, within: ClosedRange<Int64>?) {
      // Few values can be one subject's id, though a collation of the column's own may match others too.
      self.subject = plan.subjectColumn == nil ? [] : subject.map { IdentifierText.stored($0) } ?? []
      let at = plan.layout.column(for: .at)
      let isPlain = at?.encoding == .plain && at?.name != nil
      times = isPlain ? within.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? [] : []
    }

    var values: [StoredValue] { subject + times }

    /// Whether queries with these and with other values have the same SQL.
    func isAlike(_ other: Parameters) -> Bool {
      subject.count == other.subject.count && times.count == other.times.count
    }
  }

  /// The `SELECT` of the table's rows.
  private func query(_ parameters: Parameters) -> String {
    let names = selected.enumerated().map { "\($0.element) AS c\($0.offset)" }
    var sql = "SELECT \(names.joined(separator: ", ")) FROM \(SQLText.name(layout.name))"
    let conditions = conditions(parameters)
    // An index would give the rows in its own order.
    if parameters.values.isEmpty, layout.hasRowID { sql += " NOT INDEXED" }
    // By rule 19 of SQLite's query flattener, a limit keeps the two queries apart. Otherwise SQLite might call the
    // stream's function before a view's conditions and joins, or ours, have chosen the rows.
    return conditions.isEmpty && layout.hasRowID ? sql : sql + conditions + " LIMIT -1"
  }

  /// The `WHERE` clause for the table's rows, empty if all of them are read.
  private func conditions(_ parameters: Parameters) -> String {
    var conditions = layout.tests.map { SQLText.condition($0, isCSV: layout.isCSV) }
    let places = parameters.values.indices.map { "?\($0 + 1)" }
    if let subjectColumn, !parameters.subject.isEmpty {
      let ids = places.prefix(parameters.subject.count).joined(separator: ", ")
      conditions.append("\(subjectColumn) IN (\(ids))")
    }
    if let name = layout.column(for: .at)?.name, !parameters.times.isEmpty {
      let column = layout.isCSV ? SQLText.number(ofText: SQLText.name(name)) : SQLText.name(name)
      let times = places.suffix(parameters.times.count).joined(separator: " AND ")
      conditions.append("\(column) BETWEEN \(times)")
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }
}

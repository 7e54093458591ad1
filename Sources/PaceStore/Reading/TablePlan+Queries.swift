/// How a table's rows are to be read.
struct RowRequest {
  /// Nil is as stored if that will do, else sorted.
  var order: RowSink.Order?
  /// Only this subject's rows.
  var subject: String?
  var keptProblems: Int
  /// Whether texts are stored in UTF-8.
  var isUTF8: Bool
  /// For a function of the connection's that no other stream has.
  var name: String
}

extension TablePlan {
  func rows(in connection: borrowing Connection, _ request: RowRequest) throws(StoreError) -> RowStream {
    let sorted: RowSink.Order = hasOrderedTimes ? .sorted : .sortedBySubject
    if subjectColumn != nil, let id = request.subject {
      // The values that may stand for one subject are few; a collation of the column's own may add others.
      let selection = SubjectSelection(id: id)
      return try stream(connection, request, sorted, query(sorted, .bytes, selection)) {
        selection.bind(to: $0)
      }
    }
    var isStored = request.order == .stored
    if request.order == nil, layout.hasRowID { isStored = try isStoredInOrder(connection, request) }
    if isStored { return try stream(connection, request, .stored, query(.stored, .bytes, nil)) }
    let subjects = try subjectOrder(in: connection, isUTF8: request.isUTF8)
    if subjects != .bytes { try connection.defineByteCollation() }
    return try stream(connection, request, sorted, query(sorted, subjects, nil))
  }

  /// How many rows there are to be read, or `limit` where there are more.
  func count(
    in connection: borrowing Connection, subject: String?, upTo limit: Int
  ) throws(StoreError) -> Int {
    let selection = subjectColumn == nil ? nil : subject.map { SubjectSelection(id: $0) }
    let rows = "SELECT 1 FROM \(SQLText.name(layout.name))\(conditions(selection)) LIMIT \(limit)"
    let statement = try connection.prepare("SELECT count(*) FROM (\(rows))")
    if let selection { selection.bind(to: statement) }
    return try statement.step() ? Int(clamping: statement.cell(0).integer) : 0
  }

  /// The error that rows which come out of order are.
  func outOfOrder(_ order: RowSink.Order, path: String) -> StoreError {
    if order == .stored {
      return StoreError(.outOfOrder, "the rows of `\(layout.name)` are not stored in order", path: path)
    }
    return StoreError(
      .corrupt, "an index of table `\(layout.name)` of `\(path)` gives rows in the wrong order",
      help: "repair it with `sqlite3 FILE REINDEX`", path: path)
  }

  /// Reads subjects and times only, which is quicker than to sort rows that need not be.
  private func isStoredInOrder(
    _ connection: borrowing Connection, _ request: RowRequest
  ) throws(StoreError) -> Bool {
    let sink = RowSink(self, order: .stored, keepsRows: false, keptProblems: 0)
    let rows = try RowStream(
      connection, name: request.name + "_order", query: query(.stored, .bytes, nil),
      width: columnsOfOrder, sink: sink
    ) { _ in }
    while !rows.isDone {
      if try !rows.fill() { return false }
    }
    return true
  }

  private func stream(
    _ connection: borrowing Connection, _ request: RowRequest, _ order: RowSink.Order, _ query: String,
    bind: (borrowing Statement) -> Void = { _ in }
  ) throws(StoreError) -> RowStream {
    var lookup: Statement?
    if let idColumn {
      lookup = try connection.prepare(
        "SELECT \(idColumn) FROM \(SQLText.name(layout.name)) WHERE rowid = ?1")
    }
    let sink = RowSink(
      self, order: order, keepsRows: true, keptProblems: request.keptProblems, idOfNumber: lookup)
    return try RowStream(
      connection, name: request.name, query: query, width: selected.count, sink: sink, bind: bind)
  }

  /// The `SELECT` of the table's rows; `selection` is bound by `bind`.
  private func query(
    _ order: RowSink.Order, _ subjects: SubjectOrder, _ selection: SubjectSelection?
  ) -> String {
    let names = selected.enumerated().map { "\($0.element) AS c\($0.offset)" }
    var sql = "SELECT \(names.joined(separator: ", ")) FROM \(SQLText.name(layout.name))"
    // An index would be gone through in its own order.
    if order == .stored, layout.hasRowID { sql += " NOT INDEXED" }
    let conditions = conditions(selection)
    sql += conditions
    var terms: [String] = []
    if order != .stored, let subjectColumn, selection == nil { terms.append(subjects.sql(subjectColumn)) }
    if let atColumn {
      if order == .sorted { terms.append(atColumn) }
      // Days follow each other as their times do, however those are written.
      if order == .sortedBySubject, case .day = subject { terms.append("julianday(\(atColumn))") }
    }
    if !terms.isEmpty { sql += " ORDER BY " + terms.joined(separator: ", ") }
    // A limit keeps SQLite from calling the function before it has chosen and sorted the rows.
    return conditions.isEmpty && terms.isEmpty ? sql : sql + " LIMIT -1"
  }

  /// The `WHERE` of the table's rows, if they are not all of its rows.
  private func conditions(_ selection: SubjectSelection?) -> String {
    var conditions: [String] = []
    if let condition = layout.condition {
      conditions.append("\(SQLText.name(condition.column)) = \(SQLText.literal(condition.value))")
    }
    if let selection, let subjectColumn {
      conditions.append("\(subjectColumn) IN (\(selection.placeholders))")
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// How the rows have to be sorted to come by the bytes of their subject.
  private func subjectOrder(
    in connection: borrowing Connection, isUTF8: Bool
  ) throws(StoreError) -> SubjectOrder {
    guard let subjectColumn else { return .bytes }
    return try SubjectOrder(
      of: subjectColumn, table: SQLText.name(layout.name), in: connection, isUTF8: isUTF8)
  }
}

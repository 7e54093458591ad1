extension TablePlan {
  /// The table's rows in the given order; without one, as stored if that will do, else sorted.
  func rows(
    in connection: borrowing Connection, order: KeyedRows.Order?, subject: String?, isUTF8: Bool
  ) throws(StoreError) -> KeyedRows {
    let sorted: KeyedRows.Order = hasOrderedTimes ? .sorted : .sortedBySubject
    let selection = subjectColumn == nil ? nil : subject.map { SubjectSelection(id: $0) }
    if let selection {
      let statement = try connection.prepare(sql(sorted, .bytes, selection))
      selection.bind(to: statement)
      // The values that may stand for one subject are few; a collation of the column's own may add others.
      return keyed(statement, sorted, connection)
    }
    var isStored = order == .stored
    if order == nil, layout.hasRowID { isStored = try isStoredInOrder(connection) }
    if isStored { return keyed(try connection.prepare(sql(.stored, .bytes, nil)), .stored, connection) }
    let subjects = try subjectOrder(in: connection, isUTF8: isUTF8)
    if subjects != .bytes { try connection.defineByteCollation() }
    return keyed(try connection.prepare(sql(sorted, subjects, nil)), sorted, connection)
  }

  /// Reads subjects and times only, which is quicker than to sort rows that need not be.
  private func isStoredInOrder(_ connection: borrowing Connection) throws(StoreError) -> Bool {
    let statement = try connection.prepare(sql(.stored, .bytes, nil, columns: 2))
    var rows = keyed(statement, .stored, connection)
    do throws(StoreError) {
      while !rows.isDone { try rows.advance { _, _ in } }
      return true
    } catch {
      if error.code == .outOfOrder { return false }
      throw error
    }
  }

  private func keyed(
    _ statement: consuming Statement, _ order: KeyedRows.Order, _ connection: borrowing Connection
  ) -> KeyedRows {
    KeyedRows(
      statement, input: subject, at: at.plan, order: order, table: layout.name, path: connection.path,
      decoder: decoder)
  }

  /// The `SELECT` of the table's rows; `selection` is bound by `bind`.
  private func sql(
    _ order: KeyedRows.Order, _ subjects: SubjectOrder, _ selection: SubjectSelection?, columns: Int? = nil
  ) -> String {
    let names = columns.map { Array(selected.prefix($0)) } ?? selected
    var sql =
      "SELECT \(names.isEmpty ? "NULL" : names.joined(separator: ", ")) FROM \(SQLText.name(layout.name))"
    // An index would be gone through in its own order.
    if order == .stored, layout.hasRowID { sql += " NOT INDEXED" }
    var conditions: [String] = []
    if let condition = layout.condition {
      conditions.append("\(SQLText.name(condition.column)) = \(SQLText.literal(condition.value))")
    }
    if let selection, let subjectColumn {
      conditions.append("\(subjectColumn) IN (\(selection.placeholders))")
    }
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
    if order == .stored { return sql }
    var terms: [String] = []
    if let subjectColumn, selection == nil { terms.append(subjects.sql(subjectColumn)) }
    if let atColumn {
      if order == .sorted { terms.append(atColumn) }
      // Days follow each other as their times do, however those are written.
      if order == .sortedBySubject, case .day = subject { terms.append("julianday(\(atColumn))") }
    }
    return terms.isEmpty ? sql : sql + " ORDER BY " + terms.joined(separator: ", ")
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

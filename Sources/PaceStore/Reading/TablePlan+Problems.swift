extension TablePlan {
  /// A value that cannot be read.
  func problem(
    _ row: borrowing Statement, _ column: (plan: ColumnPlan, description: ColumnDescription),
    _ effect: RowProblem.Effect
  ) -> RowProblem {
    RowProblem(
      table: layout.name, id: idText(row), column: column.description.name,
      cause: decoder.cause(column.plan, column.description, row), effect: effect)
  }

  /// A row without a subject, or without a time.
  func keyProblem(_ row: borrowing Statement, isSubject: Bool) -> RowProblem {
    guard isSubject, case .column(let column) = subject else { return problem(row, at, .rowSkipped) }
    let value = RowDecoder.excerpt(row, column)
    let isNull = row.storageClass(column) == .null
    return RowProblem(
      table: layout.name, id: idText(row), column: subjectName,
      cause: isNull ? "is NULL" : "\(value) is no id: not TEXT, INTEGER or a BLOB of 16 bytes",
      effect: .rowSkipped)
  }

  func idText(_ row: borrowing Statement) -> String? { id.flatMap { IdentifierText.text(row, $0) } }
}

internal import PaceEngine
internal import PaceLanguage

/// The rows of the subjects' table in the order of their ids.
final class SubjectCursor {
  let plan: TablePlan
  private var rows: KeyedRows

  init(_ plan: TablePlan, _ rows: consuming KeyedRows) {
    self.plan = plan
    self.rows = rows
  }

  /// The id of the row that comes next; nil at the end.
  var subject: [UInt8]? { rows.isDone ? nil : rows.subject }

  /// Reads on to the next id; the first call reads the first row.
  func advance(_ problems: inout RowProblems) throws(StoreError) {
    while true {
      try rows.advance { row, isSubject in
        problems.add(.rowSkipped) { plan.keyProblem(row, isSubject: isSubject) }
      }
      if rows.isNewSubject { return }
      problems.add(.rowSkipped) {
        RowProblem(
          table: plan.layout.name, id: plan.idText(rows.statement), column: plan.subjectName,
          cause: "is there more than once; the first row counts", effect: .rowSkipped)
      }
    }
  }

  /// Decodes the row's attributes; those that cannot be read stay unknown, so that their defaults hold.
  func read(
    into record: inout SubjectRecord, _ problems: inout RowProblems, _ cache: inout TextCache,
    intern: (String) -> Value
  ) {
    record.startedAt = instant(plan.started, &problems)
    record.endedAt = instant(plan.ended, &problems)
    for index in plan.fields.indices {
      let value = plan.decoder.value(plan.fields[index], rows.statement, &cache, intern: intern)
      if value == nil {
        problems.add(.defaultTaken) {
          plan.problem(rows.statement, (plan.fields[index], plan.fieldDescriptions[index]), .defaultTaken)
        }
      }
      record.attributes[index] = value ?? .unknown
    }
  }

  /// The text of an attribute in the row.
  func text(of attribute: Int) -> String? {
    let column = plan.fields[attribute]
    switch column.form {
    case .text: return rows.statement.text(column.column)
    case .constantText: return plan.decoder.texts[Int(column.constant)]
    case .lookupText:
      guard let found = plan.decoder.bits(column, rows.statement), found != .min else { return nil }
      return plan.decoder.texts[Int(found)]
    default: return nil
    }
  }

  func problem(of attribute: Int, cause: String) -> RowProblem {
    RowProblem(
      table: plan.layout.name, id: plan.idText(rows.statement),
      column: plan.fieldDescriptions[attribute].name, cause: cause, effect: .defaultTaken)
  }

  private func instant(
    _ column: (plan: ColumnPlan, description: ColumnDescription), _ problems: inout RowProblems
  ) -> Instant? {
    guard let bits = plan.decoder.bits(column.plan, rows.statement) else {
      problems.add(.defaultTaken) { plan.problem(rows.statement, column, .defaultTaken) }
      return nil
    }
    return bits == .min ? nil : Instant(bits)
  }
}

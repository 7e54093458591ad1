internal import PaceEngine
internal import PaceLanguage

/// The problems of rows that cannot be read.
extension TablePlan {
  /// The problem of a value that cannot be read.
  func problem(_ row: borrowing Row, _ index: Int, id: String?) -> RowProblem {
    if index == RowDecoder.idIndex { return idProblem(row, id: id) }
    return RowProblem(
      table: layout.name, id: id, column: descriptions[index].name,
      cause: decoder.cause(index, descriptions[index], row))
  }

  /// The problem of a row without a subject.
  func subjectProblem(_ row: borrowing Row, id: String?) -> RowProblem {
    let cell: Cell
    switch subject {
    case .column(let column): cell = row.cell(column)
    case .dayColumn(let column, let calendar):
      cell = row.cell(column)
      if IdentifierText.isGood(cell) {
        var cause = "\(RowDecoder.excerpt(cell)) is not a date as YYYY-MM-DD"
        if let calendar, let now = decoder.bits(0, row), now != .min {
          cause =
            "\(RowDecoder.excerpt(cell)) is not the day of its time, \(ValueText.date(calendar.day(at: now)))"
        }
        return skipped(id, cause: cause)
      }
    case .fixed, .day: return skipped(id, cause: "is unknown")
    }
    let isText = cell.storageClass == .text
    return skipped(id, cause: isText ? "\(RowDecoder.excerpt(cell)) is not UTF-8" : Self.noID(cell))
  }

  /// The problem of an event's or notice's row without an id.
  private func idProblem(_ row: borrowing Row, id: String?) -> RowProblem {
    var cause = "is unknown"
    switch self.id {
    case .column(let column, _), .number(_, unsure: .some(let column)): cause = Self.noID(row.cell(column))
    case .none, .number(_, unsure: nil): break
    }
    return RowProblem(
      table: layout.name, id: id, column: layout.column(for: .id)?.name ?? "id", cause: cause)
  }

  private static func noID(_ cell: borrowing Cell) -> String {
    if cell.storageClass == .null { return "is NULL" }
    return "\(RowDecoder.excerpt(cell)) is no id: not TEXT, INTEGER or a BLOB of 16 bytes"
  }

  /// The problem of a subject's row after its first.
  func duplicateProblem(id: String?) -> RowProblem {
    skipped(id, cause: "is there more than once; the first row counts")
  }

  /// The problem of a subject's row whose end lies before its start.
  func backwardProblem(id: String) -> RowProblem {
    RowProblem(
      table: layout.name, id: id, column: descriptions[1].name,
      cause: "lies before `\(descriptions[0].name)`")
  }

  private func skipped(_ id: String?, cause: String) -> RowProblem {
    RowProblem(table: layout.name, id: id, column: subjectName, cause: cause)
  }
}

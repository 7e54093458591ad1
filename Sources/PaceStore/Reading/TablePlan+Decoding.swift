internal import PaceLanguage

extension TablePlan {
  /// Decodes a row whose time is known; false, and a problem, if that cannot be.
  func decode(
    _ statement: borrowing Statement, at time: Int64, into row: inout LoadedRow,
    _ problems: inout RowProblems, _ cache: inout TextCache,
    intern: (String) -> Value
  ) -> Bool {
    row.at = time
    guard let found = decoder.bits(kind.plan, statement), found != .min || !needsKind
    else {
      problems.add(.rowSkipped) { problem(statement, kind, .rowSkipped) }
      return false
    }
    row.kind = found == .min ? -1 : Int(found)
    if row.values.count != fields.count {
      row.values = [Value](repeating: .unknown, count: fields.count)
    }
    for index in fields.indices {
      guard let value = decoder.value(fields[index], statement, &cache, intern: intern) else {
        problems.add(.rowSkipped) {
          problem(statement, (fields[index], fieldDescriptions[index]), .rowSkipped)
        }
        return false
      }
      row.values[index] = value
    }
    if let id = id {
      if !IdentifierText.copy(statement, id, to: &row.id) { row.id.removeAll(keepingCapacity: true) }
    }
    return true
  }
}

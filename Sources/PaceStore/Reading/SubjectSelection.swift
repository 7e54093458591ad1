/// One subject, matched by every stored value that can be its id.
struct SubjectSelection: Sendable {
  let id: String

  var placeholders: String { "?1, ?2, ?3" }

  func bind(to statement: borrowing Statement) {
    statement.bind(id, at: 1)
    if let number = Int64(id), String(number) == id {
      statement.bind(number, at: 2)
    } else {
      statement.bindNull(2)
    }
    if let blob = IdentifierText.blob(id) {
      statement.bind(blob: blob, at: 3)
    } else {
      statement.bindNull(3)
    }
  }
}

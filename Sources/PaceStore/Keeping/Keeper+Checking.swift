import PaceEngine
import PaceLanguage

/// Runs `body`, and wraps the misfit that it throws.
func fitting<Result>(_ body: () throws(Misfit) -> Result) throws(KeepingError) -> Result {
  do throws(Misfit) {
    return try body()
  } catch {
    throw .usage(error.message, help: error.help)
  }
}

/// What is checked of changes before they are written.
extension Keeper {
  /// The row or subject as it is now; an error if it is gone.
  func present(_ target: Target) throws(KeepingError) -> Target {
    switch target {
    case .subject(let id): return .subject(try named(id))
    case .row(let row):
      _ = try fitting { () throws(Misfit) in try program.type(of: row.event) }
      let now = try storing { () throws(StoreError) in try self.row(row.event, row.id) }
      if let now { return .row(now) }
      throw .refused(
        "there is no row `\(row.id)`", help: "ids are printed by `pace log` and `pace show`")
    }
  }

  /// The edits with their values as the columns store them; an error if a column can't hold its value.
  func checked(_ edits: [Edit], of target: Target) throws(KeepingError) -> [Edit] {
    var checked: [Edit] = []
    for edit in edits { checked.append(try self.checked(edit, of: target)) }
    return checked
  }

  private func checked(_ edit: Edit, of target: Target) throws(KeepingError) -> Edit {
    let noun = program.subject.name.text
    switch target {
    case .subject:
      if !program.subject.isPerDay, edit.column == "started_at" || edit.column == "ended_at" {
        if edit.instant != nil || edit.value.isNull { return edit }
        throw .usage("`\(edit.column)` needs an instant", help: nil)
      }
      return try checked(edit, among: program.subject.attributes, of: noun)
    case .row(let row):
      let type = program.events[row.event.index]
      switch edit.column {
      case "at":
        if edit.instant != nil { return edit }
        throw .usage("a row has to have a time", help: "give `at` an instant")
      case "kind":
        if edit.value.isNull || type.kinds.contains(where: { $0.name.text == edit.value.text }) {
          return edit
        }
        throw .usage("`\(type.name.text)` has no kind `\(edit.value.text ?? "")`", help: nil)
      case noun where !program.subject.isPerDay:
        return Edit(column: noun, text: try named(edit.value.text ?? ""))
      default: return try checked(edit, among: type.fields, of: type.name.text)
      }
    }
  }

  private func checked(_ edit: Edit, among fields: [Field], of owner: String) throws(KeepingError) -> Edit {
    guard let field = fields.first(where: { $0.name.text == edit.column }) else {
      throw .usage("`\(owner)` has no field `\(edit.column)` that can be changed", help: nil)
    }
    try fitting { () throws(Misfit) in
      try program.check(edit.constant, in: field, of: owner)
      if edit.instant != nil { throw Misfit("`\(owner).\(edit.column)` holds no instant") }
    }
    return Edit(column: edit.column, value: edit.constant, field.type, program)
  }
}

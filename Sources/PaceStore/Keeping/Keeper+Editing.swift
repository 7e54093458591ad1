public import PaceEngine
public import PaceLanguage

/// A change of one column.
public struct Edit: Sendable {
  /// A field or attribute, `at`, `kind`, `started_at`, `ended_at`, or the subject's name.
  public var column: String
  /// How it is to be stored; NULL clears.
  var value: StoredValue

  init(column: String, value: StoredValue) {
    self.column = column
    self.value = value
  }

  /// A field or an attribute; nil clears it.
  public init(column: String, value: Constant?, _ type: ValueType, _ program: Program) {
    self.init(column: column, value: StoredValue(value, type, program))
  }

  /// An instant of a row or a subject; nil clears it.
  public init(column: String, instant: Instant?) {
    self.init(column: column, value: instant.map { .integer($0.milliseconds) } ?? .null)
  }

  /// A kind, or the subject that a row belongs to; nil clears it.
  public init(column: String, text: String?) { self.init(column: column, value: StoredValue(text)) }
}

/// Changing rows.
extension Keeper {
  /// What an id, or the beginning of one, stands for.
  public enum Target: Sendable {
    case subject(String)
    case row(KeptRow)
  }

  public func target(_ prefix: String) throws(KeepingError) -> Target {
    let found = try find(prefix)
    guard case .event(let event) = found.table else { return .subject(found.id) }
    let row = try storing { () throws(StoreError) in try self.row(event, found.id) }
    guard let row else { throw .refused("row `\(found.id)` has no time", help: nil) }
    return .row(row)
  }

  /// The subject that a row is moved to: the one of which `name` is the beginning of the id, else one that is
  /// yet to come.
  public func subjectToMoveTo(_ name: String) -> String { (try? named(name)) ?? CanonicalID.of(name) }

  /// Changes a row or a subject, and withdraws what would not have been said.
  public mutating func edit(
    _ target: Target, _ edits: [Edit], at: Instant? = nil
  ) throws(KeepingError) -> Undone {
    let t = at ?? clock
    return try writing { (keeper) throws(KeepingError) -> Undone in
      switch target {
      case .subject(let id): try keeper.edit(subject: id, edits, at: t)
      case .row(let row): try keeper.edit(row, edits, at: t)
      }
    }
  }

  private mutating func edit(subject: String, _ edits: [Edit], at t: Instant) throws(KeepingError) -> Undone {
    let old = try log(of: subject)
    try write(edits, to: .subject, subject)
    let new = try log(of: subject)
    let withdrawn = try withdraw(of: subject, from: old, to: new)
    return Undone(
      subject: subject, withdrawn: withdrawn, status: try status(of: subject, new, at: t),
      zone: new.record.zone)
  }

  private mutating func edit(_ row: KeptRow, _ edits: [Edit], at t: Instant) throws(KeepingError) -> Undone {
    let old = try log(of: row.subject)
    try write(edits + fieldsOfKind(row, edits), to: .event(row.event), row.id)
    let changed = try storing { () throws(StoreError) in try self.row(row.event, row.id) }
    guard let changed else { throw .refused("a row has to have a time", help: nil) }
    var undone = Undone(zone: old.record.zone)
    if changed.subject != row.subject {
      // Seen from the subject that the row moves to, it is a row that comes late.
      let other = try log(of: changed.subject)
      undone.withdrawn = try withdraw(of: changed.subject, from: without(row.id, other), to: other)
    }
    undone.rows = [changed]
    let new = try log(of: row.subject)
    undone.withdrawn += try withdraw(of: row.subject, from: old, to: new)
    let now = changed.subject == row.subject ? new : try log(of: changed.subject)
    undone.status = try status(of: changed.subject, now, at: t)
    undone.zone = now.record.zone
    return undone
  }

  private func without(_ id: String, _ log: SubjectLog) -> SubjectLog {
    var log = log
    for index in log.rows.indices.reversed() where log.rows[index] == id {
      log.rows.remove(at: index)
      log.events.remove(at: index)
    }
    return log
  }

  /// Fields that a new kind rewrites: those that still have the old kind's values.
  private func fieldsOfKind(_ row: KeptRow, _ edits: [Edit]) throws(KeepingError) -> [Edit] {
    guard let edit = edits.first(where: { $0.column == "kind" }) else { return [] }
    let type = program.events[row.event.index]
    let old = try storing { () throws(StoreError) in try values(of: row.kind, row.event) }
    let new = try storing { () throws(StoreError) in try values(of: edit.value.text, row.event) }
    return type.fields.indices.compactMap { index in
      let field = type.fields[index]
      if edits.contains(where: { $0.column == field.name.text }) || row.fields[index] != old[index] {
        return nil
      }
      return Edit(column: field.name.text, value: StoredValue(new[index], field.type, program))
    }
  }

  /// The values with which a row of a kind is filled.
  private func values(of kind: String?, _ event: EventID) throws(StoreError) -> [Constant?] {
    let type = program.events[event.index]
    guard let index = type.kinds.firstIndex(where: { $0.name.text == kind }) else {
      return type.fields.map(\.initial)
    }
    return try file.catalogue.entry(event, KindID(index)).values
  }

  private func write(_ edits: [Edit], to table: KeptTable, _ id: String) throws(KeepingError) {
    try storing { () throws(StoreError) in
      let stamp = try file.stamps.next(clock: clock.milliseconds, device: device)
      for edit in edits {
        try file.rows.set(edit.column, of: table, id, to: edit.value)
        try file.stamps.note(file.rows.entity(table), id, edit.column, stamp)
      }
    }
  }
}

public import PaceEngine
import PaceLanguage

/// The result of taking back, deleting or changing rows.
public struct ChangeOutcome: Sendable {
  /// The rows taken back, as they were, in time order; or the changed row, as it is now.
  public var rows: [KeptRow] = []
  /// The subject, if it was deleted or changed itself.
  public var subject: String?
  /// The notices that are withdrawn.
  public var withdrawn: [KeptNotice] = []
  /// The subject's status now; nil if the subject is gone.
  public var status: SubjectStatus?
  /// The subject's newest row if it lies after the instant, and so was not taken back.
  public var ahead: KeptRow?
  public var zone: Zone
}

/// Taking rows back.
extension Keeper {
  /// Takes back the newest row of the subject that is open at an instant, else of the one with the newest row.
  public mutating func undo(subject name: String? = nil, at: Instant? = nil) throws(KeepingError)
    -> ChangeOutcome
  {
    try writing { keeper throws(KeepingError) in
      let t = try keeper.instant(at)
      let newest = try keeper.newestRow(name, at: t)
      var outcome = try keeper.remove([newest], at: t)
      outcome.ahead = try keeper.newest(of: newest.subject, at: nil).flatMap { $0.at > t ? $0 : nil }
      return outcome
    }
  }

  private mutating func newestRow(_ name: String?, at t: Instant) throws(KeepingError) -> KeptRow {
    let subject = if let name { try named(name) } else { try self.subject(forRowAt: t) }
    if let found = try newest(of: subject, at: t) { return found }
    guard let subject else { throw .refused(.nothingToUndo, "there is no row to take back", help: nil) }
    // A day is open even if nothing was logged on it; then the newest row of any day is taken back.
    if program.subject.isPerDay, name == nil, let found = try newest(of: nil, at: t) { return found }
    throw .refused(
      .nothingToUndo, "\(program.noun) `\(subject)` has no row to take back",
      help: "name another")
  }

  /// The newest row of a subject up to an instant; nil stands for any subject, or any instant.
  private func newest(of subject: String?, at t: Instant?) throws(KeepingError) -> KeptRow? {
    guard let span = span(of: subject, upTo: t) else { return nil }
    return try storing { () throws(StoreError) in
      guard let found = try file.rows.newest(of: subject, within: span) else { return nil }
      return try row(found.event, found.id)
    }
  }

  /// A row with the subject it belongs to.
  func row(_ event: EventID, _ id: String) throws(StoreError) -> KeptRow? {
    guard var row = try file.rows.event(event, id) else { return nil }
    if program.subject.isPerDay { row.subject = day(of: row.at) }
    return row
  }

  /// Takes back rows and subjects by their ids, or prefixes of them.
  ///
  /// Deleting a subject deletes its rows. Notices are withdrawn as if all rows of a subject went at once.
  ///
  /// - Returns: one outcome for each subject of which something went, those that went themselves first.
  public mutating func delete(_ prefixes: [String], at: Instant? = nil) throws(KeepingError)
    -> [ChangeOutcome]
  {
    try writing { keeper throws(KeepingError) in
      let t = try keeper.instant(at)
      let targets = try prefixes.map { (prefix) throws(KeepingError) in try keeper.target(prefix) }
      var all: [ChangeOutcome] = []
      var rows: [[KeptRow]] = []
      var taken: [KeptTable: Set<ExactText>] = [:]
      for target in targets where taken[target.table, default: []].insert(ExactText(target.id)).inserted {
        switch target {
        case .subject(let id): all.append(try keeper.remove(subject: id))
        case .row(let row):
          if let known = rows.firstIndex(where: { $0[0].subject.isExactly(row.subject) }) {
            rows[known].append(row)
          } else {
            rows.append([row])
          }
        }
      }
      for rows in rows {
        // A subject that goes itself may have taken some along.
        var left: [KeptRow] = []
        for row in rows where try storing(keeper.row(row.event, row.id)) != nil { left.append(row) }
        if !left.isEmpty { all.append(try keeper.remove(left.sorted { $0.at < $1.at }, at: t)) }
      }
      return all
    }
  }

  /// The row or subject whose id is `prefix`, or else the only one whose id begins with it.
  ///
  /// `EVENT/ID` names one of several rows that have the same id. A day with rows need not have one of its own.
  func find(_ prefix: String) throws(KeepingError) -> (table: KeptTable, id: String) {
    if prefix.isEmpty {
      throw .usage(.badID, "the id of a row is empty", help: "give its id, or the beginning of it")
    }
    let found = try storing { () throws(StoreError) in
      let found = try file.rows.find(CanonicalID.of(prefix))
      let parts = prefix.split(separator: "/", maxSplits: 1).map(String.init)
      guard found.isEmpty, parts.count == 2 else { return found }
      return try file.rows.find(CanonicalID.of(parts[1])).filter { file.rows.entity($0.table) == parts[0] }
    }
    if found.count == 1 { return found[0] }
    if found.isEmpty, program.subject.isPerDay, try newest(of: prefix, at: nil) != nil {
      return (.subject, prefix)
    }
    if found.isEmpty {
      if try storing(file.rows.isGone(prefix)) {
        throw .refused(.gone, "`\(prefix)` was taken back or deleted", help: Self.staysGone)
      }
      throw .refused(.noRow, "there is no row `\(prefix)`", help: "give its id, or the beginning of it")
    }
    let isTold = Set(found.map { ExactText($0.id) }).count == found.count
    let ids = found.map { isTold ? $0.id : "\(file.rows.entity($0.table))/\($0.id)" }
    let list = ids.prefix(5).map { "`\($0)`" }.joined(separator: ", ") + (ids.count > 5 ? ", and more" : "")
    throw .refused(.ambiguous, "`\(prefix)` could be more than one row", help: "give more of the id: \(list)")
  }

  /// Takes back rows of one subject, and withdraws the notices that depended on them.
  private mutating func remove(_ rows: [KeptRow], at t: Instant) throws(KeepingError) -> ChangeOutcome {
    let subject = rows[0].subject
    let old = try log(of: subject)
    try storing { () throws(StoreError) in
      let stamp = try stamp()
      for row in rows { try file.rows.deleteForGood(.event(row.event), row.id, stamp) }
    }
    let new = try log(of: subject)
    let withdrawn = try withdraw(of: subject, from: old, to: new)
    forgetDefaults(of: subject)
    return ChangeOutcome(
      rows: rows, withdrawn: withdrawn, status: try status(of: subject, new, at: t), zone: old.record.zone)
  }

  /// Takes back a subject with its rows in this file and all its notices.
  private mutating func remove(subject: String) throws(KeepingError) -> ChangeOutcome {
    let log = try log(of: subject)
    let rows = zip(log.events, log.rows)
    var outcome = ChangeOutcome(subject: subject, zone: log.record.zone)
    outcome.withdrawn = try standingNotices(of: subject)
    try storing { () throws(StoreError) in
      let stamp = try stamp()
      for (event, id) in rows {
        if let row = try row(event.event, id) { outcome.rows.append(row) }
        try file.rows.deleteForGood(.event(event.event), id, stamp)
      }
      for notice in outcome.withdrawn { try file.notices.withdraw(notice, stamp) }
      try file.subjects.delete(subject, stamp)
    }
    forgetDefaults(of: subject)
    return outcome
  }

  /// Withdraws the notices that the rules give with the old rows but not with the new ones.
  mutating func withdraw(
    of subject: String, from old: SubjectLog, to new: SubjectLog
  ) throws(KeepingError) -> [KeptNotice] {
    let known = try standingNotices(of: subject).filter { rules[$0.rule] != nil }
    if known.isEmpty { return [] }
    var withdrawal = Withdrawal(from: old, to: new, in: machine)
    let found: [KeptNotice]
    do throws(RunawaySubject) {
      let indices = try withdrawal.indices(in: Array(zip(given(known), known.map(\.occurrence))))
      found = indices.map { known[$0] }
    } catch {
      throw .runaway(error)
    }
    try storing { () throws(StoreError) in
      let stamp = try stamp()
      for notice in found { try file.notices.withdraw(notice, stamp) }
    }
    return found
  }

  /// The subject's status at an instant, given the notices that stand.
  mutating func status(
    of subject: String, _ log: SubjectLog, at t: Instant
  ) throws(KeepingError) -> SubjectStatus {
    let floor = try floor(of: subject, at: t)
    return try due(log, at: t, notices: try standingNotices(of: subject), floor: floor).status
  }
}

/// Changing rows.
extension Keeper {
  /// What an id, or a prefix of one, refers to.
  public enum Target: Sendable {
    case subject(String)
    case row(KeptRow)

    var table: KeptTable {
      switch self {
      case .subject: .subject
      case .row(let row): .event(row.event)
      }
    }

    var id: String {
      switch self {
      case .subject(let id): id
      case .row(let row): row.id
      }
    }
  }

  public func target(_ prefix: String) throws(KeepingError) -> Target {
    let found = try find(prefix)
    guard case .event(let event) = found.table else { return .subject(found.id) }
    guard let row = try storing(row(event, found.id)) else {
      throw .refused(
        .unreadableRow, "row `\(found.id)` has no time that can be read",
        help: "an SQLite tool mends it: `at` is in milliseconds since 1970")
    }
    return .row(row)
  }

  /// Changes a row or a subject, and withdraws the notices that would no longer have been given.
  ///
  /// Refuses what its column can't hold, and a row or subject that isn't there.
  ///
  /// - Parameter isForced: whether the new times may lie well ahead of the clock.
  public mutating func edit(
    _ target: Target, _ edits: [Edit], at: Instant? = nil, isForced: Bool = false
  ) throws(KeepingError) -> ChangeOutcome {
    try writing { (keeper) throws(KeepingError) -> ChangeOutcome in
      let t = try keeper.instant(at)
      for case let instant? in edits.map(\.instant) { try keeper.checkTime(instant, isForced: isForced) }
      let target = try keeper.present(target)
      let edits = try keeper.checked(edits, of: target)
      return switch target {
      case .subject(let id): try keeper.edit(subject: id, edits, at: t)
      case .row(let row): try keeper.edit(row, edits, at: t)
      }
    }
  }

  private mutating func edit(subject: String, _ edits: [Edit], at t: Instant) throws(KeepingError)
    -> ChangeOutcome
  {
    try checkNotGone(subject)
    let old = try log(of: subject)
    try makeDay(subject, at: t)
    try write(edits, to: .subject, subject)
    let new = try log(of: subject)
    if edits.contains(where: { $0.instant != nil }) { try checkOrder(of: new) }
    if edits.contains(where: { $0.column == "started_at" }) { try checkStart(of: new) }
    if edits.contains(where: { $0.column == "ended_at" }) { try checkEnd(of: new) }
    let withdrawn = try withdraw(of: subject, from: old, to: new)
    return ChangeOutcome(
      subject: subject, withdrawn: withdrawn, status: try status(of: subject, new, at: t),
      zone: new.record.zone)
  }

  /// Refuses a start that lies after a row, which would start the subject all the same.
  private func checkStart(of log: SubjectLog) throws(KeepingError) {
    guard let start = log.record.startedAt, let first = log.events.first?.at, first < start else { return }
    throw .refused(
      .startsTooLate,
      "\(program.noun) `\(log.id)` has a row before that, at \(time(first, log.record.zone))",
      help: "start it earlier, or take the row back first")
  }

  /// Refuses an end that lies before a row, which would revive the subject.
  func checkEnd(of log: SubjectLog) throws(KeepingError) {
    guard let end = log.record.endedAt, let last = log.events.last?.at, last > end else { return }
    throw .refused(
      .endsTooEarly,
      "\(program.noun) `\(log.id)` has a row after that, at \(time(last, log.record.zone))",
      help: "end it later, or take the row back first")
  }

  /// Refuses an end that lies before the start.
  private func checkOrder(of log: SubjectLog) throws(KeepingError) {
    guard let start = log.start, let end = log.record.endedAt, end < start else { return }
    let zone = log.record.zone
    throw .refused(
      .endsTooEarly,
      "\(program.noun) `\(log.id)` would end at \(time(end, zone)), "
        + "before its start at \(time(start, zone))",
      help: "give it a later `ended_at` or an earlier `started_at`, or clear the end")
  }

  private mutating func edit(_ row: KeptRow, _ edits: [Edit], at t: Instant) throws(KeepingError)
    -> ChangeOutcome
  {
    let old = try log(of: row.subject)
    let edits = try filled(edits, of: row)
    try write(edits + fieldsOfKind(row, edits), to: .event(row.event), row.id)
    guard let changed = try storing(self.row(row.event, row.id)) else {
      throw .refused(.badValue, "a row has to have a time", help: nil)
    }
    var outcome = ChangeOutcome(zone: old.record.zone)
    let staysInSubject = changed.subject.isExactly(row.subject)
    if !staysInSubject {
      try makeDay(changed.subject, at: changed.at)
      // For the row's new subject, it is a row that comes late.
      let other = try log(of: changed.subject)
      outcome.withdrawn = try withdraw(of: changed.subject, from: without(row.id, other), to: other)
    }
    outcome.rows = [changed]
    let new = try log(of: row.subject)
    outcome.withdrawn += try withdraw(of: row.subject, from: old, to: new)
    let now = staysInSubject ? new : try log(of: changed.subject)
    outcome.status = try status(of: changed.subject, now, at: t)
    outcome.zone = now.record.zone
    return outcome
  }

  private func without(_ id: String, _ log: SubjectLog) -> SubjectLog {
    var log = log
    for index in log.rows.indices.reversed() where log.rows[index].isExactly(id) {
      log.rows.remove(at: index)
      log.events.remove(at: index)
    }
    return log
  }

  /// The edits, with each cleared field set to the kind's value, or else the default.
  private func filled(_ edits: [Edit], of row: KeptRow) throws(KeepingError) -> [Edit] {
    let type = program.events[row.event.index]
    let kind = if let edit = edits.first(where: { $0.column == "kind" }) { edit.value.text } else { row.kind }
    let filling = try storing(values(of: kind, row.event))
    return edits.map { edit in
      guard edit.value.isNull, let index = type.fields.firstIndex(where: { $0.name.text == edit.column })
      else {
        return edit
      }
      return Edit(column: edit.column, value: filling[index], type.fields[index].type, program)
    }
  }

  /// The edits that a new kind brings: fields that still have the old kind's values get the new kind's.
  ///
  /// A value that both kinds have is not written: its new stamp would win over what another device wrote.
  private func fieldsOfKind(_ row: KeptRow, _ edits: [Edit]) throws(KeepingError) -> [Edit] {
    guard let edit = edits.first(where: { $0.column == "kind" }) else { return [] }
    let type = program.events[row.event.index]
    let old = try storing(values(of: row.kind, row.event))
    let new = try storing(values(of: edit.value.text, row.event))
    return type.fields.indices.compactMap { index in
      let field = type.fields[index]
      if old[index] == new[index] || row.fields[index] != old[index] { return nil }
      if edits.contains(where: { $0.column == field.name.text }) { return nil }
      return Edit(column: field.name.text, value: StoredValue(new[index], field.type, program))
    }
  }

  /// The values that fill in a row of a kind.
  private func values(of kind: String?, _ event: EventID) throws(StoreError) -> [Constant?] {
    let index = program.events[event.index].kinds.firstIndex { $0.name.text == kind }
    return try file.catalogue.entries().values(of: index.map { KindID($0) }, in: event, program)
  }

  private func write(_ edits: [Edit], to table: KeptTable, _ id: String) throws(KeepingError) {
    try storing { () throws(StoreError) in
      let stamp = try stamp()
      for edit in edits {
        try file.rows.set(edit.column, of: table, id, to: edit.value)
        try file.stamps.note(file.rows.entity(table), id, edit.column, stamp)
      }
    }
  }
}

public import PaceEngine
import PaceLanguage

/// Which part of a log to delete.
public enum DataScope: Sendable {
  /// Everything, settings and the catalogue included.
  case all
  /// One subject, by its whole id.
  case subject(String)
  /// Rows and notices before an instant, and subjects that ended before it and have nothing later.
  ///
  /// A subject that goes on begins there: what is deleted is unknown, and no time without rows.
  /// For subjects whose own zone is among `elsewhere`, the instant is the one given there.
  case before(Instant, elsewhere: [(zone: String, at: Instant)])
}

/// What was deleted, or would be.
public struct DeletedData: Sendable {
  /// How many rows of each table.
  public var rows: [(table: String, count: Int)] = []
  public var settings = 0
  /// How many subjects lost the time before an instant, so that they begin there.
  public var starts = 0
  /// Whether every copy of the data was overwritten, the write-ahead log's included; nil until it is deleted.
  public var isOverwritten: Bool?
  /// Why the file could not be written anew without the data; nil if it was, or was not tried.
  public var hindrance: String?
}

/// Deleting parts of a log. A merge brings deleted rows back only if they were forgotten.
extension Keeper {
  /// The subject whose id is `name`, or begins with it; also one that was deleted, by its whole id.
  public func subject(named name: String) throws(KeepingError) -> String {
    do throws(KeepingError) {
      return try named(name)
    } catch {
      guard case .refused(let refusal) = error, case .gone = refusal.code else { throw error }
      return CanonicalID.of(name)
    }
  }

  /// The names of zones that subjects of this file have of their own.
  public func zoneNames() throws(KeepingError) -> [String] { Set(try zoneNamesOfSubjects().values).sorted() }

  /// What deleting `scope` would remove; nothing of a subject that never was.
  public func dataToDelete(_ scope: DataScope) throws(KeepingError) -> DeletedData {
    let deletion = try DataDeletion(self, scope, forgets: false)
    return try storing(deletion.count())
  }

  /// Deletes a part of the log and overwrites its bytes; of what is gone already, only the bytes.
  ///
  /// A subject that never was is no error: all counts are 0.
  ///
  /// - Parameter forgets: whether no trace is kept of what was deleted, so that a merge can bring it back.
  public mutating func deleteData(_ scope: DataScope, forgets: Bool) throws(KeepingError) -> DeletedData {
    try storing(file.connection.execute("PRAGMA main.secure_delete = ON"))
    var deleted = try writing { (keeper) throws(KeepingError) in
      let deletion = try DataDeletion(keeper, scope, forgets: forgets)
      return try storing { () throws(StoreError) in
        let found = try deletion.count()
        try deletion.run()
        return found
      }
    }
    if isDryRun { return deleted }
    // The rows are gone by now, whatever hinders this.
    do throws(StoreError) {
      try file.connection.execute("VACUUM")
    } catch {
      deleted.hindrance = error.message
    }
    deleted.isOverwritten = file.truncateLog() && deleted.hindrance == nil
    return deleted
  }
}

extension Keeper {
  /// The zone of each subject that has one of its own, by its name.
  fileprivate func zoneNamesOfSubjects() throws(KeepingError) -> [ExactText: String] {
    guard let column = zoneColumn else { return [:] }
    let rows = try storing(
      file.connection.rows(
        "SELECT id, \(column) FROM \(SQLText.name(program.noun)) WHERE \(column) <> ''", width: 2
      ))
    var zones: [ExactText: String] = [:]
    for row in rows { if let id = row[0].text, let zone = row[1].text { zones[ExactText(id)] = zone } }
    return zones
  }

  /// The column of subjects' own zones; nil if they have none.
  fileprivate var zoneColumn: String? {
    program.subject.zoneAttribute.map { SQLText.name(program.subject.attributes[$0.index].name.text) }
  }

  /// Subjects that ended before an instant and have nothing at or after it.
  fileprivate func subjectsOver(before instant: Instant) throws(KeepingError) -> [String] {
    var keeper = self
    let open = Set(try keeper.open(at: instant).map { ExactText($0.subject) })
    let past = try storing(file.subjects.withNothing(from: instant, day: day(of: instant)))
    return past.filter { !open.contains(ExactText($0)) }
  }
}

/// Deletes a part of a log, within a transaction.
private struct DataDeletion {
  private let file: LogFile
  private let scope: DataScope
  private let forgets: Bool
  private let stamp: Stamp
  private let device: String
  /// The SQL condition for the rows in `scope`, and the values that it refers to.
  private let condition: String
  private let values: [StoredValue]
  /// The subjects to delete, whether or not they have rows of their own.
  private let subjects: [String]
  /// The tables of events, also of those that the pack no longer has.
  private let tables: [String]
  /// The instants of subjects whose own zone has another one.
  private var elsewhere: [ExactText: Int64] = [:]
  /// The latest instant at which a subject can begin anew.
  ///
  /// It is the clock's; for subjects that don't end by themselves, which count whole days, the end of today.
  private let latestStart: Int64

  private var program: Program { file.program }
  private var isPerDay: Bool { program.subject.isPerDay }
  private var noun: String { program.noun }

  init(_ keeper: Keeper, _ scope: DataScope, forgets: Bool) throws(KeepingError) {
    file = keeper.file
    tables = try storing(keeper.file.eventTables())
    self.scope = scope
    self.forgets = forgets
    device = keeper.device
    let (now, calendar) = (keeper.clock.milliseconds, keeper.calendar)
    latestStart = keeper.program.subject.ends == nil ? calendar.dayEnd(of: calendar.day(at: now)) : now
    stamp = try storing(keeper.stamp())
    switch scope {
    case .all:
      condition = "true"
      values = []
      subjects = try storing(keeper.file.subjects.all(withRowsOf: tables))
    case .subject(let id):
      if keeper.program.subject.isPerDay {
        let span = keeper.span(of: id)
        condition = "at BETWEEN ?1 AND ?2"
        values = [.integer(span.lowerBound), .integer(span.upperBound)]
      } else {
        condition = "\(SQLText.name(keeper.program.noun)) = ?1"
        values = [.text(id)]
      }
      subjects = [id]
    case .before(let instant, let zones):
      let own = try keeper.zoneNamesOfSubjects()
      var values = [StoredValue.integer(instant.milliseconds)]
      var cases = ""
      var subjects = try keeper.subjectsOver(before: instant)
      for (zone, at) in zones {
        cases += " WHEN ?\(values.count + 1) THEN ?\(values.count + 2)"
        values += [.text(zone), .integer(at.milliseconds)]
        subjects.removeAll { own[ExactText($0)] == zone }
        subjects += try keeper.subjectsOver(before: at).filter { own[ExactText($0)] == zone }
        for (subject, name) in own where name == zone { elsewhere[subject] = at.milliseconds }
      }
      let noun = SQLText.name(keeper.program.noun)
      let zone = "(SELECT s.\(keeper.zoneColumn ?? "id") FROM \(noun) s WHERE s.id = \(noun))"
      condition = cases.isEmpty ? "at < ?1" : "at < CASE \(zone)\(cases) ELSE ?1 END"
      self.values = values
      self.subjects = subjects.sorted()
    }
  }

  func count() throws(StoreError) -> DeletedData {
    var found = DeletedData()
    var count = 0
    if case .all = scope {
      count = try file.countRows(of: noun)
    } else {
      for subject in subjects where try file.subjects.exists(subject) { count += 1 }
    }
    if count > 0 { found.rows.append((noun, count)) }
    for table in tables + [Layout.noticeTable] {
      let count = try file.countRows(of: table, where: condition, values)
      if count > 0 { found.rows.append((table, count)) }
    }
    found.starts = try newStarts().count
    guard case .all = scope else { return found }
    found.settings = try file.connection.count(
      "SELECT count(DISTINCT name) FROM _setting WHERE value IS NOT NULL")
    return found
  }

  /// The subjects that go on, though they started before the instant, and when they begin now.
  private func newStarts() throws(StoreError) -> [(subject: String, at: Int64)] {
    guard case .before(let instant, _) = scope, !isPerDay else { return [] }
    let latest = min(elsewhere.values.reduce(instant.milliseconds, max), latestStart)
    let rows = try file.connection.rows(
      "SELECT id, started_at, ended_at FROM \(SQLText.name(noun)) WHERE started_at < ?1",
      [.integer(latest)], width: 3)
    let gone = Set(subjects.map { ExactText($0) })
    return rows.compactMap { row in
      guard let id = row[0].text, !gone.contains(ExactText(id)), let start = row[1].integer else {
        return nil
      }
      let at = min(elsewhere[ExactText(id)] ?? instant.milliseconds, latestStart)
      return start < at && row[2].integer ?? .max >= at ? (id, at) : nil
    }
  }

  func run() throws(StoreError) {
    for (subject, at) in try newStarts() {
      try file.rows.set("started_at", of: .subject, subject, to: .integer(at))
      if !forgets { try file.stamps.note(noun, subject, "started_at", stamp) }
    }
    for table in tables { try deleteRows(of: table) }
    try deleteNotices()
    for subject in subjects { try delete(subject) }
    guard case .all = scope else { return }
    // Those whose ids are no texts are left.
    try deleteRows(of: noun)
    try deleteSettings()
  }

  private func deleteRows(of table: String) throws(StoreError) {
    let name = SQLText.name(table)
    if !forgets {
      try file.connection.run(
        """
        INSERT INTO _gone SELECT \(SQLText.literal(table)), id, \(stamp.at), \(SQLText.literal(stamp.device))
        FROM \(name) WHERE id IS NOT NULL AND \(condition) ON CONFLICT DO NOTHING
        """, values)
    }
    try file.connection.run(
      """
      DELETE FROM _change WHERE entity = \(SQLText.literal(table))
      AND id IN (SELECT id FROM \(name) WHERE \(condition))
      """, values)
    try file.write(to: table) { () throws(StoreError) in
      try file.connection.run("DELETE FROM \(name) WHERE \(condition)", values)
    } holds: { () throws(StoreError) in
      try file.countRows(of: table, where: condition, values) == 0
    }
  }

  /// Deletes notices, withdrawn ones too; only their hashes are remembered.
  private func deleteNotices() throws(StoreError) {
    let given = try file.connection.rows("SELECT id, device FROM notice WHERE \(condition)", values, width: 2)
    if !forgets {
      for row in given { try forget(NoticeTable.goneID(row[0].text ?? "", device: row[1].text ?? ""), stamp) }
    }
    try file.connection.run("DELETE FROM notice WHERE \(condition)", values)
    let withdrawn = try file.connection.rows(
      "SELECT id, at, device FROM _gone WHERE entity = 'notice'", width: 3)
    for row in withdrawn {
      guard let id = row[0].text, isInScope(withdrawn: id) else { continue }
      if !forgets { try forget(id, Stamp(at: row[1].integer ?? 0, device: row[2].text ?? "")) }
      try file.connection.run("DELETE FROM _gone WHERE entity = 'notice' AND id = ?1", [.text(id)])
    }
  }

  private func forget(_ goneID: String, _ stamp: Stamp) throws(StoreError) {
    try file.stamps.addTombstone(NoticeTable.forgotten, NoticeTable.hash(goneID), stamp)
  }

  /// Whether a withdrawn notice is in `scope`, judged by its id.
  private func isInScope(withdrawn id: String) -> Bool {
    if case .all = scope { return true }
    guard let notice = WithdrawnNotice(id) else { return false }
    switch scope {
    case .all: return true
    case .subject(let subject) where !isPerDay: return ExactText(notice.subject) == ExactText(subject)
    case .subject:
      guard let low = values[0].integer, let high = values[1].integer else { return false }
      return notice.at >= low && notice.at <= high
    case .before:
      return values[0].integer.map { notice.at < (elsewhere[ExactText(notice.subject)] ?? $0) } ?? false
    }
  }

  /// Deletes a subject's own row.
  private func delete(_ subject: String) throws(StoreError) {
    if !forgets {
      try file.subjects.delete(subject, stamp)
    } else {
      try file.rows.delete(.subject, subject)
      try file.stamps.forget(noun, subject)
      try file.connection.run("DELETE FROM _floor WHERE subject = ?1", [.text(subject)])
      try file.connection.run(
        "DELETE FROM _gone WHERE entity = ?1 AND id = ?2", [.text(noun), .text(subject)])
      return
    }
    // Rows that come back under this id give no notice up to the floor. All floors of the subject become at least one
    // instant, since lower ones would show when the subject was active.
    try file.connection.run(
      "UPDATE _floor SET until = ?1 WHERE subject = ?2 AND until < ?1", [.integer(stamp.at), .text(subject)])
    try file.bookkeeping.raiseFloor(of: subject, device: device, to: stamp.at)
  }

  private func deleteSettings() throws(StoreError) {
    if forgets {
      let tables = LogSchema.stamped + ["_floor"]
      return try file.connection.execute(tables.map { "DELETE FROM \($0);" }.joined())
    }
    let device = SQLText.literal(stamp.device)
    try file.connection.execute(
      """
      UPDATE _setting SET value = NULL;
      INSERT INTO _setting SELECT DISTINCT name, NULL, \(stamp.at), \(device) FROM _setting WHERE true
      ON CONFLICT DO NOTHING;
      UPDATE _kind SET value = NULL;
      INSERT INTO _kind SELECT DISTINCT event, kind, field, NULL, \(stamp.at), \(device) FROM _kind WHERE true
      ON CONFLICT DO NOTHING;
      """)
  }
}

extension LogFile {
  /// The tables of the pack's events, and those of events that it no longer has.
  fileprivate func eventTables() throws(StoreError) -> [String] {
    let own = program.events.map(\.name.text)
    let schema = try Schema(of: connection)
    let others = Peer.eventTables(schema).filter { table in
      !(own + [program.noun]).contains { SQLText.areSame($0, table) }
        && (program.subject.isPerDay || schema.table(table)?.column(program.noun) != nil)
    }
    return own + others
  }
}

extension SubjectTable {
  /// Deletes a subject's own row for good; a day or the only subject can't be gone, so its values become NULL.
  func delete(_ subject: String, _ stamp: Stamp) throws(StoreError) {
    let noun = file.program.noun
    guard file.program.subject.isPerDay || subject == TablePlan.onlySubject else {
      return try file.rows.deleteForGood(.subject, subject, stamp)
    }
    let isStored = try exists(subject)
    try file.rows.delete(.subject, subject)
    try file.stamps.forget(noun, subject)
    if !isStored { return }
    for column in Merging.columns(of: noun, in: try Schema(of: file.connection))
    where !SQLText.areSame(column, "id") { try file.stamps.note(noun, subject, column, stamp) }
  }

  /// Subjects with nothing at or after an instant; if subjects are days, those before the instant's day.
  fileprivate func withNothing(from instant: Instant, day: String) throws(StoreError) -> [String] {
    let program = file.program
    let name = SQLText.name(program.noun)
    if program.subject.isPerDay {
      return try file.connection.texts("SELECT id FROM \(name) WHERE id < ?1 ORDER BY id", [.text(day)])
    }
    let parts =
      ["SELECT id, max(ifnull(started_at, ended_at), ifnull(ended_at, started_at)) AS at FROM \(name)"]
      + (try file.eventTables()).map { "SELECT \(name), at FROM \(SQLText.name($0))" }
    return try file.connection.texts(
      """
      SELECT id FROM (\(parts.joined(separator: " UNION ALL "))) WHERE id IS NOT NULL AND id <> ?2
      GROUP BY id HAVING max(at) < ?1 ORDER BY CAST(id AS BLOB)
      """, [.integer(instant.milliseconds), .text(TablePlan.onlySubject)])
  }
}

/// What the id of a withdrawn notice says: `[SUBJECT/]RULE/INSTANT[/NUMBER]@DEVICE`.
private struct WithdrawnNotice {
  /// Empty if subjects are days.
  var subject: String
  /// Unix milliseconds.
  var at: Int64

  /// Nil if `id` has another form.
  init?(_ id: String) {
    // The names of subjects and devices may contain `@` and `/`, so the last `@` after an instant counts.
    var end = id.utf8.endIndex
    while let mark = id.utf8[..<end].lastIndex(of: UInt8(ascii: "@")) {
      end = mark
      var parts = id.utf8[..<mark].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .map { String(Substring($0)) }
      guard var at = parts.popLast().flatMap({ Int64($0) }) else { continue }
      // No rule's name is a number.
      if let first = parts.last.flatMap({ Int64($0) }) {
        at = first
        parts.removeLast()
      }
      guard let rule = parts.popLast(), !rule.isEmpty else { continue }
      (subject, self.at) = (parts.joined(separator: "/"), at)
      return
    }
    return nil
  }
}

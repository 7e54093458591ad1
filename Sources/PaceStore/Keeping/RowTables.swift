import PaceEngine
import PaceLanguage

/// The table of a row: the subject's or an event's.
enum KeptTable: Hashable {
  case subject
  case event(EventID)
}

/// The rows of subjects and events, as they are stored.
struct RowTables {
  let file: LogFile

  private var program: Program { file.program }

  /// A table's name, which bookkeeping calls its entity.
  func entity(_ table: KeptTable) -> String {
    switch table {
    case .subject: program.noun
    case .event(let event): program.events[event.index].name.text
    }
  }

  /// Every column but the id.
  func columns(_ table: KeptTable) -> [String] { definitions(table).map(\.name) }

  /// Every column but the id, with its type in SQL.
  func definitions(_ table: KeptTable) -> [TableDefinitions.Column] {
    switch table {
    case .subject: TableDefinitions.subjectColumns(program)
    case .event(let event): TableDefinitions.eventColumns(program.events[event.index], program)
    }
  }

  /// The tables, that of the subject first.
  var tables: [KeptTable] { [.subject] + program.events.indices.map { .event(EventID($0)) } }

  /// A row's values by column; nil if there is no such row.
  func row(_ table: KeptTable, _ id: String) throws(StoreError) -> [String: StoredValue]? {
    let columns = columns(table).filter { !file.lacks($0, in: entity(table)) }
    let names = columns.map { SQLText.name($0) }.joined(separator: ", ")
    let found = try file.connection.rows(
      "SELECT \(names) FROM \(SQLText.name(entity(table))) WHERE id = ?1", [.text(id)], width: columns.count)
    guard let values = found.first else { return nil }
    return Dictionary(zip(columns, values), uniquingKeysWith: { first, _ in first })
  }

  func insert(_ table: KeptTable, _ id: String, _ values: [String: StoredValue]) throws(StoreError) {
    let columns = columns(table).filter { column in
      guard let value = values[column] else { return false }
      return !value.isNull || !file.lacks(column, in: entity(table))
    }
    try file.check(columns.filter { values[$0]?.isNull == false }, of: entity(table))
    let sql = SQLText.insertion(into: entity(table), ["id"] + columns)
    try file.write(to: entity(table)) { () throws(StoreError) in
      try file.connection.run(sql, [.text(id)] + columns.map { values[$0] ?? .null })
    } holds: { () throws(StoreError) in
      try holds(table, id, values.filter { columns.contains($0.key) })
    }
  }

  /// Whether a row has such values.
  private func holds(
    _ table: KeptTable, _ id: String, _ values: [String: StoredValue]
  ) throws(StoreError) -> Bool {
    guard let found = try row(table, id) else { return false }
    return values.allSatisfy { (found[$0.key] ?? .null).isSame(as: $0.value) }
  }

  /// Sets a value of a row; a subject that has only rows of events first gets a row of its own.
  func set(_ column: String, of table: KeptTable, _ id: String, to value: StoredValue) throws(StoreError) {
    try file.check([column], of: entity(table))
    if table == .subject, !(try file.subjects.exists(id)) { try insert(.subject, id, [:]) }
    try file.write(to: entity(table)) { () throws(StoreError) in
      try file.connection.run(
        "UPDATE \(SQLText.name(entity(table))) SET \(SQLText.name(column)) = ?1 WHERE id = ?2",
        [value, .text(id)])
    } holds: { () throws(StoreError) in
      try holds(table, id, [column: value])
    }
  }

  func delete(_ table: KeptTable, _ id: String) throws(StoreError) {
    try file.write(to: entity(table)) { () throws(StoreError) in
      try file.connection.run("DELETE FROM \(SQLText.name(entity(table))) WHERE id = ?1", [.text(id)])
    } holds: { () throws(StoreError) in
      try row(table, id) == nil
    }
  }

  /// Deletes a row for good, with the stamps of its values.
  func deleteForGood(_ table: KeptTable, _ id: String, _ stamp: Stamp) throws(StoreError) {
    try delete(table, id)
    try file.stamps.forget(entity(table), id)
    try file.stamps.addTombstone(entity(table), id, stamp)
  }

  /// The rows whose id is `name`, in any spelling if it is a UUID, else at most six whose ids begin so.
  ///
  /// A subject that has only rows of events is found too. The whole id of a deleted row or subject finds nothing.
  func find(_ name: String) throws(StoreError) -> [(table: KeptTable, id: String)] {
    let spellings = CanonicalID.spellings(of: name)
    let whole = CanonicalID.isUUID(name) ? spellings : [name]
    for spelling in whole {
      let found = try tables(with: spelling)
      if !found.isEmpty { return found.map { ($0, spelling) } }
    }
    if try isGone(name) { return [] }
    var found: [(table: KeptTable, id: String)] = []
    for table in tables {
      for spelling in spellings {
        let ids = try file.connection.texts(
          """
          SELECT id FROM \(SQLText.name(entity(table)))
          WHERE id >= ?1 AND id < ?2 AND (?1 = ?3 OR length(id) = 36) ORDER BY id LIMIT 6
          """, [.text(spelling), .text(spelling + "\u{10FFFF}"), .text(name)])
        found += ids.filter { spelling == name || CanonicalID.isUUID($0) }.map { (table, $0) }
      }
    }
    if program.subject.isPerDay { return Array(found.prefix(6)) }
    for subject in try file.subjects.ids(named: name) where try !file.subjects.exists(subject) {
      found.append((.subject, subject))
    }
    return Array(found.prefix(6))
  }

  /// The ids that stand next to an id in each table, in the order of bytes.
  func neighbours(of id: String) throws(StoreError) -> [String] {
    var found: [String] = []
    for table in tables {
      let name = SQLText.name(entity(table))
      found += try file.connection.texts("SELECT max(id) FROM \(name) WHERE id < ?1", [.text(id)])
      found += try file.connection.texts("SELECT min(id) FROM \(name) WHERE id > ?1", [.text(id)])
    }
    return found
  }

  /// The tables that have a row with an id; else that of the subject, if it has rows of events.
  private func tables(with id: String) throws(StoreError) -> [KeptTable] {
    var found: [KeptTable] = []
    for table in tables where try row(table, id) != nil { found.append(table) }
    if !found.isEmpty || program.subject.isPerDay { return found }
    return try file.subjects.isKnown(id) ? [.subject] : []
  }

  /// Whether a row or a subject of that id was deleted.
  func isGone(_ name: String) throws(StoreError) -> Bool {
    for table in tables where try file.stamps.isGone(entity(table), CanonicalID.of(name)) { return true }
    return false
  }

  /// The newest row of any event: the greatest time, then device, then id.
  ///
  /// - Parameters:
  ///   - subject: nil for every subject.
  ///   - device: nil for every device.
  ///   - within: the instants that count.
  func newest(
    of subject: String?, device: String? = nil, within: ClosedRange<Int64>
  ) throws(StoreError) -> (event: EventID, id: String, at: Instant)? {
    var best: (key: [StoredValue], event: EventID)?
    for event in program.events.ids {
      let newest = try newest(event, of: subject, device: device, within)
      guard try newest.step() else { continue }
      let key = (0..<3).map { newest.stored($0) }
      if let known = best, !known.key.lexicographicallyPrecedes(key) { continue }
      best = (key, event)
    }
    guard let best, let at = best.key[0].instant, let id = Self.id(of: best.key) else { return nil }
    return (best.event, id, at)
  }

  /// Takes the ids of an event's rows, the newest first, until `isFound` returns true.
  func searchNewest(
    _ event: EventID, of subject: String?, within: ClosedRange<Int64>,
    until isFound: (String) throws(KeepingError) -> Bool
  ) throws(KeepingError) {
    let newest = try storing(newest(event, of: subject, device: nil, within))
    while try storing(newest.step()) {
      if let id = Self.id(of: (0..<3).map { newest.stored($0) }), try isFound(id) { return }
    }
  }

  private static func id(of key: [StoredValue]) -> String? { key[2].text ?? CanonicalID.of(key[2]) }

  /// The times, devices and ids of an event's rows, the newest first.
  private func newest(
    _ event: EventID, of subject: String?, device: String?, _ within: ClosedRange<Int64>
  ) throws(StoreError) -> Statement {
    var conditions = ["at BETWEEN ?1 AND ?2", SQLText.isInstant("at"), "id IS NOT NULL"]
    var values: [StoredValue] = [.integer(within.lowerBound), .integer(within.upperBound)]
    if let subject, !program.subject.isPerDay {
      values.append(.text(subject))
      conditions.append("\(SQLText.name(program.noun)) = ?\(values.count)")
    }
    if let device {
      values.append(.text(device))
      conditions.append("device = ?\(values.count)")
    }
    return try file.connection.prepare(
      """
      SELECT at, device, id FROM \(SQLText.name(entity(.event(event))))
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY at DESC, CAST(device AS BLOB) DESC, CAST(id AS BLOB) DESC
      """, values)
  }

  /// A row of an event as it is kept; nil if there is none.
  func event(_ event: EventID, _ id: String) throws(StoreError) -> KeptRow? {
    guard let values = try row(.event(event), id), let at = values["at"]?.instant else { return nil }
    let type = program.events[event.index]
    let fields = type.fields.map { field in
      values[field.name.text].flatMap { Constant($0, field.type, program) }
    }
    return KeptRow(
      id: id, subject: values[program.noun]?.text ?? "", event: event,
      kind: values["kind"]?.text, at: at, device: values["device"]?.text, fields: fields)
  }
}

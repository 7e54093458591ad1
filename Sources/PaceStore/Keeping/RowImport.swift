/// Writes imported rows of one table, with statements that are prepared once.
final class RowImport {
  /// What became of a row, in rising order of effect.
  enum Outcome: Comparable {
    case known, gone, changed, added
  }

  /// A value that an object gives for a column, with its stamp.
  struct StampedValue {
    var column: Int
    var value: StoredValue
    var stamp = Stamp.lowest
  }

  /// Every column but the id.
  let columns: [String]
  private let file: LogFile
  private let entity: String
  private let insert: Statement
  private let select: Statement
  /// Sets every column.
  private let update: Statement
  private let stamps: Statement
  private let note: Statement
  private let gone: Statement
  /// Whether the file records any deletion.
  private let hasGone: Bool

  init(_ file: LogFile, _ table: KeptTable) throws(StoreError) {
    self.file = file
    entity = file.rows.entity(table)
    columns = file.rows.columns(table)
    try file.check(columns, of: entity)
    let name = SQLText.name(entity)
    let names = columns.map { SQLText.name($0) }.joined(separator: ", ")
    insert = try file.connection.prepare(
      SQLText.insertion(into: entity, ["id"] + columns) + " ON CONFLICT DO NOTHING")
    select = try file.connection.prepare("SELECT \(names) FROM \(name) WHERE id = ?")
    let settings = columns.map { "\(SQLText.name($0)) = ?" }.joined(separator: ", ")
    update = try file.connection.prepare("UPDATE \(name) SET \(settings) WHERE id = ?")
    note = try file.connection.prepare(StampTables.noting)
    stamps = try file.connection.prepare("SELECT field, at, device FROM _change WHERE entity = ? AND id = ?")
    stamps.bind(entity, at: 1)
    gone = try file.connection.prepare("SELECT 1 FROM _gone WHERE entity = ? AND id = ?")
    gone.bind(entity, at: 1)
    hasGone = try file.connection.number("SELECT EXISTS (SELECT 1 FROM _gone)") == 1
  }

  /// Writes a row whose values have the lowest stamp; an existing row keeps the greater values.
  func write(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Outcome {
    if try isGone(id) { return .gone }
    if try add(id, values) { return .added }
    return try settle(id, values.enumerated().map { StampedValue(column: $0, value: $1) }) ? .changed : .known
  }

  /// Writes values of a row, which is created if it is missing.
  func write(_ id: String, stamped: [StampedValue]) throws(StoreError) -> Outcome {
    if try isGone(id) { return .gone }
    let isNew = try add(id, columns.map { _ in .null })
    let isChanged = try settle(id, stamped)
    return isNew ? .added : isChanged ? .changed : .known
  }

  /// Adds a row; false if there is one already.
  private func add(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    insert.bind([.text(id)] + values)
    var isNew = false
    try file.write(to: entity) { () throws(StoreError) in
      try insert.run()
      isNew = file.connection.changes > 0
    } holds: { () throws(StoreError) in
      isNew ? try holds(id, values) : true
    }
    return isNew
  }

  private func holds(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    zip(try read(id), values).allSatisfy { $0.isSame(as: $1) }
  }

  private func isGone(_ id: String) throws(StoreError) -> Bool {
    if !hasGone { return false }
    gone.bind(id, at: 2)
    defer { gone.reset() }
    return try gone.step()
  }

  /// Sets the values with greater stamps than the stored ones, or equal stamps and greater values; false if no
  /// value changes.
  private func settle(_ id: String, _ given: [StampedValue]) throws(StoreError) -> Bool {
    var values = try read(id)
    var written: [String: Stamp]?
    var isChanged = false
    for new in given {
      let old = values[new.column]
      // Most rows that are imported again have not changed.
      if old == new.value, new.stamp == .lowest { continue }
      if written == nil { written = try readStamps(id) }
      let column = columns[new.column]
      let stamp = written?[column] ?? .lowest
      if new.stamp < stamp { continue }
      if new.stamp > stamp {
        note.bind([.text(entity), .text(id), .text(column)] + new.stamp.stored)
        try note.run()
      }
      guard old != new.value, new.stamp > stamp || old < new.value else { continue }
      values[new.column] = new.value
      isChanged = true
    }
    if !isChanged { return false }
    update.bind(values + [.text(id)])
    try file.write(to: entity) { () throws(StoreError) in
      try update.run()
      // A further unique index can have kept the row out.
      if file.connection.changes == 0 { throw file.unkept(entity) }
    } holds: { () throws(StoreError) in
      try holds(id, values)
    }
    return true
  }

  private func read(_ id: String) throws(StoreError) -> [StoredValue] {
    select.bind(id, at: 1)
    defer { select.reset() }
    guard try select.step() else { return columns.map { _ in .null } }
    return columns.indices.map { select.stored($0) }
  }

  private func readStamps(_ id: String) throws(StoreError) -> [String: Stamp] {
    stamps.bind(id, at: 2)
    defer { stamps.reset() }
    var found: [String: Stamp] = [:]
    while try stamps.step() {
      guard let field = stamps.text(0) else { continue }
      found[field] = Stamp(at: stamps.integer(1), device: stamps.text(2) ?? "")
    }
    return found
  }
}

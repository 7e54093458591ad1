/// Writes imported rows of one table.
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
  private let insert: String
  private let select: String
  /// Sets every column.
  private let update: String
  /// Whether the file records that any row of the table was deleted.
  private let hasGone: Bool

  init(_ file: LogFile, _ table: KeptTable) throws(StoreError) {
    self.file = file
    entity = file.rows.entity(table)
    columns = file.rows.columns(table)
    try file.check(columns, of: entity)
    let name = SQLText.name(entity)
    let names = columns.map { SQLText.name($0) }.joined(separator: ", ")
    insert = SQLText.insertion(into: entity, ["id"] + columns) + " ON CONFLICT DO NOTHING"
    select = "SELECT \(names) FROM \(name) WHERE id = ?"
    let settings = columns.map { "\(SQLText.name($0)) = ?" }.joined(separator: ", ")
    update = "UPDATE \(name) SET \(settings) WHERE id = ?"
    hasGone = try file.stamps.hasGone(entity)
  }

  /// Writes a row whose values have the lowest stamp; an existing row keeps the greater values.
  func write(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Outcome {
    if hasGone, try file.stamps.isGone(entity, id) { return .gone }
    if try add(id, values) { return .added }
    return try settle(id, values.enumerated().map { StampedValue(column: $0, value: $1) }) ? .changed : .known
  }

  /// Writes values of a row, which is created if it is missing.
  func write(_ id: String, stamped: [StampedValue]) throws(StoreError) -> Outcome {
    if hasGone, try file.stamps.isGone(entity, id) { return .gone }
    let isNew = try add(id, columns.map { _ in .null })
    let isChanged = try settle(id, stamped)
    return isNew ? .added : isChanged ? .changed : .known
  }

  /// Adds a row; false if there is one already.
  private func add(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    var isNew = false
    try file.write(to: entity) { () throws(StoreError) in
      try file.connection.run(insert, [.text(id)] + values)
      isNew = file.connection.changes > 0
    } holds: { () throws(StoreError) in
      isNew ? try holds(id, values) : true
    }
    return isNew
  }

  private func holds(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    zip(try read(id), values).allSatisfy { $0.isSame(as: $1) }
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
      if written == nil { written = try file.stamps.ofFields(entity, id) }
      let column = columns[new.column]
      let stamp = written?[column] ?? .lowest
      if new.stamp < stamp { continue }
      if new.stamp > stamp { try file.stamps.note(entity, id, column, new.stamp) }
      guard old != new.value, new.stamp > stamp || old < new.value else { continue }
      values[new.column] = new.value
      isChanged = true
    }
    if !isChanged { return false }
    try file.write(to: entity) { () throws(StoreError) in
      try file.connection.run(update, values + [.text(id)])
      // A further unique index can have kept the row out.
      if file.connection.changes == 0 { throw file.unkept(entity) }
    } holds: { () throws(StoreError) in
      try holds(id, values)
    }
    return true
  }

  private func read(_ id: String) throws(StoreError) -> [StoredValue] {
    let found = try file.connection.rows(select, [.text(id)], width: columns.count)
    return found.first ?? columns.map { _ in .null }
  }
}

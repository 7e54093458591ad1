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
  /// Adds a row, its id first.
  private let insert: Statement
  private let select: Statement
  /// Sets every column of the row with the id, which comes first.
  private let update: Statement
  /// Notes the stamp of a value.
  private let note: Statement
  /// Whether the file records that any row of the table was deleted.
  private let hasGone: Bool

  init(_ file: LogFile, _ table: KeptTable) throws(StoreError) {
    self.file = file
    entity = file.rows.entity(table)
    columns = file.rows.columns(table)
    try file.check(columns, of: entity)
    let name = SQLText.name(entity)
    let names = columns.map { SQLText.name($0) }
    insert = try file.connection.prepare(
      SQLText.insertion(into: entity, ["id"] + columns) + " ON CONFLICT DO NOTHING")
    select = try file.connection.prepare("SELECT \(names.joined(separator: ", ")) FROM \(name) WHERE id = ?1")
    let settings = names.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
    update = try file.connection.prepare("UPDATE \(name) SET \(settings) WHERE id = ?1")
    note = try file.connection.prepare(LogSchema.changes.addition)
    hasGone = try file.stamps.hasGone(entity)
  }

  /// Writes a row whose values have the lowest stamp; an existing row keeps the greater values.
  func write(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Outcome {
    if hasGone, try file.stamps.isGone(entity, id) { return .gone }
    if try add(id, values) { return .added }
    return try settle(id, values.enumerated().map { StampedValue(column: $0, value: $1) })
  }

  /// Writes values of a row, which is created if it is missing.
  func write(_ id: String, stamped: [StampedValue]) throws(StoreError) -> Outcome {
    if hasGone, try file.stamps.isGone(entity, id) { return .gone }
    return try settle(id, stamped)
  }

  /// Adds a row; false if there is one already.
  private func add(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    var isNew = false
    try file.write(to: entity) { () throws(StoreError) in
      isNew = try run(insert, id, values)
    } holds: { () throws(StoreError) in
      isNew ? try holds(id, values) : true
    }
    return isNew
  }

  /// Runs a statement that takes an id and every column; false if it changes nothing.
  private func run(
    _ statement: borrowing Statement, _ id: String, _ values: [StoredValue]
  ) throws(StoreError) -> Bool {
    statement.bind(.text(id), at: 1)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 2) }
    try statement.run()
    return file.connection.changes > 0
  }

  private func holds(_ id: String, _ values: [StoredValue]) throws(StoreError) -> Bool {
    guard let found = try read(id) else { return false }
    return zip(found, values).allSatisfy { $0.isSame(as: $1) }
  }

  /// Sets the values with greater stamps than the stored ones, or equal stamps and greater values.
  ///
  /// A missing row is one whose values are all NULL; their stamps may be known all the same.
  private func settle(_ id: String, _ given: [StampedValue]) throws(StoreError) -> Outcome {
    let old = try read(id)
    var values = old ?? columns.map { _ in .null }
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
      if new.stamp > stamp {
        note.bind([.text(entity), .text(id), .text(column)] + new.stamp.stored)
        try note.run()
      }
      guard old != new.value, new.stamp > stamp || old < new.value else { continue }
      values[new.column] = new.value
      isChanged = true
    }
    if old == nil {
      // A further unique index can have kept the row out.
      guard try add(id, values) else { throw file.unkept(entity) }
      return .added
    }
    if !isChanged { return .known }
    try file.write(to: entity) { () throws(StoreError) in
      guard try run(update, id, values) else { throw file.unkept(entity) }
    } holds: { () throws(StoreError) in
      try holds(id, values)
    }
    return .changed
  }

  /// The values of a row; nil if there is none.
  private func read(_ id: String) throws(StoreError) -> [StoredValue]? {
    select.bind(.text(id), at: 1)
    defer { select.reset() }
    return try select.step() ? columns.indices.map { select.stored($0) } : nil
  }
}

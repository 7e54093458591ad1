public import PaceEngine
public import PaceLanguage

/// Writes subjects and events into the tables that `pace` makes, in one transaction.
///
/// Nothing is kept unless `commit` is called.
public struct LogWriter: ~Copyable {
  private let connection: Connection
  private let program: Program
  private let subjects: Statement
  private let events: [Insertion]

  /// An insertion into an event's table; a class, because arrays hold no noncopyable values.
  private final class Insertion {
    let statement: Statement
    init(_ statement: consuming Statement) { self.statement = statement }
  }

  /// Opens or creates the database, creates the tables that are missing, and starts a transaction.
  public init(to path: String, program: Program) throws(StoreError) {
    try self.init(Connection.writing(path), program: program)
  }

  public init(_ connection: consuming Connection, program: Program) throws(StoreError) {
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute(TableDefinitions.sql(for: program))
    let columns = TableDefinitions.subjectColumns(program).map(\.name)
    let subjects = try Self.insertion(into: program.subject.name.text, columns, connection)
    var events: [Insertion] = []
    for event in program.events {
      let columns = TableDefinitions.eventColumns(event, program).map(\.name)
      events.append(Insertion(try Self.insertion(into: event.name.text, columns, connection)))
    }
    self.subjects = subjects
    self.events = events
    self.connection = connection
    self.program = program
  }

  private static func insertion(
    into table: String, _ columns: [String], _ connection: borrowing Connection
  ) throws(StoreError) -> Statement {
    let names = (["id"] + columns).map { SQLText.name($0) }.joined(separator: ", ")
    let places = ([String](repeating: "?", count: columns.count + 1)).joined(separator: ", ")
    return try connection.prepare("INSERT INTO \(SQLText.name(table)) (\(names)) VALUES (\(places))")
  }

  /// Adds a subject; nil attributes are stored as NULL, so that their defaults hold.
  ///
  /// Throws an error of code `data` for what the tables can't hold.
  public func add(
    subject id: String, startedAt: Instant? = nil, endedAt: Instant? = nil, attributes: [Constant?] = []
  ) throws(StoreError) {
    try fitting(StoreError.init) { () throws(Refusal) in
      try program.check(subject: id, startedAt: startedAt, endedAt: endedAt, attributes: attributes)
    }
    subjects.bind(id, at: 1)
    Self.bind(startedAt, at: 2, of: subjects)
    Self.bind(endedAt, at: 3, of: subjects)
    for (index, attribute) in program.subject.attributes.enumerated() {
      let value = attributes.indices.contains(index) ? attributes[index] : nil
      bind(value, attribute.type, at: index + 4, of: subjects)
    }
    try subjects.run()
  }

  /// Adds an event; nil fields are stored as NULL, so that the defaults of kind and field hold.
  ///
  /// Throws an error of code `data` for what the tables can't hold.
  public func add(
    event: EventID, id: String, subject: String, at: Instant, kind: KindID? = nil, fields: [Constant?] = [],
    device: String? = nil
  ) throws(StoreError) {
    try fitting(StoreError.init) { () throws(Refusal) in
      try program.check(event: event, id: id, subject: subject, at: at, kind: kind, fields: fields)
    }
    let type = program.events[event.index]
    let insertion = events[event.index]
    var next = 1
    insertion.statement.bind(id, at: next)
    if !program.subject.isPerDay {
      next += 1
      insertion.statement.bind(subject, at: next)
    }
    insertion.statement.bind(at.milliseconds, at: next + 1)
    let kind = kind.map { Constant.text(type.kinds[$0.index].name.text) }
    bind(kind, .text, at: next + 2, of: insertion.statement)
    next += 3
    for (index, field) in type.fields.enumerated() {
      bind(
        fields.indices.contains(index) ? fields[index] : nil, field.type, at: next, of: insertion.statement)
      next += 1
    }
    bind(device.map { .text($0) }, .text, at: next, of: insertion.statement)
    try insertion.statement.run()
  }

  /// Keeps what was added.
  public consuming func commit() throws(StoreError) {
    try connection.execute("COMMIT")
  }

  private static func bind(_ instant: Instant?, at index: Int, of statement: borrowing Statement) {
    if let instant { statement.bind(instant.milliseconds, at: index) } else { statement.bindNull(index) }
  }

  private func bind(_ value: Constant?, _ type: ValueType, at index: Int, of statement: borrowing Statement) {
    statement.bind(StoredValue(value, type, program), at: index)
  }
}

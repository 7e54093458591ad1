public import PaceEngine
public import PaceLanguage

/// Writes subjects and events into the tables that `pace` makes, in one transaction.
///
/// Nothing is kept unless `commit` is called.
public struct LogWriter: ~Copyable {
  private let connection: Connection
  private let program: Program
  private let subjects: Statement
  private let events: [Box<Statement>]

  /// Opens or creates the database, creates the tables that are missing, and starts a transaction.
  public init(to path: String, program: Program) throws(StoreError) {
    try self.init(Connection.writing(path), program: program)
  }

  public init(_ connection: consuming Connection, program: Program) throws(StoreError) {
    try connection.execute("BEGIN IMMEDIATE")
    try connection.execute(TableDefinitions.sql(for: program))
    let columns = TableDefinitions.subjectColumns(program).map(\.name)
    let subjects = try connection.prepare(
      SQLText.insertion(into: program.noun, ["id"] + columns))
    var events: [Box<Statement>] = []
    for event in program.events {
      let columns = TableDefinitions.eventColumns(event, program).map(\.name)
      let insertion = SQLText.insertion(into: event.name.text, ["id"] + columns)
      events.append(Box(try connection.prepare(insertion)))
    }
    self.subjects = subjects
    self.events = events
    self.connection = connection
    self.program = program
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
    let values = TableDefinitions.values(attributes, of: program.subject.attributes, program)
    subjects.bind([.text(id), StoredValue(startedAt), StoredValue(endedAt)] + values)
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
    let kind = kind.map { program.events[event.index].kinds[$0.index].name.text }
    let values = TableDefinitions.values(
      of: event, subject: subject, at: at, kind: kind, fields: fields, device: device, program)
    events[event.index].value.bind([.text(id)] + values)
    try events[event.index].value.run()
  }

  /// Keeps what was added.
  public consuming func commit() throws(StoreError) {
    try connection.execute("COMMIT")
  }
}

public import PaceEngine
public import PaceLanguage

/// The file of a log that pace keeps: the tables of the subject and its events, and bookkeeping about them.
///
/// A class, because its tables share the one open file.
public final class LogFile {
  public let path: String
  public let program: Program
  let connection: Connection
  private let isReading: Bool
  /// The device whose file this is.
  public private(set) var device = ""
  /// The zone by which the file is read; nil if none was named for it.
  public private(set) var zone: String?
  private var layout: Layout? { didSet { reader = nil } }
  /// Reads the logs of single subjects, one after the other.
  var reader: Box<LogReader>?
  /// Columns that the pack has gained since the file was made, by table.
  private var lacking: [String: [String]] = [:]
  /// How columns would change what is written to them, by table and column.
  private var changing: [String: [String: String]] = [:]
  /// Whether each change is read back, because the tables may change or drop what is written to them.
  private(set) var checksWrites = false

  /// Opens a log for writing.
  public convenience init(opening path: String, program: Program) throws(StoreError) {
    try Connection.checkPath(path)
    if !Connection.exists(path) { throw Self.absent(path) }
    self.init(try Connection.writing(path), program, isReading: false)
    try check()
    try readBookkeeping()
  }

  /// Opens a log read-only, as it is at this moment; `refresh` reads what was written since.
  ///
  /// - Parameter patience: how long to wait for each row; nil waits for ever.
  public convenience init(
    reading path: String, program: Program, patience: Duration? = nil
  ) throws(StoreError) {
    do throws(StoreError) {
      let connection = try Connection.reading(path)
      if let patience { connection.giveUp(after: patience) }
      self.init(connection, program, isReading: true)
    } catch {
      switch error.code {
      case .missing: throw Self.absent(path)
      case .empty: throw Self.noLog(path)
      default: throw error
      }
    }
    try check()
    try readBookkeeping()
  }

  /// Reads the log as it is now; only a log that was opened read-only has to be refreshed to see new rows.
  ///
  /// - Throws: `.moved` if the file was deleted, moved or replaced: then it has to be opened again.
  public func refresh() throws(StoreError) {
    if isReading { try connection.renewSnapshot() }
    layout = nil
    try check()
    try readBookkeeping()
  }

  private static func absent(_ path: String) -> StoreError {
    StoreError(.missing, "no file `\(path)`", help: "`\(initialising(path))` makes it")
  }

  /// The command that makes or completes a file.
  static func initialising(_ path: String) -> String { "pace init PACK --db \(ShellWord.quoted(path))" }

  private static func noLog(_ path: String) -> StoreError {
    StoreError(
      .notALog, "`\(path)` is not a log that pace keeps",
      help:
        "`\(initialising(path))` adds the tables that are missing, and leaves its rows as they are")
  }

  init(_ connection: consuming Connection, _ program: Program, isReading: Bool) {
    self.isReading = isReading
    path = connection.path
    self.program = program
    self.connection = connection
    self.connection.stayInPlace()
  }

  /// Whether a readable database exists that pace does not keep; fails as `zoneName` does.
  public static func isForeign(_ database: Database) throws(StoreError) -> Bool {
    if database.isCSV { return true }
    return try peeking(database) { (connection) throws(StoreError) in
      try LogMark.isThere(connection) ? nil : true
    } ?? false
  }

  /// The zone that a log kept by pace names, else nil.
  ///
  /// Throws only after waiting in vain for the file; whoever reads the log reports any other error.
  public static func zoneName(in database: Database) throws(StoreError) -> String? {
    try peeking(database) { (connection) throws(StoreError) in
      try LogMark.isThere(connection) ? try LogMark.value(of: "zone", in: connection) : nil
    }
  }

  /// The attributes of a subject that were set after an instant, and when, in a log kept by pace; else none.
  public static func attributes(
    of subject: String, setAfter start: Instant, in database: Database, _ program: Program
  ) throws(StoreError) -> [(attribute: AttributeID, at: Instant)] {
    let changes = try peeking(database) { (connection) throws(StoreError) -> [[StoredValue]]? in
      guard try LogMark.isThere(connection) else { return nil }
      return try connection.rows(
        "SELECT field, at FROM _change WHERE entity = ?1 AND id = ?2 AND at > ?3",
        [.text(program.noun), .text(subject), .integer(start.milliseconds)], width: 2)
    }
    return program.subject.attributes.enumerated().compactMap { index, attribute in
      changes?.first { $0[0].text == attribute.name.text }?[1].instant.map { (AttributeID(index), $0) }
    }
  }

  private static func peeking<Result>(
    _ database: Database, _ look: (borrowing Connection) throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try look(try database.open())
    } catch {
      if error.code == .locked || error.code == .tooSlow { throw error }
      return nil
    }
  }

  /// Refuses a file that is no log, one of a newer pace, and one of another pack.
  private func check() throws(StoreError) {
    let schema = try Schema(of: connection)
    guard try LogMark.isThere(connection) else {
      try LogMaker(file: self).checkForeign(schema)
      throw Self.noLog(path)
    }
    try checkKind()
    for table in rows.tables.map({ rows.entity($0) }) {
      _ = try self.table(table, in: schema, help: initAdds)
    }
    for book in LogSchema.bookkeepingTables(of: program) {
      let found = try table(book.name, in: schema, help: "`\(Self.initialising(path))` makes it, empty")
      guard let column = book.names.first(where: { found.column($0) == nil }) else { continue }
      throw StoreError(
        .layout, "`\(path)` has no column `\(column)` in its table `\(book.name)`", help: bookkeeping.renewal)
    }
    for table in rows.tables {
      let name = rows.entity(table)
      guard let stored = schema.table(name) else { continue }
      lacking[name] = rows.columns(table).filter { stored.column($0) == nil }
      changing[name] = [:]
      for definition in rows.definitions(table) {
        changing[name]?[definition.name] = stored.column(definition.name)?.change(of: definition)
      }
    }
  }

  private func table(_ name: String, in schema: Schema, help: String) throws(StoreError) -> Schema.Table {
    guard let found = schema.table(name) else {
      throw StoreError(.layout, "`\(path)` has no table `\(name)`", help: help)
    }
    if found.isView {
      throw StoreError(.layout, "`\(name)` in `\(path)` is a view", help: bookkeeping.renewal)
    }
    return found
  }

  /// Refuses a file of another application, and one with rows that tables of a log's own would hide.
  func checkForeign(_ schema: Schema) throws(StoreError) {
    try LogMark.checkUnmarked(connection)
    if Layout(ownTablesOf: program, in: schema) == nil,
      let source = Layout.sources(of: program, fitting: schema).first
    {
      throw hidden("the rows of source `\(source.name.text)`")
    }
    if rows.tables.contains(where: { schema.table(rows.entity($0)) != nil }) { return }
    let filled = schema.tables.filter { !$0.isView && connection.hasRows($0.name) }.map(\.name)
    guard let first = filled.first else { return }
    let more = filled.count == 1 ? "" : " and \(Noun.count(filled.count - 1, "other table"))"
    throw hidden("rows of `\(first)`\(more), and no table of this pack's")
  }

  /// The refusal of a file with rows that tables of a log's own would hide.
  private func hidden(_ rows: String) -> StoreError {
    StoreError(
      .notALog, "`\(path)` holds \(rows): tables of a log's own would hide them",
      help: LogMark.ownFile
        + ", and `pace export PACK --db \(ShellWord.quoted(path)) | pace import PACK --db NEWFILE -` takes these rows, "
        + "or drafts the source that it needs for them")
  }

  private var initAdds: String { "`\(Self.initialising(path))` adds what the pack has gained" }

  func lacks(_ column: String, in table: String) -> Bool { lacking[table]?.contains(column) == true }

  /// Whether a column keeps what is written to it.
  func keeps(_ column: String, in table: String) -> Bool {
    !lacks(column, in: table) && changing[table]?[column] == nil
  }

  /// Refuses to write to columns that the file lacks, or that would change what is written.
  func check(_ columns: [String], of table: String) throws(StoreError) {
    if let column = columns.first(where: { lacks($0, in: table) }) {
      // Then no `init` completes the file.
      for table in rows.tables { try checkKept(rows.columns(table), of: rows.entity(table)) }
      throw StoreError(.layout, "`\(path)` has no column `\(column)` in its table `\(table)`", help: initAdds)
    }
    try checkKept(columns, of: table)
  }

  /// Refuses to write to columns that would change what is written.
  func checkKept(_ columns: [String], of table: String) throws(StoreError) {
    for column in columns {
      if let change = changing[table]?[column] { throw unfit(table, change) }
    }
  }

  /// Refuses a log of a newer pace, and one of another pack.
  func checkKind() throws(StoreError) {
    try LogMark.check(connection)
    if try !LogMark.hasMetadata(connection) {
      throw StoreError(
        .layout, "`\(path)` has no table `_log` with the columns `key` and `value`", help: bookkeeping.renewal
      )
    }
    try LogMark.check(connection, keeps: program)
  }

  func readBookkeeping() throws(StoreError) {
    try bookkeeping.check()
    device = try bookkeeping.value("device") ?? ""
    zone = try bookkeeping.value("zone")
  }

  // MARK: Its tables

  var bookkeeping: Bookkeeping { Bookkeeping(file: self) }
  var notices: NoticeTable { NoticeTable(file: self) }
  var rows: RowTables { RowTables(file: self) }
  var subjects: SubjectTable { SubjectTable(file: self) }
  var stamps: StampTables { StampTables(file: self) }
  public var settings: SettingTable { SettingTable(file: self) }
  public var catalogue: KindTable { KindTable(file: self) }

  /// The layout by which a reader reads the tables.
  func readerLayout() throws(StoreError) -> Layout {
    if let layout { return layout }
    var found = try Layout(for: program, in: connection)
    let events = found.events
    for (index, table) in events.enumerated() {
      found.events[index].knownUniqueIDs = try table.hasUniqueIDs(in: connection)
    }
    if let subject = found.subject {
      found.subject?.knownUniqueIDs = try subject.hasUniqueIDs(in: connection)
    }
    layout = found
    return found
  }

  // MARK: Writing

  /// Ends a command that is interrupted; its results are incomplete, so nothing of them is kept.
  func checkInterruption() throws(KeepingError) {
    if Interrupt.isRequested { throw .store(StoreError(.other, "interrupted")) }
  }

  /// Runs one command as one transaction: all of it is kept, or nothing.
  ///
  /// - Parameters:
  ///   - isMaking: whether it makes the tables, and so tries them itself.
  ///   - keeps: whether it is kept; false leaves the file's bytes as they are.
  func transaction<Result>(
    isMaking: Bool = false, keeps: (Result) -> Bool, _ body: () throws(KeepingError) -> Result
  ) throws(KeepingError) -> Result {
    try storing { () throws(StoreError) in
      if isReading {
        throw StoreError(.readOnly, "`\(path)` was opened for reading only", help: "open it for writing")
      }
      try connection.checkPlace()
      try connection.execute("BEGIN IMMEDIATE")
    }
    do throws(KeepingError) {
      try storing { () throws(StoreError) in
        checksWrites = isMaking ? true : try hasAlteredTables()
        if checksWrites, !isMaking { try TableTrial(file: self).run() }
      }
      let result = try body()
      try checkInterruption()
      try storing(connection.checkPlace())
      if keeps(result) {
        try storing(connection.execute("COMMIT"))
        // A new file isn't in this mode yet, and a backup by `VACUUM INTO` no longer; a reader may keep it from both.
        try? connection.execute("PRAGMA main.journal_mode = WAL")
      } else {
        try storing(connection.execute("ROLLBACK"))
      }
      return result
    } catch {
      // Some errors have already ended the transaction.
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// A number that changes when someone else has written to the file.
  public var changesOfOthers: Int64? { try? connection.number("PRAGMA data_version") }

  /// Moves the write-ahead log into the file itself, as far as readers allow.
  func checkpoint() throws(StoreError) { _ = try connection.number("PRAGMA wal_checkpoint(PASSIVE)") }
}

/// What a log is read from: an SQLite file, or CSV files that are a table each.
///
/// CSV files are read once, when the first connection is opened, into an in-memory database that all connections of
/// this object share. A log is opened several times, even at once, and each reader needs its own connection. A
/// temporary file would stay behind if the process were killed.
public final class Database {
  /// The file's path for messages; for CSV, all paths.
  public let path: String
  private let files: [CSVFile]
  private let keptProblems: Int
  /// How long a read may wait for a row before it fails; nil waits for ever.
  public var patience: Duration?
  private var loaded: Result<Memory, StoreError>?

  /// The in-memory database, which lives as long as a connection to it.
  private final class Memory {
    let uri: String
    let connection: Connection
    var problems: RowProblems

    init(path: String, keeping limit: Int) throws(StoreError) {
      // The name is random, so that databases of this process don't share their memory.
      uri = "file:pace-\(UInt64.random(in: .min ... .max))?mode=memory&cache=shared"
      connection = try Connection(
        opening: uri, flags: [.readWrite, .create, .uri], path: path, busyTimeout: 0)
      problems = RowProblems(keeping: limit)
    }
  }

  /// An SQLite file.
  public init(_ path: String) {
    self.path = path
    files = []
    keptProblems = 0
  }

  /// CSV files, no two of which share a table.
  ///
  /// - Parameter keptProblems: how many unreadable lines are kept, for messages to name.
  public init(_ files: [CSVFile], keptProblems: Int = 20) {
    path = files.map(\.path).joined(separator: ", ")
    self.files = files
    self.keptProblems = keptProblems
  }

  public var isCSV: Bool { !files.isEmpty }

  /// Opens the database for reading, at one consistent state.
  public func open() throws(StoreError) -> Connection {
    let connection =
      isCSV ? try Connection.reading(csv: try memory().uri, path: path) : try Connection.reading(path)
    if let patience { connection.giveUp(after: patience) }
    return connection
  }

  /// The problems found in CSV files; none for an SQLite file.
  public func problems() throws(StoreError) -> RowProblems {
    isCSV ? try memory().problems : RowProblems()
  }

  private func memory() throws(StoreError) -> Memory {
    let result = loaded ?? Result { () throws(StoreError) in try load() }
    loaded = result
    return try result.get()
  }

  private func load() throws(StoreError) -> Memory {
    let memory = try Memory(path: path, keeping: keptProblems)
    try memory.connection.execute("PRAGMA journal_mode = OFF; BEGIN")
    for file in files {
      let table = try CSVTable(file)
      try table.write(to: memory.connection, &memory.problems)
    }
    try memory.connection.execute("COMMIT")
    return memory
  }
}

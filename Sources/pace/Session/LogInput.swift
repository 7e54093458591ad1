import PaceEngine
import PaceLanguage
import PaceStore

/// A database that holds a log, and how it is to be read.
struct LogInput {
  let database: Database
  let source: String?
  var options = LogReader.Options()

  init(_ database: Database, source: String? = nil, zone: Zone) {
    self.database = database
    self.source = source
    options.zone = zone
  }

  /// A database that is read as the options say.
  init(_ database: Database, _ arguments: Arguments, _ program: Program, zone: Zone) throws(Failure) {
    let source = try arguments.source(program, readsJSON: false)?.name.text
    self.init(database, source: source, zone: zone)
    options.part = try arguments.subjectPart()
    options.readsGiven = arguments.has(.given)
    options.keptProblems = try arguments.namedProblems()
    options.memory = try arguments.memory()
    options.clock = try arguments.present(in: zone)
  }

  /// A reader before its first subject, or of the one with this id.
  func open(
    _ program: Program, subject: String? = nil, zones: ZoneDirectory
  ) throws(StoreError) -> LogReader {
    let connection = try database.open()
    let layout = try Layout(for: program, in: connection, source: source)
    if options.readsGiven, layout.notices.isEmpty {
      throw StoreError(
        .data, "no table of `\(database.path)` holds notices that were really given",
        help: layout.source.map { "add `notice from TABLE { … }` to source `\($0)`" }
          ?? "that is a table `notice` with the columns `id`, `\(program.noun)`, `at` and `rule`"
      )
    }
    var options = options
    options.subject = subject
    return try LogReader(connection, program: program, layout: layout, zones: zones, options: options)
  }

  /// How many ids are looked at to find the one that a name stands for, and to suggest one.
  static let (mostMatches, mostKnown) = (5, 1_000)

  /// The id of the one subject that a name stands for.
  func subject(_ name: SubjectName, _ program: Program) throws(Failure) -> String {
    let matches = try withTables(program) { (connection, layout) throws(StoreError) in
      try SubjectDirectory.ids(
        named: name, limit: Self.mostMatches, in: connection, layout: layout, program: program,
        readsGiven: options.readsGiven)
    }
    return try name.only(of: matches, in: program) { () throws(Failure) in
      try ids(program, limit: Self.mostKnown)
    }
  }

  /// The ids of the subjects, at most `limit` of them; days are listed nowhere but in the rows.
  func ids(_ program: Program, limit: Int) throws(Failure) -> [String] {
    try withTables(program) { (connection, layout) throws(StoreError) in
      try SubjectDirectory.ids(
        limit: limit, in: connection, layout: layout, program: program, readsGiven: options.readsGiven)
    }
  }

  /// Asks the tables themselves, where an index may answer at once.
  func withTables<Result>(
    _ program: Program, _ body: (borrowing Connection, Layout) throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    try reading { () throws(StoreError) in
      let connection = try database.open()
      return try body(connection, Layout(for: program, in: connection, source: source))
    }
  }
}

extension Failure {
  static func store(_ error: StoreError) -> Failure {
    error.code == .locked
      ? .busy(error.message, help: error.help) : .data(error.message, help: error.help)
  }

  /// A subject that has neither a start nor a row, so that there is nothing to look at.
  static func nothingLogged(of subject: String, _ program: Program) -> Failure {
    .data("nothing is logged of \(program.noun) `\(subject)`")
  }
}

/// Runs `body`, and turns an error of the store into a failure.
func reading<Result: ~Copyable>(
  _ body: () throws(StoreError) -> Result
) throws(Failure) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}

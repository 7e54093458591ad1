import PaceEngine
import PaceLanguage
import PaceStore

/// A database that holds a log, and how it is to be read.
struct LogInput {
  let database: Database
  let source: String?
  let zone: Zone
  /// Only the subjects of this part.
  var part: SubjectPart?
  /// Whether given notices are read.
  var readsGiven = false
  /// Rules that the program no longer has; their notices are skipped without a problem.
  var otherRules: [String] = []
  /// Whether events will be asked for their ids.
  var keepsIDs = true
  /// Whether events will be asked for their devices.
  var keepsDevices = false
  /// How many problems are kept to be named.
  var keptProblems = 20
  /// How the order of rows is ensured.
  var order = LogReader.Options.Order.verified
  /// How many bytes rows in no order may take before they go to a temporary file.
  var memory = LogReader.Options().memory

  /// A reader before its first subject, or of the one with this id.
  func open(
    _ program: Program, subject: String? = nil, zones: ZoneDirectory
  ) throws(StoreError) -> LogReader {
    let connection = try database.open()
    let layout = try Layout(for: program, in: connection, source: source)
    if readsGiven, layout.notices.isEmpty {
      throw StoreError(
        .data, "no table of `\(database.path)` holds notices that were really given",
        help: layout.source.map { "add `notice from TABLE { … }` to source `\($0)`" }
          ?? "that is a table `notice` with the columns `id`, `\(program.subject.name.text)`, `at` and `rule`"
      )
    }
    var options = LogReader.Options()
    options.subject = subject
    options.part = part
    options.zone = zone
    options.readsGiven = readsGiven
    options.otherRules = otherRules
    options.keepsIDs = keepsIDs
    options.keepsDevices = keepsDevices
    options.order = order
    options.memory = memory
    options.keptProblems = keptProblems
    return try LogReader(connection, program: program, layout: layout, zones: zones, options: options)
  }

  /// How many ids are looked at to find the one that a name stands for, and to suggest one.
  static let (mostMatches, mostKnown) = (5, 1_000)

  /// The id of the one subject that a name stands for.
  func subject(_ name: SubjectName, _ program: Program) throws(Failure) -> String {
    let matches = try directory(program) { (connection, layout) throws(StoreError) in
      try SubjectDirectory.ids(
        named: name, limit: Self.mostMatches, in: connection, layout: layout, program: program,
        readsGiven: readsGiven)
    }
    return try name.only(of: matches, in: program) { () throws(Failure) in
      try ids(program, limit: Self.mostKnown)
    }
  }

  /// The only subject, if none is named.
  func onlySubject(_ program: Program) throws(Failure) -> String {
    // Days are nowhere listed.
    let limit = program.subject.isPerDay ? 0 : UsageError.fewNames + 1
    let ids = try ids(program, limit: limit)
    if ids.count == 1 { return ids[0] }
    throw .usage(.missingOption(Option.subject.signature, known: ids))
  }

  private func ids(_ program: Program, limit: Int) throws(Failure) -> [String] {
    try directory(program) { (connection, layout) throws(StoreError) in
      try SubjectDirectory.ids(
        limit: limit, in: connection, layout: layout, program: program, readsGiven: readsGiven)
    }
  }

  /// Asks the tables for ids, which an index answers at once if there is one.
  private func directory(
    _ program: Program, _ body: (borrowing Connection, Layout) throws(StoreError) -> [String]
  ) throws(Failure) -> [String] {
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

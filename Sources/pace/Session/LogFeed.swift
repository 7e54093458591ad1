import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// A log that is no database.
protocol LogText: LogStream where Obstacle == StoreError {
  /// What could not be read so far.
  var problems: RowProblems { get }
}

extension JSONLinesReader: LogText {}
extension ObjectLog: LogText {}
extension ScenarioLog: LogText {
  var problems: RowProblems { RowProblems() }
  var subject: String { id }
}

/// Subjects and their events, from a database, from JSON lines, from JSON objects or from a scenario.
struct LogFeed: LogStream, ~Copyable {
  // One of the two is set; an enum could not be changed in place.
  private var database: LogReader?
  private var stream: (any LogText)?
  private var unread = RowProblems()
  /// For JSON, the subject that is asked for; nil hands over all of them.
  private var sought: SoughtSubject?
  /// Whether the database hands over rows of words, and not only events one by one.
  private let givesRows: Bool
  /// Whether rows came out of order, so that all that was read is void.
  private var isVoid = false

  /// How many rows of events were handed over.
  private(set) var rows = 0
  /// About how many there are; asked for once.
  private var total: Int??

  /// - Parameter unread: what could not be read before there was a reader.
  init(_ database: consuming LogReader, unread: RowProblems = RowProblems()) {
    givesRows = database.givesRows
    self.database = consume database
    self.unread = unread
  }

  init(_ stream: any LogText, sought: SoughtSubject? = nil) {
    givesRows = false
    self.stream = stream
    self.sought = sought
  }

  /// The id of the current subject.
  var subject: String { reader { $0.subject } ?? sought?.log?.id ?? stream?.subject ?? "" }

  /// What could not be read so far; nothing can be read after this.
  mutating func problems() throws(Failure) -> RowProblems {
    do throws(StoreError) {
      var problems = try database?.problems() ?? stream?.problems ?? RowProblems()
      problems.add(earlier: unread)
      return problems
    } catch {
      throw failure(error)
    }
  }

  /// The answer of a database's reader; nil for a stream.
  private func reader<Answer, E: Error>(
    _ ask: (borrowing LogReader) throws(E) -> Answer
  ) throws(E) -> Answer? {
    switch database {
    case .some(let reader): try ask(reader)
    case .none: nil
    }
  }

  /// The id of one of its events, of a database.
  func id(of event: EventOrdinal) -> String { reader { $0.id(of: event) } ?? "" }

  /// The ids of the current subject's events, once it has been read.
  var ids: RowIDs {
    if let log = sought?.log { return log.rows }
    return stream?.ids ?? reader { $0.ids } ?? RowIDs()
  }

  /// The device of the event that came last, if a database was asked to keep that.
  var device: String? { reader { $0.device } ?? nil }

  /// Whether the current subject of a database has a row of its own.
  var hasSubjectRow: Bool { reader { $0.hasSubjectRow } ?? false }

  /// Whether rows of an event share an id.
  func sharesIDs(of event: EventID) throws(Failure) -> Bool {
    try reading { () throws(StoreError) in
      try reader { (reader) throws(StoreError) in try reader.sharesIDs(of: event) } ?? false
    }
  }

  /// How many rows of events there are to be read, or `limit` if there are more; nil if that can't be known.
  func countEvents(upTo limit: Int) throws(Failure) -> Int? {
    try reading { () throws(StoreError) in
      try reader { (reader) throws(StoreError) in try reader.countEvents(upTo: limit) }
    }
  }

  /// How many rows were handed over, and of about how many.
  mutating func progress() -> Progress.Count {
    if total == nil { total = .some(reader { $0.roughCount } ?? nil) }
    return Progress.Count(done: rows, total: total ?? nil, isRough: true, unit: "rows")
  }

  mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      if let isMore = try database?.nextSubject(&record, intern: intern) { return isMore }
      while try stream?.nextSubject(&record, intern: intern) ?? false {
        if sought == nil { return true }
        try seek(record, intern: intern)
      }
    } catch {
      throw failure(error)
    }
    return try sought?.decide(&record) ?? false
  }

  /// Reads the current subject if it may be the one that is asked for.
  private mutating func seek(_ record: SubjectRecord, intern: (String) -> Value) throws(StoreError) {
    let id = stream?.subject ?? ""
    var sought = sought.take()
    defer { self.sought = sought }
    try sought?.take(id) { () throws(StoreError) in
      try stream?.rows(of: record, intern: intern) ?? SubjectLog(id: id, record: record)
    }
  }

  mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    guard try readEvent(&record, intern: intern) else { return false }
    rows += 1
    return true
  }

  private mutating func readEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    if let isMore = sought?.nextEvent(&record) { return isMore }
    do throws(StoreError) {
      if let isMore = try database?.nextEvent(&record, intern: intern) { return isMore }
      return try stream?.nextEvent(&record, intern: intern) ?? false
    } catch {
      throw failure(error)
    }
  }

  /// Adds the subject's next events: all of them, or about so many; false after its last.
  mutating func nextRows(
    into events: inout EventRows, about most: Int, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    let first = events.count
    if givesRows {
      while events.count - first < most {
        guard try readRows(into: &events) else { return false }
      }
      return true
    }
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while events.count - first < most {
      guard try nextEvent(&event, intern: intern) else { return false }
      events.append(event)
    }
    return true
  }

  private mutating func readRows(into events: inout EventRows) throws(Failure) -> Bool {
    let before = events.count
    defer { rows += events.count - before }
    do throws(StoreError) {
      return try database?.nextRows { events.append($0, stride: $1, values: $2, of: $3) } ?? false
    } catch {
      throw failure(error)
    }
  }

  /// Runs `body` over the whole feed, and once more over sorted rows if they turn out to be in no order.
  mutating func fromStart(_ body: (inout LogFeed) throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try body(&self)
    } catch {
      guard isVoid else { throw error }
      isVoid = false
      rows = 0
      try reading { () throws(StoreError) in try database?.restart() }
      try body(&self)
    }
  }

  private mutating func failure(_ error: StoreError) -> Failure {
    if error.code == .outOfOrder { isVoid = true }
    return .store(error)
  }
}

extension LogFeed {
  /// The log that the options name, at the subject they name or at another one.
  static func open(
    _ arguments: Arguments, _ pack: Pack, _ choices: Choices, subject other: String? = nil,
    readsGiven: Bool = false, otherRules: [String] = [],
    keepsIDs: Bool = true, keepsDevices: Bool = false, order: LogReader.Options.Order = .verified
  ) throws(Failure) -> LogFeed {
    if let scenario = choices.scenario { return LogFeed(scenario) }
    if arguments.has(.stdin) {
      try arguments.refuse([.database], beside: "--stdin")
      if !arguments.has(.sort) { try arguments.refuse([.memory], without: "--sort") }
      try arguments.refuse([.timeout, .subjectsFrom], beside: "--stdin")
      return try standardInput(arguments, pack, choices)
    }
    try arguments.refuse([.sort], without: "--stdin")
    guard let named = try arguments.namedDatabase() else {
      throw .usage(.noLog(hasStdin: arguments.words.first == Command.eval.name))
    }
    var input = try LogInput(named, arguments, pack.program, zone: choices.zone)
    if readsGiven { input.options.readsGiven = true }
    input.options.otherRules = otherRules
    input.options.keepsIDs = keepsIDs
    input.options.keepsDevices = keepsDevices
    input.options.order = order
    var subject: String?
    if let name = other ?? arguments[.subject] {
      subject = try input.subject(SubjectName(name), pack.program)
    }
    return try reading { () throws(StoreError) in
      let reader = try input.open(pack.program, subject: subject, zones: choices.zones)
      return LogFeed(reader, unread: try named.problems())
    }
  }

  private static func standardInput(
    _ arguments: Arguments, _ pack: Pack, _ choices: Choices
  ) throws(Failure) -> LogFeed {
    var options = JSONLinesReader.Options()
    options.keptProblems = try arguments.namedProblems()
    options.zone = choices.zone
    options.clock = Clock.now
    options.readsGiven = arguments.has(.given)
    options.isStrict = arguments.has(.strict)
    options.draftsSource = !arguments.has(.source)
    if arguments.has(.sort) { options.sortingMemory = try arguments.memory() }
    let (program, zones) = (pack.program, choices.zones)
    let sought = SoughtSubject(arguments[.subject], of: program)
    let named = try arguments.source(program, readsJSON: true)
    let (source, read) = try program.source(named, ofJSON: FileDescriptor.readStandardInput)
    guard let source else {
      let lines = JSONLinesReader(program: program, zones: zones, options: options, read: read)
      return LogFeed(lines, sought: sought)
    }
    if arguments.has(.given) { throw .usage(.conflict("--source \(source.name.text)", "--given")) }
    let log = ObjectLog(program: program, source: source, zones: zones, options: options, read: read)
    return LogFeed(log, sought: sought)
  }
}

extension Program {
  /// The named source for JSON, else the only one that fits; nil for lines as `export` writes them.
  ///
  /// The `read` of the result gives the bytes from the first on.
  func source(
    _ named: SourceMapping?, ofJSON read: @escaping ByteSource
  ) throws(Failure) -> (source: SourceMapping?, read: ByteSource) {
    if let named { return (named, read) }
    let found = try reading { () throws(StoreError) in try ObjectForm.find(in: read, for: self) }
    switch found.form {
    case .lines: return (nil, found.read)
    case .source(let source): return (source, found.read)
    case .several(let names): throw .usage(.severalSources(names))
    }
  }
}

extension Arguments {
  /// These arguments with a subject: if they name none, the log's only one.
  func ofOneSubject(_ pack: Pack, _ choices: Choices) throws(Failure) -> Arguments {
    if has(.subject) { return self }
    let program = pack.program
    let ids: [String]
    if program.subject.isPerDay {
      ids = try days(pack, choices)
    } else {
      let source = try source(program, readsJSON: false)?.name.text
      ids = try LogInput(try database(), source: source, zone: .utc).ids(program, limit: Self.mostListed)
    }
    if ids.count == 1 { return with(.subject, ids[0]) }
    if ids.isEmpty { throw .data("the log is empty: it has no \(program.noun)") }
    throw .usage(.missingOption(Option.subject.signature, known: ids))
  }

  /// One more than a message names.
  private static let mostListed = UsageError.fewNames + 1

  /// The first days of a log.
  private func days(_ pack: Pack, _ choices: Choices) throws(Failure) -> [String] {
    _ = try database()
    var feed = try LogFeed.open(self, pack, choices, keepsIDs: false)
    var days: [String] = []
    try feed.fromStart { feed throws(Failure) in
      days = []
      var record = SubjectRecord(attributes: [], zone: choices.zone)
      while days.count < Self.mostListed, try feed.nextSubject(&record, intern: { _ in .unknown }) {
        days.append(feed.subject)
      }
    }
    return days
  }

  /// The source that `--source` names, which has to fit what is read; nil without the option.
  func source(_ program: Program, readsJSON: Bool) throws(Failure) -> SourceMapping? {
    guard let name = self[.source] else { return nil }
    let fitting = program.sources.filter { $0.isJSON == readsJSON }.map(\.name.text)
    guard let source = program.sources.first(where: { $0.name.text == name }) else {
      throw .usage(.unknownName(what: "source", name: name, known: fitting))
    }
    guard source.isJSON == readsJSON else {
      throw .usage(.wrongSource(name, readsJSON: source.isJSON, others: fitting))
    }
    return source
  }
}

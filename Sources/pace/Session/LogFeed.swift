import PaceEngine
import PaceLanguage
import PaceStore

/// Subjects and their events, from a database or from JSON lines.
struct LogFeed: ~Copyable {
  // One of the two is there; an enum could not be changed in place.
  private var database: LogReader?
  private var lines: JSONLinesReader?
  /// Of JSON lines, only subjects whose id begins with this.
  private let prefix: String?
  /// Whether rows came out of order, so that all that was read is void and `restart` has to begin anew.
  private var isVoid = false

  init(_ database: consuming LogReader) {
    self.database = consume database
    prefix = nil
  }

  init(_ lines: JSONLinesReader, prefix: String?) {
    self.lines = lines
    self.prefix = prefix
  }

  /// The id of the current subject.
  ///
  /// It is `mutating` so that the reader is asked where it is and not copied first.
  var subject: String { mutating get { database?.nameSubject() ?? lines?.subject ?? "" } }

  /// What could not be read so far; there is no reading on after it.
  mutating func problems() throws(Failure) -> RowProblems {
    do throws(StoreError) {
      return try database?.problems() ?? lines?.problems ?? RowProblems()
    } catch {
      throw failure(error)
    }
  }

  func id(of event: EventOrdinal) -> String {
    if let lines { return lines.id(of: event) }
    switch database {
    case .some(let reader): return reader.id(of: event)
    case .none: return ""
    }
  }

  /// How many rows of events there are to be read, or `limit` where there are more; nil where that can't be
  /// known.
  func countEvents(upTo limit: Int) throws(Failure) -> Int? {
    do throws(StoreError) {
      switch database {
      case .some(let reader): return try reader.countEvents(upTo: limit)
      case .none: return nil
      }
    } catch {
      throw .store(error)
    }
  }

  mutating func nextSubject(
    _ record: inout SubjectRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      if let isMore = try database?.nextSubject(&record, intern: intern) { return isMore }
      while try lines?.nextSubject(&record, intern: intern) ?? false {
        if prefix.map({ subject.hasPrefix($0) }) ?? true { return true }
      }
      return false
    } catch {
      throw failure(error)
    }
  }

  mutating func nextEvent(
    _ record: inout EventRecord, intern: (String) -> Value
  ) throws(Failure) -> Bool {
    do throws(StoreError) {
      if let isMore = try database?.nextEvent(&record, intern: intern) { return isMore }
      return try lines?.nextEvent(&record, intern: intern) ?? false
    } catch {
      throw failure(error)
    }
  }

  /// Whether `nextRows` may be asked instead of `nextEvent`.
  var givesRows: Bool {
    switch database {
    case .some(let reader): reader.givesRows
    case .none: false
    }
  }

  /// Hands over the subject's next events as `Machine.append` takes them; false after its last.
  mutating func nextRows(_ body: (Span<Int64>, _ stride: Int, EventID) -> Void) throws(Failure) -> Bool {
    do throws(StoreError) {
      return try database?.nextRows(body) ?? false
    } catch {
      throw failure(error)
    }
  }

  /// Does something with all of the feed, and again, with rows that are sorted first, if they turn out to be
  /// stored in no order.
  mutating func fromStart(_ body: (inout LogFeed) throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try body(&self)
    } catch {
      guard isVoid else { throw error }
      try restart()
      try body(&self)
    }
  }

  /// Begins anew, with rows that are sorted first.
  private mutating func restart() throws(Failure) {
    isVoid = false
    do throws(StoreError) {
      try database?.restart()
    } catch {
      throw .store(error)
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
    _ arguments: Arguments, _ pack: Pack, _ choices: Choices, _ zones: ZoneDirectory,
    subject other: String? = nil, readsGiven: Bool = false, keepsIDs: Bool = true,
    order: LogReader.Options.Order = .verified
  ) throws(Failure) -> LogFeed {
    if arguments.has(.stdin) {
      if arguments[.database] != nil { throw .usage(.conflict("--stdin", "--db")) }
      if arguments[.memory] != nil { throw .usage(.conflict("--stdin", "--memory")) }
      if arguments.has(.given) { throw .usage(.conflict("--stdin", "--given")) }
      return try standardInput(arguments, pack, choices, zones)
    }
    let path = try arguments.required(.database)
    let input = LogInput(
      path: path, source: try arguments.source(of: pack.program), zone: choices.zone,
      readsGiven: readsGiven || arguments.has(.given), keepsIDs: keepsIDs,
      keptProblems: try arguments.namedProblems(), order: order, memory: try arguments.memory())
    var subject: String?
    if let prefix = other ?? arguments[.subject] {
      subject = try input.subject(prefix, pack.program, zones: zones)
    }
    do throws(StoreError) {
      return LogFeed(try input.open(pack.program, subject: subject, zones: zones))
    } catch {
      throw .store(error)
    }
  }

  private static func standardInput(
    _ arguments: Arguments, _ pack: Pack, _ choices: Choices, _ zones: ZoneDirectory
  ) throws(Failure) -> LogFeed {
    var options = JSONLinesReader.Options()
    options.keptProblems = try arguments.namedProblems()
    options.zone = choices.zone
    let reader = JSONLinesReader(program: pack.program, zones: zones, options: options) {
      (bytes: inout [UInt8]) throws(StoreError) -> Bool in
      guard let isMore = FileDescriptor.standardInput.read(into: &bytes) else {
        throw StoreError(.inputOutput, "standard input cannot be read")
      }
      return isMore
    }
    return LogFeed(reader, prefix: arguments[.subject])
  }
}

extension Arguments {
  /// The source that is named, which the program has to declare.
  func source(of program: Program) throws(Failure) -> String? {
    let sources = program.sources.map(\.name.text)
    if let source = self[.source], !sources.contains(source) {
      throw .usage(.unknownName(what: "source", name: source, known: sources))
    }
    return self[.source]
  }
}

import PaceEngine
import PaceLanguage
import PaceStore

/// A database that holds a log, and how it is to be read.
struct LogInput: Sendable {
  let path: String
  let source: String?
  let zone: Zone
  /// Whether the notices that an application really gave count.
  var readsGiven = false

  /// A reader before its first subject, or of the one with this id.
  func open(
    _ program: Program, subject: String? = nil, zones: ZoneDirectory
  ) throws(StoreError) -> LogReader {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection, source: source)
    if readsGiven, layout.notices.isEmpty {
      throw StoreError(
        .data, "no table of `\(path)` holds given notices, which --given asks for",
        help: layout.source.map { "add `notice from TABLE { … }` to source `\($0)`" }
          ?? "that is a table `notice` with the columns `id`, `\(program.subject.name.text)`, `at` and `rule`",
        path: path)
    }
    var options = LogReader.Options()
    options.subject = subject
    options.zone = zone
    options.readsGiven = readsGiven
    return try LogReader(connection, program: program, layout: layout, zones: zones, options: options)
  }

  /// The one subject whose id is this or begins with it.
  func subject(_ prefix: String, _ program: Program, zones: ZoneDirectory) throws(Failure) -> String {
    let ids = try ids(program, zones: zones)
    if ids.contains(prefix) { return prefix }
    let matches = ids.filter { $0.hasPrefix(prefix) }
    let name = program.subject.name.text
    guard let only = matches.first else {
      throw .usage(.unknownName(what: name, name: prefix, known: ids))
    }
    if matches.count > 1 {
      throw .usage(.ambiguous(what: name, prefix: prefix, matches: Array(matches.prefix(4))))
    }
    return only
  }

  private func ids(_ program: Program, zones: ZoneDirectory) throws(Failure) -> [String] {
    do throws(StoreError) {
      var reader = try open(program, zones: zones)
      var record = SubjectRecord(attributes: [], zone: zone)
      var ids: [String] = []
      while try reader.nextSubject(&record, intern: { _ in .unknown }) { ids.append(reader.subject) }
      return ids
    } catch {
      throw .store(error)
    }
  }
}

extension Failure {
  static func store(_ error: StoreError) -> Failure { .data(error.message, help: error.help) }
}

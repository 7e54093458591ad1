import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let importing = Command(
    "import", arguments: "PACK --db FILE INPUT|-",
    summary: "takes JSON into a log: lines as `export` writes them, or objects that a source reads",
    options: [
      .kept, .importedAt, .now, .device, .keptZone, .keptFormat, .dryRun, .live, .source, .problems,
      .importStrict, .keptForce,
    ],
    examples: ["pace import take-care --db friday.db friday.jsonl"],
    instead: ["stdin": "`-` in place of a file reads standard input"],
    run: ImportCommand.run)
}

extension Option {
  static let importedAt = Option.value("at", "T", "when settings among it change (now)")
  static let live = Option.flag("live", "give what is due, as `notify` does, also up to the newest rows")
  static let importStrict = Option.flag(
    "strict", "exit 3 and write nothing if an object can't be taken as it is")
}

/// Imports objects into a log.
struct ImportCommand {
  private var session: KeepingSession
  private let isStrict: Bool
  /// The source that is named, if one is.
  private let source: SourceMapping?

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let session = try KeepingSession(arguments, console, coversAll: true)
    var command = try ImportCommand(
      session: session, isStrict: arguments.has(.strict),
      source: arguments.source(session.program, readsJSON: true))
    guard let input = command.session.words.first else {
      throw .usage(.missingArgument("file, or - for stdin,"))
    }
    if command.session.words.count > 1 { throw .usage(.extraArgument(command.session.words[1])) }
    if Connection.isCSV(input) {
      throw .data(
        "`\(input)` is a CSV file, and `import` takes JSON",
        help: "`pace export \(command.session.packWord) --db \(ShellWord.quoted(input)) | "
          + "pace import \(command.session.packWord) --db \(command.session.pathWord) -` takes its rows")
    }
    var reader = try command.reader(of: source(input))
    var problems = RowProblems(keeping: try arguments.namedProblems())
    let imported = try command.take(&reader, of: name(input), isLive: arguments.has(.live), &problems)
    console.remark(on: problems)
    try command.tell(imported, isLive: arguments.has(.live), &console)
    if !arguments.has(.live), !imported.tally.added.isEmpty { command.remarkOnDue(&console) }
    try command.session.finish(&console)
    if imported.tally.isAllSkipped {
      let draft = command.source == nil ? reader.draft : nil
      throw .data(
        "nothing was imported: every object was skipped",
        help: "mend the values that are named above, or name with --source the source that reads them"
          + (draft.map { "\n\($0)" } ?? ""))
    }
    return .fine
  }

  private static let nothingWritten = "nothing was written, as --strict asks for"

  /// Says how much came due after the newest rows, which `notify` will give.
  private func remarkOnDue(_ console: inout Console) {
    guard !session.isDryRun, session.program.rules.contains(where: { $0.mayFireWithoutEvent }) else { return }
    var keeper = session.keeper
    keeper.isDryRun = true
    // An error here is reported by the command that gives the notices.
    let count = (try? keeper.notify())?.reduce(0) { $0 + $1.told.notices.count } ?? 0
    if count == 0 { return }
    console.remark(
      "\(Noun.count(count, "notice")) came due after the newest rows: "
        + "`pace notify \(session.packWord) --db \(session.pathWord)` gives them, with `--dry-run` it shows them"
    )
  }

  /// What messages call the input.
  private static func name(_ input: String) -> String { input == "-" ? "standard input" : "`\(input)`" }

  /// A source of the bytes of a file, of a pipe that stands in the place of one, or of standard input.
  private static func source(_ path: String) throws(Failure) -> ByteSource {
    if path == "-" { return FileDescriptor.readStandardInput }
    let problem = FileSystem.absence(of: path)
    if problem == nil, let descriptor = FileDescriptor(reading: path) { return descriptor.source(of: path) }
    throw .data(
      "`\(path)`: \(problem ?? "permission denied")", help: "name a file of lines, or - for standard input")
  }

  /// - Parameter problems: takes the values that were skipped or changed.
  private mutating func take(
    _ reader: inout ObjectReader, of name: String, isLive: Bool, _ problems: inout RowProblems
  ) throws(Failure) -> Keeper.Imported {
    let (at, isForced, isStrict) = (session.at, session.isForced, isStrict)
    let clock = session.clock
    return try session.run { (keeper) throws(KeepingError) in
      try keeper.take(
        at: at, isLive: isLive, isExport: reader.readsExported, isForced: isForced,
        tell: { (problem) throws(KeepingError) in
          if isStrict {
            throw .store(StoreError(.data, problem.text, help: Self.nothingWritten))
          }
          problems.add(problem)
        }
      ) { () throws(KeepingError) -> ReadObject? in
        do throws(StoreError) {
          if let object = try reader.next() { return object }
        } catch {
          var failure = error
          if error.code == .data { failure.message = "\(name): \(error.message)" }
          throw .store(failure)
        }
        reader.noteTimes(in: &problems, by: clock)
        if isStrict, let doubt = problems.doubts.first {
          throw .store(StoreError(.data, doubt.sentence, help: Self.nothingWritten))
        }
        return nil
      }
    }
  }

  /// Reads lines as `export` writes them, else objects of the source that is named or the only one that fits.
  private func reader(of read: @escaping ByteSource) throws(Failure) -> ObjectReader {
    let (program, zone) = (session.program, session.keeper.zone)
    let (source, read) = try program.source(source, ofJSON: read)
    guard let source else { return ObjectReader(linesOf: program, zone: zone, read: read) }
    return ObjectReader(program: program, source: source, zone: zone, read: read)
  }

  private func tell(
    _ imported: Keeper.Imported, isLive: Bool, _ console: inout Console
  ) throws(Failure) {
    let notices = imported.told.flatMap { $0.told.notices }.sorted { $0.at < $1.at }
    if session.isJSON {
      return try console.out.write(session.json.imported(imported.tally, isLive ? notices : nil))
    }
    try console.out.line(ImportText.line(imported.tally))
    try console.out.lines(session.lines(of: notices, to: imported.told, console))
  }
}

import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let initialise = Command(
    "init", arguments: "PACK --db FILE",
    summary: "makes the file of a log, or completes one that is there",
    options: [.newLog, .newDevice, .newZone, .accept, .now, .initForce, .keptFormat],
    examples: ["pace init take-care --db friday.db --device phone --accept"],
    run: InitCommand.run)
}

extension Option {
  static let newLog = Option.value("db", "FILE", "the file to make or to complete")
  static let newDevice = Option.value(
    "device", "D", "what to call the device whose file it is (8 random hex digits)")
  static let newZone = Option.value("zone", "Z", "keep a time zone in the file, by which it is read")
  static let initForce = Option.flag("force", "also where a new --zone moves rows to other days")
  static let accept = Option.flag("accept", "accept the pack's disclaimer without being asked")
}

/// Makes a log.
enum InitCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    guard let name = arguments.positional.first else { throw .usage(.missingPack(PackLocator.names)) }
    if arguments.positional.count > 1 { throw .usage(.extraArgument(arguments.positional[1])) }
    let pack = try Pack.load([name], style: console.errorStyle)
    let program = pack.program
    let path = try arguments.required(.newLog)
    try reading { () throws(StoreError) in try Connection.refuseCSV(path) }
    var zones = ZoneDirectory()
    let zone = try Choices.zone(arguments[.newZone], of: nil, pack, &zones).zone
    let clock = try arguments.present(in: zone)
    let isJSON = arguments.choice(.keptFormat, TextOrJSON.self) == .json
    let json = isJSON ? KeepingJSON(program, isDryRun: false) : nil
    var making = LogFile.Making()
    making.device = arguments[.newDevice]
    making.zone = arguments[.newZone]
    making.isForced = arguments.has(.keptForce)
    let wasAccepted = try isAccepted(path, program)
    if !program.disclaimers.isEmpty, !wasAccepted {
      try askForAcceptance(of: program, arguments, json, &console)
      making.acceptedAt = clock
    }
    let made: LogFile.Made
    Interruption.hold()
    defer { Interruption.release() }
    do throws(KeepingError) {
      made = try LogFile.make(path, program: program, making, clock: clock, zone: zone, zones: zones).made
    } catch {
      throw Failure(error, program, at: path, json: json)
    }
    try tell(made, path, name, program, json, &console)
    if wasAccepted, !isJSON {
      try console.out.lines(console.style.disclaimers(of: program))
    }
    try console.finish(writing: path)
    return .fine
  }

  /// Whether the disclaimer was accepted when the file was made.
  private static func isAccepted(_ path: String, _ program: Program) throws(Failure) -> Bool {
    guard FileSystem.entry(at: path) == .file else { return false }
    do throws(StoreError) {
      let settings = try LogFile(reading: path, program: program).settings
      return try settings.inForce(at: Instant(.max))[LogFile.acceptance] != nil
    } catch {
      // A writer has been waited for already. After any other error, making the log tells whether something is wrong.
      if error.code == .locked { throw .store(error) }
      return false
    }
  }

  /// Shows the disclaimer, and asks on a terminal; elsewhere it has to be accepted with an option.
  private static func askForAcceptance(
    of program: Program, _ arguments: Arguments, _ json: KeepingJSON?, _ console: inout Console
  ) throws(Failure) {
    if json != nil {
      for text in program.disclaimers { console.remark(text) }
    } else {
      try console.out.lines(console.style.disclaimers(of: program))
    }
    if arguments.has(.accept) { return }
    let isTerminal = FileDescriptor.standardInput.isTerminal
    if isTerminal {
      try console.finish()
      console.remark(raw: "Accept? [y/N] ")
      let answer = readLine() ?? ""
      if ["y", "yes"].contains(answer.lowercased()) { return }
    }
    let message = "the disclaimer is not accepted, so nothing was made"
    throw .refused(
      message, help: isTerminal ? nil : "accept it with --accept",
      answer: json?.refused("disclaimer", message))
  }

  private static func tell(
    _ made: LogFile.Made, _ path: String, _ name: String, _ program: Program, _ json: KeepingJSON?,
    _ console: inout Console
  ) throws(Failure) {
    if let json {
      return try console.out.write(
        json.made(path, isNew: made.isNew, wasLog: made.wasLog, rows: made.rows))
    }
    let tables = [program.noun] + program.events.map(\.name.text)
    let keeps = Noun.all(tables.map(Noun.plural))
    let parts = [(made.subjects, program.noun), (made.rows, "row")].filter { $0.0 > 0 }
    let all = Noun.all(parts.map { Noun.count($0, $1) })
    let rows = parts.isEmpty ? "" : "; it holds \(all) already, left as they are"
    if let old = made.oldZone, let new = made.zone, old != new {
      console.remark("its times were read in \(old) before, and are in \(new) from now on")
    }
    let word = program.events.flatMap { $0.kinds.map(\.name.text) }.first ?? program.events[0].name.text
    let next = "pace log \(ShellWord.quoted(name)) \(word) --db \(ShellWord.quoted(path))"
    try console.out.line("\(path) keeps \(keeps)\(rows). Now:  \(next)".printable)
  }
}

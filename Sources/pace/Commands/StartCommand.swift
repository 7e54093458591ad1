import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let start = Command(
    "start", arguments: "PACK [ATTR=VALUE…] --db FILE",
    summary: "starts a subject of a log by hand",
    options: Option.keeping(at: "when it starts").map { $0.name == Option.newSubject.name ? .newSubject : $0 }
      + [.also, .keptForce],
    examples: ["pace start take-care sensitivity=strict --db friday.db"],
    run: StartCommand.run)

  static let end = Command(
    "end", arguments: "PACK --db FILE",
    summary: "ends the subject of a log that is open",
    options: Option.keeping(at: "when it ends") + [.endForce],
    examples: ["pace end take-care --db friday.db"],
    run: StartCommand.end)
}

extension Option {
  static let newSubject = Option.value("subject", "ID", "the new subject's id (pace makes one up)")
  static let also = Option.flag("also", "start beside one that is open")
  static let endForce = Option.flag(
    "force", "also one that isn't open, or at a time more than 5 min after the clock")
}

/// Starts and ends subjects.
enum StartCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    let program = session.program
    let values = try ValueWord.list(
      session.words, of: program.subject.attributes, what: "attribute", of: program.noun, program
    )
    let (at, id, isForced) = (session.at, session.subject, session.isForced)
    let isBeside = arguments.has(.also)
    let (subject, status) = try session.run { (keeper) throws(KeepingError) in
      try keeper.start(id, at: at, values, isBeside: isBeside, isForced: isForced)
    }
    try tell("started", subject, status, &session, &console)
    return .fine
  }

  static func end(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let (at, id, isForced) = (session.at, session.subject, session.isForced)
    let (subject, status) = try session.run { (keeper) throws(KeepingError) in
      try keeper.end(id, at: at, isForced: isForced)
    }
    try tell("ended", subject, status, &session, &console)
    return .fine
  }

  private static func tell(
    _ what: String, _ subject: String, _ status: SubjectStatus, _ session: inout KeepingSession,
    _ console: inout Console
  ) throws(Failure) {
    let at = session.instant
    if session.isJSON {
      try console.out.write(session.json.turned(what, subject, at: at, status))
    } else {
      let zone = session.keeper.zone(ofSubject: subject)
      let noun = session.program.noun
      let clock = session.text(session.keeper.zone, console).clock(at, in: zone)
      try console.out.line("\(clock)  \(noun) \(subject.short) \(what)")
      try console.out.lines(session.text(zone, console, today: at).lines(of: status))
    }
    try session.finish(&console)
  }
}

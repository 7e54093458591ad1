import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let status = Command(
    "status", arguments: "PACK --db FILE",
    summary: "how a log stands: levels, figures, the last rows and what comes next",
    options: [.kept, .keptAt, .now, .keptSubject, .keptZone, .keptFormat],
    examples: ["pace status take-care --db friday.db"],
    run: { (arguments, console) throws(Failure) in try StatusCommand.run(arguments, &console) })
}

/// Says how a log stands.
enum StatusCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console, isReading: true)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let (at, subject) = (session.at, session.subject)
    let status = try session.run { (keeper) throws(KeepingError) in
      try keeper.status(at: at, subject: subject)
    }
    if session.isJSON {
      try console.out.write(StatusJSON(session.program).bytes(status))
    } else {
      // That of the subject may be its own.
      let isZoneNamed = session.isZoneNamed || status.zone != session.keeper.zone
      let text = StatusText(session.program, isZoneNamed: isZoneNamed, style: console.style)
      for line in text.lines(status) + session.program.disclaimers { try console.out.line(line) }
    }
    try session.finish(&console)
    return .fine
  }
}

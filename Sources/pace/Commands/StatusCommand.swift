import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let status = Command(
    "status", arguments: "PACK --db FILE",
    summary: "how a log stands: levels, figures, the last rows and what comes next",
    options: [
      .database, .statusAt, .now, .subject, .keptFormat, .derive, .zone, .source, .problems, .strict,
      .timeout,
    ],
    examples: [
      "pace status take-care --db friday.db",
      "pace status my-pack --db app.sqlite --source app --at 2026-11-20T22:00",
    ],
    run: StatusCommand.run)
}

extension Option {
  static let statusAt = Option.value(
    "at", "T", "the instant that is looked at (now); a time of day is today's")
}

/// Says how a log stands.
enum StatusCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if let extra = arguments.positional.dropFirst().first { throw .usage(.extraArgument(extra)) }
    let isAsked = arguments[.source] != nil || arguments.has(.derive)
    let database = try arguments.namedDatabase()
    let isForeign = try reading { () throws(StoreError) in
      try database.map { (file) throws(StoreError) in try LogFile.isForeign(file) } ?? false
    }
    return try isAsked || isForeign ? gather(arguments, &console) : look(arguments, &console)
  }

  /// Looks at a log that pace keeps.
  private static func look(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console, isReading: true)
    let (at, subject) = (session.at, session.subject)
    let status = try session.run { (keeper) throws(KeepingError) in
      try keeper.status(at: at, subject: subject)
    }
    // The subject may have a zone of its own.
    try tell(status, session.program, isJSON: session.isJSON, session.logZone, &console)
    tellOverflows(of: status, session.program, &console)
    try session.finish(&console, isStrict: arguments.has(.strict))
    if status.subject == nil {
      console.tell(
        arguments.dayTaken(by: .keptAt, session.at, in: status.zone, now: session.clock))
    }
    return .fine
  }

  /// Reads a log from end to end.
  private static func gather(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let session = try LookSession(arguments, console)
    let program = session.program
    let at = try arguments.instant(.keptAt, in: session.zone, now: session.now) ?? session.now
    let empty = StatusGathering(
      session.plan, at: at, now: session.now, zone: session.zone, asked: session.subject)
    var gathering = empty
    let isDerived = session.notices == .derived
    var asked: String?
    let problems = try session.forEachSubject(
      keepsIDs: true, isOfAll: program.countsDayOfAll, &console, restart: { gathering = empty }
    ) { (log) throws(RunawaySubject) in
      if session.subject.map({ log.id.isExactly($0) }) ?? false { asked = log.id }
      try gathering.add(log, isDerived: isDerived)
    }
    if program.subject.isPerDay, gathering.open.isEmpty, arguments[.subject] == nil {
      // A day exists before its first row.
      let day = ValueText.date(session.calendar.day(at: at.milliseconds))
      let values = program.subject.attributes.map { _ in Value.unknown }
      let last = session.calendar.lastInstant(ofDayNamed: day)
      let record = SubjectRecord(attributes: values, zone: session.zone, lastInstant: last)
      let log = SubjectLog(id: day, record: record)
      try refusingRunaways(program) { () throws(RunawaySubject) in
        try gathering.add(log, isDerived: isDerived)
      }
    }
    gathering.finish()
    if arguments[.subject] == nil, gathering.open.count > 1, program.subject.ends == nil {
      throw Failure(KeepingError.severalOpen(gathering.open.map(\.subject), in: program), program)
    }
    var status = gathering.status
    status.asked = asked
    if let subject = status.subject, let messages = try session.messages(of: subject, in: status.zone) {
      status.quote { messages[$0, $1] }
    }
    let isJSON = arguments.choice(.keptFormat, TextOrJSON.self) == .json
    try tell(status, program, isJSON: isJSON, session.choices.logZone, &console)
    try console.finish()
    tellOverflows(of: status, program, &console)
    if status.subject == nil {
      console.tell(arguments.dayTaken(by: .keptAt, at, in: status.zone, now: session.now))
    }
    try console.tell(problems, session.choices)
    return .fine
  }

  private static func tellOverflows(
    of status: LogStatus, _ program: Program, _ console: inout Console
  ) {
    var notes = RunNotes()
    let subject = status.subject ?? ""
    for record in status.overflows { notes.add(record, of: subject) }
    for (figure, part) in zip(program.figures, status.figureOverflows) {
      if let part { notes.addOverflow(of: figure.value, part, subject) }
    }
    console.tell(notes, program)
  }

  private static func tell(
    _ status: LogStatus, _ program: Program, isJSON: Bool, _ zone: LogZone, _ console: inout Console
  ) throws(Failure) {
    if isJSON { return try console.out.write(StatusJSON(program).bytes(status)) }
    let isNamed = zone.isNamed || status.zone != zone.zone
    let text = StatusText(program, isZoneNamed: isNamed, style: console.style)
    try console.out.lines(text.lines(status))
  }
}

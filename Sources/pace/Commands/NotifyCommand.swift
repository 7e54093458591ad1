import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let notify = Command(
    "notify", arguments: "PACK --db FILE",
    summary: "gives the notices of a log that are due: for timers and wake-ups",
    options: Option.keeping + [.keptForce, .follow],
    examples: ["pace notify take-care --db friday.db", "pace notify take-care --db friday.db --follow"],
    run: { (arguments, console) throws(Failure) in try NotifyCommand.run(arguments, &console) })
}

extension Option {
  static let follow = Option.flag("follow", "stay, and give each notice when it is due, until Ctrl-C")
}

/// Gives what is due.
enum NotifyCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments.has(.follow) { return try follow(arguments, &console) }
    var session = try KeepingSession(arguments, console)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let next = try give(&session, &console)
    if !session.isJSON {
      let text = session.text(session.keeper.zone, console)
      try console.out.line(
        next.map { "next at \(text.clock($0.at, in: $0.zone))" }
          ?? "nothing more to come if nothing is logged")
    }
    try session.finish(&console)
    return .fine
  }

  /// Gives what is due now, and says when to come again, and by whose clocks.
  private static func give(
    _ session: inout KeepingSession, _ console: inout Console
  ) throws(Failure) -> (at: Instant, zone: Zone)? {
    let (at, subject, isForced) = (session.at, session.subject, session.isForced)
    let told = try session.run { (keeper) throws(KeepingError) in
      try keeper.notify(at: at, subject: subject, isForced: isForced)
    }
    let next = told.compactMap { told in told.told.status.next.map { (at: $0, zone: told.told.zone) } }
      .min { $0.at < $1.at }
    let notices = told.flatMap { $0.told.notices }.sorted { $0.at < $1.at }
    if session.isJSON {
      try console.out.write(session.json.notified(notices, next: next?.at))
    } else {
      try console.out.lines(session.lines(of: notices, to: told, console))
    }
    console.tell(withheld: told.flatMap { $0.told.withheld }, session.program)
    return next
  }

  /// Waits for the next instant, or for a change of the log or of the rules, again and again.
  private static func follow(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    for option in [Option.now, .keptAt, .dryRun] where arguments[option] != nil {
      throw .usage(.conflict("--follow", "--\(option.name)"))
    }
    var session = try KeepingSession(arguments, console)
    let path = session.path
    var rules = FileWatch(read: session.pack.program.files)
    while true {
      let (version, number) = (session.keeper.file.changesOfOthers, FileSystem.stamp(of: path).number)
      // Only after the version is read, so that what is written meanwhile is seen as a change.
      session.renewClock()
      let next = try give(&session, &console)
      try console.finish()
      // A file that is only opened seems changed too, and rules that don't check change nothing; giving notices then
      // would count the time up to now as spoken for, before rows that are about to be written.
      var isRenewed = false
      func isQuiet() -> Bool {
        session.keeper.file.changesOfOthers == version && FileSystem.stamp(of: path).number == number
          && next.map { Clock.now < $0.at } ?? true
      }
      repeat {
        while !rules.hasChanged(), isQuiet() {
          if Interrupt.isRequested { return .fine }
          FileWatch.pause()
        }
        // Before the rules are read, so that what is written meanwhile is seen as a change.
        let isEdited = rules.look()
        do throws(Failure) {
          session = try KeepingSession(arguments, console)
          isRenewed = true
          rules = FileWatch(read: session.pack.program.files)
        } catch {
          // An editor that replaces a file takes it away for a moment.
          let isAboutRules =
            if case .data = error { false } else if case .output = error { false } else { true }
          guard isAboutRules else { throw error }
          if isEdited { tell(error, &console) }
        }
      } while !isRenewed && isQuiet()
    }
  }

  private static func tell(_ error: Failure, _ console: inout Console) {
    switch error {
    case .program(let text): console.remark(raw: text)
    case .usage(let error): console.remark(error.message.printable)
    case .refused(let message, _), .data(let message, _): console.remark(message.printable)
    case .output: break
    }
    console.remark("the rules as they were go on until this is mended")
  }
}

import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let notify = Command(
    "notify", arguments: "PACK --db FILE",
    summary: "gives the notices of a log that are due: for timers and wake-ups",
    options: Option.keeping(at: "give what is due up to then") + [.keptForce, .follow],
    examples: ["pace notify take-care --db friday.db", "pace notify take-care --db friday.db --follow"],
    run: NotifyCommand.run)
}

extension Option {
  static let follow = Option.flag("follow", "stay, and give each notice when it is due, until Ctrl-C")
}

/// Gives what is due.
enum NotifyCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments.has(.follow) {
      try arguments.refuse([.now, .keptAt, .dryRun], beside: "--follow")
      var followed = try FollowedLog(arguments, console)
      try followed.run(&console)
      return .fine
    }
    var session = try KeepingSession(arguments, console, coversAll: true)
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
  ///
  /// - Parameter recordsSilence: whether the file also learns that nothing was due.
  static func give(
    _ session: inout KeepingSession, _ console: inout Console, recordsSilence: Bool = true
  ) throws(Failure) -> (at: Instant, zone: Zone)? {
    let (at, subject, isForced) = (session.at, session.subject, session.isForced)
    let told = try session.run { (keeper) throws(KeepingError) in
      try keeper.notify(at: at, subject: subject, isForced: isForced, recordsSilence: recordsSilence)
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
    if recordsSilence { remark(onFloorsAhead: told, session, &console) }
    return next
  }

  /// Says up to when nothing is given, because this device gave notices by a clock that was ahead.
  private static func remark(
    onFloorsAhead told: [(subject: String, told: NotifyOutcome)], _ session: KeepingSession,
    _ console: inout Console
  ) {
    let latest = session.instant.milliseconds + Keeper.furthestAhead
    let ahead = told.filter { $0.told.spokenFor.map { $0.milliseconds > latest } ?? false }
    guard let (subject, outcome) = ahead.first, let floor = outcome.spokenFor else { return }
    let clock = session.text(session.keeper.zone, console).clock(floor, in: outcome.zone)
    let others = ahead.count > 1 ? " and \(Noun.count(ahead.count - 1, "other"))" : ""
    console.remark(
      ("\(session.program.noun) `\(subject)`\(others) was spoken for already (up to \(clock)), by a clock "
        + "that was ahead: nothing is given until then; `pace init \(session.packWord) --db \(session.pathWord) "
        + "--device NAME` gives this file another device's name, for which that doesn't count").printable)
  }
}

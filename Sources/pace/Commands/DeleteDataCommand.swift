import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let deleteData = Command(
    "delete-data", arguments: "PACK --db FILE",
    summary: "deletes what a log says, for good: it is overwritten, and no merge brings it back",
    options: [
      .kept, .keptSubject, .before, .yes, .forget, .now, .device, .keptZone, .keptFormat, .dryRun,
    ],
    examples: [
      "pace delete-data take-care --db friday.db --subject 5b1e --yes",
      "pace delete-data take-care --db friday.db --before 2026-01-01 --yes",
    ],
    run: DeleteDataCommand.run)
}

extension Option {
  static let before = Option.value(
    "before", "T", "only rows and notices before T, and subjects that are over then")
  static let yes = Option.flag("yes", "do it without being asked for the file's name")
  static let forget = Option.flag("forget", "remember nothing of what goes; a merge may bring it back")
}

/// Deletes data from a log.
enum DeleteDataCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let scope = try scope(arguments, &session)
    // Which of the two instants counts is said before anybody is asked.
    if case .before(let before, _) = scope, let text = arguments[.before],
      let argument = try arguments.instant(.before, now: session.clock), !argument.isDay,
      argument.isRepeated(at: before, in: LocalCalendar(zone: session.keeper.zone))
    {
      console.tell(repeatedTimes: ["--before \(text)"])
    }
    let forgets = arguments.has(.forget)
    let found = try session.run { (keeper) throws(KeepingError) in try keeper.dataToDelete(scope) }
    let isNothing = found.rows.isEmpty && found.settings + found.starts == 0
    let what = isNothing ? "nothing" : list(found)
    console.remark("to be deleted from \(session.path), and overwritten where it stood: \(what)")
    if !isNothing {
      console.remark(
        forgets
          ? "nothing is remembered of it: the next merge brings back what other files still hold"
          : "the next merge deletes the same in the other files, and overwrites it there too")
    }
    if !arguments.has(.yes), !session.isDryRun { try ask(session, &console) }
    let deleted = try session.run { (keeper) throws(KeepingError) in
      try keeper.deleteData(scope, forgets: forgets)
    }
    if session.isJSON {
      try console.out.write(
        session.json.deletedData(
          deleted.rows, settings: deleted.settings, starts: deleted.starts,
          isOverwritten: deleted.isOverwritten))
    } else {
      let again = isNothing && deleted.isOverwritten == true ? "; what went before is overwritten now" : ""
      try console.out.line("deleted  \(list(deleted))\(again)".printable)
    }
    try session.finish(&console)
    if let hindrance = deleted.hindrance {
      throw .data(
        "what is deleted is gone, but its bytes could not all be overwritten (\(hindrance))",
        help: "the same command tries again")
    }
    if deleted.isOverwritten == false { throw .unoverwritten([session.path]) }
    return .fine
  }

  private static func scope(
    _ arguments: Arguments, _ session: inout KeepingSession
  ) throws(Failure) -> DataScope {
    let (clock, days) = (session.clock, session.program.calendar)
    let before = try arguments.instant(.before, in: session.keeper.zone, days, now: clock)
    if let name = session.subject {
      if before != nil { throw .usage(.conflict("--subject", "--before")) }
      return .subject(
        try session.run { (keeper) throws(KeepingError) in try keeper.subject(named: name) })
    }
    guard let before else { return .all }
    var elsewhere: [(zone: String, at: Instant)] = []
    var zones = session.keeper.zones
    for name in try session.run({ (keeper) throws(KeepingError) in try keeper.zoneNames() }) {
      guard let zone = zones.zone(named: name) else { continue }
      if let at = try arguments.instant(.before, in: zone, days, now: clock), at != before {
        elsewhere.append((name, at))
      }
    }
    return .before(before, elsewhere: elsewhere)
  }

  private static func list(_ data: DeletedData) -> String {
    var parts = data.rows.map { Noun.count($0.count, $0.table) }
    if data.settings > 0 { parts.append(Noun.count(data.settings, "setting")) }
    if data.starts > 0 { parts.append(Noun.count(data.starts, "start")) }
    return parts.isEmpty ? "no rows" : Noun.all(parts)
  }

  /// Asks for the file's name on a terminal; elsewhere `--yes` has to be given.
  private static func ask(_ session: KeepingSession, _ console: inout Console) throws(Failure) {
    guard FileDescriptor.standardInput.isTerminal else {
      throw .usage(
        .log("nothing was deleted, as nobody can be asked here", help: "--yes does it without asking"))
    }
    let path = session.path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try console.finish()
    console.remark(raw: "Type the file's name to go on [\(name.printable)] ")
    // Nothing is under way while it asks.
    Interruption.release()
    let answer = readLine() ?? ""
    Interruption.hold()
    if answer == name || answer == path { return }
    let message = "that is not the file's name, so nothing was deleted"
    throw .refused(message, help: nil, answer: session.isJSON ? session.json.refused("name", message) : nil)
  }
}

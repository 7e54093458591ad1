import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let undo = Command(
    "undo", arguments: "PACK --db FILE",
    summary: "takes back the newest row of a log, and the notices that rest on it",
    options: Option.keeping(at: "take back the newest row up to then"),
    examples: ["pace undo take-care --db friday.db"],
    instead: ["id": "`pace delete PACK ID… --db FILE` takes back rows by their ids"],
    run: UndoCommand.run)

  static let delete = Command(
    "delete", arguments: "PACK ID… --db FILE",
    summary: "takes back rows or subjects of a log by their ids",
    options: [.kept, .now, .device, .keptZone, .keptFormat, .dryRun],
    examples: ["pace delete take-care 5f0c --db friday.db"],
    instead: ["id": "the ids stand behind the pack: `pace delete PACK ID… --db FILE`"],
    run: UndoCommand.delete)
}

/// Takes rows back.
enum UndoCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    if let extra = session.words.first { throw .usage(.extraArgument(extra)) }
    let (subject, at) = (session.subject, session.at)
    let outcome = try session.run { (keeper) throws(KeepingError) in try keeper.undo(subject: subject, at: at)
    }
    if session.isJSON, let row = outcome.rows.first {
      try console.out.write(session.json.undone(row, withdrawn: outcome.withdrawn, outcome.status))
    } else {
      try tell(outcome, session.shortIDs(of: outcome.rows), session, &console)
    }
    if let ahead = outcome.ahead {
      let clock = session.text(session.keeper.zone, console).clock(ahead.at, in: outcome.zone)
      let id = ShellWord.quoted(session.shortIDs(of: [ahead])[ahead.id])
      let isToCome = ahead.at > session.keeper.clock
      console.remark(
        "the row of \(clock) is \(isToCome ? "still to come" : "later"), and stays; "
          + "`pace delete \(session.packWord) \(id) --db \(session.pathWord)` takes it back")
    }
    try session.finish(&console)
    return .fine
  }

  static func delete(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    var session = try KeepingSession(arguments, console)
    let ids = session.words
    if ids.isEmpty { throw .usage(.missingArgument("ID")) }
    let all = try session.run { (keeper) throws(KeepingError) in try keeper.delete(ids) }
    if session.isJSON {
      let subjects = all.compactMap(\.subject)
      try console.out.write(
        session.json.changed(
          "deleted", subject: subjects.count == 1 ? subjects[0] : nil, all.flatMap(\.rows),
          withdrawn: all.flatMap(\.withdrawn), all.count == 1 ? all[0].status : nil))
    } else {
      let ids = session.shortIDs(of: all.flatMap { $0.subject == nil ? $0.rows : [] })
      for outcome in all { try tell(outcome, ids, session, &console) }
    }
    try session.finish(&console)
    return .fine
  }

  private static func tell(
    _ outcome: ChangeOutcome, _ ids: ShortIDs, _ session: KeepingSession, _ console: inout Console
  ) throws(Failure) {
    let text = session.text(session.keeper.zone, console)
    let what = session.isDryRun ? "would take back" : "took back"
    let day = outcome.subject == nil ? outcome.rows.first?.at : nil
    let below = session.text(outcome.zone, console, today: day)
    let it = outcome.subject == nil && outcome.rows.count > 1 ? "them" : "it"
    let withIt = below.list(of: outcome.withdrawn).map { ", and with \(it) \($0)" } ?? ""
    if let subject = outcome.subject {
      let rows = Noun.count(outcome.rows.count, "row")
      try console.out.line(
        "\(what)  \(session.program.noun) \(subject.short) with \(rows)\(withIt)")
      return
    }
    for (index, row) in outcome.rows.enumerated() {
      let end = index + 1 == outcome.rows.count ? withIt : ""
      let clock = text.clock(row.at, in: outcome.zone)
      try console.out.line("\(what)  \(clock)  \(text.name(of: row)) (\(ids[row.id]))\(end)")
    }
  }
}

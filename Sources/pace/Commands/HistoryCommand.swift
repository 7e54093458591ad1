import PaceEngine
import PaceLab
import PaceReport

extension Command {
  static let history = Command(
    "history", arguments: "PACK… --db FILE",
    summary: "what a log holds, a line for each subject, newest first",
    options: [
      .database, .listed, .open, .ended, .startedFrom, .startedTo, .lookFormat, .derive, .now, .zone, .source,
      .problems, .strict, .timeout,
    ],
    examples: [
      "pace history take-care --db friday.db",
      "pace history take-care --db friday.db --open",
      "pace history take-care --db friday.db --from 2026-11-01 --to 2026-11-30 --format csv",
    ],
    run: HistoryCommand.run)
}

extension Option {
  static let lookFormat = Option.choice("format", HistoryCommand.Format.self, "how it is written")
  static let pageFormat = Option.choice("format", PageFormat.self, "how it is written")
  static let listed = Option.value("limit", "N", "so many subjects, the newest (20)")
  static let open = Option.flag("open", "only subjects that are open")
  static let ended = Option.flag("ended", "only subjects that have ended")
  static let startedFrom = Option.value(
    "from", "T", "only subjects that started then, or that day, or later; a time of day is today's")
  static let startedTo = Option.value(
    "to", "T", "only subjects that started then, or that day, or earlier; a time of day is today's")
}

/// The formats of `show` and `insights`.
enum PageFormat: String, CaseIterable {
  case text, json, csv, html
}

/// Lists the subjects of a log.
enum HistoryCommand {
  enum Format: String, CaseIterable {
    case text, json, csv
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments.has(.open), arguments.has(.ended) { throw .usage(.conflict("--open", "--ended")) }
    let filter: SubjectList.Filter =
      arguments.has(.open) ? .open : arguments.has(.ended) ? .ended : .all
    let limit = try arguments.number(.listed, in: 1...Int.max, "a number from 1 on") ?? 20
    let session = try LookSession(arguments, console)
    let empty = SubjectList(limit: limit, filter: filter, started: try session.range(in: session.zone))
    let present = try session.present(try session.extent())
    var walk = session.walk(upTo: present)
    var list = empty
    let problems = try session.forEachSubject(isListing: true, &console, restart: { list = empty }) {
      log throws(RunawaySubject) in
      let summary = try walk.walk(log)
      // Where clocks of a subject's zone skip one of the instants, the log's zone decides.
      list.span = (try? session.range(in: summary.zone)) ?? empty.span
      list.add(summary)
    }
    let look = session.look(upTo: present)
    switch arguments.choice(.lookFormat, Format.self) {
    case .json: try console.out.write(HistoryJSON.bytes(of: list, look))
    case .csv: try console.out.write(HistoryCSV.bytes(of: list, look, isShown: console.out.isTerminal))
    case .text: try console.out.lines(HistoryText.lines(of: list, look, console.style))
    }
    try console.finish()
    if list.count == 0 { try session.tellSpan(&console) }
    console.tell(walk.notes, session.program)
    try console.tell(problems, session.choices)
    return .fine
  }
}

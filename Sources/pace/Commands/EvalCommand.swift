import PaceEngine
import PaceLanguage
import PaceStore

extension Command {
  static let eval = Command(
    "eval", arguments: "PACK… --db FILE",
    summary: "the notices that a log leads to, subject by subject",
    options: [
      .database, .evalFormat, .evalPreset, .set, .subject, .from, .to, .until, .zone, .source, .levels,
      .stdin, .given, .threads, .strict,
    ],
    examples: [
      "pace eval take-care --db friday.db",
      "pace eval take-care --db friday.db --preset all",
      "pace eval take-care --db friday.db --set rapid_window=\"12 min\" --format summary",
    ],
    run: { (arguments, console) throws(Failure) in try EvalCommand.run(arguments, &console) })
}

extension Option {
  static let evalFormat = Option.choice(
    "format", ["table", "jsonl", "csv", "summary"], "how the notices are written")
  static let evalPreset = Option.value("preset", "P", "the preset for every subject; `all`: one column each")
  static let from = Option.value("from", "T", "show only what is at or after this instant")
  static let to = Option.value("to", "T", "show only what is at or before this instant")
  static let levels = Option.flag("levels", "also show each change of a scale")
  static let threads = Option.value("threads", "N", "evaluate on so many threads; the output is the same (1)")
  static let stdin = Option.flag("stdin", "read JSON lines instead of a database")
}

/// Evaluates a log and writes what came of it.
struct EvalCommand {
  private let pack: Pack
  private let choices: Choices
  private let range: (from: InstantArgument?, to: InstantArgument?)
  private var report: EvalReport

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.load(
      try arguments.packs(), settings: arguments.all(.set), style: console.errorStyle)
    var zones = ZoneDirectory()
    let choices = try Choices(arguments, pack, &zones)
    let threads = try arguments.threads(.threads, otherwise: 1)
    var feed = try LogFeed.open(arguments, pack, choices, zones, keepsIDs: false)
    var command = EvalCommand(
      pack: pack, choices: choices,
      range: (try arguments.instant(.from), try arguments.instant(.to)),
      report: EvalReport(arguments, pack, choices, console.style))
    return try command.run(&feed, threads: threads, arguments, &console)
  }

  private mutating func run(
    _ feed: inout LogFeed, threads: Int, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    let isTable = arguments.choice(.evalFormat) == "table"
    let isSummary = arguments.choice(.evalFormat) == "summary"
    let session = EvalSession(pack, choices) { options in
      options.tellsLevels = arguments.has(.levels)
      options.tellsHeld = isTable
      options.fillsMessages = !isSummary
    }
    var runner = EvalRunner(session, threads: threads)
    var remarks = EvalRemarks(pack.program)
    try report.start(&console.out)
    var subjects = 0
    while let run = try runner.next(&feed) {
      subjects += 1
      console.report("\(subjects) evaluated, now \(run.id)")
      remarks.add(run)
      try report.add(run, shown: window(for: run), to: &console.out)
    }
    try report.finish(skipped: feed.problems.skippedRows, to: &console.out)
    try console.finish()
    remarks.tell(&console)
    try console.tell(feed.problems, isStrict: arguments.has(.strict))
    return .fine
  }

  /// Which of a subject's entries are printed; earlier rows have counted all the same.
  private func window(for run: SubjectRun) -> (SubjectRun.Entry) -> Bool {
    if range.from == nil, range.to == nil { return { _ in true } }
    let calendar = LocalCalendar(zone: run.zone)
    let start = run.start ?? Instant(0)
    let from = range.from?.resolved(in: calendar, from: start) ?? Instant(.min)
    let to = range.to?.resolved(in: calendar, from: start) ?? Instant(.max)
    return { $0.at >= from && $0.at <= to }
  }
}

extension Arguments {
  /// How many threads evaluate.
  func threads(_ option: Option, otherwise count: Int) throws(Failure) -> Int {
    guard let text = self[option] else { return count }
    guard let count = Int(text), (1...EvalRunner.mostThreads).contains(count) else {
      throw .usage(
        .badValue(
          option: "--threads", value: text, expected: "a whole number from 1 to \(EvalRunner.mostThreads)"))
    }
    return count
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Command {
  static let eval = Command(
    "eval", arguments: "PACK… --db FILE",
    summary: "the notices that a log leads to, subject by subject",
    options: [
      .database, .scenario, .evalFormat, .evalPreset, .set, .subject, .subjectsFrom, .from, .to, .until,
      .zone, .source, .levels, .profile, .stdin, .sort, .given, .threads, .memory, .problems, .strict,
      .timeout,
    ],
    examples: [
      "pace eval take-care --db friday.db",
      "pace eval take-care --db friday.db --preset all",
      "pace eval take-care --db friday.db --set rapid_window=\"12 min\" --format summary",
    ],
    run: EvalCommand.run)
}

extension Option {
  static let evalFormat = Option.choice(
    "format", EvalCommand.Format.self, "how the notices are written; `json` is for a profile")
  static let evalPreset = Option.value(
    "preset", "P|all", "the preset for every subject; `all`: one column each")
  static let from = Option.value(
    "from", "T", "show nothing before this instant or day; a time of day is each subject's first")
  static let to = Option.value(
    "to", "T", "show nothing after this instant or day; a time of day is each subject's first")
  static let levels = Option.flag("levels", "also show each change of a scale")
  static let profile = Option.flag("profile", "what the evaluation takes, by rule and expression")
  static let threads = Option.value("threads", "N", "evaluate on so many threads; the output is the same (1)")
  static let memory = Option.value(
    "memory", "SIZE", "for rows in no order; what is more goes to TMPDIR (a quarter of all)")
  static let subjectsFrom = Option.value(
    "subjects-from", "K/N", "only part K of N of the subjects: those whose id's CRC-32 % N is K - 1")
  static let stdin = Option.flag("stdin", "read JSON instead of a database")
  static let sort = Option.flag("sort", "take the lines of a subject in any order, not only by time")
}

/// Evaluates a log and writes the results.
struct EvalCommand {
  enum Format: String, CaseIterable {
    case table, jsonl, csv, summary, json
  }

  let arguments: Arguments
  let pack: Pack
  let choices: Choices
  private let threads: Int

  private init(_ arguments: Arguments, _ console: Console) throws(Failure) {
    self.arguments = arguments
    pack = try Pack.named(by: arguments, console)
    choices = try Choices(arguments, pack)
    threads = try arguments.threads(.threads, otherwise: 1)
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let command = try EvalCommand(arguments, console)
    let program = command.pack.program
    let columns = command.choices.columns(of: program)
    if arguments.has(.profile) {
      try command.profile(&console)
      return .fine
    }
    let hasLevels = arguments.has(.levels)
    switch arguments.choice(.evalFormat, Format.self) {
    case .jsonl: try command.write(EvalJSONLines(program), &console)
    case .json:
      let lines = "`--format jsonl` writes the notices as lines of JSON"
      throw .usage(.needs(option: "--format json", others: ["--profile"], instead: lines))
    case .csv:
      let csv = EvalCSV(program, hasLevels: hasLevels, isShown: console.out.isTerminal)
      try command.write(csv, &console)
    case .summary:
      if hasLevels, let part = [Option.from, .to].first(where: arguments.has) {
        throw .usage(.conflict("--levels of a summary", "--\(part.name)"))
      }
      try command.write(EvalSummary(program, presets: columns, hasLevels: hasLevels), &console)
    case .table:
      let table = EvalTable(
        program, presets: columns, zone: command.choices.logZone,
        explainCommand: SuggestedCommand.explain(arguments), style: console.style)
      try command.write(table, &console)
    }
    return .fine
  }

  private func write<Format: EvalFormat>(_ format: Format, _ console: inout Console) throws(Failure) {
    let restarts = Format.writesAtEnd
    var feed = try LogFeed.open(
      arguments, pack, choices, keepsIDs: false, order: restarts ? .optimistic : .verified)
    let window = EvalWindow(
      from: try arguments.instant(.from), to: try arguments.instant(.to),
      dayStart: pack.program.calendar.dayStart
    )
    if window.isReversed { throw arguments.reversed }
    try feed.fromStart { feed throws(Failure) in try write(format, of: &feed, window, &console) }
  }

  private func write<Format: EvalFormat>(
    _ format: Format, of feed: inout LogFeed, _ window: EvalWindow, _ console: inout Console
  ) throws(Failure) {
    let choice = arguments.choice(.evalFormat, Self.Format.self)
    // A summary of the whole log needs only counts. With `--from` or `--to` it has no levels.
    let countsOnly = choice == .summary && window.from == nil && window.to == nil
    let session = EvalSession(
      pack, choices, window: window, countsHeld: choice == .table,
      takesPieces: Format.takesPieces
    ) { options in
      options.countsOnly = countsOnly
      options.tellsLevels = arguments.has(.levels)
      options.messages = Format.messages
    }
    var format = format
    var runner = EvalRunner(session, format, threads: threads)
    try console.out.write { format.start(&$0) }
    let part = try runner.run(&feed) { part, progress throws(Failure) in
      console.report("\(part.subjects) evaluated, now \(part.last)", progress)
      try console.out.write { format.write(&part.content, to: &$0) }
    }
    try finish(format, &feed, part, &console)
  }

  private func finish<Format: EvalFormat>(
    _ format: Format, _ feed: inout LogFeed, _ part: EvalWorker<Format>.Part, _ console: inout Console
  ) throws(Failure) {
    let later = choices.until == nil ? nil : feed.rows - part.rows
    let problems = try feed.problems()
    try console.out.write { format.finish(skipped: problems.skippedRows, later: later, to: &$0) }
    try console.finish()
    if let later, later > 0, part.rows == 0, let until = arguments[.until] {
      console.remark(
        "`--until \(until)` comes before the log: all of it is left out, \(Noun.count(later, "row"))")
    }
    if part.subjects > 0, !part.showsAny { try tellSpan(&console) }
    console.tell(part.notes, pack.program)
    try console.tell(problems, choices)
    try console.refuse(part.notes, pack.program)
  }

  /// Says on which day the clock times of `--from` and `--to` were taken to be, for when nothing is shown.
  private func tellSpan(_ console: inout Console) throws(Failure) {
    let noun = Noun.words(pack.program.noun)
    for option in [Option.from, .to] {
      guard let text = arguments[option], case .clock? = try arguments.instant(option) else { continue }
      console.remark("`\(text)` is the first from each \(noun)'s start on; add a date for another day")
    }
  }
}

extension Arguments {
  /// How many bytes rows in no order may take: `--memory`, else a quarter of the machine's memory.
  func memory() throws(Failure) -> Int {
    guard let text = self[.memory] else { return Int(clamping: ProcessInfo.processInfo.physicalMemory / 4) }
    let units = ["KB": 10, "MB": 20, "GB": 30]
    let size = text.filter { !$0.isWhitespace }.uppercased()
    if let shift = units[String(size.suffix(2))], let count = Int(size.dropLast(2)), count > 0,
      count <= Int.max >> shift, count << shift >= 1 << 20
    {
      return count << shift
    }
    throw bad(.memory, "a size from 1 MB on, such as `512 MB`")
  }

  /// The part of the subjects to evaluate; nil for all.
  func subjectPart() throws(Failure) -> SubjectPart? {
    guard let text = self[.subjectsFrom] else { return nil }
    if self[.subject] != nil { throw .usage(.conflict("--subject", "--subjects-from")) }
    let words = text.split(separator: "/", omittingEmptySubsequences: false)
    if words.count == 2, let number = Int(words[0]), let count = Int(words[1]),
      let part = SubjectPart(number, of: count)
    {
      return part
    }
    throw bad(.subjectsFrom, "part K of N, 1/N to N/N, such as `1/4`")
  }

  /// How many threads evaluate: one if the system doesn't give those that are wanted.
  func threads(_ option: Option, otherwise count: Int) throws(Failure) -> Int {
    let most = Threads.most
    return Threads.granted(try number(option, in: 1...most, "a whole number from 1 to \(most)") ?? count)
  }
}

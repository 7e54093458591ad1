import PaceLab
import PaceReport
import PaceStore

extension Command {
  static let compare = Command(
    "compare", arguments: "A [B] --db FILE",
    summary: "what changes between two packs, presets or --set lists: firings added, removed, moved",
    options: [
      .database, .comparedPreset, .comparedSet, .compareFormat, .expectNone, .limit, .movedWithin, .subject,
      .until, .zone, .source, .problems, .strict, .timeout,
    ],
    examples: [
      "pace compare take-care --preset balanced --preset strict --db friday.db",
      "pace compare old/take-care.pace rules/take-care.pace --db friday.db --expect-none",
      "pace compare take-care --set \"rapid_window=12 min,fast_pace_units=3\" --db friday.db --format markdown",
    ],
    run: CompareCommand.run)
}

extension Option {
  static let comparedPreset = Option.names(
    "preset", "P,…|all", "a preset to compare; one for all sides, or several, the first with each other")
  static let comparedSet = Option.list(
    "set", "NAME=VALUE,…", "values to compare with the pack as it is; given twice, with each other")
  static let compareFormat = Option.choice(
    "format", CompareCommand.Format.self, "how the differences are written")
  static let expectNone = Option.flag(
    "expect-none", "exit 1 if there is any difference; without it differences are fine")
  static let limit = Option.value(
    "limit", "N", "show at most so many differences, `0`: only totals (20); JSON has all")
  static let movedWithin = Option.value(
    "moved-within", "DURATION", "a firing this much earlier or later has moved (30 min)")
}

/// Evaluates a log on two or more sides and writes what differs from the first.
enum CompareCommand {
  enum Format: String, CaseIterable {
    case text, json, markdown
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let limit = try arguments.number(.limit) ?? 20
    let movedWithin = try arguments.duration(.movedWithin) ?? TimeMatch.usualMove
    let sides = try CompareSide.all(arguments, style: console.errorStyle)
    var session = CompareSession(sides, movedWithin: movedWithin)
    let problems = try session.run(arguments, &console)
    let view = CompareView(sides.map { $0.name }, session.comparisons, limit: limit)
    switch arguments.choice(.compareFormat, Format.self) {
    case .json: try console.out.write(CompareJSON.bytes(of: view))
    case .markdown: try console.out.write(CompareMarkdown.text(of: view))
    case .text: try console.out.lines(CompareText(view, console.style).lines)
    }
    try console.finish()
    session.tellNotes(&console)
    try console.tell(problems, sides[0].choices)
    let isDifferent = session.comparisons.contains { !$0.differences.isEmpty }
    return arguments.has(.expectNone) && isDifferent ? .findings : .fine
  }
}

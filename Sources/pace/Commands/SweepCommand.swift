import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let sweep = Command(
    "sweep", arguments: "PACK… --db FILE --param NAME[=LO..HI/STEP]",
    summary: "what each value of a parameter would have done",
    options: [
      .database, .param, .sweepFormat, .labels, .judged, .apply, .bySubject, .levelTimes, .noLevelTimes,
      .preset, .set, .subject, .until, .zone, .source, .stdin, .sweepThreads, .problems, .strict, .timeout,
    ],
    examples: [
      "pace sweep take-care --db friday.db --param \"rapid_window=5..20 min\"",
      "pace sweep take-care --db friday.db --param fast_pace_units=1..4/0.5 --format html > sweep.html",
      "pace sweep take-care --apply \"rapid_window=11 min\" --preset balanced",
    ],
    run: SweepCommand.run)
}

extension Option {
  static let param = Option.list(
    "param", "NAME[=LO..HI/STEP]",
    "the values to try: those of its range, or these; without /STEP by its own grid; several make a grid")
  static let sweepFormat = Option.choice("format", SweepCommand.Format.self, "how the results are written")
  static let labels = Option.value(
    "labels", "FILE", "a CSV of subject,from,to,wanted (yes or no) and perhaps rule to judge the notices by")
  static let judged = Option.list("rule", "R", "by --labels judge only this rule's notices; may be repeated")
  static let apply = Option.value("apply", "NAME=VALUE", "write this value into the preset's file")
  static let bySubject = Option.flag(
    "by-subject", "with --format csv: a row for each subject, value and rule that fired; on one thread")
  static let levelTimes = Option.flag(
    "levels", "the time in each level also where that takes long: more than a million rows times values")
  static let noLevelTimes = Option.flag("no-levels", "leave out the time in each level")
  static let sweepThreads = Option.value(
    "threads", "N",
    "evaluate on so many threads; the output is the same (one per processor)")
}

/// Tries every value of some parameters on a log, and may write a chosen one into its file.
enum SweepCommand {
  enum Format: String, CaseIterable {
    case table, csv, json, html
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let isSweep = !arguments.all(.param).isEmpty
    guard isSweep || arguments.has(.apply) else {
      let pack = try Pack.named(by: arguments, console)
      throw .usage(.missingOption(Option.param.signature, known: pack.program.params.map(\.name.text)))
    }
    if !isSweep {
      // Of threads nobody expects another output.
      let ofApply = [Option.apply, .preset, .sweepThreads].map(\.name)
      let ofSweeps = Command.sweep.options.filter { !ofApply.contains($0.name) }
      try arguments.refuse(ofSweeps, without: "--param")
    }
    // Checked first, so that it doesn't fail after a long sweep.
    let setting = try ApplySetting(arguments, console)
    if isSweep { try sweep(arguments, &console) }
    try setting?.write(&console)
    return .fine
  }

  private static func sweep(_ arguments: Arguments, _ console: inout Console) throws(Failure) {
    let format = arguments.choice(.sweepFormat, Format.self)
    if format != .csv { try arguments.refuse([.bySubject], without: "--format csv") }
    if arguments.has(.bySubject) { try arguments.refuse([.labels, .levelTimes], beside: "--by-subject") }
    let pack = try Pack.named(by: arguments, console)
    let grid = try grid(arguments, pack)
    let choices = try Choices(arguments, pack.setting(grid.settings(of: 0)))
    try choices.checkOnePreset(arguments, pack.program, for: "a sweep")
    if !arguments.has(.labels) { try arguments.refuse([.judged], without: "--labels") }
    let labels = try arguments[.labels].map { (path) throws(Failure) in
      try LabelsFile.judging(path, arguments, pack.program, choices, &console)
    }
    let threads = try arguments.threads(.sweepThreads, otherwise: Threads.processors)
    let writesAtEnd = !arguments.has(.bySubject)
    var feed = try LogFeed.open(
      arguments, pack, choices, keepsIDs: false, order: writesAtEnd ? .optimistic : .verified)
    let levels = try levels(arguments, pack.program, feed, points: grid.count)
    let fresh = SweepSession(pack, choices, grid: grid, labels: labels, hasLevels: levels == .given)
    var session = fresh
    if !writesAtEnd {
      let csv = SweepSubjectCSV(pack.program, grid, isShown: console.out.isTerminal)
      try session.run(&feed, writing: csv, &console)
    } else {
      try feed.fromStart { feed throws(Failure) in
        session = fresh
        try session.run(&feed, threads: threads, &console)
      }
      let view = SweepView(
        session.result, of: arguments.positional.joined(separator: " "),
        on: try arguments.namedDatabase()?.path,
        preset: choices.presets[0], settings: arguments.all(.set), hasLabels: arguments.has(.labels)
      )
      switch format {
      case .csv: try console.out.write(SweepCSV.bytes(of: view))
      case .json: try console.out.write(SweepJSON.bytes(of: view))
      case .html: try console.out.write(SweepHTML(view).text)
      case .table: try console.out.lines(SweepTable(view, console.style).lines)
      }
    }
    try console.finish()
    session.tell(&console, isWhole: arguments[.subject] == nil)
    if levels == .leftOut {
      console.remark(
        "the time in each level is left out, as it takes long on so many rows; `--levels` gives it")
    }
    try console.tell(try feed.problems(), choices)
  }

  /// Whether the time in each level is given.
  private enum Levels {
    case given
    case leftOut
    /// Nobody asks for it, or nothing raises a level.
    case none
  }

  /// The most rows, of all values together, for which levels are noted without `--levels`; these take less than a
  /// second. A run that notes every change of level costs more than others.
  private static let mostRowsWithLevels = 1_000_000

  private static func levels(
    _ arguments: Arguments, _ program: Program, _ feed: borrowing LogFeed, points: Int
  ) throws(Failure) -> Levels {
    if arguments.has(.levelTimes) { try arguments.refuse([.noLevelTimes], beside: "--levels") }
    if arguments.has(.levelTimes) { return .given }
    let isAsked = !arguments.has(.noLevelTimes) && !arguments.has(.bySubject)
    guard isAsked, program.scales.contains(where: { !$0.rules.isEmpty }) else { return .none }
    let most = mostRowsWithLevels / points
    guard let rows = try feed.countEvents(upTo: most + 1) else { return .given }
    return rows > most ? .leftOut : .given
  }

  private static func grid(_ arguments: Arguments, _ pack: Pack) throws(Failure) -> SweepGrid {
    let program = pack.program
    var axes: [SweepAxis] = []
    for text in arguments.all(.param) { axes.append(try SweepAxis.read(text, in: program)) }
    for axis in axes {
      if pack.settings.contains(where: { $0.param == axis.param }) {
        throw .usage(.conflict("--param \(axis.name)", "--set \(axis.name)"))
      }
      if axes.count(where: { $0.param == axis.param }) > 1 {
        throw .usage(.repeatedOption("--param \(axis.name)"))
      }
    }
    guard let grid = SweepGrid(axes) else {
      let count = axes.map { String($0.values.count) }.joined(separator: " × ")
      throw Option.param.bad(count, "at most \(ValueText.count(SweepGrid.limit)) combinations")
    }
    return grid
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let fit = Command(
    "fit", arguments: "PACK… --db FILE --labels FILE",
    summary: "the values of parameters that tell labelled notices best",
    options: [
      .database, .labels, .judged, .params, .narrowed, .cost, .fitFormat, .applyFit, .force, .preset, .set,
      .subject, .until, .zone, .source, .stdin, .sweepThreads, .problems, .strict, .timeout,
    ],
    examples: [
      "pace fit take-care --db friday.db --labels labels.csv",
      "pace fit take-care --db friday.db --labels labels.csv --params rapid_window,fast_pace_units",
      "pace fit take-care --db friday.db --labels labels.csv --cost miss=3,false=1 --format json",
      "pace fit take-care --db friday.db --labels labels.csv --preset balanced --apply",
    ],
    run: FitCommand.run)
}

extension Option {
  static let params = Option.list(
    "params", "PARAM,…", "the parameters to choose; those that the labelled rules rest on")
  static let narrowed = Option.list(
    "param", "NAME=LO..HI/STEP", "try only these values of a parameter; without /STEP its own grid")
  static let cost = Option.value(
    "cost", "miss=N,false=N", "what a missed and a false notice cost: the least, in place of the best F1")
  static let fitFormat = Option.choice("format", FitCommand.Format.self, "how the results are written")
  static let applyFit = Option.flag("apply", "write the recommended values into the file of --preset")
  static let force = Option.flag(
    "force", "with --apply: also where the preset does no worse or an order claim is broken")
}

/// Chooses several parameters at once by labels, and may write them into a preset.
enum FitCommand {
  enum Format: String, CaseIterable {
    case table, json, html
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let path = try arguments.required(.labels)
    if !arguments.has(.applyFit) { try arguments.refuse([.force], without: "--apply") }
    let pack = try Pack.named(by: arguments, console)
    let objective = try objective(arguments, pack.program)
    let choices = try choices(arguments, pack)
    let labels = try LabelsFile.judging(path, arguments, pack.program, choices, &console)
    let axes = try FitAxes(arguments, pack, labels)
    let threads = try arguments.threads(.sweepThreads, otherwise: Threads.processors)
    let fresh = try FitSession(pack, choices, axes.grid, objective, labels, threads: threads)
    let writing = FitWriting(pack: pack, preset: choices.presets[0], near: fresh.preset)
    // Checked first, so that it doesn't fail after a long search.
    if arguments.has(.applyFit) { _ = try writing.changes(to: axes.grid.settings(of: 0)) }
    var session = fresh
    var feed = try LogFeed.open(arguments, pack, choices, keepsIDs: false, order: .optimistic)
    try feed.fromStart { feed throws(Failure) in
      session = fresh
      try session.read(&feed, isWhole: arguments[.subject] == nil, &console)
    }
    let result = try session.result(hasPictures: arguments.choice(.fitFormat, Format.self) == .html, &console)
    console.report("looking at the order claims")
    let settings = axes.grid.settings(of: result.finding.recommended)
    let orders = writing.orders(settings)
    let view = FitView(
      result, of: arguments.positional.joined(separator: " "), on: try arguments.namedDatabase()?.path,
      by: path, settings: arguments.all(.set), judged: arguments.all(.judged),
      commands: commands(result, arguments), orders: orders)
    switch arguments.choice(.fitFormat, Format.self) {
    case .json: try console.out.write(FitJSON.bytes(of: view))
    case .html: try console.out.write(FitHTML(view).text)
    case .table: try console.out.lines(FitTable(view, console.style).lines)
    }
    try console.finish()
    console.tell(result.notes, pack.program)
    for remark in axes.remarks { console.remark(remark) }
    tell(result, &console)
    let status =
      arguments.has(.applyFit)
      ? try writing.apply(settings, view, isForced: arguments.has(.force), &console) : .fine
    try console.tell(try feed.problems(), choices)
    return status
  }

  /// What the options choose; parameters need no values, because the fit gives them.
  private static func choices(_ arguments: Arguments, _ pack: Pack) throws(Failure) -> Choices {
    let any = pack.program.params.indices.map { (ParamID($0), Constant.value(.unknown)) }
    var choices = try Choices(arguments, pack.setting(any))
    choices.settings = pack.settings
    try choices.checkOnePreset(arguments, pack.program, for: "a fit")
    return choices
  }

  private static func objective(_ arguments: Arguments, _ program: Program) throws(Failure) -> FitObjective {
    guard let text = arguments[.cost] else { return .f1 }
    let malformed = arguments.bad(
      .cost, "`miss=N,false=N`, numbers from 0 to 1000000 that are not both 0")
    var costs: [String: Int64] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2, ["miss", "false"].contains(words[0]), costs[words[0]] == nil,
        case .value(let cost)? = program.constant(from: words[1], as: .number),
        (0...FitObjective.mostCost).contains(cost.bits)
      else { throw malformed }
      costs[words[0]] = cost.bits
    }
    guard let miss = costs["miss"], let falseAlarm = costs["false"], miss + falseAlarm > 0 else {
      throw malformed
    }
    return .cost(miss: miss, falseAlarm: falseAlarm)
  }

  /// For each label that is told wrong, the command that explains it.
  private static func commands(_ result: FitResult, _ arguments: Arguments) -> [String?] {
    let settings = zip(result.grid.axes, result.texts).map { "\($0.name)=\($1)" }
    return result.mistakes.map { mistake in
      var more = ["--at", TimeText.iso(mistake.instantToExplain)]
      let judged = arguments.all(.judged)
      if let rule = mistake.notice?.rule ?? mistake.label.rule {
        more += ["--rule", result.program[rule].name.text]
      } else if judged.count == 1 {
        more += ["--rule", judged[0]]
      }
      return SuggestedCommand.explain(
        arguments, subject: mistake.subject, settings: settings, more: more)
    }
  }

  /// Remarks on what the labels can't say.
  private static func tell(_ result: FitResult, _ console: inout Console) {
    if result.unwanted == 0 { console.remark(LabelsFile.noneUnwanted) }
    if result.wanted == 0 {
      let f1 = result.objective == .f1 ? "; F1 is 0 with all values, `--cost` tells them apart" : ""
      console.remark("no label says yes, so no notice can be found missing\(f1)")
    }
  }
}

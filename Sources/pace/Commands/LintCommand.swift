import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let lint = Command(
    "lint", arguments: "PACK…",
    summary: "what is wrong or doubtful in packs, in files or whole folders",
    options: [
      .lintFormat, .fix, .explainCode, .logDatabase, .subject, .lintZone, .source, .problems, .strict,
      .timeout, .inputName,
    ],
    examples: [
      "pace lint rules presets", "pace lint take-care --fix", "pace lint take-care --db friday.db",
      "pace lint --explain unused-param", "pace lint take-care --zone Europe/London",
      "pace lint - --stdin-filename rules/draft.pace < buffer",
    ],
    run: LintCommand.run)
}

extension Option {
  static let lintFormat = Option.choice("format", LintCommand.Format.self, "how findings are written")
  static let logDatabase = Option.list(
    "db", "FILE", "also judge the rules by this log, a database or CSV files")
  static let fix = Option.flag("fix", "make the edits that are safe, then report what is left")
  static let lintZone = Option.value(
    "zone", "Z", "with --db the log's time zone, else what rules do when its clocks change")
  static let explainCode = Option.value("explain", "CODE", "what a finding means and what to do about it")
}

/// Lints packs, mends what can be mended, and reports the rest.
enum LintCommand {
  enum Format: String, CaseIterable {
    case text, json, sarif, github
  }

  /// The most rounds of fixes; fixes that overlap need several.
  private static let rounds = 10

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if let code = arguments[.explainCode] {
      let others = Command.lint.options.filter { $0.name != Option.explainCode.name }
      try arguments.refuse(others, beside: "--explain")
      try arguments.expectNoPositional()
      return try explain(code, &console)
    }
    let groups = try PackGroups(naming: arguments, joiningScenarios: true)
    if groups.input != nil { try arguments.refuse([.fix, .logDatabase], beside: "-") }
    if !arguments.has(.logDatabase) {
      try arguments.refuse([.subject, .source, .problems, .strict, .timeout], without: "--db")
    } else {
      if arguments.has(.fix) { try arguments.refuse([.logDatabase], beside: "--fix") }
      return try DataLintSession.run(groups, arguments, &console) { lint(groups, $0, zone: $1) }
    }
    let clocks = try clocks(arguments, console.style)
    var report = lint(groups, zone: arguments[.lintZone])
    if arguments.has(.fix) { report = try fix(groups, report, zone: arguments[.lintZone], &console) }
    try write(report, arguments, &console)
    if let clocks {
      let programs = groups.programs.map { paths in
        (name: paths.joined(separator: " "), program: Compilation(groups.sources(paths)).program)
      }
      try console.out.lines(clocks.lines(for: programs))
    }
    return report.hasErrors ? .findings : .fine
  }

  /// The text about the next clock changes of `--zone`; nil without the option.
  private static func clocks(_ arguments: Arguments, _ style: Style) throws(Failure) -> ClockDaysText? {
    guard let name = arguments[.lintZone] else { return nil }
    if arguments.choice(.lintFormat, Format.self) != .text {
      throw .usage(.needs(option: "--zone", others: ["--format text"]))
    }
    var zones = ZoneDirectory()
    return ClockDaysText(try Choices.zone(name, &zones), after: Clock.now, style)
  }

  /// Writes a report; `survey` is what a log has shown.
  static func write(
    _ report: LintReport, survey: DataSurvey? = nil, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    switch arguments.choice(.lintFormat, Format.self) {
    case .json: try console.out.write(LintJSON.bytes(of: report, survey: survey))
    case .sarif: try console.out.write(LintSARIF.bytes(of: report, version: CommandList.version))
    case .github: try console.out.write(LintGitHub.text(of: report))
    case .text:
      try console.out.write(LintText(console.style).text(of: report))
      if let survey { try console.out.lines(DataLintText.lines(of: survey, console.style)) }
    }
  }

  /// - Parameter zone: the zone in which times are read where a pack names none; nil if that is left open.
  private static func lint(
    _ groups: PackGroups, _ rules: [LintRule] = LintRule.all, zone: String?
  ) -> LintReport {
    let day = Clock.now.milliseconds / 86_400_000
    let others = FileSystem.ruleFiles(below: PackLocator.folder)
      .filter { FileSystem.obstacle(at: $0) == nil }
    let linter = Linter(today: day, rules: rules, zone: zone, zones: ZoneDirectory().fault)
    return linter.lint(
      programs: groups.programs, others: others, complete: Set(groups.files.map(FileSystem.identity)),
      pack: PackLocator.pack, read: groups.read, identity: FileSystem.identity)
  }

  private static func explain(_ code: String, _ console: inout Console) throws(Failure) -> ExitStatus {
    guard let page = FindingPage.named(code) else {
      throw .usage(
        .unknownName(what: "finding", name: code, known: (LintRule.all + LintRule.ofData).map(\.code)))
    }
    try console.out.lines(Wrapping.page(page.explanation, width: console.style.width))
    return .fine
  }

  /// Writes mended files until nothing more can be mended.
  private static func fix(
    _ groups: PackGroups, _ first: LintReport, zone: String?, _ console: inout Console
  ) throws(Failure) -> LintReport {
    var report = first
    var mended: Set<String> = []
    for _ in 0..<rounds {
      var changed: [(path: String, bytes: [UInt8])] = []
      for file in report.files {
        guard let bytes = report.fixed(file), bytes != file.bytes else { continue }
        try FileSystem.check(file.path, stillHolds: file.bytes)
        changed.append((file.path, bytes))
      }
      if changed.isEmpty { break }
      for (path, bytes) in changed {
        try FileSystem.write(bytes, to: path)
        mended.insert(path)
      }
      report = lint(groups, zone: zone)
    }
    console.remark(mended.isEmpty ? "nothing to mend" : "mended \(mended.sorted().joined(separator: ", "))")
    let guesses = report.findings.count { $0.diagnostic.isGuess }
    if guesses > 0 {
      console.remark("\(Noun.count(guesses, "edit")) left to you: no more than a guess at what was meant")
    }
    return report
  }
}

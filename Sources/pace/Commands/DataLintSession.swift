import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

/// Lints one program together with a log.
enum DataLintSession {
  /// `lint` lints the program by some rules; `zone` is the one in which the log is read, if that is named.
  static func run(
    _ groups: PackGroups, _ arguments: Arguments, _ console: inout Console,
    lint: ([LintRule], _ zone: String?) -> LintReport
  ) throws(Failure) -> ExitStatus {
    guard groups.programs.count == 1, let paths = groups.programs.first else {
      throw arguments.bad(.database, "one program beside it")
    }
    let compilation = Compilation(FileSystem.sources(paths))
    guard compilation.program != nil else {
      // Errors in the program come before findings from the log.
      let report = lint(LintRule.all, arguments[.lintZone])
      try LintCommand.write(report, arguments, &console)
      return .findings
    }
    let pack = try Pack.load(paths, style: console.errorStyle)
    let choices = try Choices(arguments, pack)
    var feed = try LogFeed.open(arguments, pack, choices, keepsIDs: false)
    let plan = Plan(pack.program)
    let evaluation = choices.options(column: 0)
    var survey = DataSurvey(plan, evaluation: evaluation)
    var reader = SubjectReader(plan, choices)
    while let log = try reader.next(&feed) {
      try refusingRunaways(pack.program) { () throws(RunawaySubject) in try survey.add(log) }
      console.report("\(survey.subjects) looked at, now \(log.id)", feed.progress())
    }
    let zone = choices.logZone.isNamed ? choices.zone.name : nil
    var report = lint(LintRule.all + LintRule.rules(of: survey), zone)
    report.rewordHelp {
      SuggestedCommand.filled($0, arguments, repeating: [.subject, .lintZone, .source])
    }
    try LintCommand.write(report, survey: survey, arguments, &console)
    try console.finish()
    console.tell(survey.notes, pack.program)
    try console.tell(try feed.problems(), choices)
    return report.hasErrors ? .findings : .fine
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let scenario = Command(
    "scenario", arguments: "PACK… --db FILE [--subject ID]",
    summary: "a real night as a runnable scenario with its notices as expectations",
    options: [
      .database, .subject, .scenarioPreset, .set, .zone, .source, .given, .problems, .strict, .timeout,
    ],
    examples: [
      "pace scenario take-care --db friday.db --subject s1 > friday.test.pace",
      "pace scenario take-care --db friday.db --subject s1 --preset all",
    ],
    run: ScenarioCommand.run)
}

extension Option {
  static let scenarioPreset = Option.value(
    "preset", "P|all", "the preset in force; `all`: expectations of every preset, named by it")
}

/// Writes one subject's log as a file that `pace test` runs.
enum ScenarioCommand {
  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let choices = try Choices(arguments, pack)
    let arguments = try arguments.ofOneSubject(pack, choices)
    let subject = try arguments.required(.subject)
    var feed = try LogFeed.open(arguments, pack, choices)
    var session = EvalSession(pack, choices)
    var reader = SubjectReader(session.plan, choices, options: choices.options(column: 0), keepsRows: true)
    let kind = pack.program.noun
    guard let log = try reader.next(&feed) else { throw .nothingLogged(of: subject, pack.program) }
    var run = session.emptyRun
    try session.evaluate(log, into: &run)
    try console.tell(try feed.problems(), choices)
    let outcomes = zip(choices.presets, run.columns).map { preset, column in
      LogScenario.Outcome(preset: preset, firings: column.records.compactMap(\.firing))
    }
    let scenario: LogScenario
    do throws(LogScenario.Unsayable) {
      scenario = try LogScenario(
        log, machine: session.machine, settings: pack.settings, outcomes: outcomes)
    } catch {
      switch error {
      case .nothingLogged: throw .nothingLogged(of: subject, pack.program)
      case .neverOpen:
        throw .data(
          "\(kind) `\(subject)` has no rows and its end lies before its start, which no scenario can say",
          help: "such a \(kind) was never open, so that no rule decides anything")
      case .startShownTwice:
        // Where the log gives the subject's zone, `--zone` changes nothing.
        let own = pack.program.subject.zoneAttribute.map { log.record.attributes[$0.index] }
        throw .data(
          "`\(subject)` starts at a time that clocks showed twice, which no scenario can say",
          help: own?.isUnknown ?? true ? "name another zone with --zone" : nil)
      case .givenBeforeStart(let given):
        let time = TimeText(log.record.zone).dated(given)
        throw .data(
          "`\(subject)` was given a notice at \(time), before it starts, which no scenario can say",
          help: "leave out --given, or record an earlier start")
      }
    }
    // Relative to where the file will most likely be written.
    for word in pack.words {
      try console.out.line("include \(ValueText.quoted(try PackLocator.file(word)))")
    }
    try console.out.line()
    try console.out.write(Array(scenario.text.utf8))
    return .fine
  }
}

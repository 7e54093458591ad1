import PaceEngine
import PaceLanguage
import PaceReport

extension Command {
  static let test = Command(
    "test", arguments: "PACK…",
    summary: "runs scenarios: a line each, a column for each preset",
    options: [.testFormat, .run, .verbose, .coverage, .mutate, .write, .threshold, .watch],
    examples: [
      "pace test rules", "pace test take-care --run ended", "pace test rules --coverage --threshold 95",
      "pace test take-care --mutate --write more.test.pace",
    ],
    run: TestCommand.run)
}

extension Option {
  static let testFormat = Option.choice("format", TestCommand.Format.self, "how the results are written")
  static let run = Option.value("run", "REGEX", "only scenarios whose name this matches")
  static let verbose = Option.flag("verbose", "of several packs, too, a line for each scenario")
  static let coverage = Option.flag(
    "coverage", "how much of the rules the scenarios reach, and what they do not")
  static let mutate = Option.flag(
    "mutate", "change the rules in small ways and list the changes that no scenario notices")
  static let write = Option.value(
    "write", "FILE", "with --mutate, write the scenarios it finds into a new file, or add them to a test file"
  )
  static let watch = Option.flag("watch", "run again whenever a file changes, until Ctrl-C")
  static let threshold = Option.value(
    "threshold", "N", "exit 1 if fewer than N percent are reached, or caught")
}

/// Runs the scenarios of the files that were named or found.
enum TestCommand {
  enum Format: String, CaseIterable {
    case text, json, junit
  }

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    if arguments.choice(.testFormat, Format.self) != .text {
      try arguments.refuse([.verbose], without: "--format text")
    }
    if arguments.has(.watch) { return try watch(arguments, &console) }
    let run = try once(arguments, &console)
    try console.finish()
    try run.killerFile?.write(run.report, &console)
    if !run.broken.isEmpty { throw .program(run.broken.joined(separator: "\n")) }
    if let (program, scenario, runaway) = run.runaways.first {
      let subject = "scenario `\(scenario)`".printable
      throw .data(runaway.sentence(subject, program), help: runaway.help(program))
    }
    return run.report.hasPassed && !run.report.isTooWeak ? .fine : .findings
  }

  private static func once(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> TestRun {
    var run = try TestRun(arguments, style: console.errorStyle)
    try run.runAll(&console)
    try run.refuseEmptyChoice(arguments)
    // If no program checks there is nothing to report; the errors say why.
    if run.broken.isEmpty || !run.report.suites.isEmpty { try write(run.report, arguments, &console) }
    return run
  }

  /// Runs, and runs again each time a file that matters is written, comes or goes.
  private static func watch(
    _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    var watch = FileWatch(arguments.positional)
    var isFirst = true
    while true {
      // What changes during the run is seen after it.
      watch.look()
      do throws(Failure) {
        let run = try once(arguments, &console)
        try console.finish()
        for problem in run.broken { console.remark(raw: problem + "\n") }
        watch.follow(run.files)
      } catch {
        // A file that is gone may be on its way back: some editors save that way.
        guard !isFirst, case .usage(let problem) = error else { throw error }
        console.remark(problem.message)
      }
      isFirst = false
      let watched = Noun.count(watch.count, "file")
      console.remark(raw: console.errorStyle.dim("watching \(watched); Ctrl-C ends it") + "\n")
      while !watch.hasChanged() { FileWatch.pause() }
    }
  }

  private static func write(
    _ report: TestReport, _ arguments: Arguments, _ console: inout Console
  ) throws(Failure) {
    switch arguments.choice(.testFormat, Format.self) {
    case .json: try console.out.write(TestJSON.bytes(of: report))
    case .junit: try console.out.write(TestJUnit.text(of: report))
    case .text:
      try console.out.write(TestText(console.style, isVerbose: arguments.has(.verbose)).text(of: report))
    }
  }
}

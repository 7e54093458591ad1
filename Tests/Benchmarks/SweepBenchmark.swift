import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// Sweeps a hundred values of a parameter over a million rows and compares that with one evaluation.
enum SweepBenchmark {
  /// A hundred values, or nearly so, of each parameter of the pack.
  private static let sweeps = [
    "rapid_window=1..50 min/30 s", "fast_pace_units=0.5..10/0.1", "escalation_units=0.5..15/0.15",
    "shot_window=1..60 min/36 s",
  ]

  static func run() throws {
    let (path, program) = try EvalBenchmark.log()
    try runCommand(path)
    guard let grid = SweepGrid([try SweepAxis(sweeps[3], in: program)]) else { return }
    let one = best(of: 3) { (try? evaluate(path, program, hasLevels: true)) ?? -1 }
    var runs = 0.0
    let all = best(of: 1) {
      guard let runner = try? sweep(path, program, grid, hasLevels: true) else { return -1 }
      let result = runner.result()
      runs = Double(runner.evaluated) / Double(max(1, result.events))
      return result.points.reduce(0) { $0 + $1.notices }
    }
    report(
      "sweep \(grid.count) values with levels, \(runs) runs of each row", all, against: one, "one evaluation")
  }

  /// The whole command, on one thread and on as many as there are processors.
  private static func runCommand(_ path: String) throws {
    guard let command = ReleasedCommand.beside else {
      print("the command was not measured; build it with `swift build -c release --product pace`")
      return
    }
    let words = ["rules/take-care.pace", "--db", path, "--format"]
    let one = best(of: 3) { (try? command.run(["eval"] + words + ["summary"])) ?? -1 }
    for values in sweeps {
      for threads in [["--threads", "1"], []] {
        let options = ["csv", "--param", values, "--no-levels"] + threads
        let all = best(of: 3) { (try? command.run(["sweep"] + words + options)) ?? -1 }
        let name = "pace sweep --param \"\(values)\" \(threads.joined(separator: " "))"
        report(name, all, against: one, "pace eval --format summary")
      }
    }
  }

  private static func evaluate(_ path: String, _ program: Program, hasLevels: Bool) throws -> Int {
    var evaluator = Evaluator(Plan(program), options: options(hasLevels))
    var count = 0
    try each(path, program) { log in
      log.run(in: &evaluator)
      count += evaluator.records.count
    }
    return count
  }

  private static func sweep(
    _ path: String, _ program: Program, _ grid: SweepGrid, hasLevels: Bool
  ) throws -> SweepRunner {
    var runner = SweepRunner(Plan(program), grid: grid, options: options(hasLevels))
    try each(path, program) { runner.add($0) }
    return runner
  }

  private static func options(_ hasLevels: Bool) -> Evaluator.Options {
    var options = Evaluator.Options()
    options.fillsMessages = false
    options.tellsLevels = hasLevels
    return options
  }

  /// Reads the log of each subject; that of the shipped pack holds no texts.
  private static func each(_ path: String, _ program: Program, _ body: (SubjectLog) -> Void) throws {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection)
    var options = LogReader.Options()
    options.order = .optimistic
    options.keepsIDs = false
    var reader = try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: options)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while true {
      var log = SubjectLog(id: "", record: SubjectRecord(attributes: [], zone: .utc))
      guard try reader.nextSubject(&log.record, intern: { _ in .unknown }) else { return }
      log.id = reader.subject
      while try reader.nextEvent(&event, intern: { _ in .unknown }) { log.events.append(event) }
      body(log)
    }
  }
}

import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// Sweeps a hundred values of a parameter over a million rows and compares that with one evaluation.
enum SweepBenchmark {
  static func run() throws {
    let (path, program) = try EvalBenchmark.log()
    let axis = try SweepAxis("rapid_window=1..60 min/36 s", in: program)
    guard let grid = SweepGrid([axis]) else { return }
    for hasLevels in [false, true] {
      let one = best(of: 3) { (try? evaluate(path, program, hasLevels: hasLevels)) ?? -1 }
      var runs = 0.0
      let all = best(of: 1) {
        guard let runner = try? sweep(path, program, grid, hasLevels: hasLevels) else { return -1 }
        let result = runner.result()
        runs = Double(runner.evaluated) / Double(max(1, result.events))
        return result.points.reduce(0) { $0 + $1.notices }
      }
      let name = "sweep \(grid.count) values\(hasLevels ? " with levels" : ""), \(runs) runs of each row"
      report(name, all, against: one, "one evaluation")
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

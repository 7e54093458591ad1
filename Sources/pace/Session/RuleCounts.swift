import PaceEngine
import PaceLanguage
import PaceReport
import PaceStore

/// How often each rule of a program fires in a log, and how often it is held back.
struct RuleCounts {
  private(set) var fired: [Int]
  private(set) var held: [Int]

  /// Evaluates all subjects of the database at `path`, as `pace eval` does.
  ///
  /// - Parameter isToEnd: asked now and then whether to leave out the rest.
  init(_ program: Program, log path: String, isToEnd: () -> Bool) throws(Failure) {
    fired = program.rules.map { _ in 0 }
    held = fired
    let arguments = Arguments(positional: [], words: [], values: [Option.database.name: [path]])
    let pack = Pack(
      program: program, words: [], roots: [], settings: [],
      style: Style.chosen(color: "never", environment: [:], isTerminal: false))
    let choices = try Choices(arguments, pack)
    var feed = try LogFeed.open(arguments, pack, choices, keepsIDs: false)
    var session = EvalSession(pack, choices, countsHeld: true) { $0.messages = .none }
    var reader = SubjectReader(session.plan, choices, options: choices.options(column: 0))
    var run = session.emptyRun
    while !isToEnd(), let log = try reader.next(&feed) {
      try session.evaluate(log, into: &run)
      for case .fired(let firing) in run.columns[0].records { fired[firing.rule.index] += 1 }
      for (rule, count) in run.columns[0].held.rules.enumerated() { held[rule] += count }
    }
  }
}

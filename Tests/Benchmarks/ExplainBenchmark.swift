import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// Explains the last instants of a subject of ten thousand rows in a large database, rule by rule, and
/// compares that with reading and evaluating that subject once.
enum ExplainBenchmark {
  private static let rowsOfSubject = 10_000

  static func run() throws {
    let (path, program) = try log()
    let plan = Plan(program)
    let once = best(of: 3) { (try? evaluate(path, program, plan)) ?? -1 }
    guard let last = try read(path, program).events.last?.at else { return }
    for index in program.rules.indices {
      var found = -1
      let time = best(of: 5) {
        found = (try? explain(path, program, plan, RuleID(index), at: last)) ?? -1
        return found
      }
      let name = "explain \(program.rules[index].name.text), \(found) flips and steps"
      report(name, time, against: once, "reading and evaluating the subject once")
    }
  }

  /// Everything that is told of one rule: the account, what turns it over, what comes next.
  private static func explain(
    _ path: String, _ program: Program, _ plan: Plan, _ rule: RuleID, at instant: Instant
  ) throws -> Int {
    let log = try read(path, program)
    let outlook = Outlook(Situation(plan, log, at: instant, options: Machine.Options()))
    guard let account = outlook.telling?.account else { return -1 }
    var search = FlipSearch(outlook, account, rule: rule)
    return search.search().flips.count + outlook.steps(of: [rule]).count
  }

  private static func evaluate(_ path: String, _ program: Program, _ plan: Plan) throws -> Int {
    var evaluator = Machine(plan)
    try read(path, program).run(in: &evaluator)
    return evaluator.records.count
  }

  /// The log of a subject in the middle; that of the shipped pack holds no texts.
  private static func read(_ path: String, _ program: Program) throws -> SubjectLog {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection)
    var options = LogReader.Options()
    options.subject = name(ofSubject: max(1, EvalBenchmark.rows / rowsOfSubject) / 2)
    var reader = try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: options)
    var log = SubjectLog(id: "", record: SubjectRecord(attributes: [], zone: .utc))
    guard try reader.nextSubject(&log.record, intern: { _ in .unknown }) else { return log }
    log.id = reader.subject
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    while try reader.nextEvent(&event, intern: { _ in .unknown }) {
      log.rows.append(reader.id(of: EventOrdinal(log.events.count)))
      log.events.append(event)
    }
    return log
  }

  private static func name(ofSubject index: Int) -> String { "s" + String(1_000_000 + index) }

  /// Subjects with rows a few minutes apart; the log is made once and kept.
  private static func log() throws -> (path: String, program: Program) {
    let program = try EvalBenchmark.takeCare()
    let path = try EvalBenchmark.folder().appendingPathComponent("explain-\(EvalBenchmark.rows).db").path
    if FileManager.default.fileExists(atPath: path) { return (path, program) }
    let writer = try LogWriter(to: path, program: program)
    let kinds = program.events[0].kinds.count
    var sequence = FixedSequence()
    for subject in 0..<max(1, EvalBenchmark.rows / rowsOfSubject) {
      let name = name(ofSubject: subject)
      var at: Int64 = 1_795_000_000_000
      try writer.add(subject: name, startedAt: Instant(at))
      for row in 0..<rowsOfSubject {
        at += Int64(sequence.next(840)) * 1000 + 60_000
        try writer.add(
          event: EventID(0), id: "\(name)-\(row)", subject: name, at: Instant(at),
          kind: KindID(sequence.next(kinds)))
      }
    }
    try writer.commit()
    return (path, program)
  }
}

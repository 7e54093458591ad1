public import PaceEngine
public import PaceLanguage
public import PaceOracle

/// A pair as input of the engine.
public struct EngineInput: Sendable {
  public var program: Program
  public var options: Machine.Options
  public var record: SubjectRecord
  /// One for each row whose event the program declares.
  public var events: [EventRecord]
  /// The texts that values stand for, in the order in which they came.
  public var texts: [String]

  func log(id: String) -> SubjectLog {
    var log = SubjectLog(id: id, record: record)
    log.events = EventRows(events)
    log.texts = texts
    return log
  }
}

extension Agreement {
  /// The pair as input of the engine; nil if the program is not valid or does not fit the log.
  public static func input(of pair: OraclePair) -> EngineInput? {
    guard pair.program.knows(pair.log), pair.program.isSettled(on: pair.log),
      let run = try? EngineRun(pair.program)
    else { return nil }
    return run.input(of: pair.log)
  }
}

extension EngineRun {
  func input(of log: OracleLog) -> EngineInput {
    var machine = Machine(plan, options: options(for: log))
    let record = subject(log, &machine)
    let events = log.rows.compactMap { event($0, &machine) }
    let values = log.attributes.map(\.value) + log.rows.flatMap { $0.values.map(\.value) }
    var texts: [String] = []
    for case .text(let text) in values { texts.append(text) }
    return EngineInput(
      program: program, options: machine.options, record: record, events: events, texts: texts)
  }
}

import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// `PaceBenchmarks engine PACK ROWS PASSES [levels]`: evaluates ROWS rows PASSES times, from memory.
///
/// `engine.py` counts the instructions of two runs with different PASSES; they differ by the evaluation alone.
enum EngineBenchmark {
  enum UsageError: Error { case expectedPackRowsAndPasses }

  static func run(_ words: [String]) throws {
    guard words.count >= 3, let rows = Int(words[1]), let passes = Int(words[2]) else {
      throw UsageError.expectedPackRowsAndPasses
    }
    let program = try BenchmarkLog.program(words[0])
    let logs = try read(words[0], program, rows: rows)
    var options = Machine.Options()
    options.messages = .none
    options.tellsLevels = words.contains("levels")
    var machine = Machine(Plan(program), options: options)
    var records = 0
    for _ in 0..<passes {
      for log in logs {
        try log.run(in: &machine)
        records += machine.told.count
      }
    }
    print("\(logs.reduce(0) { $0 + $1.events.count }) rows, \(records) records")
  }

  /// The first subjects of a sampled log, until there are `rows` rows.
  private static func read(_ pack: String, _ program: Program, rows: Int) throws -> [SubjectLog] {
    let path = try BenchmarkLog.sample(pack, subjects: pack == "dose-window" ? 2_000 : 500)
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection)
    var reader = try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: LogReader.Options())
    var logs: [SubjectLog] = []
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    var count = 0
    while count < rows {
      var log = SubjectLog(id: "", record: SubjectRecord(attributes: [], zone: .utc))
      var texts: [String] = []
      func intern(_ text: String) -> Value {
        texts.append(text)
        return Value(Int64(texts.count - 1))
      }
      guard try reader.nextSubject(&log.record, intern: intern) else { break }
      while try reader.nextEvent(&event, intern: intern) { log.events.append(event) }
      log.texts = texts
      count += log.events.count
      logs.append(log)
    }
    return logs
  }
}

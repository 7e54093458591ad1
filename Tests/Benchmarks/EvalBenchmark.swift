import Foundation
import PaceEngine
import PaceLanguage
import PaceStore

/// Evaluates a log of a million rows in session order and compares that with a bare walk over its rows.
enum EvalBenchmark {
  static let rows = ProcessInfo.processInfo.environment["PACE_ROWS"].flatMap { Int($0) } ?? 1_000_000
  private static let rowsOfSubject = 8

  /// The log and the pack it is of; the log is made once and kept.
  static func log() throws -> (path: String, program: Program) {
    let path = try folder().appendingPathComponent("\(rows).db").path
    let program = try takeCare()
    if !FileManager.default.fileExists(atPath: path) { try write(to: path, program) }
    return (path, program)
  }

  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pace-benchmark")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  static func run() throws {
    let (path, program) = try log()
    let walk = best(of: 3) { (try? Self.walk(path)) ?? -1 }
    let read = best(of: 3) { (try? Self.read(path, program)) ?? -1 }
    report("read \(rows) rows", read, against: walk, "a bare walk")
    let batches = best(of: 3) { (try? Self.count(path, program)) ?? -1 }
    report("evaluate \(rows) rows, many subjects at a time", batches, against: walk, "a bare walk")
    let evaluation = best(of: 3) { (try? Self.evaluate(path, program)) ?? -1 }
    report("evaluate \(rows) rows, instant by instant", evaluation, against: walk, "a bare walk")
    guard let command = ReleasedCommand.beside else {
      print("the command was not measured; build it with `swift build -c release --product pace`")
      return
    }
    let words = ["eval", "rules/take-care.pace", "--db", path, "--format", "summary"]
    let whole = best(of: 3) { (try? command.run(words)) ?? -1 }
    report("pace eval --format summary of \(rows) rows", whole, against: walk, "a bare walk")
  }

  static func takeCare() throws -> Program {
    let compilation = Compilation.compile(roots: ["rules/take-care.pace"]) { path in
      guard let data = FileManager.default.contents(atPath: path) else { return .failure("no such file") }
      return .bytes([UInt8](data))
    }
    guard let program = compilation.program else { throw BenchmarkError.packDoesNotCheck }
    return program
  }

  private enum BenchmarkError: Error { case packDoesNotCheck }

  /// Nights of a few drinks each, with gaps from a fixed sequence.
  private static func write(to path: String, _ program: Program) throws {
    let writer = try LogWriter(to: path, program: program)
    let kinds = program.events[0].kinds.count
    var sequence = FixedSequence()
    for subject in 0..<(rows / rowsOfSubject) {
      let name = "s" + String(1_000_000 + subject)
      var at: Int64 = 1_795_000_000_000 + Int64(subject) * 86_400_000
      try writer.add(subject: name, startedAt: Instant(at))
      for row in 0..<rowsOfSubject {
        at += Int64(sequence.next(45 * 60)) * 1000 + 60_000
        try writer.add(
          event: EventID(0), id: "\(name)-\(row)", subject: name, at: Instant(at),
          kind: KindID(sequence.next(kinds)))
      }
    }
    try writer.commit()
  }

  private static func walk(_ path: String) throws -> Int {
    let connection = try Connection.reading(path)
    let statement = try connection.prepare("SELECT session, at, kind, units, alcoholic FROM drink")
    var count = 0
    while try statement.step() { count += 1 }
    return count
  }

  private static func reader(_ path: String, _ program: Program) throws -> LogReader {
    let connection = try Connection.reading(path)
    let layout = try Layout(for: program, in: connection)
    var options = LogReader.Options()
    options.order = .optimistic
    options.keepsIDs = false
    return try LogReader(
      connection, program: program, layout: layout, zones: ZoneDirectory(), options: options)
  }

  private static var settings: Machine.Options {
    var settings = Machine.Options()
    settings.fillsMessages = false
    return settings
  }

  private static func read(_ path: String, _ program: Program) throws -> Int {
    var reader = try reader(path, program)
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var count = 0
    while try reader.nextSubject(&subject, intern: { _ in .unknown }) {
      while try reader.nextRows({ words, stride, _ in count += words.count / stride }) {}
    }
    return count
  }

  private static func count(_ path: String, _ program: Program) throws -> Int {
    var reader = try reader(path, program)
    var batch = BatchEvaluator(Plan(program), options: settings)
    var subject = SubjectRecord(attributes: [], zone: .utc)
    while true {
      batch.clear()
      guard try reader.nextSubject(&subject, intern: { batch.intern($0) }) else { break }
      batch.begin(subject, id: reader.nameSubject())
      while try reader.nextRows({ _ = batch.append($0, stride: $1, of: $2) }) {}
      batch.finish()
    }
    batch.flush()
    return batch.firings.reduce(0, +)
  }

  private static func evaluate(_ path: String, _ program: Program) throws -> Int {
    var reader = try reader(path, program)
    var evaluator = Machine(Plan(program), options: settings)
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    var count = 0
    while true {
      evaluator.clear()
      guard try reader.nextSubject(&subject, intern: { evaluator.intern($0) }) else { break }
      evaluator.begin(subject)
      while try reader.nextEvent(&event, intern: { evaluator.intern($0) }) { _ = evaluator.append(event) }
      evaluator.finish()
      count += evaluator.records.count
    }
    return count
  }
}

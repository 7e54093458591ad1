import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import PaceStore

extension Command {
  static let sample = Command(
    "sample", arguments: "PACK… --db FILE",
    summary: "writes a synthetic log into a new database",
    options: [.newDatabase, .subjects, .seed],
    examples: ["pace sample take-care --db sample.db --subjects 100 --seed 7"],
    run: SampleCommand.run)
}

extension Option {
  static let newDatabase = Option.value("db", "FILE", "the SQLite database to make")
  static let subjects = Option.value("subjects", "N", "how many subjects (10)")
  static let seed = Option.value("seed", "S", "the same seed gives the same log (1)")
}

/// Makes a synthetic log, for trying things out and for measuring.
enum SampleCommand {
  /// With a day each, so many subjects stay within the years 1 to 9999.
  private static let mostSubjects = 1_000_000

  static func run(_ arguments: Arguments, _ console: inout Console) throws(Failure) -> ExitStatus {
    let pack = try Pack.named(by: arguments, console)
    let program = pack.program
    let path = try arguments.required(.newDatabase)
    let count =
      try arguments.number(.subjects, in: 0...mostSubjects, "a whole number up to 1,000,000") ?? 10
    let seed = UInt64(try arguments.number(.seed) ?? 1)
    guard FileSystem.entry(at: path) == nil, !FileSystem.isLink(path) else {
      throw arguments.bad(.newDatabase, "a file that is not there yet")
    }
    var zones = ZoneDirectory()
    let usual = program.calendar.zone.flatMap { zones.zone(named: $0) } ?? .utc
    let log = SampleLog(
      program, subjects: count, seed: seed, zone: zones.common(for: program, else: usual))
    // An interruption leaves nothing under the name that was asked for.
    let partial = FileSystem.spare(beside: path)
    let events: Int
    Interruption.hold()
    defer { Interruption.release() }
    do throws(StoreError) {
      events = try fill(partial, log, program, of: count, &console)
    } catch {
      FileSystem.removeDatabase(partial)
      throw .data(error.message.replacing(partial, with: path), help: error.help)
    }
    do throws(Failure) {
      try FileSystem.move(partial, to: path)
    } catch {
      FileSystem.removeDatabase(partial)
      throw error
    }
    let subjects = Noun.count(count, program.noun)
    try console.out.line("\(subjects) with \(Noun.count(events, "event")) in \(path.printable)")
    try console.finish(writing: path)
    return .fine
  }

  /// Writes all subjects into a new database; returns the number of their events.
  private static func fill(
    _ path: String, _ log: SampleLog, _ program: Program, of count: Int, _ console: inout Console
  ) throws(StoreError) -> Int {
    let writer = try LogWriter(to: path, program: program)
    var events = 0
    var written = 0
    let noun = Noun.plural(program.noun)
    func goOn() throws(StoreError) {
      if Interrupt.isRequested { throw StoreError(.other, "interrupted") }
    }
    for subject in log {
      try goOn()
      try write(subject, to: writer)
      written += 1
      events += subject.events.count
      let progress = Progress.Count(done: written, total: count, unit: noun)
      console.report("now \(subject.id)", progress)
    }
    try writer.commit()
    try goOn()
    return events
  }

  private static func write(_ subject: SampleSubject, to writer: borrowing LogWriter) throws(StoreError) {
    try writer.add(
      subject: subject.id, startedAt: subject.startedAt, endedAt: subject.endedAt,
      attributes: subject.attributes)
    for event in subject.events {
      try writer.add(
        event: event.event, id: event.id, subject: subject.id, at: event.at, kind: event.kind,
        fields: event.fields)
    }
  }
}

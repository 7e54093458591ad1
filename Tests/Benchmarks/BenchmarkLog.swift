import Foundation
import PaceEngine
import PaceLab
import PaceLanguage
import PaceStore

/// Logs that the benchmarks read; each is made once and kept in the folder for temporary files.
enum BenchmarkLog {
  enum LogError: Error { case packDoesNotCheck(String) }

  static let repository = FileManager.default.currentDirectoryPath

  /// Nights of eight drinks each, with gaps from a fixed sequence, in pace's own tables.
  static func nights(rows: Int) throws -> String {
    try made("nights-\(rows).db") { try fill($0, rows: rows, ofSubject: 8) }
  }

  /// Some subjects with drinks a few minutes apart.
  static func long(rows: Int, ofSubject count: Int) throws -> String {
    try made("long-\(rows)-\(count).db") { try fill($0, rows: rows, ofSubject: count) }
  }

  /// The rows of a log in a table without a unique index on `id`, in session order or in no order.
  static func plain(_ path: String, isOrdered: Bool = true) throws -> String {
    let name = (isOrdered ? "plain-" : "unordered-") + URL(fileURLWithPath: path).lastPathComponent
    return try made(name) { copy in
      let connection = try Connection.writing(copy)
      let order = isOrdered ? "rowid" : "rowid * 7368787 % 15485863"
      try connection.execute(
        """
        ATTACH '\(path)' AS log;
        CREATE TABLE session AS SELECT * FROM log.session;
        CREATE TABLE drink(id TEXT, session TEXT, at INTEGER, kind TEXT, units REAL, alcoholic INTEGER);
        INSERT INTO drink SELECT id, session, at, kind, units, alcoholic FROM log.drink ORDER BY \(order);
        CREATE INDEX drink_by_session ON drink(session, at);
        """)
    }
  }

  /// A log of a pack, made by `pace sample`.
  static func sample(_ pack: String, subjects: Int) throws -> String {
    try made("\(pack)-\(subjects).db") { path in
      try ReleasedCommand.run("sample", pack, "--db", path, "--subjects", String(subjects), "--seed", "1")
    }
  }

  /// A file with some text, written anew each time.
  static func text(_ name: String, _ content: @autoclosure () -> String) throws -> String {
    let path = try folder().appendingPathComponent(name).path
    try Data(content().utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  static func made(_ name: String, _ make: (String) throws -> Void) throws -> String {
    let path = try folder().appendingPathComponent(name).path
    if FileManager.default.fileExists(atPath: path) { return path }
    let partial = path + ".partial"
    try? FileManager.default.removeItem(atPath: partial)
    try make(partial)
    try FileManager.default.moveItem(atPath: partial, toPath: path)
    return path
  }

  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pace-benchmarks")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  static func program(_ pack: String) throws -> Program {
    let compilation = Compilation.compile(roots: ["rules/\(pack).pace"]) { path in
      guard let data = FileManager.default.contents(atPath: path) else { return .failure("no such file") }
      return .bytes([UInt8](data))
    }
    guard let program = compilation.program else { throw LogError.packDoesNotCheck(pack) }
    return program
  }

  private static func fill(_ path: String, rows: Int, ofSubject count: Int) throws {
    let program = try program("take-care")
    let writer = try LogWriter(to: path, program: program)
    let kinds = program.events[0].kinds.count
    let longestGap = count > 8 ? 14 * 60 : 45 * 60
    var sequence = FixedSequence()
    for subject in 0..<(rows / count) {
      let name = name(ofSubject: subject)
      var at: Int64 = 1_795_000_000_000 + Int64(subject) * 86_400_000
      try writer.add(subject: name, startedAt: Instant(at))
      for row in 0..<count {
        at += Int64(sequence.next(longestGap)) * 1000 + 60_000
        try writer.add(
          event: EventID(0), id: "\(name)-\(row)", subject: name, at: Instant(at),
          kind: KindID(sequence.next(kinds)))
      }
    }
    try writer.commit()
  }

  static func name(ofSubject index: Int) -> String { "s" + String(1_000_000 + index) }
}

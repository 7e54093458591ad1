import Foundation
import Synchronization

/// A log that the binary keeps, in a folder of its own.
struct KeptLog {
  let scratch: Scratch
  let pack: String
  let path: String

  static let fixtures = "Tests/Fixtures/Packs"
  /// A pack whose subject is `me` and never ends.
  static let cups = "\(fixtures)/cups.pace"
  /// A pack whose subjects are days that begin at 18:00.
  static let nightly = "\(fixtures)/nightly.pace"

  /// The logs that `init` made, by its words; a log with the same words is a copy.
  private static let made = Mutex<[[String]: Saved]>([:])

  /// Makes the log, unless `isMade` is false.
  init(
    _ pack: String = "take-care", _ more: String..., device: String = "phone",
    now: String = "2026-11-20T20:00", isMade: Bool = true
  ) throws {
    scratch = try Scratch()
    self.pack = pack
    path = scratch.path("log.db")
    if !isMade { return }
    let words = ["--accept", "--device", device] + more
    if let saved = Self.made.withLock({ $0[[pack, now] + words] }) {
      try write(saved)
      return
    }
    let result = try run("init", words, now: now)
    guard result.status == 0 else { throw Failed(made: result) }
    // A test may change a pack of its own before the next log.
    if pack.hasPrefix("/") { return }
    let saved = try saved()
    Self.made.withLock { $0[[pack, now] + words] = saved }
  }

  /// The same file with another pack.
  init(_ log: KeptLog, pack: String) {
    scratch = log.scratch
    path = log.path
    self.pack = pack
  }

  struct Failed: Error { var made: RunResult }

  /// The content of a log's file, for tests that begin with the same log.
  struct Saved {
    let pack: String
    let bytes: Data
    let mode: Int
  }

  /// The file as it is now.
  func saved() throws -> Saved {
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return Saved(pack: pack, bytes: try bytes(), mode: mode ?? 0)
  }

  init(_ saved: Saved) throws {
    try self.init(saved.pack, isMade: false)
    try write(saved)
  }

  private func write(_ saved: Saved) throws {
    try saved.bytes.write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: saved.mode], ofItemAtPath: path)
  }

  /// A log with a beer, `a`, at 21:00.
  static func beer() throws -> KeptLog { try KeptLog(withBeer.get()) }

  private static let withBeer = Result {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    return try log.saved()
  }

  /// Runs `pace COMMAND PACK WORDS --db FILE --now NOW`.
  func run(_ command: String, _ words: String..., now: String) throws -> RunResult {
    try run(command, words, now: now)
  }

  func run(_ command: String, _ words: [String], now: String) throws -> RunResult {
    try Pace.run([command, pack] + words + ["--db", path, "--now", now])
  }

  /// Logs a row at a time, and returns the output.
  @discardableResult
  func log(_ word: String, _ id: String, now: String, _ more: String...) throws -> String {
    let result = try run("log", [word, "--id", id] + more, now: now)
    guard result.status == 0 else { throw Failed(made: result) }
    return result.output
  }

  /// Merges other files into this one, and returns the output.
  @discardableResult
  func merge(_ others: KeptLog..., now: String) throws -> String {
    let result = try run("merge", others.map(\.path), now: now)
    guard result.status == 0 else { throw Failed(made: result) }
    return result.output
  }

  func export() throws -> String { try Pace.run("export", pack, "--db", path).output }

  /// A copy of the log as it is now.
  func copy() throws -> KeptLog { try KeptLog(saved()) }

  /// The column `value` of a query's result, as text.
  func texts(_ sql: String) throws -> [String] { try Night.texts(sql, in: path) }

  /// The notices that were given and not withdrawn: the time of day, then the rule.
  func notices() throws -> [String] {
    try texts(
      """
      SELECT strftime('%H:%M:%S', at / 1000, 'unixepoch') || ' ' || rule AS value FROM notice
      ORDER BY at, rowid
      """)
  }

  func rowIDs(_ table: String = "drink") throws -> [String] {
    try texts("SELECT id AS value FROM \"\(table)\" ORDER BY at, id")
  }

  /// The bytes of the database file, without its `-wal`.
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  func execute(_ sql: String) throws { try Night.execute(sql, in: path) }
}

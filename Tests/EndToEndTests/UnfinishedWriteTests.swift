import Foundation
import PaceStore
import Testing

/// A writer that died within a transaction leaves rows that can't be trusted until the transaction is undone.
struct UnfinishedWriteTests {
  private static let sentence =
    "was left in the middle of a write, and cannot be repaired without writing to it"

  /// A database with a journal beside it that would undo what its last writer did.
  private static func abandoned(in scratch: Scratch, _ change: String) throws -> String {
    let live = scratch.path("live.db")
    try Night.execute(Night.schema + Night.session("s1"), in: live)
    let writer = try Connection.writing(live)
    try writer.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO drink(id, session, at, kind) SELECT 'd' || i, 's1', \(Night.start) + i * 60000, 'beer' FROM n
      """)
    // So small a cache that pages are written before the transaction ends.
    try writer.execute("PRAGMA cache_size = 5; BEGIN IMMEDIATE; \(change)")
    let path = scratch.path("left/log.db")
    try FileManager.default.createDirectory(atPath: scratch.path("left"), withIntermediateDirectories: true)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(atPath: live + suffix, toPath: path + suffix)
    }
    try writer.execute("ROLLBACK")
    return path
  }

  private static func setPermissions(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test(arguments: ["UPDATE drink SET kind = 'shot'", "DELETE FROM drink"])
  func `a write left unfinished is named where the folder may be written`(change: String) throws {
    let scratch = try Scratch()
    let path = try Self.abandoned(in: scratch, change)
    let result = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains(Self.sentence), "\(result.remarks)")
  }

  @Test(
    .enabled(if: Pace.unprivileged != nil),
    arguments: ["UPDATE drink SET kind = 'shot'", "DELETE FROM drink"])
  func `a write left unfinished is named where nothing may be written`(change: String) throws {
    let scratch = try Scratch()
    let path = try Self.abandoned(in: scratch, change)
    for file in [path, path + "-journal"] { try Self.setPermissions(0o444, of: file) }
    try Self.setPermissions(0o555, of: scratch.path("left"))
    defer { try? Self.setPermissions(0o755, of: scratch.path("left")) }
    let result = try Pace.runUnprivileged("eval", "take-care", "--db", path, "--format", "summary")
    #expect(result.status == 3)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains(Self.sentence), "\(result.remarks)")
  }

  @Test(.enabled(if: Pace.unprivileged != nil))
  func `a database in WAL mode that stands still is read where nothing may be written`() throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(atPath: scratch.path("still"), withIntermediateDirectories: true)
    let path = try Night.friday(in: scratch, name: "still/log.db")
    try Night.execute("PRAGMA journal_mode = WAL", in: path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("still")) == ["log.db"])
    try Self.setPermissions(0o444, of: path)
    try Self.setPermissions(0o555, of: scratch.path("still"))
    defer { try? Self.setPermissions(0o755, of: scratch.path("still")) }
    let result = try Pace.runUnprivileged("eval", "take-care", "--db", path, "--format", "summary")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.output.contains("events\t3\n"))
  }
}

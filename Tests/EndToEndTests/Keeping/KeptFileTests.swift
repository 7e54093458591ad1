import Foundation
import PaceStore
import Testing

/// The file of a log that others read or write.
struct KeptFileTests {
  /// Commands that write, each to a log with a row `a`.
  static let writing: [[String]] = [
    ["log", "beer"], ["undo"], ["delete", "a"], ["edit", "a", "units=2"], ["end"], ["start", "--also"],
    ["notify"], ["settings", "sensitivity=strict"], ["kinds", "beer", "disable"],
    ["init", "--accept", "--device", "d"],
  ]

  @Test func `a copy of the file alone is whole once no reader is in the way`() throws {
    let log = try KeptLog.beer()
    let reader = try Connection.reading(log.path)
    let statement = try reader.prepare("SELECT count(*) FROM drink")
    #expect(try statement.step() && statement.integer(0) == 1)
    try log.log("beer", "b", now: "2026-11-20T21:01")
    // The reader keeps what it began with, and the next command does what the reader prevented.
    #expect(statement.integer(0) == 1)
    statement.reset()
    try reader.execute("COMMIT")
    try log.log("beer", "c", now: "2026-11-20T21:02")
    let copy = log.scratch.path("copy.db")
    try FileManager.default.copyItem(atPath: log.path, toPath: copy)
    let copied = try Connection.reading(copy)
    let rows = try copied.prepare("SELECT count(*) FROM drink")
    #expect(try rows.step() && rows.integer(0) == 3)
  }

  @Test(.waitsAside) func `a log that another writer locks is said to be busy, not to lack an acceptance`()
    throws
  {
    let log = try KeptLog()
    let other = try Connection.writing(log.path)
    try other.execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
    let result = try Pace.run(
      "init", log.pack, "--db", log.path, "--now", "2026-11-20T21:00")
    #expect(result.status == 3 && result.remarks.contains("is busy"), "\(result)")
    try other.execute("ROLLBACK")
  }

  @Test(.waitsAside) func `another writer is waited for, and then the file is busy`() throws {
    let log = try KeptLog.beer()
    let before = try log.bytes()
    let writer = try Connection.writing(log.path)
    try writer.execute("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let result = try Pace.run(
      "log", log.pack, "beer", "--id", "b", "--db", log.path, "--now", "2026-11-20T21:01")
    #expect(ContinuousClock.now - start >= .seconds(5))
    #expect(result.status == 3)
    #expect(result.remarks.contains("busy") && result.remarks.contains(log.path), "\(result.remarks)")
    // Reading never waits.
    #expect(try log.run("status", now: "2026-11-20T21:01").status == 0)
    try writer.execute("ROLLBACK")
    #expect(try log.bytes() == before)
    #expect(try log.run("log", "beer", "--id", "b", now: "2026-11-20T21:01").status == 0)
  }
}

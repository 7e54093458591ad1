import Foundation
import PaceStore
import Testing

/// The file of a log: whole by itself, and as it was where a command can't do its work.
struct KeptFileTests {
  /// Commands that write, each to a log with a row `a`.
  static let writing: [[String]] = [
    ["log", "beer"], ["undo"], ["delete", "a"], ["edit", "a", "units=2"], ["end"], ["start", "--also"],
    ["notify"], ["settings", "sensitivity=strict"], ["kinds", "beer", "disable"],
    ["init", "--accept", "--device", "d"],
  ]

  @Test func `only its owner can read it, and it stands alone`() throws {
    let log = try KeptLog.beer()
    let mode = try FileManager.default.attributesOfItem(atPath: log.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try log.texts("SELECT journal_mode AS value FROM pragma_journal_mode") == ["wal"])
    #expect(try log.texts("SELECT application_id AS value FROM pragma_application_id") == ["1346454341"])
    #expect(try log.texts("SELECT user_version AS value FROM pragma_user_version") == ["1"])
    for words in Self.writing {
      _ = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:01")
      #expect(try FileManager.default.contentsOfDirectory(atPath: log.scratch.folder.path) == ["log.db"])
    }
  }

  @Test(arguments: ["_floor", "_change", "notice", "session"])
  func `a table that is gone is named, and init makes it again`(table: String) throws {
    let log = try KeptLog.beer()
    try log.execute("DROP TABLE \(table); PRAGMA wal_checkpoint(TRUNCATE)")
    for words in [["log", "beer"], ["status"], ["settings"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:01")
      #expect(result.status == 3, "\(result)")
      #expect(result.remarks.contains("`\(log.path)` has no table `\(table)`"), "\(result)")
      #expect(result.remarks.contains("`pace init take-care --db \(log.path)`"), "\(result)")
    }
    #expect(try log.run("init", "--accept", now: "2026-11-20T21:02").status == 0)
    #expect(try log.run("log", "beer", now: "2026-11-20T21:03").status == 0)
  }

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

  @Test func `a copied file is a second device's once init has named it`() throws {
    let log = try KeptLog.beer()
    let copy = log.scratch.path("copy.db")
    try FileManager.default.copyItem(atPath: log.path, toPath: copy)
    func run(_ words: String...) throws -> RunResult {
      try Pace.run(words + ["--db", copy, "--now", "2026-11-20T21:05"])
    }
    #expect(try run("init", "take-care", "--device", "watch").status == 0)
    let logged = try run("log", "take-care", "beer", "--format", "json").output
    #expect(logged.contains(#""device":"watch""#), "\(logged)")
    #expect(logged.contains(#""started":false"#))
  }

  @Test func `a backup that SQLite made writes ahead again from the first command that writes`() throws {
    let log = try KeptLog.beer()
    let backup = try KeptLog(isMade: false)
    try log.execute("VACUUM INTO '\(backup.path)'")
    let before = try backup.bytes()
    func mode() throws -> [String] {
      try backup.texts("SELECT journal_mode AS value FROM pragma_journal_mode")
    }
    for words in [["status"], ["notify", "--dry-run"], ["log", "beer", "--dry-run"]] {
      #expect(try backup.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:01").status == 0)
      #expect(try backup.bytes() == before && mode() == ["delete"], "\(words)")
    }
    try backup.log("beer", "b", now: "2026-11-20T21:01")
    #expect(try mode() == ["wal"])
    #expect(try backup.copy().rowIDs() == ["a", "b"])
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

  // MARK: Files that are no log of this pack

  @Test(arguments: writing + [["status"], ["settings"], ["kinds"]])
  func `a file that is no log is told from one that another pack or a newer pace made`(words: [String]) throws
  {
    let log = try KeptLog(isMade: false)
    func check(_ hint: String, _ remedy: String) throws {
      let before = try? log.bytes()
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:00")
      #expect(result.status == 3, "\(result)")
      #expect(result.remarks.contains(log.path) && result.remarks.contains(hint), "\(result.remarks)")
      #expect(result.remarks.contains(remedy), "\(result.remarks)")
      #expect((try? log.bytes()) == before)
    }
    if words[0] != "init" {
      try check("no file", "`pace init take-care --db \(log.path)` makes it")
      try log.scratch.write("log.db", "")
      try check("is not a log", "`pace init take-care --db \(log.path)` adds the tables that are missing")
    }
    try log.scratch.write(
      "log.db", "not a database, but some text that is long enough to be a header of one\n")
    try check("not an SQLite database", "check the name")
    try FileManager.default.removeItem(atPath: log.path)
    // How any log stands can be told, so that one whose tables fit nothing gets a draft of a source.
    if words[0] != "init", words[0] != "status" {
      try log.execute("CREATE TABLE mine(a)")
      try check("is not a log", "pace init")
      try FileManager.default.removeItem(atPath: log.path)
    }
    try log.scratch.write("log.db", bytes: KeptLog("nail-guard").bytes())
    try check("`person`", "name the pack")
    try FileManager.default.removeItem(atPath: log.path)
    try log.scratch.write("log.db", bytes: KeptLog().bytes())
    try log.execute("PRAGMA user_version = 2; PRAGMA wal_checkpoint(TRUNCATE)")
    try check("newer pace", "update pace")
  }
}

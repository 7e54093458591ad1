import Foundation
import PaceOracle
import Testing

/// Tables that someone else has made or changed: what a log can't keep is refused before it is said to be kept.
struct AlteredTableTests {
  private static let columns = [
    "id TEXT PRIMARY KEY", "session TEXT", "at INTEGER", "kind TEXT", "units REAL", "alcoholic INTEGER",
    "device TEXT",
  ]

  /// A table of drinks with one column declared otherwise.
  private static func drinks(_ column: String, _ rest: String = "") -> String {
    let name = column.prefix { $0 != " " }
    let list = columns.map { $0.hasPrefix("\(name) ") ? column : $0 }
    return "CREATE TABLE drink (\(list.joined(separator: ", "))); \(rest)"
  }

  private static let trigger = "does not keep what is written to it: it has the trigger `x`"

  @Test(
    arguments: cases([
      ("AFTER INSERT ON drink BEGIN DELETE FROM drink", "drink"),
      ("AFTER INSERT ON drink BEGIN DELETE FROM drink WHERE id = NEW.id", "drink"),
      ("BEFORE INSERT ON drink BEGIN SELECT RAISE(IGNORE)", "drink"),
      ("AFTER INSERT ON drink BEGIN UPDATE drink SET at = 0", "drink"),
      ("BEFORE DELETE ON drink BEGIN SELECT RAISE(IGNORE)", "drink"),
      ("BEFORE UPDATE ON drink BEGIN SELECT RAISE(IGNORE)", "drink"),
      ("BEFORE UPDATE OF units ON drink BEGIN SELECT RAISE(IGNORE)", "drink"),
      ("BEFORE UPDATE ON _floor BEGIN SELECT RAISE(IGNORE)", "_floor"),
      ("AFTER INSERT ON notice BEGIN DELETE FROM notice", "notice"),
      ("AFTER INSERT ON _floor BEGIN DELETE FROM _floor", "_floor"),
    ]))
  func `a trigger that undoes what is written is named, and nothing is said to be written`(
    given: Case<(String, String)>
  ) throws {
    let (body, table) = given.value
    let log = try KeptLog.beer()
    try log.execute("CREATE TRIGGER x \(body); END")
    let before = try log.texts("SELECT count(*) AS value FROM drink")
    for line in ["log beer", "log beer --dry-run", "undo", "notify", "init --accept"] {
      let words = line.split(separator: " ").map(String.init)
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T22:00")
      #expect(result.status == 3, "\(words): \(result)")
      #expect(result.remarks.hasPrefix("error: `\(table)` in `\(log.path)` \(Self.trigger)\n"), "\(result)")
      #expect(result.remarks.contains("DROP TRIGGER \"x\""), "\(result)")
    }
    #expect(try log.texts("SELECT count(*) AS value FROM drink") == before)
    try log.execute("DROP TRIGGER x")
    #expect(try log.run("log", "beer", now: "2026-11-20T22:00").status == 0)
  }

  /// A trigger that meets some rows only, so that trying the tables doesn't show it.
  private static func ignoring(_ changes: String, of table: String = "drink") -> String {
    "CREATE TRIGGER x BEFORE \(changes) ON \(table) WHEN OLD.id IN ('a', 's') BEGIN SELECT RAISE(IGNORE); END"
  }

  @Test(
    arguments: cases([
      ("drink", ["edit", "a", "units=3"]), ("session", ["edit", "s", "sensitivity=strict"]),
      ("session", ["end"]), ("session", ["settings", "sensitivity=strict"]),
    ]))
  func `a trigger that drops a change of some rows is named, and nothing is said to be changed`(
    given: Case<(String, [String])>
  ) throws {
    let (table, words) = given.value
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T21:00")
    try log.log("beer", "a", now: "2026-11-20T21:01")
    try log.execute(Self.ignoring("UPDATE", of: table))
    let before = try StoredTables(log.path)
    let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:10")
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    #expect(result.remarks.hasPrefix("error: `\(table)` in `\(log.path)` \(Self.trigger)\n"), "\(result)")
    #expect(try StoredTables(log.path) == before)
  }

  @Test func `a trigger that rounds some values is named`() throws {
    let log = try KeptLog.beer()
    try log.execute(
      """
      CREATE TRIGGER x AFTER INSERT ON drink WHEN NEW.units > 1
      BEGIN UPDATE drink SET units = round(units, 1) WHERE id = NEW.id; END
      """)
    let result = try log.run("log", "beer", "units=1.26", now: "2026-11-20T22:00")
    #expect(result.status == 3 && result.remarks.contains(Self.trigger), "\(result)")
    #expect(try log.run("log", "beer", "units=1.2", now: "2026-11-20T22:00").status == 0)
  }

  @Test func `a merge whose values are dropped says so, and the newer value lives on`() throws {
    let log = try KeptLog.beer()
    let other = try log.copy()
    #expect(try log.run("edit", "a", "units=0.5", now: "2026-11-20T21:03").status == 0)
    for change in ["UPDATE", "UPDATE OF units"] {
      try other.execute(Self.ignoring(change))
      let result = try other.run("merge", log.path, now: "2026-11-20T21:04")
      #expect(result.status == 3 && result.remarks.contains(Self.trigger), "\(result)")
      try other.execute("DROP TRIGGER x")
    }
    #expect(try other.run("merge", log.path, "--both", now: "2026-11-20T21:05").status == 0)
    for file in [log, other] { #expect(try file.texts("SELECT units AS value FROM drink") == ["0.5"]) }
  }

  @Test func `an import whose end is dropped says so`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T21:00")
    try log.execute(Self.ignoring("UPDATE", of: "session"))
    let line = #"{"type":"endSession","sessionId":"s","endedAt":1795215600.0}"#
    let file = try log.scratch.write("end.jsonl", line).path
    let result = try log.run("import", file, now: "2026-11-20T23:10")
    #expect(result.status == 3 && result.remarks.contains(Self.trigger), "\(result)")
  }

  @Test func `a constraint that a row breaks is named with its table and a remedy`() throws {
    let log = try KeptLog(isMade: false)
    try log.execute(Self.drinks("units REAL CHECK (units < 3)"))
    #expect(try log.run("init", "--accept", now: "2026-11-20T20:00").status == 0)
    let result = try log.run("log", "beer", "units=4", now: "2026-11-20T21:00")
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks.hasPrefix(
        "error: `drink` in `\(log.path)` refuses what is written to it: CHECK constraint failed: units < 3\n"),
      "\(result)")
    #expect(result.remarks.contains("drop that if it is not needed"), "\(result)")
  }

  @Test func `a table rebuilt so that ids of other case are the same is refused by every command`() throws {
    let log = try KeptLog.beer()
    try log.execute("DROP TABLE drink; " + Self.drinks("id TEXT COLLATE NOCASE PRIMARY KEY"))
    for id in ["ab", "AB"] {
      let result = try log.run("log", "beer", "--id", id, now: "2026-11-20T22:00")
      #expect(result.status == 3, "\(result)")
      #expect(result.remarks.contains("(UNIQUE constraint failed: drink.id)"), "\(result)")
    }
  }

  @Test func `a view in place of a table of rows is named by init`() throws {
    let log = try KeptLog.beer()
    try log.execute("ALTER TABLE drink RENAME TO d; CREATE VIEW drink AS SELECT * FROM d")
    let result = try log.run("init", "--accept", now: "2026-11-20T22:00")
    #expect(result.status == 3 && result.remarks.contains("`drink` in `\(log.path)` is a view"), "\(result)")
  }

  @Test func `a file whose ids stand in several rows can't be merged, and is named`() throws {
    let log = try KeptLog.beer()
    let other = try log.copy()
    try other.execute(
      "DROP TABLE drink; CREATE TABLE drink(\(Self.columns.joined(separator: ", ")))"
        .replacing("id TEXT PRIMARY KEY", with: "id TEXT")
        + "; INSERT INTO drink(id, at, units) VALUES ('a', 1, 1), ('a', 2, 2)")
    let result = try log.run("merge", other.path, now: "2026-11-20T22:00")
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks.contains("1 id of `drink` in `\(other.path)` stands in more than one row, such as `a`"),
      "\(result)")
  }

  @Test func `a file with texts of another encoding can't be merged, and is named`() throws {
    let log = try KeptLog.beer()
    let other = try KeptLog(isMade: false)
    try other.execute("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a)")
    #expect(try other.run("init", "--accept", now: "2026-11-20T20:00").status == 0)
    let result = try log.run("merge", other.path, now: "2026-11-20T22:00")
    #expect(result.status == 3, "\(result)")
    let cause = "error: `\(other.path)` can't be merged with `\(log.path)`: "
    #expect(result.remarks.hasPrefix(cause), "\(result)")
    #expect(result.remarks.contains("UTF-16le") && result.remarks.contains("pace import"), "\(result)")
  }

  @Test func `a trigger that copies what is written does no harm, and sees real rows only`() throws {
    let log = try KeptLog.beer()
    let copies = "AFTER INSERT ON drink BEGIN INSERT INTO copy VALUES (NEW.id); END"
    try log.execute("CREATE TABLE copy(id); CREATE TRIGGER x \(copies)")
    #expect(try log.run("log", "beer", "--id", "a9", now: "2026-11-20T22:00").status == 0)
    #expect(try log.texts("SELECT id AS value FROM copy") == ["a9"])
  }

  @Test(
    arguments: cases([
      ("DROP TABLE _log", "has no table `_log`"),
      ("ALTER TABLE _log RENAME COLUMN value TO v", "has no table `_log` with the columns `key` and `value`"),
      ("ALTER TABLE _change DROP COLUMN device", "has no column `device` in its table `_change`"),
      ("ALTER TABLE _floor RENAME COLUMN until TO u", "has no column `until` in its table `_floor`"),
      ("ALTER TABLE notice DROP COLUMN level", "has no column `level` in its table `notice`"),
    ]))
  func `a book that was dropped or altered is named, and the rows can still be taken out`(
    given: Case<(String, String)>
  ) throws {
    let (change, cause) = given.value
    let log = try KeptLog.beer()
    let rows = try log.export()
    try log.execute(change)
    for command in ["log", "undo", "status", "notify"] {
      let result = try log.run(command, command == "log" ? ["beer"] : [], now: "2026-11-20T22:00")
      #expect(result.status == 3, "\(command): \(result)")
      #expect(result.remarks.hasPrefix("error: `\(log.path)` \(cause)"), "\(command): \(result)")
      #expect(result.remarks.contains("take its rows into a new one"), "\(command): \(result)")
    }
    #expect(try log.export() == rows)
  }

  @Test func `a view in place of a book is no book`() throws {
    let log = try KeptLog.beer()
    try log.execute("DROP TABLE _floor; CREATE VIEW _floor AS SELECT 1 AS subject, 2 AS device, 3 AS until")
    let result = try log.run("status", now: "2026-11-20T22:00")
    #expect(result.status == 3 && result.remarks.hasPrefix("error: `_floor` in `\(log.path)` is a view\n"))
  }

  @Test(
    arguments: cases([
      ("units REAL CHECK (units > 2)", "", "rows as a log writes (CHECK constraint failed: units > 2)"),
      ("kind TEXT UNIQUE", "", "refuses such rows as a log writes (UNIQUE constraint failed: drink.kind)"),
      ("at INTEGER", "CREATE UNIQUE INDEX u ON drink (session)", "(UNIQUE constraint failed: drink.session)"),
      ("id TEXT COLLATE NOCASE PRIMARY KEY", "", "(UNIQUE constraint failed: drink.id)"),
      ("units REAL AS (3)", "", "(cannot INSERT into generated column \"units\")"),
      ("id UUID PRIMARY KEY", "", "declares `id` as `UUID`, which to SQLite is a number"),
      ("at INTEGER", "INSERT INTO drink(at) VALUES (1)", "has 1 row without an id"),
      (
        "at INTEGER", "INSERT INTO drink(id) VALUES (CAST(x'ff' AS TEXT))",
        "1 row with an id that is not UTF-8"
      ),
    ]))
  func `init refuses a table that can't keep a log's rows`(given: Case<(String, String, String)>) throws {
    let (column, rest, cause) = given.value
    let log = try KeptLog(isMade: false)
    try log.execute(Self.drinks(column, rest))
    let result = try log.run("init", "--accept", now: "2026-11-20T20:00")
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.contains("error: `drink` in `\(log.path)` "), "\(result)")
    #expect(result.remarks.contains(cause), "\(result)")
    #expect(try log.texts("SELECT name AS value FROM sqlite_schema WHERE name = '_log'") == [])
  }

  @Test func `init takes constraints that a log's rows meet`() throws {
    let log = try KeptLog(isMade: false)
    try log.execute(Self.drinks("units REAL CHECK (units >= 0)", "CREATE INDEX other ON drink (kind)"))
    #expect(try log.run("init", "--accept", now: "2026-11-20T20:00").status == 0)
    #expect(try log.run("log", "beer", "--id", "a", now: "2026-11-20T21:00").status == 0)
    #expect(try log.rowIDs() == ["a"])
  }
}

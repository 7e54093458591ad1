import Foundation
import PaceOracle
import PaceStore
import Testing

/// How a file becomes a log.
struct InitTests {
  /// Tables as an application might have made them, ids in every spelling, columns missing, one too many.
  private static let foreign = """
    CREATE TABLE session(id, started_at INTEGER, sensitivity TEXT, mood TEXT);
    CREATE TABLE drink(id, session, at INTEGER, kind TEXT);
    CREATE TABLE other(id, session);
    INSERT INTO other VALUES ('6E1F0C7A-0000-4000-8000-00000000000A', 1);
    INSERT INTO session VALUES
      ('6E1F0C7A-0000-4000-8000-00000000000A', 1795208400000, 'strict', 'glad'),
      (x'6E1F0C7A00004000800000000000000B', 1795122000000, 'relaxed', 'sad'),
      ('6E1F0C7A00004000800000000000000C', 1795035600000, NULL, NULL),
      ('Plain', 1794949200000, NULL, NULL);
    INSERT INTO drink VALUES
      ('0B7DAAAA-0000-4000-8000-000000000001', x'6E1F0C7A00004000800000000000000A', 1795208460000, 'beer'),
      (x'0B7DAAAA000040008000000000000002', '6e1f0c7a-0000-4000-8000-00000000000a', 1795208520000, 'beer'),
      ('0B7DAAAA000040008000000000000003', '6E1F0C7A-0000-4000-8000-00000000000B', 1795122060000, 'beer'),
      ('n4', '6E1F0C7A00004000800000000000000C', 1795035660000, 'beer'),
      ('n5', 'Plain', 1794949260000, 'beer');

    """

  private static func made(_ sql: String, now: String = "2026-11-20T21:01:30") throws -> KeptLog {
    let log = try KeptLog(isMade: false)
    try log.execute(sql)
    let result = try log.run("init", "--accept", "--device", "phone", now: now)
    guard result.status == 0 else { throw KeptLog.Failed(made: result) }
    return log
  }

  @Test(arguments: [("", 0o600), ("CREATE TABLE drink(id)", 0o644)])
  func `an empty file becomes its owner's alone, one that somebody uses stays open to them`(
    sql: String, mode: Int
  ) throws {
    let log = try KeptLog(isMade: false)
    if sql.isEmpty { try log.scratch.write("log.db", "") } else { try log.execute(sql) }
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: log.path)
    #expect(try log.run("init", "--accept", now: "2026-11-20T21:00").status == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: log.path)[.posixPermissions] as? Int == mode)
  }

  @Test func `a file that is missing or empty is made, and one that is a log is not`() throws {
    let scratch = try Scratch()
    try scratch.write("empty.db", "")
    for (name, isMade) in [("new.db", true), ("empty.db", true), ("new.db", false)] {
      let words = ["init", "take-care", "--db", scratch.path(name), "--accept", "--format", "json"]
      let result = try Pace.run(words)
      #expect(result.output.contains(#""made":\#(isMade),"was_log":\#(!isMade),"#), "\(result)")
    }
  }

  @Test func `the command that it names can be pasted, whatever the file is called`() throws {
    let log = try KeptLog(isMade: false)
    let file = log.scratch.path("a $b's.db")
    let made = try Pace.run("init", "take-care", "--accept", "--db", file)
    let next = try #require(made.output.split(separator: "Now:  pace ").last?.dropLast())
    let script = "\"$0\" \(next)"
    let logged = try Pace.run(["-c", script, Pace.binary], executable: "/bin/sh")
    #expect(logged.status == 0, "\(script): \(logged)")
    let again = try Pace.run("undo", "take-care", "--db", "\(file) 2")
    #expect(again.remarks.contains("`pace init take-care --db '\(log.scratch.path("a $b"))'\\''s.db 2'`"))
  }

  @Test func `UUIDs are rewritten with what refers to them, other ids stay`() throws {
    let log = try Self.made(Self.foreign)
    #expect(
      try log.texts("SELECT id AS value FROM session ORDER BY started_at DESC") == [
        "6e1f0c7a-0000-4000-8000-00000000000a", "6e1f0c7a-0000-4000-8000-00000000000b",
        "6E1F0C7A00004000800000000000000C", "Plain",
      ])
    #expect(
      try log.texts("SELECT id || ' ' || substr(session, -12) AS value FROM drink ORDER BY id") == [
        "0B7DAAAA000040008000000000000003 00000000000b", "0b7daaaa-0000-4000-8000-000000000001 00000000000a",
        "0b7daaaa-0000-4000-8000-000000000002 00000000000a", "n4 00000000000C", "n5 Plain",
      ])
    #expect(try log.texts("SELECT id AS value FROM other") == ["6E1F0C7A-0000-4000-8000-00000000000A"])
    #expect(try log.texts("SELECT mood AS value FROM session WHERE mood IS NOT NULL") == ["glad", "sad"])
    #expect(try log.texts("PRAGMA integrity_check".asTable) == ["ok"])
  }

  @Test func `what a file holds already is counted, subjects apart from rows`() throws {
    let log = try KeptLog(isMade: false)
    try log.execute(Night.schema + Night.session("s1") + Night.session("s2") + Night.entries("s1"))
    let made = try log.run("init", "--accept", "--format", "json", now: "2026-11-21T12:00")
    #expect(made.output.contains(#""rows":3"#), "\(made)")
    let again = try log.run("init", "--accept", now: "2026-11-21T12:00").output
    #expect(again.contains("; it holds 2 sessions and 3 rows already, left as they are. Now:"), "\(again)")
  }

  @Test func `missing columns are added, and eval prints what it did`() throws {
    let log = try KeptLog(isMade: false)
    try log.execute(
      Night.schema + Night.session("s1") + Night.entries("s1") + "ALTER TABLE drink DROP COLUMN alcoholic;")
    let before = try Pace.run("eval", "take-care", "--db", log.path)
    #expect(before.status == 0)
    #expect(try log.run("init", "--accept", now: "2026-11-21T12:00").status == 0)
    #expect(try Pace.run("eval", "take-care", "--db", log.path).output == before.output)
    let columns = try log.texts("SELECT name AS value FROM pragma_table_info('drink')")
    #expect(columns.sorted() == ["alcoholic", "at", "device", "id", "kind", "session", "units"])
    #expect(try log.rowIDs() == ["a2e1", "77b0", "8c1f"])
  }

  @Test func `what happened before is not told after the event`() throws {
    let log = try Self.made(Self.foreign)
    let floors = try log.texts("SELECT subject || ' ' || until AS value FROM _floor ORDER BY subject")
    // The newest row of the first session lies 30 s after the clock.
    #expect(
      floors == [
        "6E1F0C7A00004000800000000000000C 1795035660000",
        "6e1f0c7a-0000-4000-8000-00000000000a 1795208490000",
        "6e1f0c7a-0000-4000-8000-00000000000b 1795122060000", "Plain 1794949260000",
      ])
    let later = try Self.made(Self.foreign, now: "2026-11-20T21:05")
    _ = try later.run("notify", now: "2026-11-20T21:05")
    #expect(try later.notices() == [])
    try later.log("beer", "new", now: "2026-11-20T21:06")
    #expect(try later.notices().first?.hasPrefix("21:06:00") == true)
  }

  @Test func `nor what another tool added to a log, once init has been there again`() throws {
    let log = try KeptLog()
    try log.log("beer", "own", now: "2026-11-20T20:10")
    try log.execute(
      """
      INSERT INTO session(id, started_at) VALUES ('other', 1795208400000);
      INSERT INTO drink(id, session, at, kind) VALUES
        ('o1', 'other', 1795208400000, 'beer'), ('o2', 'other', 1795208460000, 'beer');
      """)
    // What a row of pace's own brings is told all the same, even if an edit has moved it.
    let moved = try log.run("edit", "own", "at=20:30", now: "2026-11-20T21:30")
    #expect(moved.status == 0, "\(moved)")
    let made = try log.run("init", "--accept", now: "2026-11-20T21:30")
    #expect(made.output.contains("it holds 2 sessions and 3 rows already"), "\(made)")
    let floors =
      "SELECT strftime('%H:%M', until / 1000, 'unixepoch') AS value FROM _floor ORDER BY subject = 'other'"
    #expect(try log.texts(floors) == ["20:10", "21:01"])
    #expect(try log.run("notify", now: "2026-11-20T21:30").status == 0)
    #expect(try log.notices().allSatisfy { !$0.hasPrefix("21:00") && !$0.hasPrefix("21:01") })
  }

  @Test func `days that another tool filled are told of by the zone that the file keeps`() throws {
    let log = try KeptLog(KeptLog.nightly, "--zone", "Asia/Tokyo")
    // The night of the 20th begins in Tokyo at 09:00 by UTC.
    try log.execute("INSERT INTO tap(id, at) VALUES ('t', 1795167000000)")
    #expect(try log.run("init", now: "2026-11-20T21:30").status == 0)
    let floors = try log.texts("SELECT subject || ' ' || until AS value FROM _floor")
    #expect(floors == ["2026-11-20 1795167000000"])
  }

  @Test func `a log made by sample goes on`() throws {
    let log = try KeptLog(isMade: false)
    _ = try Pace.run("sample", "take-care", "--db", log.path, "--subjects", "2", "--seed", "1")
    let before = try Pace.run("eval", "take-care", "--db", log.path).output
    #expect(try log.run("init", "--accept", now: "2030-01-01T00:00").status == 0)
    #expect(try Pace.run("eval", "take-care", "--db", log.path).output == before)
    #expect(try log.run("log", "beer", now: "2030-01-01T00:00").status == 0)
    let again = try log.run("init", now: "2030-01-01T00:01")
    #expect(again.status == 0, "accepted once is accepted: \(again.remarks)")
    #expect(
      again.output.hasSuffix(
        "\nIf you've been drinking, do not drive. This is not medical or legal advice.\n"))
  }

  @Test func `the disclaimer has to be accepted, else no file is made`() throws {
    let log = try KeptLog(isMade: false)
    let result = try log.run("init", now: "2026-11-20T21:00")
    #expect(result.status == 1)
    #expect((result.output + result.remarks).contains("do not drive"))
    #expect(result.remarks.contains("--accept"))
    #expect(!FileManager.default.fileExists(atPath: log.path))
    _ = try log.run("init", "--accept", now: "2026-11-20T21:00")
    #expect(
      try log.texts("SELECT value FROM _setting WHERE name = 'disclaimer_accepted_at'") == ["1795208400000"])
    let cups = try KeptLog(KeptLog.cups, isMade: false)
    #expect(try cups.run("init", now: "2026-11-20T21:00").status == 0, "this pack has no disclaimer")
  }

  @Test func `a device is named, or made of eight hex digits`() throws {
    let log = try KeptLog(isMade: false)
    _ = try log.run("init", "--accept", now: "2026-11-20T21:00")
    let device = "SELECT value FROM _log WHERE key = 'device'"
    let made = try log.texts(device)[0]
    #expect(made.count == 8 && made.allSatisfy { $0.isHexDigit && !$0.isUppercase }, "\(made)")
    _ = try log.run("init", now: "2026-11-20T21:01")
    #expect(try log.texts(device) == [made])
    _ = try log.run("init", "--device", "tablet", now: "2026-11-20T21:01")
    #expect(try log.texts(device) == ["tablet"])
    try log.log("beer", "a", now: "2026-11-20T21:02")
    try log.log("beer", "b", now: "2026-11-20T21:02", "--device", "watch")
    #expect(try log.texts("SELECT device AS value FROM drink ORDER BY id") == ["tablet", "watch"])
  }

  @Test func `a zone that moves rows to other days wants force`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "a", now: "2026-11-20T22:00")
    try log.log("light", "b", now: "2026-11-21T02:00")
    let before = try log.bytes()
    let result = try log.run("init", "--zone", "America/New_York", now: "2026-11-21T03:00")
    #expect(result.status == 1)
    #expect(result.remarks.contains("1 row ") && result.remarks.contains("--force"), "\(result.remarks)")
    #expect(try log.bytes() == before)
    #expect(try log.run("init", "--zone", "Europe/London", now: "2026-11-21T03:00").status == 0)
    let forced = try log.run("init", "--zone", "America/New_York", "--force", now: "2026-11-21T03:00")
    #expect(forced.status == 0)
    #expect(try log.texts("SELECT value FROM _log WHERE key = 'zone'") == ["America/New_York"])
  }

  @Test(arguments: [
    "CREATE TABLE session(id TEXT PRIMARY KEY)", "CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT)",
    "CREATE TABLE drink(id)", "CREATE TABLE notice(id, rule)",
    "CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER NOT NULL)",
    """
    CREATE TABLE drink(id VARCHAR(40) NOT NULL, session BLOB, at DATETIME NOT NULL, kind STRING NOT NULL,
      price REAL NOT NULL DEFAULT 0, number INTEGER PRIMARY KEY NOT NULL)
    """,
  ])
  func `of tables by hand all but the id may be missing`(sql: String) throws {
    let log = try Self.made(sql + ";")
    try log.log("beer", "a", now: "2026-11-20T21:02")
    try log.log("beer", "b", now: "2026-11-20T21:03")
    #expect(try log.notices() == ["21:03:00 rapid_repeat", "21:03:00 hydration"])
    let again = try log.run("log", "beer", "--id", "a", now: "2026-11-20T21:04")
    #expect(again.status == 0 && again.output.contains("is there already"))
    let copy = try KeptLog()
    try copy.merge(log, now: "2026-11-20T21:05")
    #expect(try copy.export() == log.export())
  }

  @Test func `ids that no key holds apart are held apart from then on`() throws {
    let log = try Self.made(
      "CREATE TABLE drink(id, at, kind); INSERT INTO drink VALUES ('a', 1795208400000, 'beer')")
    let line = #"{"subject":"me","at_ms":1795208400000,"event":"drink","kind":"beer","id":"a"}"#
    let file = try log.scratch.write("lines", line)
    #expect(try log.run("import", file.path, now: "2026-11-20T21:05").status == 0)
    #expect(try log.rowIDs() == ["a"])
  }

  @Test func `a column that the pack has lost and a kind that it never had stay`() throws {
    let log = try Self.made(Self.foreign, now: "2026-11-20T22:00")
    try log.execute(
      """
      INSERT INTO drink(id, session, at, kind)
      SELECT 'mead', id, 1795208530000, 'mead' FROM session ORDER BY started_at DESC LIMIT 1
      """
    )
    let result = try log.run("log", "beer", "--id", "new", now: "2026-11-20T22:00")
    #expect(result.status == 0)
    #expect(result.remarks.contains("mead"), "\(result.remarks)")
    #expect(try log.texts("SELECT kind AS value FROM drink WHERE id = 'mead'") == ["mead"])
  }

  @Test(
    arguments: cases([
      ("CREATE TABLE t(id, started_at); CREATE VIEW session AS SELECT * FROM t", "view"),
      ("CREATE TABLE session(id INTEGER PRIMARY KEY, started_at INTEGER)", "`session`"),
      ("CREATE TABLE drink(id INTEGER PRIMARY KEY, session, at, kind)", "`drink`"),
      (
        """
        CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER);
        INSERT INTO session VALUES ('6E1F0C7A-0000-4000-8000-00000000000A', 1),
          ('6e1f0c7a-0000-4000-8000-00000000000a', 2)
        """, "6e1f0c7a-0000-4000-8000-00000000000a"
      ), ("CREATE TABLE mine(a); PRAGMA user_version = 7", "7"),
      ("CREATE TABLE drink(session, at, kind)", "`drink`"),
      ("CREATE TABLE session(started_at)", "no column `id`"),
      (
        "CREATE TABLE drink(id, at); INSERT INTO drink VALUES ('q', 1), ('r', 2), ('q', 3), ('p', 4), ('p', 5)",
        "2 ids of `drink`"
      ), ("CREATE TABLE session(id); INSERT INTO session VALUES ('q'), ('q')", "such as `q`"),
      ("CREATE TABLE mine(a); PRAGMA application_id = 7", "application"),
      ("CREATE TABLE drink(id STRING, at)", "declares `id` as `STRING`, which to SQLite is a number"),
      ("CREATE TABLE drink(id, at TEXT)", "`drink` in"),
      ("CREATE TABLE drink(id, at TEXT)", "numbers in `at`"),
      ("CREATE TABLE drink(id, at, units VARCHAR(9))", "numbers in `units` into texts"),
      ("CREATE TABLE session(id, auto_end CLOB)", "numbers in `auto_end` into texts"),
      ("CREATE TABLE drink(id, at, session INT)", "texts such as `007` in `session` into numbers"),
      ("CREATE TABLE drink(id, at, price REAL NOT NULL)", "no row without a value for `price`"),
      ("CREATE TABLE session(id, ended_at INTEGER NOT NULL)", "no row without a value for `ended_at`"),
    ]))
  func `tables that can be no log are named and left as they are`(given: Case<(String, String)>) throws {
    let (sql, hint) = given.value
    let log = try KeptLog(isMade: false)
    try log.execute(sql)
    let before = try log.bytes()
    let result = try log.run("init", "--accept", now: "2026-11-20T21:00")
    #expect(result.status == 3)
    #expect(result.remarks.contains(hint), "\(result.remarks)")
    #expect(result.remarks.split(separator: "\n").count >= 2, "a remedy: \(result.remarks)")
    #expect(try log.bytes() == before)
  }

  private static let pack = "\(Pace.repository.path)/rules/take-care.pace"

  @Test(arguments: [":memory:", "file:log.db", "file::memory:?cache=shared"])
  func `a name that SQLite has a meaning of its own for is a file's all the same`(name: String) throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    func run(_ words: String...) throws -> RunResult {
      try Pace.run(words + ["--db", name, "--now", "2026-11-20T21:00"], folder: scratch.folder)
    }
    #expect(try run("init", Self.pack, "--accept").status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == [name])
    #expect(try run("log", Self.pack, "beer", "--id", "a").status == 0)
    #expect(try run("export", Self.pack).output.contains(#""id":"a""#))
    let peer = other.path("peer.db")
    _ = try Pace.run("init", Self.pack, "--accept", "--db", peer)
    let merged = try Pace.run(["merge", Self.pack, "--db", peer, name], folder: scratch.folder)
    #expect(merged.output.contains("1 drink"), "\(merged)")
  }

  @Test func `a link that leads nowhere stays, and is named`() throws {
    let log = try KeptLog(isMade: false)
    try FileManager.default.createSymbolicLink(atPath: log.path, withDestinationPath: "target.db")
    let result = try log.run("init", "--accept", now: "2026-11-20T21:00")
    #expect(result.status == 3)
    #expect(
      result.remarks.contains("`\(log.path)` is a link to `target.db`, which is not there"),
      "\(result.remarks)")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: log.path) == "target.db")
    try log.scratch.write("target.db", "")
    #expect(try log.run("init", "--accept", now: "2026-11-20T21:00").status == 0)
    #expect(try log.run("log", "beer", now: "2026-11-20T21:01").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: log.path) == "target.db")
  }

  @Test func `rows at no instant are no reason to fail, and raise no floor`() throws {
    let log = try Self.made(
      """
      CREATE TABLE drink(id TEXT, session TEXT, at INTEGER, kind TEXT);
      INSERT INTO drink VALUES ('a', 's', 1795208400000.5, 'beer'), ('b', 's', 9223372036854775807, 'beer'),
        ('c', 't', -9223372036854775808, 'beer'), ('d', 't', 'x', 'beer');
      """)
    #expect(try log.texts("SELECT subject || ' ' || until AS value FROM _floor") == ["s 1795208400000"])
    #expect(try log.run("status", now: "2026-11-20T21:02").status == 0)
    #expect(try log.run("log", "beer", now: "2026-11-20T21:02").status == 0)
  }
}

extension String {
  /// A pragma as a table with a column `value`.
  fileprivate var asTable: String {
    "SELECT \(dropFirst(7)) AS value FROM pragma_\(dropFirst(7))"
  }

  @Test(arguments: [
    ("event any of trip { event: text }", "`any.event`"),
    ("event any of trip { at_ms: number }", "`any.at_ms`"),
    ("event any of trip { subject: text }", "`any.subject`"),
    ("event any of trip { notice: text }", "`any.notice`"),
    ("event any of trip { label: text kind one }", "`any.label`"),
    ("event any of trip { enabled: bool kind one }", "`any.enabled`"),
    ("event sqlite_any of trip { }", "`sqlite_any`"),
  ])
  func `a name that would mean two things in a log is refused`(event: String, name: String) throws {
    let scratch = try Scratch()
    let lines = event.replacing("{ ", with: "{\n").replacing(" kind", with: "\nkind").replacing(
      " }", with: "\n}")
    let pack = try Scratch.pack(scratch, "subject trip { }\n\(lines)\n")
    let result = try Pace.run("init", pack, "--db", scratch.path("a.db"), "--now", "2026-11-20T20:00")
    #expect(result.status == 3 && result.remarks.hasPrefix("error: \(name) can't be kept: "), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("a.db")))
  }

  @Test func `names of the catalogue are free where an event has no kinds`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, "subject trip { }\nevent any of trip { label: text }\n")
    let result = try Pace.run("init", pack, "--db", scratch.path("a.db"), "--now", "2026-11-20T20:00")
    #expect(result.status == 0, "\(result)")
  }
}

import Foundation
import PaceStore
import Testing

/// How a database that pace doesn't keep stands, told as of a log that it does.
struct ForeignStatusTests {
  private let scratch: Scratch
  private let pack: String
  private let path: String

  init() throws {
    scratch = try Scratch()
    pack = try scratch.write("foreign.pace", Self.source).path
    path = scratch.path("bar.db")
    try Night.execute(Self.bar, in: path)
  }

  private static let source = """
    include "\(Pace.repository.path)/rules/take-care.pace"

    source bar {
      session from evenings {
        id = num, started_at = opened as unix_seconds, ended_at = closed as unix_seconds
        sensitivity = mode as { "1" = relaxed, "3" = strict }
      }
      drink from ledger {
        id = line, session = evening, at = t as unix_seconds, units = amount
        kind = glass as { "10" = shot, "11" = beer }
      }
    }
    """

  /// 1795208400 is 2026-11-20 21:00 UTC. Of evening 9 there are only rows.
  private static let bar = """
    CREATE TABLE evenings(num TEXT, opened INTEGER, closed INTEGER, mode INTEGER);
    CREATE TABLE ledger(line TEXT, evening TEXT, t REAL, glass INTEGER, amount REAL);
    INSERT INTO evenings VALUES ('7', 1795208400, 1795219200, 3), ('8', 1795294800, NULL, NULL);
    INSERT INTO ledger VALUES ('b', '7', 1795208700, 10, 1.5), ('a', '7', 1795208400, 11, NULL),
      ('c', '8', 1795294800, 11, NULL), ('d', '9', 1795297800, 10, NULL);
    """

  private func status(_ words: String...) throws -> RunResult {
    try Pace.run(["status", pack, "--db", path] + words)
  }

  /// The database as a log that pace keeps, its notices given by `notify`.
  private func kept(notifiedAt now: String) throws -> KeptLog {
    let lines = try Pace.run("export", pack, "--db", path, "--source", "bar").output
    let kept = try KeptLog(pack, now: "2026-11-20T20:00")
    let words = ["import", pack, "--db", kept.path, "-", "--now", "2026-11-20T20:00"]
    #expect(try Pace.run(words, input: lines).status == 0)
    #expect(try kept.run("notify", now: now).status == 0)
    return kept
  }

  @Test func `a view that never gives a row is given up after --timeout`() throws {
    try Night.execute(
      """
      DROP TABLE ledger;
      CREATE VIEW ledger AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS line, '7' AS evening, i AS t, 10 AS glass, 1 AS amount FROM n WHERE i < 0;
      """, in: path)
    for words in [["status"], ["graph", "--at", "2026-11-21T12:00Z"]] {
      let command = [words[0], pack, "--db", path, "--timeout", "1 s"] + words.dropFirst()
      let result = try Pace.run(command, seconds: 30)
      #expect(result.status == 3, "\(words): \(result)")
      #expect(result.remarks.contains("no row of `ledger` of `\(path)` came for 1 s"), "\(result)")
    }
  }

  @Test(.waitsAside) func `a locked file is waited for once`() throws {
    let lock = try Connection.writing(path)
    try lock.execute("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    let result = try status()
    #expect(result.status == 3 && result.remarks.contains("is busy"), "\(result)")
    // Once is five seconds.
    #expect(ContinuousClock.now - start < .seconds(9))
    try lock.execute("ROLLBACK")
  }

  @Test func `a subject that is named and over is said to be not open`() throws {
    let over = try Pace.run("status", pack, "--db", path, "--subject", "7", "--at", "2026-11-21T12:00Z")
    #expect(over.status == 0 && over.output.contains("\nsession 7 is not open\n"), "\(over)")
  }

  @Test(arguments: [
    "2026-11-20T20:59", "2026-11-20T21:00", "2026-11-20T21:06", "2026-11-20T22:30", "2026-11-21T00:00",
    "2026-11-21T00:00:01", "2026-11-21T21:00", "2026-11-21T21:50", "2026-11-21T22:00", "2026-11-22T12:00",
  ])
  func `it stands as a log that pace keeps would`(at: String) throws {
    let kept = try kept(notifiedAt: at)
    for words in [[], ["--subject", "8"]] {
      let own = try kept.run("status", words + ["--format", "json"], now: at)
      let direct = try Pace.run(
        ["status", pack, "--db", path, "--source", "bar", "--format", "json", "--now", at] + words)
      #expect(direct.status == 0, "\(direct)")
      #expect(direct.output == own.output, "\(words)")
    }
  }

  @Test func `of what came in one instant the same stands first as in a log that pace keeps`() throws {
    try Night.execute(
      """
      INSERT INTO evenings VALUES ('85', 1795294800, NULL, NULL);
      INSERT INTO ledger VALUES ('e', '85', 1795297800, 11, NULL), ('f', '85', 1795297800, 10, NULL);
      """, in: path)
    let at = "2026-11-21T21:50"
    let own = try kept(notifiedAt: at).run("status", now: at).output
    let direct = try Pace.run("status", pack, "--db", path, "--source", "bar", "--now", at).output
    #expect(direct == own)
    let open = try status("--source", "bar", "--at", "2026-11-21T21:00:01").output
    #expect(open.contains("session 85") && open.contains("also open: 8\n"), "\(open)")
  }

  @Test func `the text has levels, the last row, notices and who else is open`() throws {
    let result = try status("--at", "2026-11-21T21:50")
    #expect(result.status == 0, "\(result)")
    for part in ["session 9", "last shot", "also open: 8", "This is not medical or legal advice."] {
      #expect(result.output.contains(part), "\(part): \(result.output)")
    }
    let one = try status("--at", "2026-11-21T21:50", "--subject", "8")
    #expect(one.output.contains("session 8") && one.output.contains("also open: 9"), "\(one)")
  }

  @Test func `a day without rows stands too`() throws {
    let day = try Pace.run(
      "status", KeptLog.nightly, "--db", try Self.glasses(in: scratch), "--at", "2026-11-22T10:00")
    #expect(day.status == 0 && day.output.contains("night 2026-11-21"), "\(day)")
  }

  private static func glasses(in scratch: Scratch) throws -> String {
    let path = scratch.path("days.db")
    let made = try Pace.run("sample", KeptLog.nightly, "--subjects", "3", "--seed", "1", "--db", path)
    #expect(made.status == 0, "\(made)")
    return path
  }

  @Test func `where subjects don't end, several have to be chosen from`() throws {
    let path = scratch.path("cups.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT); CREATE TABLE cup(id TEXT, person TEXT, at INTEGER, kind TEXT);
      INSERT INTO cup VALUES ('a', 'ann', 1795208400000, NULL), ('b', 'bob', 1795208400000, NULL)
      """, in: path)
    let words = ["status", KeptLog.cups, "--db", path, "--at", "2026-11-20T21:00"]
    let several = try Pace.run(words)
    #expect(several.status == 2 && several.remarks.contains("choose with --subject ID"), "\(several)")
    #expect(try Pace.run(words + ["--subject", "b"]).status == 0)
  }

  @Test func `a file that is there and fits nothing is refused with what was looked for`() throws {
    try Night.execute("DROP TABLE ledger", in: path)
    let result = try status()
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    let missing = try Pace.run("status", pack, "--db", scratch.path("none.db"))
    #expect(missing.status == 3 && missing.remarks.contains("no file"), "\(missing)")
  }
}

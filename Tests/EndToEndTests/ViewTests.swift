import Foundation
import PaceStore
import Testing

/// A view gives the rows that SQLite gives of it, however it chooses them.
struct ViewTests {
  /// Two sensors, one of them wanted, and a state of a sensor that is gone.
  private static let tables = """
    CREATE TABLE meta(mid INTEGER PRIMARY KEY, entity TEXT);
    CREATE TABLE twice(mid INTEGER, entity TEXT, ok INT);
    CREATE TABLE states(sid INTEGER PRIMARY KEY, state TEXT, ts INT, mid INTEGER);
    CREATE INDEX by_meta ON states(mid, ts);
    INSERT INTO meta VALUES (1, 'co2'), (2, 'temp');
    INSERT INTO twice VALUES (1, 'co2', 1), (1, 'co2', 1), (2, 'temp', 0);
    INSERT INTO states VALUES
      (1, '600', 1754000000000, 1), (2, '21', 1754000060000, 2), (3, '610', 1754000120000, 1),
      (4, '22', 1754000180000, 2), (5, '33', 1754000240000, 7);

    """

  /// What `ROWS` stands for below, and `OTHERS` with ids of their own.
  private static let rows = "SELECT s.sid, s.ts, CAST(s.state AS REAL) ppm FROM states s "

  @Test(arguments: [
    "ROWS JOIN meta m USING (mid)",
    "OTHERS JOIN twice m USING (mid)",
    "ROWS JOIN meta m ON m.mid = s.mid AND m.entity = 'co2'",
    "ROWS JOIN meta m ON m.mid = s.mid WHERE m.entity = 'co2'",
    "ROWS , meta m WHERE m.mid = s.mid AND m.entity = 'co2'",
    "ROWS LEFT JOIN meta m USING (mid) WHERE m.mid IS NULL",
    "ROWS JOIN states t ON t.sid = s.sid + 1 WHERE t.mid = 2",
    "ROWS WHERE EXISTS (SELECT 1 FROM meta m WHERE m.mid = s.mid AND entity = 'co2')",
    "ROWS WHERE s.mid IN (SELECT mid FROM meta WHERE entity = 'co2')",
    "ROWS WHERE s.mid = 2 AND s.ts > 1754000060000",
    "SELECT max(sid) sid, max(ts) ts, sum(state) ppm FROM states GROUP BY mid",
    "SELECT DISTINCT 1 sid, 1754000000000 ts, 5 ppm FROM states",
    "ROWS ORDER BY ts DESC LIMIT 2",
    "ROWS WHERE mid = 1 UNION ALL ROWS WHERE mid = 2",
    "WITH m AS (SELECT * FROM meta WHERE entity = 'co2') ROWS JOIN m USING (mid)",
  ])
  func `gives its own rows alone`(view: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject home { }
      event co2 of home { ppm: number = 0 }
      rule any { on co2, emit note "{latest(co2.ppm)}" }
      source s {
        co2 from wanted { id = sid, at = ts, ppm = ppm }
      }
      """)
    let path = scratch.path("home.db")
    let sql = view.replacing("ROWS", with: Self.rows)
      .replacing("OTHERS", with: Self.rows.replacing("s.sid", with: "random() sid"))
    try Night.execute(Self.tables + "CREATE VIEW wanted AS \(sql);", in: path)
    let wanted = try Night.texts("SELECT CAST(ppm AS INT) AS value FROM wanted", in: path)
    let result = try Pace.run("eval", pack, "--db", path, "--format", "jsonl")
    let found = result.output.split(separator: "\n").compactMap {
      $0.split(separator: #""message":""#, maxSplits: 1).last?.prefix { $0 != "\"" }
    }
    #expect(Set(found.map(String.init)) == Set(wanted), "\(result)")
    let summary = try Pace.run("eval", pack, "--db", path, "--format", "summary")
    #expect(summary.output.contains("events\t\(wanted.count)\n"), "\(summary)")
  }

  @Test func `a source that is passed over for the pack's own tables is named`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      rule any { on cup, emit note "{count(cup)}" }
      source mine {
        cup from kept { id = id, person = user_id, at = at }
      }
      """)
    let path = scratch.path("cups.db")
    try Night.execute(
      """
      CREATE TABLE cup(id INTEGER PRIMARY KEY, user_id INT, at INT, deleted_at TEXT);
      INSERT INTO cup VALUES (1, 1, 1754000000000, NULL), (2, 1, 1754000060000, '2025-08-01');
      CREATE VIEW kept AS SELECT * FROM cup WHERE deleted_at IS NULL;
      """, in: path)
    let own = try Pace.run("eval", pack, "--db", path, "--format", "summary")
    #expect(own.status == 0 && own.output.contains("events\t2\n"), "\(own)")
    #expect(own.remarks.contains("`--source mine` reads it by that source"), "\(own)")
    let named = try Pace.run("eval", pack, "--db", path, "--format", "summary", "--source", "mine")
    #expect(named.status == 0 && named.output.contains("events\t1\n") && named.remarks.isEmpty, "\(named)")
  }

  @Test func `a where that no row passes is named, if it leaves nothing`() throws {
    let scratch = try Scratch()
    func remarks(_ word: String, _ more: String...) throws -> String {
      let pack = try Scratch.pack(
        scratch,
        """
        subject person { }
        event cup of person { }
        event glass of person { }
        rule any { on cup, emit note "{count(cup)}" }
        source mine {
          cup from drinks where type == "\(word)" { id = id, person = user, at = at }
          glass from drinks where type == "none" { id = id, person = user, at = at }
        }
        """)
      let words = ["eval", pack, "--db", scratch.path("drinks.db"), "--format", "summary"]
      let result = try Pace.run(words + more)
      #expect(result.status == 0, "\(result)")
      return result.remarks
    }
    try Night.execute(
      """
      CREATE TABLE drinks(id INTEGER PRIMARY KEY, user TEXT, at INT, type TEXT);
      INSERT INTO drinks VALUES (1, 'a', 1754000000000, 'cup'), (2, 'b', 1754000060000, 'cup');
      """, in: scratch.path("drinks.db"))
    let named = "no row of `drinks` passes the source's `where`: compare its values\n"
    #expect(try remarks("cups") == named)
    #expect(try remarks("cup").isEmpty)
    // Another subject's rows pass it.
    #expect(try remarks("cup", "--threads", "2").isEmpty)
    #expect(try remarks("cups", "--threads", "2") == named)
  }

  @Test func `a database copied without its write-ahead log is told what may be missing`() throws {
    let scratch = try Scratch()
    let path = scratch.path("live.db")
    let connection = try Connection.writing(path)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE cup(id, at)")
    try FileManager.default.copyItem(atPath: path, toPath: scratch.path("copy.db"))
    try connection.execute("INSERT INTO cup VALUES (1, 2)")
    let result = try Pace.run("eval", "take-care", "--db", scratch.path("copy.db"))
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.contains("copy.db-wal`: it belongs to the file"), "\(result)")
  }

  @Test func `a row that a view can't compute is told with the view and a remedy`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, "subject s { }\nevent e of s { n: number = 0 }\n")
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE given(id INTEGER PRIMARY KEY, n INTEGER);
      INSERT INTO given VALUES (1, 1), (2, -9223372036854775808), (3, 3);
      CREATE VIEW e AS SELECT id, 's1' AS s, 1795208400000 + id AS at, abs(n) AS n FROM given;
      """, in: path)
    let result = try Pace.run("eval", pack, "--db", path)
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks == """
        error: `\(path)`: integer overflow, in a row of `e`
        a view or a generated column computes it: mend that, or leave the row out

        """, "\(result)")
  }
}

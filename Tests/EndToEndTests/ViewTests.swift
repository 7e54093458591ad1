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
}

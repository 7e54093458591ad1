import Foundation
import PaceOracle
import Testing

/// Drafts for tables that hold several things, and for things that several tables hold.
struct DraftPartTests {
  private static let pack = """
    subject baby { }
    event feed of baby { ml: number in 0 .. 400, kind bottle { }, kind breast { } }
    event nap of baby { length: duration }
    event diaper of baby { kind wet { }, kind dirty { } }
    """

  private static func rows(_ types: [String]) -> String {
    let rows = (0..<9).map { row in
      let ml = row % 3 == 0 ? "100" : "NULL"
      return "(\(row + 1), 'mia', \(types[row % types.count]), \(1_795_208_400 + row * 3_600), \(ml))"
    }
    return """
      CREATE TABLE log (id INTEGER PRIMARY KEY, baby TEXT, type, time INTEGER, ml INTEGER);
      INSERT INTO log VALUES \(rows.joined(separator: ", "));
      """
  }

  private func pasting(_ sql: String, for pack: String = pack) throws -> Pasting {
    try Pasting(pack) { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  /// How many events are read of each sort, with their kinds.
  private func counts(_ pasting: Pasting) throws -> [String: Int] {
    let result = try Pace.run("export", pasting.pack, "--db", pasting.log)
    #expect(result.status == 0 && !result.remarks.contains("skipped"), "\(result)")
    return try result.output.split(separator: "\n").reduce(into: [:]) { counts, line in
      let event = try JSONDecoder().decode(Exported.self, from: Data(line.utf8))
      counts[([event.event] + [event.kind].compactMap { $0 }).joined(separator: "/"), default: 0] += 1
    }
  }

  private struct Exported: Decodable {
    var event: String
    var kind: String?
  }

  // MARK: One table for all events

  @Test(
    arguments: cases([
      (["'feed'", "'nap'", "'diaper'"], ["== \"feed\"", "== \"nap\"", "== \"diaper\""]),
      (["'Feeding'", "'Sleep'", "'Diapers'"], ["== \"Feeding\"", "== \"Sleep\"", "== \"Diapers\""]),
      (
        ["'feed'", "'nap'", "'DIAPER'", "'Feed'", "'nap'", "'diaper'"],
        ["in (\"Feed\", \"feed\")", "== \"nap\"", "in (\"DIAPER\", \"diaper\")"]
      ),
    ]))
  func `a column that names the events gives each its rows`(given: Case<([String], [String])>) throws {
    let (types, tests) = given.value
    let pasting = try pasting(Self.rows(types))
    for (event, test) in zip(["feed", "nap", "diaper"], tests) {
      #expect(pasting.draft.contains("  \(event) from log where type \(test) {"), "\(pasting.draft)")
    }
    #expect(!pasting.draft.contains("says the kind"), "\(pasting.draft)")
    #expect(try counts(pasting) == ["feed": 3, "nap": 3, "diaper": 3])
  }

  @Test func `a value that is called like a kind gives its event that kind`() throws {
    let pasting = try pasting(Self.rows(["'feed'", "'wet'", "'dirty'"]))
    #expect(pasting.draft.contains("  diaper from log where type == \"wet\" {\n"), "\(pasting.draft)")
    #expect(try counts(pasting) == ["feed": 3, "diaper/wet": 3, "diaper/dirty": 3])
  }

  @Test(arguments: cases([["1", "2", "3"], ["'x'", "'y'", "'z'"]]))
  func `where no value names an event, a column that may tell them apart is named`(given: Case<[String]>)
    throws
  {
    let pasting = try pasting(Self.rows(given.value))
    let line = "`nap from log where type == …`"
    #expect(
      pasting.draft.contains(
        "  # check: no table looks like `nap`; if `type` tells the events apart, each has a block of its own: \(line)\n"
      ),
      "\(pasting.draft)")
  }

  @Test func `objects and rows of the same sorts get the same blocks`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let types = ["feed", "wet", "Feed", "nap", "bath"]
    let lines = types.enumerated().map { row, type in
      "{\"id\":\"e\(row)\",\"baby\":\"mia\",\"type\":\"\(type)\",\"time\":\(1_795_208_400 + row)}\n"
    }
    let result = try Pace.run("eval", pack, "--stdin", input: lines.joined())
    for block in [
      "feed from json where type in (\"Feed\", \"feed\") {\n", "nap from json where type == \"nap\" {\n",
      "diaper from json where type == \"wet\" {\n",
    ] {
      #expect(result.remarks.contains("  \(block)"), "\(result.remarks)")
    }
    #expect(result.remarks.contains("    kind = wet\n"), "\(result.remarks)")
    let start = try #require(result.remarks.range(of: "source found")).lowerBound
    let fitting = try Scratch.pack(scratch, Self.pack + "\n" + result.remarks[start...], name: "fitting.pace")
    #expect(try Pace.run("lint", fitting).status == 0)
  }

  @Test func `a sort of rows that fits no event is said not to be read`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, baby TEXT, type TEXT, logged TEXT);
      INSERT INTO log VALUES (1, 'mia', 'feed', '2026-11-20 08:00'), (2, 'mia', 'bath', '2026-11-20 09:00');
      """, for: "subject baby { }\nevent feed of baby { ml: number, kind bottle { }, kind breast { } }")
    #expect(
      pasting.draft.contains("  # check: `log where type == \"bath\"` is not read\n"), "\(pasting.draft)")
    #expect(try counts(pasting) == ["feed": 1])
  }

  @Test func `of several sorts that no name explains none is taken for an event`() throws {
    let pasting = try pasting(Self.rows(["'feed'", "'bath'", "'sleep'"]))
    for line in [
      "no table looks like `nap`", "`log where type == \"bath\"` might hold `nap`",
      "`log where type == \"sleep\"` might hold `nap`",
    ] {
      #expect(pasting.draft.contains("  # check: \(line)\n"), "\(pasting.draft)")
    }
    #expect(try counts(pasting) == ["feed": 3])
  }

  // MARK: A table for each kind

  @Test func `tables that are called like kinds get a block each`() throws {
    let kinds = ["bottle", "breasts"]
    let tables = kinds.map { kind in
      """
      CREATE TABLE \(kind) (id INTEGER PRIMARY KEY, at INTEGER, ml INTEGER);
      INSERT INTO \(kind) VALUES (1, 1795208400000, 100), (2, 1795208460000, 80);
      """
    }
    let pasting = try pasting(tables.joined())
    #expect(pasting.draft.contains("  feed from bottle {\n"), "\(pasting.draft)")
    #expect(pasting.draft.contains("    kind = bottle\n"), "\(pasting.draft)")
    #expect(pasting.draft.contains("  feed from breasts {\n"), "\(pasting.draft)")
    #expect(try counts(pasting) == ["feed/bottle": 2, "feed/breast": 2])
  }

  @Test func `columns that are called like kinds are named`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE daily (id INTEGER PRIMARY KEY, at INTEGER, bottle_ml INTEGER, breast_ml INTEGER);
      INSERT INTO daily VALUES (1, 1795208400000, 100, NULL), (2, 1795208460000, NULL, 80);
      """)
    #expect(pasting.draft.contains("    ml = bottle_ml  # check: `breast_ml` fits too\n"), "\(pasting.draft)")
    #expect(
      pasting.draft.contains(
        "kind; `bottle_ml`, `breast_ml` are called like kinds: a view can make a row of each\n"),
      "\(pasting.draft)")
  }

  // MARK: Ids

  @Test func `a table without numbers of rows that has a column of their name is read by its key`() throws {
    let pasting = try pasting(
      """
      CREATE TABLE nap (baby TEXT, ts INTEGER, rowid INTEGER, PRIMARY KEY (baby, ts)) WITHOUT ROWID;
      INSERT INTO nap VALUES ('mia', 1795208400, 5), ('mia', 1795208460, 5), ('tom', 1795208460, 5);
      """)
    #expect(pasting.draft.contains("    id = ts  # check: "), "\(pasting.draft)")
    #expect(try counts(pasting) == ["nap": 3])
  }
}

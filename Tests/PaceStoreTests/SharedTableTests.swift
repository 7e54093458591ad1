import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

/// 2026-11-20 21:00 UTC.
private let second = 1_795_208_400

private let text = """
  subject van { zone: text, depot: text, load: number, crew: number }
  event ping of van { size: number, kind near { }, kind far { }, kind lost { } }
  event stop of van { }
  """

/// Whose rows a table of several events holds, and of which event each is.
struct SharedTableTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func drafted(_ sql: String) throws -> (draft: String, log: Log) {
    try scratch.drafted(sql, for: text)
  }

  private func rows(_ columns: String, _ values: [String]) -> String {
    let rows = values.enumerated().map { "(\($0), \(second + $0 * 60), \($1))" }.joined(separator: ", ")
    return "CREATE TABLE t9 (n INTEGER PRIMARY KEY, ts INTEGER, \(columns)); INSERT INTO t9 VALUES \(rows);"
  }

  @Test(arguments: ["what", "x", "happening"])
  func `A column of any name that holds the events' names gives each event its rows`(column: String) throws {
    let (draft, log) = try drafted(
      rows("\(column) TEXT, k TEXT", ["'ping', 'near'", "'stop', NULL", "'ping', 'far'", "'Stop', NULL"]))
    #expect(draft.contains("  ping from t9 where \(column) == \"ping\" {\n"), "\(draft)")
    #expect(draft.contains("  stop from t9 where \(column) in (\"Stop\", \"stop\") {\n"), "\(draft)")
    #expect(log.lines.count == 1 + 4 && log.problems.rowless.isEmpty, "\(log.lines)")
  }

  @Test func `Rows whose name of an event is missing are no event's`() throws {
    let (draft, log) = try drafted(rows("what TEXT", ["'ping'", "'stop'", "NULL", "'note'"]))
    #expect(draft.contains("  ping from t9 where what == \"ping\" {\n"), "\(draft)")
    #expect(!draft.contains("van = what"), "\(draft)")
    #expect(log.lines.count == 1 + 2, "\(log.lines)")
  }

  @Test func `Notes about events are not the events, which have a table`() throws {
    let (draft, log) = try drafted(
      "CREATE TABLE stop (sid INTEGER PRIMARY KEY, made INTEGER); INSERT INTO stop VALUES (1, \(second));"
        + rows(
          "about TEXT", ["'ping'", "'stop'", "'stop'", "'stop'"] + Array(repeating: "'stop'", count: 99)))
    #expect(draft.contains("  stop from stop {\n"), "\(draft)")
    #expect(log.lines.count == 1 + 1 + 1, "\(log.lines)")
  }

  @Test(
    arguments: cases([
      ("v", "    van = v  # check: its values are ids of `VANS`\n"),
      ("v INTEGER, scale", "    van = v  # check: its values are ids of `VANS`, as are those of `scale`\n"),
      ("scale INTEGER, v", "    van = v  # check: its values are ids of `VANS`, as are those of `scale`\n"),
    ]))
  func `The unique column of the subjects' table to which events refer is their id`(
    given: Case<(String, String)>
  ) throws {
    let (columns, line) = given.value
    let values = (0..<6).map { row in
      columns.split(separator: ",").map { "\($0.contains("scale") ? 1 + row % 2 : 1 + row % 3)" }
        .joined(separator: ", ")
    }
    let (draft, log) = try drafted(
      "CREATE TABLE VANS (VID INTEGER, TZ TEXT); INSERT INTO VANS VALUES (1, 'UTC'), (2, 'UTC'), (3, 'UTC');"
        + rows("\(columns) INTEGER", values))
    #expect(
      draft.contains("  van from VANS {\n    id = VID  # check: rows of events refer to it\n"), "\(draft)")
    #expect(draft.contains(line), "\(draft)")
    #expect(log.problems.rowless.isEmpty, "\(log.lines)")
  }

  @Test func `Small numbers tie no table that is called otherwise to the events`() throws {
    let (draft, _) = try drafted(
      "CREATE TABLE TONES (T INTEGER, TZ TEXT); INSERT INTO TONES VALUES (1, 'UTC'), (2, 'UTC'), (3, 'UTC');"
        + rows("v INTEGER", ["1", "2", "3", "1"]))
    #expect(!draft.contains("TONES"), "\(draft)")
  }

  @Test func `A table tied to the events that holds most attributes is the subjects'`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE TR (tr TEXT, tz TEXT, depot TEXT, load REAL);
      INSERT INTO TR VALUES (1, 'UTC', 'x', 2), (2, 'UTC', 'x', 1.5), (3, 'UTC', 'y', 2);
      """ + rows("tr INTEGER, how INTEGER, nd INTEGER", ["1, 1, 0", "2, 2, 1", "1, 3, 0", "3, 1, 0"]))
    #expect(draft.contains("  van from TR {  # check: are these the vans?\n"), "\(draft)")
    #expect(draft.contains("    van = tr\n"), "\(draft)")
    #expect(draft.contains("    kind = how as { 1 = near, 2 = far, 3 = lost }"), "\(draft)")
    #expect(log.problems.rowless.isEmpty, "\(log.lines)")
  }
}

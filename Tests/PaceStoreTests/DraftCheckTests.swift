import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

/// 2026-11-20 21:00 UTC.
private let second = 1_795_208_400

/// What a drafted source asks its reader to check.
struct DraftCheckTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func drafted(_ sql: String, field: String = "") throws -> (draft: String, log: Log) {
    try scratch.drafted(sql, for: "subject person { }\nevent mark of person { \(field) }")
  }

  @Test(arguments: ["size_kb", "sizeKB", "kb_of_file"])
  func `A field of two letters is found as a word of a column's name`(column: String) throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, at INTEGER, seconds INTEGER, akbar INTEGER, \(column) INTEGER);
      INSERT INTO log VALUES (1, \(second), 5, 6, 7), (2, \(second + 1), 8, 9, 10);
      """, field: "kb: number")
    #expect(draft.contains("    kb = \(column)\n"), "\(draft)")
    #expect(log.lines.count == 3, "\(log.lines)")
  }

  @Test(arguments: [("text", "'u-1'", "'u-2'"), ("integer", "1", "2")])
  func `the table that a column of owners refers to is one of subjects`(
    type: String, one: String, two: String
  ) throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE auth_user (id \(type) PRIMARY KEY, name TEXT);
      CREATE TABLE tags (id \(type) PRIMARY KEY, name TEXT);
      CREATE TABLE log_mark (id INTEGER PRIMARY KEY, user_id \(type), made_at INTEGER, size REAL);
      INSERT INTO auth_user VALUES (\(one), 'Ann'), (\(two), 'Bo');
      INSERT INTO tags VALUES (\(one), 'x'), (\(two), 'y');
      INSERT INTO log_mark VALUES (1, \(one), \(second), 1), (2, \(two), \(second + 60), 2);
      """, field: "size: number")
    #expect(draft.contains("  person from auth_user {  # check: are these the persons?\n"), "\(draft)")
    #expect(draft.contains("    person = user_id  # check: its values are ids of `auth_user`\n"), "\(draft)")
    #expect(log.lines.count == 4 && log.problems.rowless.isEmpty, "\(log.lines)")
  }

  // MARK: Kinds

  private static let kinds = "kind red { }\n  kind blue { }"

  @Test(
    arguments: cases([
      (["red", "mauve"], " # check: rows with `mauve` are skipped"),
      (["dark red", "bl"], #"as { "bl" = blue, "dark red" = red }  # check: which value is which?"#),
      (
        ["red", "light blue", "mauve"],
        #"as { "light blue" = blue, "red" = red }  # check: rows with `mauve` are skipped; which value is which?"#
      ),
    ]), ["what", "mark"])
  func `A text is mapped to the kind that it is or is like, not to any other`(
    given: Case<([String], String)>, column: String
  ) throws {
    let (texts, map) = given.value
    let rows = texts.enumerated().map { "(\($0), \(second + $0), '\($1)')" }.joined(separator: ", ")
    let (draft, log) = try drafted(
      "CREATE TABLE log (id INTEGER PRIMARY KEY, at INTEGER, \(column) TEXT); INSERT INTO log VALUES \(rows);",
      field: Self.kinds)
    #expect(draft.contains("    kind = \(column) \(map)\n"), "\(draft)")
    #expect(log.lines.count == 1 + texts.count { $0 != "mauve" })
  }

  @Test(arguments: ["what", "mark"]) func `Texts that are like no kind are to be filled in`(column: String)
    throws
  {
    let (draft, _) = try drafted(
      """
      CREATE TABLE log (id INTEGER PRIMARY KEY, at INTEGER, \(column) TEXT);
      INSERT INTO log VALUES (1, \(second), 'mauve'), (2, \(second + 1), 'ochre');
      """, field: Self.kinds)
    let line = #"kind = \#(column) as { "mauve" = …, "ochre" = … }"#
    #expect(
      draft.contains("    # check: if `\(column)` says the kind, fill in and add `\(line)`\n"), "\(draft)")
  }

  // MARK: Times

  @Test(arguments: [
    "taken_at", "occurred_at", "event_time", "start_time", "consumed_at", "logged_at", "happened", "when",
    "recorded_on",
  ])
  func `When a row was made is taken for its time only if nothing else can be`(column: String) throws {
    for other in ["created_at", "inserted_at", "imported_on", "creation_time"] {
      let (draft, _) = try drafted(
        """
        DROP TABLE IF EXISTS marks;
        CREATE TABLE marks (id INTEGER PRIMARY KEY, \(other) TEXT, "\(column)" TEXT, synced_at TEXT, expires_at TEXT);
        INSERT INTO marks VALUES
          (1, '2026-11-20 21:00', '2026-11-20 20:00', '2026-11-20 22:00', '2026-11-27 20:00');
        """)
      #expect(draft.contains("    at = \(column) as iso8601  # check: "), "\(draft)")
      #expect(draft.contains("`\(other)` holds times too\n"), "\(draft)")
    }
  }

  @Test(arguments: [
    ("updated_at, created_at, synced_at", "created_at as unix_seconds\n"),
    ("expires, inserted_at", "inserted_at as unix_seconds\n"),
    ("noted_at, at", "at as unix_seconds  # check: `noted_at` holds times too\n"),
    ("at, noted_at, seen_at", "at as unix_seconds  # check: `noted_at`, `seen_at` hold times too\n"),
    ("at, ended_at, updated_at", "at as unix_seconds\n"),
    (
      "last_updated, last_changed",
      "last_updated as unix_seconds  # check: by its name a later time; `last_changed` holds times too\n"
    ),
    ("inserted_at, created_at", "created_at as unix_seconds  # check: `inserted_at` holds times too\n"),
  ])
  func `Other columns of times are named, if not of ends and later changes`(
    columns: String, line: String
  ) throws {
    let values = columns.split(separator: ",").map { _ in "\(second)" }.joined(separator: ", ")
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO marks VALUES (1, \(values));
      """)
    #expect(draft.contains("    at = \(line)"), "\(draft)")
  }

  @Test func `A time that is a part of the key comes before one of making a row`() throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (person TEXT, ts INTEGER, created_at INTEGER, PRIMARY KEY (person, ts));
      INSERT INTO marks VALUES ('ann', \(second), \(second + 900));
      """)
    #expect(
      draft.contains("    at = ts as unix_seconds  # check: `created_at` holds times too\n"), "\(draft)")
  }

  // MARK: Ids

  @Test func `A part of a key is no id where rows have numbers`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (person TEXT, ts INTEGER, PRIMARY KEY (person, ts));
      INSERT INTO marks VALUES ('ann', \(second)), ('ann', \(second + 60)), ('bo', \(second));
      """)
    #expect(
      draft == """
        source found {
          mark from marks {
            id = rowid
            person = person
            at = ts as unix_seconds
          }
        }
        """)
    #expect(log.lines.count == 5 && log.problems.repeated.isEmpty, "\(log.lines)")
  }

  @Test func `A column called an id is none if it repeats and is only a part of the key`() throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id TEXT, ts INTEGER, PRIMARY KEY (id, ts));
      INSERT INTO marks VALUES ('ann', \(second)), ('ann', \(second + 60));
      """)
    #expect(draft.contains("    id = rowid  # check: `id` repeats\n"), "\(draft)")
  }

  @Test func `Without numbers of rows, the rest of the key is the id within a subject`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (person TEXT, ts INTEGER, PRIMARY KEY (person, ts)) WITHOUT ROWID;
      INSERT INTO marks VALUES ('ann', \(second)), ('ann', \(second + 60)), ('bo', \(second));
      """)
    #expect(
      draft == """
        source found {
          mark from marks {
            id = ts  # check: no column is called an id; is this one different in each row of a person?
            person = person
            at = ts as unix_seconds
          }
        }
        """)
    #expect(log.lines.count == 5 && log.problems.repeated.isEmpty, "\(log.lines)")
  }

  @Test func `Where no column of a key can be an id, a view that joins them is asked for`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (person TEXT, ts REAL, PRIMARY KEY (person, ts)) WITHOUT ROWID;
      INSERT INTO marks VALUES ('ann', \(second)), ('ann', \(second + 60)), ('bo', \(second));
      """)
    #expect(
      draft == """
        source found {
          mark from marks {
            id = person  # check: it is no id, as it repeats; a view can make one: `person || ' ' || ts AS id`
            person = person
            at = ts as unix_seconds
          }
        }
        """)
    #expect(log.lines.count == 5, "\(log.lines) \(log.problemLines)")
    #expect(log.problems.repeated.map(\.count) == [1])
  }

  // MARK: Values that do not fit

  @Test(arguments: [
    ("number", "(5, 6, 'n/a')", "`n/a`"), ("number in 0 .. 10", "(5, 6, 400)", "`400`, outside of 0 .. 10"),
    ("number in 0 .. 10", "(-1, 6, x'00')", "BLOBs"), ("time", "('07:30', '21:00', '9 PM')", "`9 PM`"),
    ("date", "('2026-11-20', '2026-11-21', '20.11.2026')", "`20.11.2026`"), ("bool", "(0, 1, 2)", "`2`"),
    ("bool", "('yes', 'no', 'perhaps')", "`perhaps`"),
    ("duration in 1 s .. 4 h", "(60, 90, 'soon')", "`soon`"),
    ("text", "(1, 2, 2.5)", "`2.5`"), ("number", "('0.5', '1', '2')", "`0.5` as a text"),
    ("number", "('0.5', '1', 'n/a')", "`n/a`"),
  ])
  func `A value that does not fit is named`(type: String, values: String, named: String) throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, at INTEGER, size);
      WITH each (a, b, c) AS (VALUES \(values))
      INSERT INTO marks
      SELECT 1, \(second), a FROM each UNION ALL SELECT 2, \(second), b FROM each
      UNION ALL SELECT 3, \(second), c FROM each;
      """, field: "size: \(type)")
    let remedy = "; in a database, `CAST(size AS NUMERIC)` in a view makes it a number"
    let reason = "`size` holds \(named)\(named.hasSuffix("text") ? remedy : "")"
    #expect(draft.contains("    # check: `size` is left out: \(reason)\n"), "\(draft)")
  }

  // MARK: Deleted rows

  @Test(arguments: [
    ("deleted_at TEXT", "NULL", "in SQLite a view leaves them out: `SELECT * FROM"),
    ("deleted_on", "'2026-11-21 09:00'", "in SQLite a view leaves them out: `SELECT * FROM"),
    ("is_deleted INTEGER", "0", "`where is_deleted != 1` leaves them out"),
    ("deleted", "'f'", "in SQLite a view can leave them out"),
  ])
  func `A mark of deleted rows is named`(
    column: String, value: String, remedy: String
  ) throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, at INTEGER, \(column));
      INSERT INTO marks VALUES (1, \(second), \(value));
      """)
    let name = column.split(separator: " ")[0]
    let rest = remedy.hasSuffix("FROM") ? " marks WHERE \(name) IS NULL`" : ""
    let check = "    # check: if `\(name)` marks deleted rows, they are read too; \(remedy)\(rest)\n"
    #expect(draft.contains(check), "\(draft)")
  }
}

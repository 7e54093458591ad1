import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

/// 2026-11-20 21:00 UTC.
private let second = 1_795_208_400

private let text = """
  subject person { mode: calm | busy = calm }
  event mark of person {
    size: number in 0 .. 10
    took: duration in 1 s .. 4 h
    good: bool
    how: slow | fast
    kind red { }
    kind blue { }
  }
  """

/// Which tables and columns a drafted source takes, and that it reads what they hold.
struct DraftChoiceTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func help(_ sql: String, for program: String = text) throws -> String {
    try scratch.help(sql, for: program)
  }

  private func drafted(_ sql: String, for program: String = text) throws -> (draft: String, log: Log) {
    try scratch.drafted(sql, for: program)
  }

  // MARK: Tables

  @Test func `An empty table is never chosen, whatever it is called`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE mark (id INTEGER PRIMARY KEY, person TEXT, at_time INTEGER, kind TEXT, size REAL);
      CREATE TABLE person (id TEXT, mode TEXT);
      CREATE TABLE t7 (k INTEGER PRIMARY KEY, c3 INTEGER);
      INSERT INTO t7 VALUES (1, \(second)), (2, \(second + 60));
      """)
    #expect(
      draft == """
        source found {
          mark from t7 {  # check: is this the log of `mark`?
            id = k
            # check: no column names the person, so all rows are those of one
            at = c3 as unix_seconds  # check: by its values a time
            # check: no column was found for the kind
            # check: no column was found for `size`, `took`, `good`, `how`
          }
        }
        """)
    #expect(log.lines == ["me:", "  \(second)000 mark 1", "  \(second + 60)000 mark 2"])
  }

  @Test func `An event whose own table is empty says so`() throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, made_at INTEGER);
      CREATE TABLE rest (id INTEGER PRIMARY KEY, rested_at INTEGER);
      INSERT INTO marks VALUES (1, \(second));
      """, for: "subject person { }\nevent mark of person { }\nevent rest of person { }")
    #expect(draft.contains("  # check: no table with rows looks like `rest`; `rest` is empty\n"), "\(draft)")
  }

  @Test func `Of tables that fit alike the one with most rows is the log, and the others are named`() throws {
    let rows = (1...40).map { "(\($0), \(second + $0))" }.joined(separator: ", ")
    let (draft, log) = try drafted(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, logged_at INTEGER);
      CREATE TABLE b (id INTEGER PRIMARY KEY, logged_at INTEGER);
      CREATE TABLE c (id INTEGER PRIMARY KEY, logged_at INTEGER);
      INSERT INTO a VALUES (1, \(second)); INSERT INTO c VALUES (1, \(second)); INSERT INTO b VALUES \(rows);
      """, for: "subject person { }\nevent mark of person { }")
    #expect(draft.hasPrefix("source found {\n  mark from b {  # check: is this the log of `mark`?\n"))
    #expect(draft.contains("  # check: `a` might hold `mark` too\n  # check: `c` might hold `mark` too\n"))
    #expect(log.lines.count == 41)
  }

  @Test func `The only log there is is one, though it looks like a table of subjects`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, seen_at TEXT);
      INSERT INTO people VALUES (1, '2026-11-20T21:00:00Z');
      """)
    #expect(draft.contains("mark from people {"), "\(draft)")
    #expect(log.lines == ["me:", "  \(second)000 mark 1"])
  }

  @Test(
    arguments: cases([
      ("CREATE TABLE mark (id INTEGER PRIMARY KEY, made_at INTEGER)", "no table has rows yet"),
      (
        "CREATE TABLE w (id INTEGER PRIMARY KEY, n INTEGER, made_at); INSERT INTO w VALUES (1, 5, NULL), (2, 7, 'then')",
        "no column of a table with rows holds times: `made_at` of `w` comes nearest, but `then` is not a time that pace reads, such as `2026-11-20 21:00`, or a number of this century"
      ),
      (
        "CREATE TABLE mark (id INTEGER PRIMARY KEY, made_at, why TEXT); INSERT INTO mark VALUES (1, \(second), 'Often')",
        "`mark` has times, but its `why` holds names of rules, as given notices do; if it is the log all the same, map it in a source"
      ),
    ]))
  func `Where nothing has a time that is said`(given: Case<(String, String)>) throws {
    let (sql, cause) = given.value
    let help = try help(sql, for: text + "\nrule often { on mark, emit note \"x\" }")
    #expect(help.hasSuffix("\nno source is drafted: \(cause)"), "\(help)")
  }

  @Test func `A source of the same name doesn't stand in the draft's way`() throws {
    let other = text + "\nsource found { mark from gone { id = id, at = at } }"
    let help = try help(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, at_time INTEGER); INSERT INTO t VALUES (1, \(second))",
      for: other)
    let start = try #require(help.firstRange(of: "source found_2")?.lowerBound, "\(help)")
    let program = try Log.program(other + "\n" + help[start...])
    #expect(try Log.read(scratch.path(), program).lines == ["me:", "  \(second)000 mark 1"])
  }

  // MARK: Columns

  @Test func `Columns are taken by what they hold where names mislead`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, updated_at INTEGER, date TEXT, begun TEXT, ended INTEGER,
        size_code TEXT, size_cm REAL, good TEXT, how INTEGER, "red" INTEGER, marktype INTEGER);
      INSERT INTO marks VALUES
        (1, \(second + 900), '2026-11-20', '2026-11-20T21:00:00Z', \(second + 600), 'L', 2.5, 'Y', 1, 0, 4),
        (2, \(second + 900), '2026-11-20', '2026-11-20T21:01:00Z', \(second + 120), 'S', 1, 'N', 2, 0, 5),
        (3, \(second + 900), '2026-11-20', '2026-11-20T21:01:30Z', 0, NULL, 3, NULL, 7, 0, 6);
      """)
    #expect(
      draft == """
        source found {
          mark from marks {
            id = id
            # check: no column names the person, so all rows are those of one
            at = begun as iso8601  # check: by its values a time
            size = size_cm
            good = good as { "N" = no, "Y" = yes }
            how = how as { 1 = slow, 2 = fast, else = fast }  # check: which value is which?
            kind = marktype as { 4 = red, 5 = blue, else = blue }  # check: which value is which?
            # check: no column was found for `took`
          }
        }
        """)
    #expect(
      log.lines == [
        "me:", "  \(second)000 mark/red 1 size=2.5 good=yes how=slow",
        "  \(second + 60)000 mark/blue 2 size=1 good=no how=fast",
        "  \(second + 90)000 mark/blue 3 size=3 how=fast",
      ], "\(log.problemLines)")
  }

  @Test(arguments: [
    // By its name; by the range; as the table's times are; as on a clock; from the end.
    ("took_minutes", "5", "took = took_minutes as minutes\n"),
    ("took", "900", "took = took as seconds  # check: in this unit?\n"),
    ("duration", "90000", "took = duration as ms  # check: the only duration left over, in this unit?\n"),
    ("span", "'1:30:00'", "took = span as hh_mm_ss  # check: the only duration left over\n"),
    (
      "end_time", "\(second + 600)", "took = end_time - ts as unix_seconds  # check: is it as long as this?\n"
    ),
    ("took", "'soon'", "# check: `took` is left out: `took` holds `soon`\n"),
  ])
  func `A duration is found by name, range, form or end`(column: String, value: String, line: String) throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, ts INTEGER, \(column));
      INSERT INTO marks VALUES (1, \(second), \(value));
      """)
    #expect(draft.contains("    \(line)"), "\(draft)")
    #expect(log.problems.isEmpty && log.lines.count == 2, "\(log.problemLines)")
  }

  // MARK: Days

  @Test(arguments: [
    // The time of day is a field's, in a column of the same name, or not in hours and minutes.
    ("", "", "\n"), ("how TEXT", "'slow'", "\n"),
    ("clock TEXT", "'7:30 AM'", "\n"),
    ("bed TEXT", "'23:30'", "\n"),
    (
      "\"time of day\" TEXT", "'21:00:05'",
      "; if `time of day` has the times of day, join both in one column, which in SQLite a view can do\n"
    ),
  ])
  func `A draft of dates alone says so, and names the times of day`(
    column: String, value: String, more: String
  ) throws {
    let check = "# check: dates alone, so every row is at midnight" + more
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, date TEXT\(column.isEmpty ? "" : ", " + column));
      INSERT INTO marks VALUES (1, '2026-11-20'\(value.isEmpty ? "" : ", " + value));
      """, for: "subject person { }\nevent mark of person { bed: time }")
    #expect(draft.contains("    at = date as iso8601  \(check)"), "\(draft)")
    #expect(log.lines.last?.hasPrefix("  1795132800000 mark 1") == true, "\(log.lines)")
  }

  @Test func `A view that joins dates and times of day is drafted without that check`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE days (id INTEGER PRIMARY KEY, "day" TEXT, "time of day" TEXT);
      INSERT INTO days VALUES (1, '2026-11-20', '21:00:05');
      CREATE VIEW mark AS SELECT id, "day" || ' ' || "time of day" AS logged_at FROM days;
      """, for: "subject person { }\nevent mark of person { }")
    #expect(draft.contains("  mark from mark {\n"), "\(draft)")
    #expect(draft.contains("    at = logged_at as iso8601\n"), "\(draft)")
    #expect(log.lines == ["me:", "  \(second + 5)000 mark 1"])
  }

  @Test func `Dates alone under a name that is none of a time are both said`() throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, day TEXT);
      INSERT INTO marks VALUES (1, '2026-11-20');
      """, for: "subject person { }\nevent mark of person { }")
    #expect(draft.contains("at = day as iso8601  # check: by its values a time; dates alone, "), "\(draft)")
  }

  // MARK: Columns of other sorts

  @Test func `A column of sorts is not taken for how much there was`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (id INTEGER PRIMARY KEY, at INTEGER, size_type INTEGER, size_unit TEXT, size_value REAL);
      INSERT INTO marks VALUES (1, \(second)000, 1, 'cm', 0.5), (2, \(second)001, 0, 'cm', 2);
      """, for: "subject person { }\nevent mark of person { size: number in 0 .. 10 }")
    #expect(draft.contains("size = size_value\n"), "\(draft)")
    #expect(log.lines.last?.contains("size=2") == true, "\(log.lines)")
  }

  @Test func `Values of other kinds are named, and words that are values stand in quotes`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE json (red TEXT, blue INTEGER, slow REAL);
      INSERT INTO json VALUES ('Red', \(second), 2), ('BLUE', \(second + 1), 3), ('mauve', \(second + 2), 4);
      """)
    #expect(draft.contains("  mark from \"json\" {  # check: is this the log of `mark`?\n"), "\(draft)")
    #expect(draft.contains("    at = \"blue\" as unix_seconds  # check: by its values a time\n"), "\(draft)")
    #expect(draft.contains("    size = \"slow\"  # check: the only number left over\n"), "\(draft)")
    #expect(
      draft.contains(
        "    kind = \"red\" as { \"BLUE\" = blue, \"Red\" = red }  # check: rows with `mauve` are skipped\n"),
      "\(draft)")
    #expect(
      log.lines == ["me:", "  \(second)000 mark/red 1 size=2", "  \(second + 1)000 mark/blue 2 size=3"])
    #expect(
      log.problemLines == [
        "json 3 red: `mauve` is not in the source's map; add it, or `else = …` for all others, or pick rows by `where`"
      ])
  }

  @Test func `Columns that would have rows skipped are left alone, and names stay on their line`() throws {
    let (draft, log) = try drafted(
      """
      CREATE TABLE marks (id REAL, rowid INTEGER, person BLOB, seen_at INTEGER, size BLOB, took_seconds INTEGER,
        kind INTEGER, "new
      line" TEXT);
      CREATE TABLE "mark
      log" (id INTEGER PRIMARY KEY, mark_at INTEGER);
      INSERT INTO marks VALUES (0.5, NULL, x'01', \(second), x'00', 90000, \(second), 'x'),
        (0.7, NULL, NULL, \(second + 1), x'01', 90001, \(second), 'y');
      INSERT INTO "mark
      log" VALUES (1, \(second));
      """)
    #expect(
      draft == """
        source found {
          mark from marks {
            id = _rowid_  # check: `id` holds numbers with a point
            # check: no column names the person, so all rows are those of one
            at = seen_at as unix_seconds  # check: `kind` holds times too
            # check: no column was found for the kind
            # check: `size` is left out: `size` holds BLOBs
            # check: `took` is left out: `took_seconds` holds `90000`, outside of 1 s .. 4 h
            # check: no column was found for `good`, `how`
          }
          # check: `mark\u{FFFD}log` might hold `mark` too
        }
        """)
    #expect(
      log.lines == ["me:", "  \(second)000 mark 1", "  \(second + 1)000 mark 2"], "\(log.problemLines)")
  }

  // MARK: Subjects

  /// How rows of events name their subject, and the columns that the draft finds for it: a row's, and the subject's own.
  struct Link: Sendable, CustomTestStringConvertible {
    let table: String
    let column: String
    let value: String
    let subject: String?
    let id: String

    init(_ table: String, _ column: String, _ value: String, _ subject: String?, _ id: String) {
      (self.table, self.column, self.value, self.subject, self.id) = (table, column, value, subject, id)
    }

    var testDescription: String { "\(column) of \(table)" }
  }

  @Test func `A relation of Core Data is followed to the key, other ids to themselves`() throws {
    let tables = """
      CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZMODE VARCHAR, ZID BLOB);
      CREATE TABLE ZMARK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPERSON, ZTIMESTAMP TIMESTAMP,
        ZID BLOB);
      INSERT INTO ZPERSON VALUES (4, 1, 1, 'busy', x'00112233445566778899AABBCCDDEEFF');
      """
    let relation = try drafted(
      tables
        + "INSERT INTO ZMARK VALUES (1, 2, 1, 4, \(second - 978_307_200), x'A0112233445566778899AABBCCDDEEFF')"
    )
    #expect(
      relation.draft.contains("    id = Z_PK  # check: rows of events refer to it\n"), "\(relation.draft)")
    #expect(relation.draft.contains("    id = ZID\n    person = ZPERSON\n"), "\(relation.draft)")
    #expect(
      relation.log.lines == ["4: mode=busy", "  \(second)000 mark a0112233-4455-6677-8899-aabbccddeeff"])
    let strange = try drafted(
      "UPDATE ZMARK SET ZPERSON = 'nobody'; UPDATE ZPERSON SET ZID = 'somebody'")
    #expect(
      strange.draft.contains("    person = ZPERSON  # check: most of its values are no ids of `ZPERSON`\n"),
      "\(strange.draft)")
  }

  @Test(arguments: [
    // A relation under any name; ids in text; 16 bytes, or their text; a table of any name; a number that is no link.
    Link("ZPERSON", "ZOWNER INTEGER", "4", "ZOWNER", "Z_PK"),
    Link("users", "who INTEGER", "4", "who", "Z_PK"),
    Link("ZPERSON", "ZOWNER TEXT", "'ann'", "ZOWNER", "ZNAME"),
    Link("ZPERSON", "ZPERSON TEXT", "'ann'", "ZPERSON", "ZNAME"),
    Link("ZPERSON", "ZOWNER BLOB", "x'00112233445566778899AABBCCDDEEFF'", "ZOWNER", "ZUUID"),
    Link("users", "w TEXT", "'00112233-4455-6677-8899-aabbccddeeff'", "w", "ZUUID"),
    Link("ZPERSON", "size INTEGER", "4", nil, "ZUUID"),
  ])
  func `A subject's id is the column that holds what the rows of events name`(_ link: Link) throws {
    let (table, id) = (link.table, link.id)
    let (draft, log) = try drafted(
      """
      CREATE TABLE \(table) (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZNAME TEXT, ZUUID BLOB, ZMODE TEXT);
      CREATE TABLE ZMARK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, \(link.column), ZAT REAL);
      INSERT INTO \(table) VALUES (4, 1, 'ann', x'00112233445566778899AABBCCDDEEFF', 'busy'),
        (1, 1, 'bob', x'10112233445566778899AABBCCDDEEFF', 'calm');
      INSERT INTO ZMARK VALUES (1, 1, \(link.value), \(second - 978_307_200));
      """)
    let known = id == "ZUUID" ? "" : "  # check: rows of events refer to it"
    let persons = table == "users" ? "  # check: are these the persons?" : ""
    #expect(
      draft.contains("  person from \(table) {\(persons)\n    id = \(id)\(known)\n    mode = ZMODE\n"),
      "\(draft)")
    guard let subject = link.subject else {
      #expect(
        draft.contains("# check: no column names the person, so all rows are those of one\n"), "\(draft)")
      return
    }
    let isNamed = subject == "ZPERSON"
    let check = isNamed ? "" : "  # check: its values are ids of `\(table)`"
    #expect(draft.contains("    person = \(subject)\(check)\n"), "\(draft)")
    // The row found its subject.
    let row = try #require(log.lines.firstIndex { $0.hasPrefix("  ") })
    #expect(log.lines[row - 1].hasSuffix(": mode=busy"), "\(log.lines)")
  }

  @Test func `What a column's name says counts before its values`() throws {
    let (draft, _) = try drafted(
      """
      CREATE TABLE users (pk INTEGER PRIMARY KEY, uuid TEXT);
      CREATE TABLE mark (nr INTEGER, count INTEGER, owner INTEGER, time INTEGER, PRIMARY KEY (owner, nr));
      INSERT INTO users VALUES (1, 'a'), (2, 'b');
      INSERT INTO mark VALUES (1, 2, 1, \(second)), (2, 1, 2, \(second));
      """, for: "subject person { }\nevent mark of person { count: number }")
    #expect(draft.contains("    id = pk  # check: rows of events refer to it\n"), "\(draft)")
    #expect(draft.contains("    person = owner  # check: its values are ids of `users`\n"), "\(draft)")
  }
}

import PaceEngine
import PaceLanguage
import PaceStore
import Testing

private let text = """
  subject visitor { zone: text }
  event stay of visitor { hours: number, kind short { }, kind long { } }
  event walk of visitor { kind slow { }, kind fast { } }
  rule any {
    on stay
    emit note "Once."
  }
  """

/// 2026-11-20 21:00 UTC.
private let second = 1_795_208_400

struct SourceDraftTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// What is drafted for a database without any table of the program's.
  private func draft(_ sql: String, for program: String = text) throws -> String? {
    let help = try scratch.help(sql, for: program)
    return help.firstRange(of: "source found").map { String(help[$0.lowerBound...]) }
  }

  @Test func `Tables with names of their own are known by what they hold`() throws {
    let draft = try #require(
      try draft(
        """
        CREATE TABLE USERS (UID INTEGER PRIMARY KEY, TZ TEXT);
        CREATE TABLE DAYS (N INTEGER PRIMARY KEY, U INTEGER, TS INTEGER, CODE INTEGER, AMOUNT REAL);
        CREATE TABLE PATHS (N INTEGER PRIMARY KEY, U INTEGER, BEGUN TEXT, HOW TEXT);
        CREATE TABLE SENT (N INTEGER PRIMARY KEY, U INTEGER, TS INTEGER, WHY TEXT);
        CREATE TABLE SPARE (N INTEGER PRIMARY KEY, TS INTEGER, CODE INTEGER);
        INSERT INTO USERS VALUES (1, 'Europe/London'), (2, NULL);
        INSERT INTO DAYS VALUES (1, 1, \(second), 7, 2.5), (2, 2, \(second + 60), 9, 3);
        INSERT INTO PATHS VALUES (1, 1, '2026-11-20T21:00:01Z', 'Slow'), (2, 2, '2026-11-20T21:00:02Z', 'fast');
        INSERT INTO SENT VALUES (1, 2, \(second + 60), 'any');
        INSERT INTO SPARE VALUES (1, \(second), 7);
        """))
    #expect(
      draft == """
        source found {
          visitor from USERS {  # check: are these the visitors?
            id = UID
            zone = TZ
          }
          stay from DAYS {  # check: is this the log of `stay`?
            id = N
            visitor = U  # check: its values are ids of `USERS`
            at = TS as unix_seconds
            kind = CODE as { 7 = short, 9 = long }  # check: which value is which?
            hours = AMOUNT  # check: the only number left over
          }
          walk from PATHS {  # check: is this the log of `walk`?
            id = N
            visitor = U  # check: its values are ids of `USERS`
            at = BEGUN as iso8601  # check: by its values a time
            kind = HOW as { "Slow" = slow, "fast" = fast }
          }
          notice from SENT {
            id = N
            visitor = U  # check: its values are ids of `USERS`
            at = TS as unix_seconds
            rule = WHY
          }
          # check: `SPARE` might hold `stay` too
        }
        """)
    let log = try Log.read(scratch.path(), Log.program(text + "\n" + draft), given: true)
    #expect(
      log.lines == [
        "1: in Europe/London zone=Europe/London", "  \(second)000 stay/short 1 hours=2.5",
        "  \(second + 1)000 walk/slow 1",
        "2: given any@\(second + 60)000", "  \(second + 2)000 walk/fast 2",
        "  \(second + 60)000 stay/long 2 hours=3",
      ])
    #expect(log.problems.isEmpty)
  }

  @Test func `Plurals and times that end in at need no check`() throws {
    let draft = try #require(
      try draft(
        """
        CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, visitor_id, begun_at, kind, hours);
        CREATE TABLE walk (id, visitor_id, walked_at, kind);
        CREATE TABLE visitors (id, zone);
        INSERT INTO stays VALUES (4, 'v', \(second)000, 'long', 2);
        INSERT INTO walk VALUES (1, 'v', \(second)000, 'fast');
        INSERT INTO visitors VALUES ('v', 'Europe/London');
        """))
    #expect(!draft.contains("# check"))
    #expect(
      try Log.read(scratch.path(), Log.program(text + "\n" + draft)).lines == [
        "v: in Europe/London zone=Europe/London", "  \(second)000 stay/long 4 hours=2",
        "  \(second)000 walk/fast 1",
      ])
  }

  @Test func `A column is one of names where more than half of its texts are`() throws {
    func draft(_ notes: [String]) throws -> String? {
      let rows = notes.enumerated().map { "(\($0.offset), 'v', \(second + $0.offset)000, '\($0.element)')" }
      return try self.draft(
        """
        DROP TABLE IF EXISTS steps;
        CREATE TABLE steps (id, visitor_id, at, note);
        INSERT INTO steps VALUES \(rows.joined(separator: ", "));
        """)
    }
    // A table that names rules is one of notices, and no log.
    let log = try #require(try draft(["any", "all"]))
    #expect(log.contains("from steps"))
    #expect(try draft(["any", "Any", "all"]) == nil)
  }

  @Test func `A time and an id alone make no log of an event that has another`() throws {
    let program = "subject visitor { }\nevent stay of visitor { }\nevent walk of visitor { }"
    let draft = try #require(
      try draft(
        """
        CREATE TABLE stays (id, visitor_id, at);
        CREATE TABLE other (id, visitor_id, begun);
        INSERT INTO stays VALUES (1, 'v', \(second)000);
        INSERT INTO other VALUES (1, 'v', \(second)000);
        """, for: program))
    #expect(draft.contains("stay from stays"))
    #expect(draft.contains("# check: no table looks like `walk`"))
    #expect(!draft.contains("other"))
  }

  @Test func `Plurals are those that English makes, as everywhere`() throws {
    let program = "subject daily_class { }\nevent activity of daily_class { }"
    let known = try draft(
      """
      CREATE TABLE activities (id INTEGER PRIMARY KEY, daily_class_id, at INTEGER);
      CREATE TABLE daily_classes (id);
      INSERT INTO activities VALUES (1, 'c', \(second)000);
      INSERT INTO daily_classes VALUES ('c');
      """, for: program)
    #expect(known?.contains("activity from activities {\n") == true, "\(known ?? "")")
    #expect(known?.contains("daily_class from daily_classes {\n") == true, "\(known ?? "")")
  }

  @Test func `A table that is not named like the subject is asked for in the plural`() throws {
    let draft = try draft(
      """
      CREATE TABLE entries (id INTEGER PRIMARY KEY, owner_id, at INTEGER);
      CREATE TABLE people (id INTEGER PRIMARY KEY, zone TEXT);
      INSERT INTO people VALUES (7, 'UTC');
      INSERT INTO entries VALUES (1, 7, \(second)000);
      """, for: "subject daily_class { zone: text }\nevent entry of daily_class { }")
    #expect(draft?.contains("# check: are these the daily classes?") == true, "\(draft ?? "")")
  }

  @Test func `Nothing is drafted from tables without times, and one table is not taken for two events`()
    throws
  {
    #expect(try draft("CREATE TABLE words (id INTEGER PRIMARY KEY, kind TEXT)") == nil)
    let draft = try #require(
      try draft(
        """
        CREATE TABLE log (happened_at TEXT, kind TEXT, "odd name" REAL);
        INSERT INTO log VALUES ('2026-11-20', 'long', 1), ('2026-11-21', 'short', 1);
        """))
    #expect(draft.contains("stay from log"))
    #expect(draft.contains("id = rowid"))
    #expect(draft.contains("# check: no column names the visitor, so all rows are those of one"))
    #expect(draft.contains("hours = \"odd name\"  # check: the only number left over"))
    #expect(draft.contains("# check: no table looks like `walk`"))
    #expect(
      try Log.read(scratch.path(), Log.program(text + "\n" + draft)).lines == [
        "me:", "  1795132800000 stay/long 1 hours=1", "  1795219200000 stay/short 2 hours=1",
      ])
  }

  @Test func `An event without kinds is drafted from any table of times with ids`() throws {
    let draft = try draft(
      """
      CREATE TABLE entries (id INTEGER PRIMARY KEY, created_at INTEGER);
      INSERT INTO entries VALUES (1, \(second - 978_307_200));
      """, for: "subject person { }\nevent bite of person { }")
    #expect(draft?.contains("bite from entries {  # check: is this the log of `bite`?") == true)
    #expect(draft?.contains("at = created_at as apple_seconds") == true)
  }

  /// From 2005 on and before 2100.
  @Test(arguments: [
    ("2453371.5", "at = ts as julian_day"), ("2453371.49", nil), ("2488069.49", "at = ts as julian_day"),
    ("2488069.5", nil), ("1104537600", "at = ts as unix_seconds"), ("1104537599", "at = ts as apple_seconds"),
    ("126230400", "at = ts as apple_seconds"), ("126230399", nil), ("1104537600000", "at = ts\n"),
    ("1104537599999", nil),
  ])
  func `Numbers are taken for times where they would be of this century`(number: String, line: String?) throws
  {
    let draft = try draft(
      "CREATE TABLE bites (id INTEGER PRIMARY KEY, ts); INSERT INTO bites VALUES (1, \(number));",
      for: "subject person { }\nevent bite of person { }")
    #expect((draft == nil) == (line == nil), "\(draft ?? "")")
    if let line { #expect(draft?.contains(line) == true, "\(draft ?? "")") }
  }
}

import Foundation
import Testing

/// What a drafted source takes a column for where its name, its values and other tables say different things.
struct DraftEvidenceTests {
  private static let pack = "subject person { zone: text }\nevent bite of person { }"
  private static let kinds = """
    subject person { zone: text }
    event deed of person { kind bite { }, kind water { }, kind smoke { }, kind stretch { } }
    """

  /// What `eval` says of a log that the pack has no source for.
  private func remarks(_ sql: String, for pack: String = pack) throws -> String {
    try remarks(for: pack) { scratch in
      let path = scratch.path("other.db")
      try Night.execute(sql, in: path)
      return path
    }
  }

  private func remarks(for pack: String = pack, _ make: (Scratch) throws -> String) throws -> String {
    let scratch = try Scratch()
    let path = try Scratch.pack(scratch, pack)
    let result = try Pace.run("eval", path, "--db", try make(scratch))
    #expect(result.status == 3, "\(result)")
    return result.remarks
  }

  // MARK: Ids and subjects

  @Test func `an id that repeats is none, and names the person if all of its values are ids of users`() throws
  {
    let remarks = try remarks(
      """
      CREATE TABLE users (uid TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE bites (bite_id TEXT PRIMARY KEY, uid TEXT, at TEXT);
      INSERT INTO users VALUES ('U1', 'Ann'), ('U2', 'Ben');
      INSERT INTO bites VALUES ('b1', 'U1', '2026-11-20 08:00'), ('b2', 'U2', '2026-11-20 09:00'),
        ('b3', 'U1', '2026-11-20 10:00');
      """)
    #expect(
      remarks.contains(
        """
            id = bite_id
            person = uid  # check: its values are ids of `users`
            at = at as iso8601

        """), "\(remarks)")
  }

  @Test func `the rows of a table without a key are numbered if its ids repeat, and asked about if few do`()
    throws
  {
    for (ids, line) in [
      ("'a', 'a', 'b', 'b'", "id = rowid  # check: `id` repeats\n"), ("'a', 'b', 'c', 'd'", "id = id\n"),
      (
        "'a', 'a', \(["b", "c", "d", "e", "f", "g", "h", "i", "j"].map { "'\($0)'" }.joined(separator: ", "))",
        "id = id  # check: some rows share one\n"
      ),
    ] {
      let rows = ids.split(separator: ", ").enumerated().map { "(\($1), '2026-11-20 08:\(10 + $0)')" }
      let remarks = try remarks(
        "CREATE TABLE bites (id TEXT, at TEXT); INSERT INTO bites VALUES \(rows.joined(separator: ", "));")
      #expect(remarks.contains("    \(line)"), "\(remarks)")
    }
  }

  @Test(arguments: ["profile", "users"])
  func `numbers that are not all ids name nobody, and a key named after the table does`(table: String) throws
  {
    let key = table == "users" ? "user_uuid" : "profile_uuid"
    let remarks = try remarks(
      """
      CREATE TABLE \(table) (_id INTEGER PRIMARY KEY, uuid TEXT, name TEXT);
      CREATE TABLE checkin (_id INTEGER PRIMARY KEY, habit_id INTEGER, \(key) TEXT, done_at TEXT);
      INSERT INTO \(table) VALUES (1, 'u1', 'Ann'), (2, 'u2', 'Ben'), (3, 'u3', 'Cy');
      INSERT INTO checkin VALUES (1, 1, 'u1', '2026-11-20 08:00'), (2, 2, 'u2', '2026-11-20 09:00'),
        (3, 4, 'u3', '2026-11-20 10:00'), (4, 3, 'u1', '2026-11-20 11:00');
      """)
    #expect(remarks.contains("    id = uuid  # check: rows of events refer to it\n"), "\(remarks)")
    #expect(remarks.contains("    person = \(key)\n"), "\(remarks)")
  }

  @Test func `a column whose values are not all ids is not said to hold them`() throws {
    let remarks = try remarks(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE bites (id INTEGER PRIMARY KEY, finger INTEGER, at TEXT);
      INSERT INTO users VALUES (1, 'Ann'), (2, 'Ben'), (3, 'Cy');
      INSERT INTO bites VALUES (11, 1, '2026-11-20 08:00'), (12, 4, '2026-11-20 09:00'), (13, 2, '2026-11-20 10:00');
      """)
    #expect(
      remarks.contains("# check: no column names the person, so all rows are those of one\n"), "\(remarks)")
  }

  // MARK: Times

  @Test func `a mark of deletion is no time, and the column that comes nearest is named`() throws {
    let remarks = try remarks(Self.dates("deleted_at"))
    #expect(
      remarks.contains("no source is drafted: no column of a table with rows holds times: "), "\(remarks)")
    let nearest = "`done_at` of `checkin` comes nearest, but `20.11.2026 08:00` is not a time that"
    #expect(remarks.contains(nearest), "\(remarks)")
  }

  @Test(arguments: [("created_at", ""), ("updated_at", "by its name a later time; ")])
  func `when a row was made or changed is asked about where dates are in another form`(
    column: String, more: String
  ) throws {
    let remarks = try remarks(Self.dates(column))
    let check = "# check: \(more)`done_at` may be the time, but `20.11.2026 08:00` is not read\n"
    #expect(remarks.contains("    at = \(column) as iso8601  \(check)"), "\(remarks)")
  }

  private static func dates(_ column: String) -> String {
    """
    CREATE TABLE checkin (id INTEGER PRIMARY KEY, done_at TEXT, \(column) TEXT);
    INSERT INTO checkin VALUES (1, '20.11.2026 08:00', NULL), (2, '20.11.2026 09:00', NULL),
      (3, '20.11.2026 10:00', '2026-11-21 09:00');
    """
  }

  @Test func `a time of removal is named as a mark, not taken for the time`() throws {
    let remarks = try remarks(
      """
      CREATE TABLE bites (id INTEGER PRIMARY KEY, utc_ms INTEGER, removed_at INTEGER);
      INSERT INTO bites VALUES (1, 1795208400000, NULL), (2, 1795208460000, 1795208760000);
      """)
    #expect(remarks.contains("    at = utc_ms  # check: by its values a time\n"), "\(remarks)")
    #expect(
      remarks.contains("    # check: if `removed_at` marks deleted rows, they are read too; "), "\(remarks)")
  }

  @Test(
    arguments: ["Datum", "Tag", "Day", "Datum & Uhrzeit", "c1"], ["31.12.2026 20:00", "12/20/2026 10:24 AM"])
  func `dates in another form are named whatever their column is called`(header: String, value: String) throws
  {
    let remarks = try remarks {
      try $0.write("log.csv", "nr;what;\(header)\n7;x;\(value)\n9;time;\(value)\n").path
    }
    #expect(
      remarks.contains("`\(header)` of `log` comes nearest, but `\(value)` is not a time that"), "\(remarks)")
  }

  @Test func `a time that is stored as a text is told to be one`() throws {
    let remarks = try remarks(
      "CREATE TABLE bites (id INTEGER PRIMARY KEY, at TEXT); INSERT INTO bites VALUES (1, '1795208400');")
    #expect(remarks.contains("comes nearest, but `1795208400` as a text is not a time that"), "\(remarks)")
  }

  // MARK: Kinds and fields

  @Test func `a mark of deletion is no kind, and codes are found beside it`() throws {
    let remarks = try remarks(
      """
      CREATE TABLE checkin (id INTEGER PRIMARY KEY, user_id INTEGER, habit_id INTEGER, deleted INTEGER, at TEXT);
      INSERT INTO checkin VALUES (11, 7, 1, 0, '2026-11-20 08:00'), (12, 7, 2, 1, '2026-11-20 09:00'),
        (13, 8, 3, 0, '2026-11-20 10:00'), (14, 7, 4, 0, '2026-11-20 11:00');
      """, for: Self.kinds)
    let map = "{ 1 = bite, 2 = water, 3 = smoke, 4 = stretch }"
    #expect(remarks.contains("    kind = habit_id as \(map)  # check: which value is which?\n"), "\(remarks)")
    #expect(remarks.contains("`where deleted != 1` leaves them out\n"), "\(remarks)")
  }

  @Test(arguments: ["habit INTEGER REFERENCES Habits", "habit_id INTEGER"])
  func `a key of another table is a kind by what that table calls it`(column: String) throws {
    let remarks = try remarks(
      """
      CREATE TABLE Habits (id INTEGER PRIMARY KEY, colour TEXT, title TEXT);
      CREATE TABLE checkin (id INTEGER PRIMARY KEY, \(column), at TEXT);
      INSERT INTO Habits VALUES (1, 'red', 'Smoke'), (2, 'blue', 'Drink water'), (3, 'red', 'Stretch'), (4, 'red', 'x');
      INSERT INTO checkin VALUES (11, 1, '2026-11-20 08:00'), (12, 2, '2026-11-20 09:00'), (13, 4, '2026-11-20 10:00');
      """, for: Self.kinds)
    let name = column.split(separator: " ")[0]
    let check = "by `title` of `Habits`; rows with `4` are skipped; which value is which?"
    #expect(
      remarks.contains("kind = \(name) as { 1 = smoke, 2 = water, 3 = stretch }  # check: \(check)\n"),
      "\(remarks)")
  }

  @Test func `a key of another table that names no kinds is none, and may name the subject`() throws {
    let remarks = try remarks(
      """
      CREATE TABLE Habits (Id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE Repetitions (
        id INTEGER PRIMARY KEY, habit INTEGER NOT NULL REFERENCES Habits(Id), timestamp INTEGER);
      INSERT INTO Habits VALUES (1, 'Run'), (2, 'Read');
      INSERT INTO Repetitions VALUES (1, 1, 1795208400000), (2, 1, 1795208460000), (3, 2, 1795208400000);
      """, for: Self.kinds)
    #expect(
      remarks.contains("    # check: if `habit` (it refers to `Habits`) does, add `person = habit`\n"),
      "\(remarks)")
    #expect(remarks.contains("    # check: no column was found for the kind\n"), "\(remarks)")
  }

  @Test func `a key of the same table is no kind`() throws {
    let remarks = try remarks(
      """
      CREATE TABLE deeds (id INTEGER PRIMARY KEY, after INTEGER REFERENCES deeds, at TEXT);
      INSERT INTO deeds VALUES (1, NULL, '2026-11-20 08:00'), (2, 1, '2026-11-20 09:00'), (3, 2, '2026-11-20 10:00');
      """, for: Self.kinds)
    #expect(remarks.contains("    # check: no column was found for the kind\n"), "\(remarks)")
  }

  @Test(arguments: ["1,2,3,4", "4,3,2,1"]) func `a column that numbers the rows is an id and nothing else`(
    numbers: String
  ) throws {
    let rows = numbers.split(separator: ",").enumerated().map { "\($1);2026-11-20 10:1\($0);x\n" }
    for pack in [Self.kinds, "subject person { }\nevent bite of person { units: number }"] {
      let remarks = try remarks(for: pack) { try $0.write("log.csv", "Nr;Zeit;Was\n" + rows.joined()).path }
      #expect(remarks.contains("    id = Nr  # check: it numbers the rows\n"), "\(remarks)")
      #expect(!remarks.contains("kind = Nr") && !remarks.contains("units = Nr"), "\(remarks)")
    }
  }
}

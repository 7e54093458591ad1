import PaceEngine
import PaceLanguage
import PaceStore
import Testing

/// Every event has an id: TEXT, INTEGER or 16 bytes. Rows without one don't count, whether ids are read or not.
struct EventIDTests {
  let scratch: Scratch
  let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program("subject session { }\nevent tick of session { units: number }")
  }

  private func read(_ sql: String, keepsIDs: Bool) throws -> Log {
    try Log.make(scratch.path(), sql)
    return try Log.read(scratch.path(), program, keepsIDs: keepsIDs)
  }

  @Test(arguments: [true, false], ["id", "id PRIMARY KEY", "id TEXT PRIMARY KEY", "id INT UNIQUE"])
  func `Rows whose id is no id are skipped, counted and named by their number`(
    keepsIDs: Bool, id: String
  ) throws {
    let isText = id.hasPrefix("id TEXT")
    let log = try read(
      """
      CREATE TABLE tick (\(id), session, at, units);
      INSERT INTO tick VALUES (x'00', 's', 1, 1), (NULL, 's', 2, 2), ('a', 's', 3, 3), (7, 's', 4, 4), (7.5, 's', 5, 5),
        (x'00112233445566778899AABBCCDDEEFF', 's', 6, 6), (NULL, 't', 6, 7), (8, 's', 7, 'x'), (NULL, 's', 8, 'x');
      """, keepsIDs: keepsIDs)
    let ids = ["a", "7", "7.5", "00112233-4455-6677-8899-aabbccddeeff"]
    // A column of texts makes a text of the number.
    let good = ids.indices.filter { isText || $0 != 2 }
    let lines = good.map { "  \($0 + 3) tick \(keepsIDs ? ids[$0] : "") units=\($0 + 3)" }
    // The only row of t doesn't count, so t is no subject.
    #expect(log.lines == ["s:"] + lines)
    let cause = "is no id: not TEXT, INTEGER or a BLOB of 16 bytes"
    #expect(
      log.problemLines
        == [
          "tick rowid 1 id: a BLOB of 1 bytes \(cause)", "tick rowid 2 id: is NULL",
          isText ? "" : "tick rowid 5 id: `7.5` \(cause)",
          "tick rowid 7 id: is NULL", "tick 8 units: `x` is not a number",
          "tick rowid 9 units: `x` is not a number",
        ].filter { !$0.isEmpty })
    #expect(log.problems.skippedRows == (isText ? 5 : 6))
  }

  @Test(arguments: [true, false])
  func `A table without numbers of rows names what stands for an id`(keepsIDs: Bool) throws {
    let log = try read(
      """
      CREATE TABLE stored (i, session, at); INSERT INTO stored VALUES (1.5, 's', 1), ('a', 's', 2);
      CREATE VIEW tick AS SELECT i AS id, session, at FROM stored;
      """, keepsIDs: keepsIDs)
    #expect(log.lines == ["s:", "  2 tick a"].map { keepsIDs ? $0 : $0.replacing("tick a", with: "tick ") })
    #expect(
      log.problemLines == ["tick - id: `1.5` is no id: not TEXT, INTEGER or a BLOB of 16 bytes"])
    #expect(
      log.problems.first.map { $0.text } == [
        "tick: `id` `1.5` is no id: not TEXT, INTEGER or a BLOB of 16 bytes; skipped"
      ])
  }

  @Test(arguments: [true, false])
  func `The number of the row is an id where the key is another name for it, or there is none`(
    keepsIDs: Bool
  ) throws {
    for key in ["id INTEGER PRIMARY KEY, ", ""] {
      let log = try read(
        """
        DROP TABLE IF EXISTS tick; CREATE TABLE tick (\(key)session, at);
        INSERT INTO tick (session, at) VALUES ('s', 1), ('s', 2);
        """, keepsIDs: keepsIDs)
      #expect(log.lines == ["s:"] + [1, 2].map { "  \($0) tick \(keepsIDs ? String($0) : "")" })
      #expect(log.problems.isEmpty)
    }
  }
}

/// An id that several rows of one subject have: the rows can be read, so they count, and it is reported.
struct RepeatedIDTests {
  let scratch: Scratch
  let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program("subject session { }\nevent tick of session { units: number }")
  }

  private static let rows = """
    INSERT INTO tick (id, session, at, units) VALUES ('a', 's', 1, 1), ('a', 's', 2, 2), ('b', 's', 3, 3), ('a', 's', 3, 4),
      ('b', 't', 4, 5), ('c', 't', 5, 6);
    """

  @Test(arguments: [true, false], [LogReader.Options.Order.verified, .optimistic])
  func `Rows with the id of an earlier one of their subject count, and are counted and named`(
    keepsIDs: Bool, order: LogReader.Options.Order
  ) throws {
    try Log.make(scratch.path(), "CREATE TABLE tick (id, session, at, units);" + Self.rows)
    let log = try Log.read(scratch.path(), program, order: order, keepsIDs: keepsIDs)
    #expect(log.lines.count { $0.hasPrefix("  ") } == 6)
    #expect(log.problems.repeated == [RepeatedIDs(table: "tick", count: 2, first: ["a"])])
    #expect(log.problems.isEmpty)
    #expect(log.problems.skippedRows == 0)
  }

  @Test(arguments: [
    "id TEXT PRIMARY KEY", "id TEXT UNIQUE", "id INTEGER PRIMARY KEY", "id INTEGER",
    "units2, id TEXT, UNIQUE (id, at)",
  ])
  func `A log without such rows says nothing of it`(column: String) throws {
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (session, at, units, \(column));
      INSERT INTO tick (id, session, at, units) VALUES (1, 's', 1, 1), (2, 's', 2, 2), (3, 't', 3, 3);
      """)
    let log = try Log.read(scratch.path(), program, keepsIDs: false)
    #expect(log.problems.repeated.isEmpty)
    #expect(log.lines.count { $0.hasPrefix("  ") } == 3)
  }

  @Test func `An index over two columns or some rows does not make ids unique`() throws {
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id TEXT, session, at, units, UNIQUE (id, at));
      CREATE UNIQUE INDEX some ON tick (id) WHERE units > 3;
      INSERT INTO tick VALUES ('a', 's', 1, 1), ('a', 's', 2, 2), ('b', 's', 3, 3);
      """)
    let log = try Log.read(scratch.path(), program)
    #expect(log.problems.repeated == [RepeatedIDs(table: "tick", count: 1, first: ["a"])])
  }
}

/// Ids are told apart by their hashes first, and where these are the same, by a second look at the table.
struct RepeatedIDHashTests {
  @Test(arguments: [64, 3, 0], [true, false])
  func `Ids that share a hash are told apart, and repeats counted as by comparing the ids`(
    bits: Int, isStored: Bool
  ) throws {
    let scratch = try Scratch()
    let program = try Log.program(
      """
      subject session { }
      event tick of session { mood: text }
      event tock of session { units: number }
      """)
    // Five subjects of 60 rows each, of whose ids every seventh is another row's.
    let order = isStored ? "s, i" : "i * 37 % 60, s"
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id, session, at, mood);
      CREATE TABLE tock (id, session, at, units);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59),
        m(s) AS (SELECT 0 UNION ALL SELECT s + 1 FROM m WHERE s < 4)
      INSERT INTO tick SELECT CASE WHEN i % 7 = 6 THEN i / 7 % 3 ELSE 'id' || i END, 's' || s, i, 'm' || i
      FROM n, m ORDER BY \(order);
      INSERT INTO tick VALUES (x'00112233445566778899AABBCCDDEEFF', 's4', 900, 'x'), ('7', 's4', 901, 'x'), (7, 's4', 902, 'x'),
        ('00112233-4455-6677-8899-aabbccddeeff', 's4', 903, 'x'), ('', 's4', 904, 'x'), ('', 's4', 905, 'x'),
        ('id1', 's4', 'soon', 'x'), ('7', 's4', 902, 'x');
      INSERT INTO tock VALUES ('id1', 's1', 3, 1), ('id1', 's2', 4, 1), ('id2', 's2', 5, 'x'), ('id2', 's2', 6, 1);
      """)
    let log = try Log.read(scratch.path(), program, keepsIDs: false, idHashBits: bits)
    #expect(log.problems.repeated == [RepeatedIDs(table: "tick", count: 28, first: ["0", "1", "2"])])
    #expect(log.lines.count { $0.contains(" tick ") } == 307)
    #expect(log.problems.skippedRows == 2)
    #expect(log.problems.first.count == 2)
  }

  @Test func `Only the rows up to the subject that was read last are looked at`() throws {
    let scratch = try Scratch()
    let program = try Log.program("subject session { }\nevent tick of session { }")
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id, session, at);
      INSERT INTO tick VALUES ('a', 's', 1), ('a', 's', 2), ('a', 't', 3), ('a', 't', 4), ('a', 't', 5);
      """)
    let connection = try Connection.reading(scratch.path())
    let layout = try Layout(for: program, in: connection)
    var reader = try LogReader(connection, program: program, layout: layout, zones: ZoneDirectory())
    var subject = SubjectRecord(attributes: [], zone: .utc)
    var event = EventRecord(event: EventID(0), kind: nil, at: Instant(0), values: [])
    #expect(try reader.nextSubject(&subject, intern: { _ in .unknown }))
    while try reader.nextEvent(&event, intern: { _ in .unknown }) {}
    #expect(try reader.problems().repeated == [RepeatedIDs(table: "tick", count: 1, first: ["a"])])
  }
}

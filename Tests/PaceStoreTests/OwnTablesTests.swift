import PaceEngine
import PaceLanguage
import PaceOracle
import PaceStore
import Testing

private let text = """
  subject session {
    mood: calm | wild = calm
    goal: number = 2 in 1 .. 20
    wake: time = 07:00
    since: date
    auto_end: duration = 180 min
    loud: bool = yes
    note: text
    zone: text
    ends after auto_end without tick
  }
  event tick of session {
    units: number in 0 .. 50
    strong: bool = yes
    kind small { units = 1 }
    kind large { units = 2 }
  }
  event mark of session { label: text }
  """

struct OwnTablesTests {
  let scratch: Scratch
  let program: Program

  init() throws {
    scratch = try Scratch()
    program = try Log.program(text)
  }

  @Test func `What is written is read again, in the order of ids and times`() throws {
    let writer = try LogWriter(to: scratch.path(), program: program)
    try writer.add(
      subject: "b", startedAt: Instant(5), endedAt: Instant(9),
      attributes: [
        .value(Value(1)), .value(Value(2_500_000)), .value(Value(23_400_000)), .value(Value(20_000)),
        .value(Value(60_000)), .value(.no), .text("it's"), .text("Europe/London"),
      ])
    try writer.add(
      event: EventID(0), id: "2", subject: "b", at: Instant(7), kind: KindID(1),
      fields: [.value(Value(1_500_000))])
    try writer.add(
      event: EventID(1), id: "3", subject: "b", at: Instant(6), fields: [.text("hi")], device: "d")
    try writer.add(event: EventID(0), id: "1", subject: "a", at: Instant(3), fields: [nil, .value(.yes)])
    try writer.commit()
    let log = try Log.read(scratch.path(), program)
    #expect(
      log.lines == [
        "a:", "  3 tick 1 strong=yes",
        "b: from 5 to 9 in Europe/London mood=wild goal=2.5 wake=06:30 since=2024-10-04 auto_end=1 min loud=no"
          + " note=it's zone=Europe/London",
        "  6 mark 3 label=hi", "  7 tick/large 2 units=1.5",
      ])
    #expect(log.problems.isEmpty)
  }

  @Test func `Nothing is kept without a commit`() throws {
    func write() throws {
      let writer = try LogWriter(to: scratch.path(), program: program)
      try writer.add(subject: "a")
    }
    try LogWriter(to: scratch.path(), program: program).commit()
    try write()
    #expect(try Log.read(scratch.path(), program).lines == [])
  }

  @Test func `Events of one instant come by declaration and then by the bytes of their ids`() throws {
    try make(
      """
      INSERT INTO mark (id, session, at) VALUES ('0', 's', 5);
      INSERT INTO tick (id, session, at) VALUES ('b', 's', 5), ('B', 's', 5), ('10', 's', 5), ('9', 's', 5), ('z', 's', 4);
      """)
    let lines = try Log.read(scratch.path(), program).lines
    #expect(
      lines == ["s:", "  4 tick z", "  5 tick 10", "  5 tick 9", "  5 tick B", "  5 tick b", "  5 mark 0"])
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `The order in which rows are stored changes nothing`(seed: UInt64) throws {
    var generator = SplitMix64(seed)
    var rows: [(subject: Int, at: Int, id: Int)] = []
    for id in 0..<400 { rows.append((id % 7, Int(generator.next() % 40), id)) }
    func fill(_ name: String, _ rows: [(subject: Int, at: Int, id: Int)]) throws {
      let writer = try LogWriter(to: scratch.path(name), program: program)
      for row in rows {
        let event = EventID(row.id % 2)
        try writer.add(event: event, id: "\(row.id)", subject: "s\(row.subject)", at: Instant(Int64(row.at)))
      }
      try writer.commit()
    }
    try fill("ordered.db", rows.sorted { ($0.subject, $0.at) < ($1.subject, $1.at) })
    try fill("shuffled.db", rows.shuffled(using: &generator))
    let expected = try Log.read(scratch.path("ordered.db"), program).lines
    #expect(expected.count == 407)
    #expect(try Log.read(scratch.path("shuffled.db"), program).lines == expected)
    #expect(try Log.read(scratch.path("shuffled.db"), program, order: .optimistic).lines == expected)
    #expect(try Log.read(scratch.path("ordered.db"), program, order: .optimistic).lines == expected)
    for memory in [0, 1_000, 20_000] {
      #expect(try Log.read(scratch.path("shuffled.db"), program, memory: memory).lines == expected)
    }
    let one = try Log.read(scratch.path("shuffled.db"), program, subject: "s3").lines
    #expect(one.first == "s3:" && one.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    #expect(expected.joined(separator: "\n").contains(one.joined(separator: "\n")))
  }

  @Test(arguments: [true, false])
  func `Rows of one instant come by their ids, wherever batches of rows end`(keepsIDs: Bool) throws {
    // A night with hundreds of rows, most of them at the same instant as others, and hundreds of short ones.
    var rows: [(subject: String, at: Int, id: String)] = []
    for id in 0..<700 { rows.append(("a", id / 3, "\(999 - id)")) }
    for id in 0..<600 { rows.append(("s\(1000 + id / 2)", 5, "\(9 - id % 2)")) }
    let values = rows.map { "('\($0.id) of \($0.subject)', '\($0.subject)', \($0.at), 'n\($0.id)')" }
    try make("INSERT INTO mark (id, session, at, label) VALUES " + values.joined(separator: ", "))
    var expected: [String] = []
    for row in rows.sorted(by: { ($0.subject, $0.at, $0.id) < ($1.subject, $1.at, $1.id) }) {
      if expected.last(where: { $0.hasSuffix(":") }) != row.subject + ":" {
        expected.append(row.subject + ":")
      }
      let id = keepsIDs ? "\(row.id) of \(row.subject)" : ""
      expected.append("  \(row.at) mark \(id) label=n\(row.id)")
    }
    for order in [LogReader.Options.Order.verified, .optimistic] {
      #expect(try Log.read(scratch.path(), program, order: order, keepsIDs: keepsIDs).lines == expected)
    }
  }

  @Test(arguments: [1 << 30, 10_000, 0], [true, false])
  func `Rows in no order are sorted, in memory and through a file, with all that they hold`(
    memory: Int, keepsIDs: Bool
  ) throws {
    try make(
      """
      DROP TABLE mark;
      CREATE TABLE mark (id, session, at, label);
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
      INSERT INTO mark SELECT CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'same' ELSE 'id' || (i * 7 % 500) END,
        CASE i % 5 WHEN 0 THEN i % 3 WHEN 1 THEN x'00112233445566778899AABBCCDDEEFF' ELSE 's' || (i * 31 % 40) END,
        i * 17 % 50, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN CAST(x'C3' AS TEXT) ELSE 'n' || i END FROM n;
      INSERT INTO mark VALUES ('x', 'bad', 'soon', NULL), (NULL, 'bare', 1, NULL);
      CREATE TABLE sorted AS SELECT * FROM mark ORDER BY
        CASE typeof(session) WHEN 'blob' THEN '00112233' ELSE CAST(session AS TEXT) END, at;
      """)
    let log = try Log.read(scratch.path(), program, keepsIDs: keepsIDs, memory: memory)
    try Log.make(scratch.path(), "DROP TABLE mark; ALTER TABLE sorted RENAME TO mark;")
    let expected = try Log.read(scratch.path(), program, order: .optimistic, keepsIDs: keepsIDs)
    #expect(log.lines == expected.lines)
    #expect(log.lines.count { $0.hasPrefix("  ") } > 300)
    #expect(log.problemLines.count == 20 && log.problems.total > 100)
    #expect(log.problems.total == expected.problems.total)
    #expect(log.problems.repeated == expected.problems.repeated)
    #expect(!log.problems.repeated.isEmpty)
  }

  @Test(arguments: [1 << 30, 0])
  func `Of the rows of a subject in no order the first counts`(memory: Int) throws {
    try make(
      """
      DROP TABLE session;
      CREATE TABLE session (id, started_at);
      INSERT INTO session VALUES ('b', 5), ('a', 7), ('b', 3), ('a', 1), ('b', 4);
      """)
    let log = try Log.read(scratch.path(), program, memory: memory)
    #expect(log.lines == ["a: from 7", "b: from 5"])
    #expect(
      log.problemLines
        == ["a", "b", "b"].map { "session \($0) id: is there more than once; the first row counts" })
  }

  @Test func `The empty text is an id like any other`() throws {
    try make("INSERT INTO tick (id, session, at) VALUES ('1', '', 5), ('2', '', 6), ('3', 'a', 1)")
    for order in [LogReader.Options.Order.verified, .optimistic] {
      let lines = try Log.read(scratch.path(), program, order: order).lines
      #expect(lines == [":", "  5 tick 1", "  6 tick 2", "a:", "  1 tick 3"])
    }
  }

  @Test(arguments: [true, false])
  func `Subjects and texts that are not UTF-8 are skipped, so that no two look the same`(keepsIDs: Bool)
    throws
  {
    try make(
      """
      INSERT INTO mark (id, session, at, label) VALUES ('1', 'a', 1, 'é'), ('2', CAST(x'62FF' AS TEXT), 2, 'b'),
        ('3', CAST(x'62FE' AS TEXT), 3, 'c'), ('4', 'é', 4, CAST(x'C3' AS TEXT));
      """)
    for order in [LogReader.Options.Order.verified, .optimistic] {
      let log = try Log.read(scratch.path(), program, order: order, keepsIDs: keepsIDs)
      #expect(log.lines == ["a:", "  1 mark \(keepsIDs ? "1" : "") label=é"])
      #expect(
        log.problemLines == [
          "mark 2 session: `b\u{FFFD}` is not UTF-8", "mark 3 session: `b\u{FFFD}` is not UTF-8",
          "mark 4 label: `\u{FFFD}` is not UTF-8",
        ])
    }
  }

  @Test func `Columns that are missing count as NULL, and the subject's table need not be there`() throws {
    try Log.make(
      scratch.path(), "CREATE TABLE TICK (AT, Session); INSERT INTO tick VALUES (2, 'x'), (1, 'x')")
    #expect(try Log.read(scratch.path(), program).lines == ["x:", "  1 tick 2", "  2 tick 1"])
  }

  @Test func `Events without a subject column belong to me`() throws {
    try Log.make(scratch.path(), "CREATE TABLE tick (id, at); INSERT INTO tick VALUES (7, 2), (8, 1)")
    #expect(try Log.read(scratch.path(), program).lines == ["me:", "  1 tick 8", "  2 tick 7"])
  }

  @Test func `With per day the subject is the day of the calendar and zone`() throws {
    let program = try Log.program(
      """
      calendar { day starts 04:00 }
      subject day per day { }
      event tick of day { }
      """)
    // 2026-11-20 at 03:59, 04:00 and 23:59:59.999 UTC, and the next day at 03:00.
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id, at);
      INSERT INTO tick VALUES (1, 1795147140000), (2, 1795147200000), (4, 1795230000000), (3, 1795219199999)
      """)
    #expect(
      try Log.read(scratch.path(), program).lines == [
        "2026-11-19:", "  1795147140000 tick 1", "2026-11-20:", "  1795147200000 tick 2",
        "  1795219199999 tick 3", "  1795230000000 tick 4",
      ])
    var zones = ZoneDirectory()
    let found = zones.zone(named: "Asia/Tokyo")
    let tokyo = try #require(found)
    let lines = try Log.read(scratch.path(), program, zone: tokyo).lines
    #expect(
      lines.filter { !$0.hasPrefix(" ") } == ["2026-11-20: in Asia/Tokyo", "2026-11-21: in Asia/Tokyo"])
  }

  @Test func `With per day a row whose subject is not its day is skipped, counted and named`() throws {
    let program = try Log.program("subject day per day { goal: number }\nevent tick of day { }")
    // 2026-11-20 at 03:59 UTC.
    let at: Int64 = 1_795_147_140_000
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id, day, at);
      INSERT INTO tick VALUES (1, '2026-11-20', \(at)), (2, '2026-11-21', \(at)), (3, 'foo', \(at)), (4, 1.5, \(at)),
        (5, '2026-11-20', \(at + 1)), (6, '2026-11-21', \(at + 86400000));
      CREATE TABLE day (id, goal); INSERT INTO day VALUES ('2026-11-20', 5), ('2026-11-31', 6), ('foo', 7);
      """)
    for order in [LogReader.Options.Order.verified, .optimistic] {
      let log = try Log.read(scratch.path(), program, order: order)
      #expect(
        log.lines == [
          "2026-11-20: goal=5", "  \(at) tick 1", "  \(at + 1) tick 5", "2026-11-21:",
          "  \(at + 86_400_000) tick 6",
        ])
      #expect(
        log.problemLines.sorted() == [
          "day 2026-11-31 id: `2026-11-31` is not a date as YYYY-MM-DD",
          "day foo id: `foo` is not a date as YYYY-MM-DD",
          "tick 2 day: `2026-11-21` is not the day of its time, 2026-11-20",
          "tick 3 day: `foo` is not the day of its time, 2026-11-20",
          "tick 4 day: `1.5` is no id: not TEXT, INTEGER or a BLOB of 16 bytes",
        ])
    }
  }

  @Test func `A time beyond all numbers is too small or too large`() throws {
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE tick (id, session, at);
      INSERT INTO tick VALUES (1, 's', -9223372036854775807 - 1), (2, 's', -9e999), (3, 's', 9e999);
      """)
    #expect(
      try Log.read(scratch.path(), program).problemLines.sorted() == [
        "tick 1 at: `-9223372036854775808` is too small", "tick 2 at: `-Inf` is too small",
        "tick 3 at: `Inf` is too large",
      ])
  }

  @Test func `Given notices are read only when asked for`() throws {
    let program = try Log.program(
      text + "\nrule loud { on tick, emit warning \"x\" }\nrule soft { on tick, emit warning \"y\" }")
    try make(
      """
      INSERT INTO tick (id, session, at) VALUES ('1', 's', 5);
      CREATE TABLE notice (id, session, at, rule);
      INSERT INTO notice VALUES (1, 's', 9, 'soft'), (2, 's', 6, 'loud'), (3, 's', 7, 'lout'), (4, 's', 8, NULL),
        (5, 't', 1, 'loud');
      """, program)
    #expect(try Log.read(scratch.path(), program).lines == ["s:", "  5 tick 1"])
    let log = try Log.read(scratch.path(), program, given: true)
    #expect(log.lines == ["s: given loud@6 given soft@9", "  5 tick 1", "t: given loud@1"])
    #expect(
      log.problemLines == [
        "notice 3 rule: `lout` is not a rule; did you mean `loud`?", "notice 4 rule: is NULL",
      ])
  }

  private func make(_ sql: String, _ program: Program? = nil) throws {
    try Log.make(scratch.path(), TableDefinitions.sql(for: program ?? self.program) + sql)
  }
}

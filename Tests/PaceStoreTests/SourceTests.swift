import PaceEngine
import PaceLanguage
import PaceStore
import Testing

private let text = """
  subject session {
    mood: calm | wild = calm
    auto_end: duration = 180 min
    loud: bool = yes
    note: text = "none"
  }
  event drop of session {
    units: number = 0 in 0 .. 50
    strong: bool = yes
    wait: duration in 0 min .. 2 h
    due: time
    on_day: date
    kind beer { units = 1 }
    kind ale { units = 1 }
  }
  event pour of session { units: number }
  rule loud_one { on drop, emit warning "x" }
  """

struct SourceTests {
  let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(_ source: String, _ sql: String, named name: String? = nil, given: Bool = false) throws
    -> Log
  {
    let program = try Log.program(text + "\n" + source)
    try Log.make(scratch.path(), sql)
    return try Log.read(scratch.path(), program, source: name, given: given)
  }

  @Test func `A database of SwiftData is read as it is`() throws {
    let log = try read(
      """
      source swiftdata {
        session from ZSESSION {
          id = ZIDSTRING, started_at = ZSTARTEDAT as apple_seconds, ended_at = ZENDEDAT as apple_seconds
          mood = ZMOOD, auto_end = ZTIMEOUTMINUTES as minutes
        }
        drop from ZDRINKLOG {
          id = ZIDSTRING, session = ZSESSIONIDSTRING, at = ZTIMESTAMP as apple_seconds
          kind = ZTYPEID, units = ZUNITS, strong = ZISSTRONG
        }
        notice from ZPACINGEVENT { id = ZIDSTRING, session = ZSESSIONIDSTRING, at = ZTIMESTAMP as apple_seconds, rule = ZCODE }
      }
      """,
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      CREATE TABLE ZSESSION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTIMEOUTMINUTES INTEGER,
        ZENDEDAT TIMESTAMP, ZSTARTEDAT TIMESTAMP, ZIDSTRING VARCHAR, ZMOOD VARCHAR);
      CREATE TABLE ZDRINKLOG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISSTRONG INTEGER,
        ZTIMESTAMP TIMESTAMP, ZUNITS FLOAT, ZIDSTRING VARCHAR, ZSESSIONIDSTRING VARCHAR, ZTYPEID VARCHAR);
      CREATE TABLE ZPACINGEVENT (Z_PK INTEGER PRIMARY KEY, ZTIMESTAMP TIMESTAMP, ZIDSTRING VARCHAR,
        ZSESSIONIDSTRING VARCHAR, ZCODE VARCHAR);
      INSERT INTO ZSESSION VALUES (1, 2, 1, 90, NULL, 816901200.25, 'A-1', 'wild');
      INSERT INTO ZDRINKLOG VALUES (1, 1, 1, 1, 816901740.5, 0.1, 'D-2', 'A-1', 'beer');
      INSERT INTO ZDRINKLOG VALUES (2, 1, 1, 0, 816901200, 1.5, 'D-1', 'A-1', NULL);
      INSERT INTO ZPACINGEVENT VALUES (1, 816901740.5, 'N-1', 'A-1', 'loud_one');
      """, given: true)
    #expect(log.problemLines == [])
    #expect(
      log.lines == [
        "A-1: from 1795208400250 mood=wild auto_end=1 h 30 min given loud_one@1795208940500",
        "  1795208400000 drop D-1 units=1.5 strong=no",
        "  1795208940500 drop/beer D-2 units=0.1 strong=yes",
      ])
  }

  @Test(arguments: [
    ("unix_ms", "1795208400250"), ("unix_seconds", "1795208400.25"), ("apple_seconds", "816901200.25"),
    ("iso8601", "'2026-11-20T21:00:00.250Z'"), ("iso8601", "'2026-11-20 23:00:00.2500+02:00'"),
    ("iso8601", "'2026-11-20 21:00:00.250'"), ("iso8601", "'2026-11-20T14:30:00.250-0630'"),
    ("iso8601", "'20261120T210000.25Z'"), ("iso8601", "'20261120T143000.250-06:30'"),
    ("unix_us", "1795208400250000"), ("unix_us", "1795208400250499"), ("unix_us", "1795208400249500.0"),
    ("unix_ns", "1795208400249500001"), ("unix_ns", "1795208400250499999"),
    ("webkit_us", "13439682000250000"), ("webkit_us", "13439682000249501"),
  ])
  func `Every encoding of times gives the same instant`(encoding: String, value: String) throws {
    let log = try read(
      "source s { drop from t { id = rowid, at = a as \(encoding) } }",
      "CREATE TABLE t (a); INSERT INTO t VALUES (\(value))")
    #expect(log.lines == ["me:", "  1795208400250 drop 1"], "\(log.problemLines)")
  }

  @Test func `Rows are told apart by several tests, and NULL is none of the values`() throws {
    let log = try read(
      """
      source s {
        drop from t where hidden != 1 and sort in (1, "x", 2.5) and note != "gone" { id = i, at = a }
      }
      """,
      """
      CREATE TABLE t (i, a, hidden, sort, note);
      INSERT INTO t VALUES ('a', 1, 0, 1, NULL), ('b', 2, NULL, 'x', 'kept'), ('c', 3, 1, 1, NULL),
        ('d', 4, 0, 3, NULL), ('e', 5, 0, NULL, NULL), ('f', 6, 0, 2.5, 'gone'), ('g', 7, 0, 2.5, 'it''s');
      """)
    #expect(log.lines == ["me:", "  1 drop a", "  2 drop b", "  7 drop g"])
    #expect(log.problemLines == [])
  }

  @Test func `An else stands for every other value, but not for NULL`() throws {
    let log = try read(
      """
      source s {
        drop from t {
          id = i, at = a, kind = k as { 1 = beer, else = ale }, strong = k as { 1 = no, else = yes }
          units = k as { 2 = 3, else = 0.5 }
        }
      }
      """,
      "CREATE TABLE t (i, a, k); INSERT INTO t VALUES ('a', 1, 1), ('b', 2, 'z'), ('c', 3, 1.5), ('d', 4, NULL), ('e', 5, 2)"
    )
    #expect(
      log.lines == [
        "me:", "  1 drop/beer a units=0.5 strong=no", "  2 drop/ale b units=0.5 strong=yes",
        "  3 drop/ale c units=0.5 strong=yes", "  4 drop d", "  5 drop/ale e units=3 strong=yes",
      ], "\(log.problemLines)")
  }

  @Test(arguments: [
    ("unix_seconds", "1795212000.5", "1795208400"), ("unix_ms", "1795212000500", "1795208400000"),
    ("iso8601", "'2026-11-20T22:00:00.500Z'", "'2026-11-20T22:00+01:00'"),
    ("iso8601", "'2026-11-20 22:00:00.5'", "'20261120T210000'"), ("webkit_us", "3600500000", "0"),
    ("us", "3600500499", "0"),
    ("minutes", "61", "0.991666667"), ("hh_mm_ss", "'10:00:00.5'", "'9:00'"),
    ("julian_day", "2461000.5", "2461000.458327546"),
  ])
  func `A duration is the difference of two columns`(encoding: String, later: String, earlier: String) throws
  {
    let log = try read(
      "source s { drop from t { id = rowid, at = n, wait = b - a as \(encoding) } }",
      "CREATE TABLE t (n, a, b); INSERT INTO t VALUES (1, \(earlier), \(later)), (2, NULL, \(later)), (3, \(earlier), NULL)"
    )
    #expect(
      log.lines == ["me:", "  1 drop 1 wait=1 h 500 ms", "  2 drop 2", "  3 drop 3"], "\(log.problemLines)")
  }

  @Test func `A difference that can't be is told with the column that is to blame`() throws {
    let log = try read(
      "source s { drop from t { id = rowid, at = n, wait = b - a as iso8601 } }",
      """
      CREATE TABLE t (n, a, b); INSERT INTO t VALUES (1, 'then', '2026-11-20T21:00Z'), (2, '2026-11-20T21:00Z', 7),
        (3, '2026-11-20T21:00Z', '2026-11-20T23:00:00.001Z'), (4, '2026-11-20T21:00Z', '2026-11-20T20:00Z')
      """)
    #expect(
      log.problemLines == [
        "t 1 b - a: `then` is not a time that pace reads, such as `2026-11-20 21:00`",
        "t 2 b - a: `7` is a number, and `iso8601` reads texts alone",
        "t 3 b - a: `2 h 1 ms` is outside 0 min .. 2 h", "t 4 b - a: `-1 h` is outside 0 min .. 2 h",
      ])
    #expect(!log.lines.contains { $0.contains("drop") } && log.problems.lost.map(\.table) == ["t"])
  }

  @Test(arguments: [
    ("'0:45'", "45 min"), ("'1:05:30'", "1 h 5 min 30 s"), ("'01:59:59.999'", "1 h 59 min 59 s 999 ms"),
    ("NULL", nil),
  ])
  func `Durations may be stored as on a clock`(stored: String, wait: String?) throws {
    let log = try read(
      "source s { drop from t { id = rowid, at = n, wait = w as hh_mm_ss } }",
      "CREATE TABLE t (n, w); INSERT INTO t VALUES (1, \(stored))")
    #expect(log.lines == ["me:", "  1 drop 1" + (wait.map { " wait=\($0)" } ?? "")], "\(log.problemLines)")
  }

  @Test(arguments: [
    "'45'", "'1:60'", "'1:5'", "':30'", "'-1:00'", "'1:00:60'", "'99999:00'", "65", "'3:00'", "''",
  ])
  func `What is no duration of a clock, or out of range, skips its row`(stored: String) throws {
    let log = try read(
      "source s { drop from t { id = rowid, at = n, wait = w as hh_mm_ss } }",
      "CREATE TABLE t (n, w); INSERT INTO t VALUES (1, \(stored)), (2, '0:00')")
    #expect(log.lines == ["me:", "  2 drop 2 wait=0 min"])
    let cause = stored == "'3:00'" ? "`3:00` is outside 0 min .. 2 h" : "is not a duration as H:MM or H:MM:SS"
    #expect(log.problemLines.first?.hasSuffix(cause) == true, "\(log.problemLines)")
    #expect(log.problems.lost.isEmpty)
  }

  @Test func `Julian days give whole milliseconds`() throws {
    let log = try read(
      "source s { drop from t { id = rowid, at = a as julian_day } }",
      "CREATE TABLE t (a); INSERT INTO t VALUES (julianday('2026-11-20 21:00:00.250')), (2440587.5), (2440588)"
    )
    #expect(
      log.lines == ["me:", "  0 drop 2", "  43200000 drop 3", "  1795208400250 drop 1"], "\(log.problemLines)"
    )
  }

  @Test func `A schedule is read from text and from bytes`() throws {
    let program = try Log.program("subject plan { when: schedule }\nevent done of plan {}")
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE plan (id, "when"); CREATE TABLE done (id, plan, at);
      INSERT INTO plan VALUES ('a', '{"type":"monthly","monthDays":[1]}'),
        ('b', CAST('{"type":"adhoc","specificDate":793926000.0}' AS BLOB)), ('c', x'FF'), ('d', CAST('funday' AS BLOB)),
        ('e', '{"type":"monthly","on":[1]}');
      INSERT INTO done VALUES (1, 'a', 1), (2, 'b', 1), (3, 'c', 1), (4, 'd', 1), (5, 'e', 1);
      """)
    let log = try Log.read(scratch.path(), program)
    #expect(
      log.lines.filter { !$0.hasPrefix(" ") } == [
        #"a: when={"type":"monthly","monthDays":[1]}"#,
        #"b: when={"type":"adhoc","specificDate":793926000.0}"#,
        "c:", "d:", "e:",
      ])
    let expected = "is not a schedule, such as `daily` or `weekly mon wed`"
    #expect(
      log.problemLines == [
        "plan c when: a BLOB of 1 bytes \(expected)", "plan d when: a BLOB of 6 bytes \(expected)",
        #"plan e when: `{"type":"monthly","on":[1]}` \#(expected)"#,
      ])
  }

  @Test func `A schedule in a row is read from text, from bytes and through a map`() throws {
    let program = try Log.program(
      """
      subject goal {}
      event change of goal { to: schedule }
      source own { change from change { id = id, goal = goal, at = at, to = "to" } }
      source short { change from change { id = id, goal = goal, at = at, to = code as { "1" = "weekly mon" } } }
      """)
    try Log.make(
      scratch.path(),
      """
      CREATE TABLE change (id, goal, at, "to", code);
      INSERT INTO change VALUES (1, 'me', 1, 'monthly 1 15', 1), (2, 'me', 2, NULL, NULL),
        (3, 'me', 3, CAST('{"type":"weekly","days":[1]}' AS BLOB), 1), (4, 'me', 4, 'funday', 2),
        (5, 'me', 5, x'FF', 1), (6, 'me', 6, 7.5, 1);
      """)
    let log = try Log.read(scratch.path(), program, source: "own")
    #expect(
      log.lines == [
        "me:", "  1 change 1 to=monthly 1 15", "  2 change 2",
        #"  3 change 3 to={"type":"weekly","days":[1]}"#,
      ])
    let expected = "is not a schedule, such as `daily` or `weekly mon wed`"
    #expect(
      log.problemLines == [
        "change 4 to: `funday` \(expected)", "change 5 to: a BLOB of 1 bytes \(expected)",
        "change 6 to: `7.5` \(expected)",
      ])
    #expect(log.problems.skippedRows == 3)
    let mapped = try Log.read(scratch.path(), program, source: "short")
    #expect(mapped.lines.prefix(3) == ["me:", "  1 change 1 to=weekly mon", "  2 change 2"])
  }

  @Test func `Durations, times of day, dates and truth are read as stored`() throws {
    let log = try read(
      """
      source s {
        drop from t { id = i, at = a, wait = w as seconds, due = d, on_day = o, strong = b }
        pour from t { id = rowid, at = a, units = h }
      }
      """,
      """
      CREATE TABLE t (i, a, w, d, o, b, h);
      INSERT INTO t VALUES (1, 1, 90.5, '07:05', '2024-02-29', 1, 2), (2, 2, 60, '23:59:59.999', '1969-12-31', 0.0, -0.25);
      """)
    #expect(
      log.lines == [
        "me:", "  1 drop 1 strong=yes wait=1 min 30 s 500 ms due=07:05 on_day=2024-02-29",
        "  1 pour 1 units=2",
        "  2 drop 2 strong=no wait=1 min due=23:59:59.999 on_day=1969-12-31", "  2 pour 2 units=-0.25",
      ], "\(log.problemLines)")
  }

  @Test(arguments: [
    ("0.1", "0.1"), ("0.3", "0.3"), ("2.675", "2.675"), ("1e-7", "0"), ("0.0000005", "0"),
    ("0.0000015", "0.000002"),
    ("1.0000005", "1"), ("1.0000015", "1.000002"), ("0.1234565", "0.123456"),
    ("4503599627370.123456", "4503599627370.123"),
    ("4500000000000.001", "4500000000000.001"), ("-1.25", "-1.25"), ("12", "12"), ("-0.0", "0"),
    ("0.1 + 0.2", "0.3"), ("9223372036854", "9223372036854"), ("1e12", "1000000000000"),
  ])
  func `REALs are rounded half to even to six digits`(value: String, expected: String) throws {
    let log = try read(
      "source s { pour from t { id = rowid, at = a, units = u } }",
      "CREATE TABLE t (a, u); INSERT INTO t VALUES (1, \(value))")
    #expect(log.lines == ["me:", "  1 pour 1 units=\(expected)"], "\(log.problemLines)")
  }

  @Test func `Values, constants and rows of one table can be picked`() throws {
    let log = try read(
      """
      source s {
        drop from log where "type" == "dose" {
          id = i, session = who, at = a, kind = code as { "0" = beer, "1" = ale }, units = 2.5
          strong = yes_no as { "y" = yes, "n" = no }
        }
        drop from older { id = i, session = who, at = a, kind = ale }
        pour from log where "type" == "pour" { id = i, session = who, at = a }
      }
      """,
      """
      CREATE TABLE log (i INTEGER PRIMARY KEY, type, who, a, code, yes_no);
      CREATE TABLE older (i INTEGER PRIMARY KEY, who, a);
      INSERT INTO log VALUES (1, 'dose', 'x', 10, 0, 'y'), (2, 'pour', 'x', 10, 5, NULL), (3, 'dose', 'x', 12, '1', 'n'),
        (4, 'dose', 'x', 13, 7, 'n'), (5, 'dose', 'x', 14, NULL, NULL), (6, 'other', 'x', 15, NULL, NULL);
      INSERT INTO older VALUES (2, 'x', 10), (1, 'x', 10), (10, 'x', 3);
      """)
    #expect(
      log.lines == [
        "x:", "  3 drop/ale 10", "  10 drop/beer 1 units=2.5 strong=yes",
        "  10 drop/ale 1", "  10 drop/ale 2", "  10 pour 2", "  12 drop/ale 3 units=2.5 strong=no",
        "  14 drop 5 units=2.5",
      ])
    let cause = "is not in the source's map; add it, or `else = …` for all others, or pick rows by `where`"
    #expect(log.problemLines == ["log 4 code: `7` \(cause)"])
  }

  @Test func `Ids are TEXT, INTEGER or a UUID of 16 bytes, in the order of their text`() throws {
    let log = try read(
      "source s { drop from t { id = i, session = s, at = a } }",
      """
      CREATE TABLE t (i, s, a);
      INSERT INTO t VALUES (9, 10, 1), (10, 10, 1), (x'00112233445566778899AABBCCDDEEFF', 9, 1), (1, 'b', 1),
        (2, x'62000000000000000000000000000001', 1), (x'0011', 9, 2), (3, x'0011', 1), (4, 1.5, 1), (5, NULL, 1);
      """)
    #expect(
      log.lines == [
        "10:", "  1 drop 10", "  1 drop 9", "62000000-0000-0000-0000-000000000001:", "  1 drop 2", "9:",
        "  1 drop 00112233-4455-6677-8899-aabbccddeeff", "b:", "  1 drop 1",
      ])
    #expect(log.problems.total == 4 && log.problems.skippedRows == 4)
  }

  @Test func `Rows that cannot be read are skipped, counted and named`() throws {
    let log = try read(
      "source s { drop from t { id = i, session = s, at = a, kind = k, units = u, due = d } }",
      """
      CREATE TABLE t (i, s, a, k, u, d);
      INSERT INTO t VALUES ('a', 'x', 1, 'beer', 1, NULL), ('b', 'x', 'noon', 'beer', 1, NULL), ('c', 'x', NULL, 'beer', 1, NULL),
        ('d', 'x', 2, 'bear', 1, NULL), ('e', 'x', 3, 'beer', 51, NULL), ('f', 'x', 4, 'beer', 'one', NULL),
        ('g', 'x', 5, 'beer', 9e999, NULL), ('h', 'x', 6, 'beer', 1, '7 Uhr'), ('i', 'x', 1e18, 'beer', 1, NULL),
        ('j', 'x', 7, x'00', 1, NULL), ('k', 'x', 8, '', 1, NULL), ('l', 'x', 9, 'beer', 9223372036854775807, NULL);
      """)
    #expect(log.lines == ["x:", "  1 drop/beer a units=1"])
    #expect(
      log.problemLines.sorted() == [
        "t b a: `noon` is not a time in milliseconds since 1970",
        "t c a: is NULL",
        "t d k: `bear` is not a kind of `drop`; did you mean `beer`?",
        "t e u: `51` is outside 0 .. 50",
        "t f u: `one` is not a number",
        "t g u: `Inf` is too large",
        "t h d: `7 Uhr` is not a time as HH:MM",
        "t i a: `1.0e+18` is outside the years 1 to 9999",
        "t j k: a BLOB of 1 bytes is not a kind of `drop`",
        "t k k: `\"\"` is not a kind of `drop`",
        "t l u: `9223372036854775807` is too large",
      ])
    #expect(log.problems.skippedRows == 11)
  }

  @Test func `Attributes that cannot be read take their defaults`() throws {
    let log = try read(
      "source s { session from p { id = i, started_at = a, mood = m, loud = l, note = n }\n drop from t { id = rowid, session = s, at = a } }",
      """
      CREATE TABLE p (i, a, m, l, n); CREATE TABLE t (s, a);
      INSERT INTO p VALUES ('x', 'soon', 'angry', 2, 7), ('y', 5, 'wild', 0, 'ok'), ('y', 6, 'calm', 0, 'no'), (NULL, 1, 'wild', 0, '');
      """)
    #expect(log.lines == ["x: note=7", "y: from 5 mood=wild loud=no note=ok"])
    #expect(log.problems.total == 5 && log.problems.skippedRows == 2, "\(log.problemLines)")
  }

  @Test func `Texts as times are sorted by what they mean`() throws {
    let log = try read(
      "source s { drop from t { id = i, session = s, at = a as iso8601 } }",
      """
      CREATE TABLE t (i, s, a);
      INSERT INTO t VALUES (1, 'x', '1970-01-01T00:00:01Z'), (2, 'x', '1970-01-01T00:00:00.500Z'), (3, 'w', '1970-01-01T00:00:00Z'),
        (4, 'x', '1970-01-01T02:00:00+02:00');
      """)
    #expect(log.lines == ["w:", "  0 drop 3", "x:", "  0 drop 4", "  500 drop 2", "  1000 drop 1"])
  }

  @Test func `Databases in UTF-16 are sorted by UTF-8`() throws {
    let log = try read(
      "source s { drop from t { id = i, session = s, at = a } }",
      """
      PRAGMA encoding = 'UTF-16le';
      CREATE TABLE t (i, s, a);
      INSERT INTO t VALUES ('é', 'ā', 1), ('z', 'b', 1), ('1', 'ā', 2), ('2', '\u{10000}', 1), ('3', '\u{FFFD}', 1);
      """)
    #expect(
      log.lines == [
        "b:", "  1 drop z", "ā:", "  1 drop é", "  2 drop 1", "\u{FFFD}:", "  1 drop 3", "\u{10000}:",
        "  1 drop 2",
      ])
  }
}

import PaceOracle
import PaceStore
import Testing

/// Tables that are there and cannot be read, beside others that can.
struct TableErrorTests {
  private static let rules = """
    subject visitor { rank: number = 1 }
    event tick of visitor { }
    event mark of visitor { }
    rule each { on tick, emit note "tick {count(mark)}" }
    rule other { on mark, emit note "mark {count(tick)}" }
    """

  private func eval(_ sql: String, _ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.rules)
    let path = scratch.path("log.db")
    try Night.execute(sql, in: path)
    return try Pace.run(["eval", pack, "--db", path, "--format", "summary", "--until", "now"] + words)
  }

  @Test func `a text in a source is a column's name, and a row has one subject`() throws {
    let scratch = try Scratch()
    let rows = scratch.path("wide.csv")
    try scratch.write("wide.csv", "t,rpm_1,rpm_2\n2026-11-20T21:00Z,1,2\n")
    func run(_ subject: String) throws -> RunResult {
      let pack = try Scratch.pack(
        scratch,
        """
        subject machine { }
        event turn of machine { rpm: number }
        source wide { turn from wide { id = rowid, machine = \(subject), at = t as iso8601, rpm = rpm_1 } }
        """)
      return try Pace.run("eval", pack, "--db", rows)
    }
    let text = try run("\"press 1\"")
    #expect(
      text.remarks.contains(
        "\na text in quotes is a column's name: a view or the file itself can hold a constant text\n"),
      "\(text)")
    let number = try run("1")
    #expect(
      number.remarks.contains("help: a row is of one `machine`: a view makes several of it, "), "\(number)")
  }

  private static let marks =
    "CREATE TABLE mark(id, visitor, at); INSERT INTO mark VALUES (1, 's1', 1795208940000);"

  @Test(
    arguments: cases([
      ("CREATE TABLE tick(id, visitor, x); INSERT INTO tick VALUES (1, 's1', 1)", "tick", "at"),
      ("CREATE TABLE VISITOR(name, rank); INSERT INTO visitor VALUES ('s1', 5)", "VISITOR", "id"),
    ]))
  func `a table without the column that it needs is told, and is an error with --strict`(
    given: Case<(String, String, String)>
  ) throws {
    let (sql, table, column) = given.value
    let sentence = "table `\(table)` is there, but has no column `\(column)`; none of its rows count\n"
    let plain = try eval(Self.marks + sql)
    #expect(plain.status == 0)
    #expect(plain.output.contains("events\t1\n"))
    #expect(plain.remarks == sentence)
    let strict = try eval(Self.marks + sql, "--strict")
    #expect(strict.status == 3)
    #expect(strict.remarks.hasPrefix(sentence + "error: "))
  }

  /// A log with a table of marks, and a table or view `tick` of which SQLite can't tell the columns.
  private static func withUnopened(_ definition: String, in scratch: Scratch) throws -> String {
    let path = scratch.path("log.db")
    let type = definition.hasPrefix("CREATE VIEW") ? "view" : "table"
    try Night.execute(
      marks + """
        CREATE VIEW tick AS SELECT 1;
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET type = '\(type)', sql = '\(definition)' WHERE name = 'tick';
        """, in: path)
    return path
  }

  @Test(
    arguments: cases([
      ("CREATE VIEW tick AS SELECT at FROM gone", "no such table: main.gone"),
      ("CREATE VIEW tick AS SELECT decrypt(at) FROM mark", "no such function: decrypt"),
      ("CREATE VIRTUAL TABLE tick USING spellfix1", "no such module: spellfix1"),
    ]))
  func `what can't be opened hides no other table, and is named only where it is read`(
    given: Case<(String, String)>
  ) throws {
    let (definition, cause) = given.value
    let scratch = try Scratch()
    let path = try Self.withUnopened(definition, in: scratch)
    let rules = """
      subject visitor { }
      event mark of visitor { }
      source other { mark from mark { id = id, visitor = visitor, at = at } }
      source odd { mark from tick { id = rowid, at = at } }

      """
    func eval(_ text: String, _ words: String...) throws -> RunResult {
      try Pace.run(["eval", Scratch.pack(scratch, text), "--db", path, "--format", "summary"] + words)
    }
    // The pack's own table, and one that a source reads.
    for words in [[], ["--source", "other"]] as [[String]] {
      let result = try words.isEmpty ? eval(rules, "--strict") : eval(rules, words[0], words[1], "--strict")
      #expect(result.status == 0 && result.output.contains("events\t1\n"), "\(result)")
      #expect(!result.remarks.contains("tick"), "\(result)")
    }
    let mapped = try eval(rules, "--source", "odd")
    #expect(mapped.status == 3, "\(mapped)")
    #expect(
      mapped.remarks.contains(
        "table `tick` of `\(path)`, which source `odd` reads, can't be opened: \(cause)\n"))
    let owned = try eval(Self.rules)
    #expect(owned.status == 0 && owned.output.contains("events\t1\n"), "\(owned)")
    #expect(
      owned.remarks.contains("table `tick` is there, but can't be opened: \(cause); none of its rows count\n")
    )
    let none = try eval("subject s { }\nevent e of s { }")
    #expect(
      none.status == 3 && none.remarks.contains("\nfound: `mark`\ncan't be opened: `tick`: \(cause)\n"),
      "\(none)")
    #expect(none.remarks.contains("e from mark {"), "\(none)")
  }

  @Test func `a value that a view makes out of nothing, larger than 64 MB, ends the reading`() throws {
    let view =
      "CREATE VIEW tick AS SELECT hex(zeroblob(40000000)) AS id, 's1' AS visitor, 1795208940000 AS at;"
    let result = try eval(Self.marks + view)
    #expect(result.status == 3)
    #expect(result.remarks.contains("is larger than 64 MB"), "\(result.remarks)")
  }

  @Test(arguments: ["SELECT n FROM deep", "SELECT n FROM deep LIMIT 1 OFFSET 3"])
  func `a view that never gives a row ends the reading after the time that was given`(rows: String) throws {
    // The endless counting is inside: no row but the last would come out of it.
    let view = """
      CREATE VIEW deep AS WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up)
        SELECT n FROM up WHERE n < 0;
      CREATE VIEW tick AS SELECT 'r' || n AS id, 's1' AS visitor, 1795208940000 AS at FROM (\(rows));
      """
    let result = try eval(Self.marks + view, "--timeout", "20 ms")
    #expect(result.status == 3)
    #expect(result.remarks.hasPrefix("error: no row of `tick` of `"), "\(result.remarks)")
    #expect(
      result.remarks.hasSuffix(
        """
        ` came for 20 ms
        a view that never ends can't be read; if it is only slow, give it longer with `--timeout`

        """), "\(result.remarks)")
  }

  @Test func `a view that gives rows is read however long it takes in all`() throws {
    let view = """
      CREATE VIEW tick AS WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up LIMIT 30000)
        SELECT 'r' || n AS id, 's1' AS visitor, 1795208940000 + n AS at FROM up;
      """
    let result = try eval(Self.marks + view, "--timeout", "10 s")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(result.output.contains("events\t30001\n"), "\(result.output)")
  }

  @Test func `a time to wait goes with a database, and is a duration`() throws {
    let wrong = try eval(Self.marks, "--timeout", "soon")
    #expect(wrong.status == 2)
    #expect(wrong.remarks.contains("`--timeout soon`: expected a duration such as 30 min"))
    let piped = try Pace.run("eval", "take-care", "--stdin", "--timeout", "1 s")
    #expect(piped.status == 2)
    #expect(piped.remarks.contains("`--stdin` and `--timeout` cannot be given together"))
  }

  @Test func `a number where times are texts is told as that, whatever it would be as a text`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { }
      source t { e from e { id = rowid, at = "on day" as iso8601 } }
      source j { e from json { at = at as iso8601 } }
      """)
    let path = scratch.path("e.db")
    try Night.execute(
      """
      CREATE TABLE e("on day");
      INSERT INTO e VALUES ('20261120'), (20261120), (1795208400000), (1795208400.5);
      """, in: path)
    let table = try Pace.run("eval", pack, "--db", path)
    let told = "is a number, and `iso8601` reads texts alone"
    for line in [
      "`20261120` \(told); in a view, `CAST(\"on day\" AS TEXT)` gives one; skipped",
      "`1795208400000` \(told); as `unix_ms` it is 2026-11-20; skipped",
      "`1795208400.5` \(told); as `unix_seconds` it is 2026-11-20; skipped",
    ] {
      #expect(table.remarks.contains(line), "\(table)")
    }
    #expect(!table.remarks.contains("e `1`"), "\(table)")
    let object = try Pace.run("eval", pack, "--stdin", "--source", "j", input: #"{"at":1795208400000}"#)
    #expect(
      object.remarks.contains("`at` `1795208400000` \(told); as `unix_ms` it is 2026-11-20; skipped"),
      "\(object)")
  }

  @Test(
    arguments: cases([
      (
        "user, drug", "no column `visitor` or `kind`",
        "all rows are those of one visitor and no row has a kind", "`user` and `drug`"
      ),
      ("user, kind", "no column `visitor`", "all rows are those of one visitor", "`user`"),
      ("visitor, drug", "no column `kind`", "no row has a kind", "`drug`"),
      (
        "a, b, c, d, e, f, kind", "no column `visitor`", "all rows are those of one visitor",
        "`a`, `b`, `c`, `d`, `e` and 1 more"
      ),
    ]))
  func `a table of the pack's name with other columns is told, with what is not read`(
    given: Case<(String, String, String, String)>
  ) throws {
    let (columns, missing, so, unread) = given.value
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject visitor { }\nevent dose of visitor { mg: number, kind a { } }")
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE dose(id, at, mg, \(columns));
      INSERT INTO dose(id, at, \(columns.prefix { $0 != "," })) VALUES (1, 1795208940000, 'a');
      """, in: path)
    func eval() throws -> RunResult { try Pace.run("eval", pack, "--db", path, "--format", "summary") }
    let told = try eval()
    #expect(told.status == 0 && told.output.contains("events\t1\n"), "\(told)")
    #expect(
      told.remarks.hasPrefix("`dose` has \(missing), so \(so), and nothing reads its \(unread); "), "\(told)")
    #expect(told.remarks.contains("`dose from dose { …, ") && told.remarks.split(separator: "\n").count == 1)
    // A source of that table is what the remark asks for.
    try scratch.write(
      "pack.pace", scratch.read("pack.pace") + "source app { dose from dose { id = id, at = at } }\n")
    #expect(try !eval().remarks.contains("nothing reads"))
    // Fewer columns of the pack's own are no other table.
    try scratch.write("dose.csv", "at,mg\n2026-11-20T21:00Z,1\n")
    let quiet = try Pace.run("eval", pack, "--db", scratch.path("dose.csv"), "--format", "summary")
    #expect(quiet.status == 0 && !quiet.remarks.contains("nothing reads"), "\(quiet)")
  }

  @Test func `an event without a table has no rows, and nothing is said`() throws {
    let result = try eval(Self.marks, "--strict")
    #expect(result.status == 0)
    #expect(result.remarks.isEmpty)
  }
}

/// What is said of many rows that cannot be read.
struct ManyProblemsTests {
  private struct Log {
    let scratch: Scratch
    let pack: String
    let path: String

    init() throws {
      scratch = try Scratch()
      pack = try Scratch.pack(
        scratch,
        """
        subject visitor { rank: number = 1 }
        event tick of visitor { }
        event mark of visitor { }
        rule each { on tick, emit note "tick {count(mark)}" }
        """)
      path = scratch.path("log.db")
      // 24 ticks and 31 marks without a time, and 3 visitors whose rank is no number.
      try Night.execute(
        """
        CREATE TABLE tick(id, visitor, at); CREATE TABLE mark(id, visitor, at); CREATE TABLE visitor(id, rank);
        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 33)
          INSERT INTO tick SELECT 't' || i, 's1', NULL FROM n;
        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
          INSERT INTO mark SELECT 'm' || i, 's1', NULL FROM n;
        INSERT INTO mark VALUES ('a', 's1', \(Night.start));
        INSERT INTO visitor VALUES ('s1', 'high'), ('s2', 'low'), ('s3', 'none');
        INSERT INTO tick VALUES ('a', 's1', \(Night.start)), ('b', 's2', \(Night.start)), ('c', 's3', \(Night.start));
        """, in: path)
    }

    func eval(_ words: String...) throws -> RunResult {
      try Pace.run(["eval", pack, "--db", path, "--format", "summary"] + words)
    }
  }

  private static func counts(_ remarks: String) -> [Substring: Int] {
    Dictionary(remarks.split(separator: "\n").map { ($0.prefix { $0 != " " }, 1) }, uniquingKeysWith: +)
  }

  @Test(arguments: [("7", 7), ("0", 0), (nil, 20)])
  func `the first are named, and of the others it is said how many of which table`(
    word: String?, named: Int
  ) throws {
    let result = try word.map { try Log().eval("--problems", $0) } ?? Log().eval()
    #expect(result.status == 0)
    #expect(result.output.contains("skipped\t55\n"), "\(result.output)")
    let counts = Self.counts(result.remarks)
    let tables: [Substring] = ["mark", "tick", "visitor"]
    #expect(tables.reduce(0) { $0 + (counts[$1] ?? 0) } == named)
    let rest = zip(tables, [31, 24, 3]).map { ($0, $1 - (counts[$0] ?? 0)) }.filter { $0.1 > 0 }
    let parts = rest.sorted { $0.1 > $1.1 }.map { "\($0.1) of \($0.0)" }
    let last = "… and \(58 - named) more: \(parts.joined(separator: ", ")); `--problems all` names each\n"
    #expect(result.remarks.hasSuffix(last), "\(result.remarks)")
  }

  @Test(arguments: ["all", "58", "1000"])
  func `all are named where that is asked for`(word: String) throws {
    let result = try Log().eval("--problems", word, "--strict")
    #expect(result.status == 3)
    #expect(Self.counts(result.remarks) == ["mark": 31, "tick": 24, "visitor": 3, "error:": 1])
  }

  @Test func `lines of standard input are named one by one, too`() throws {
    let log = try Log()
    let line = #"{"subject":"s","at_ms":1795208400000,"event":"mark","kind":"none"}"# + "\n"
    let good = #"{"subject":"s","at_ms":1795208400000,"event":"mark"}"# + "\n"
    let input = String(repeating: line, count: 23) + good
    let some = try Pace.run("eval", log.pack, "--stdin", "--format", "summary", input: input)
    #expect(some.remarks.hasSuffix("… and 3 more; `--problems all` names each\n"))
    let all = try Pace.run(
      "eval", log.pack, "--stdin", "--format", "summary", "--problems", "all", input: input)
    #expect(
      all.remarks.split(separator: "\n").map { $0.prefix { $0 != ":" } } == (1...23).map { "line \($0)" })
  }

  @Test(arguments: ["-1", "some", "1.5"])
  func `a number that is none is wrong usage`(word: String) throws {
    let result = try Log().eval("--problems=\(word)")
    #expect(result.status == 2)
    #expect(result.remarks.contains("`--problems \(word)`: expected a whole number or `all`"))
  }
}

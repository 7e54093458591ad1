import Foundation
import Testing

/// A database that pace doesn't keep comes over by its export.
struct ForeignExportTests {
  private let scratch: Scratch
  private let pack: String
  private let path: String

  init() throws {
    scratch = try Scratch()
    pack = try scratch.write("foreign.pace", Self.source).path
    path = scratch.path("bar.db")
    try Night.execute(Self.bar, in: path)
  }

  private static let source = """
    include "\(Pace.repository.path)/rules/take-care.pace"

    source bar {
      session from evenings {
        id = num, started_at = opened as unix_seconds, ended_at = closed as unix_seconds
        sensitivity = mode as { "1" = relaxed, "3" = strict }
      }
      drink from ledger where what == "P" {
        id = line, session = evening, at = t as unix_seconds, units = amount
        kind = glass as { "10" = shot, "11" = beer }, device = till as { "1" = "phone", "2" = "watch" }
      }
    }
    source bottles {
      drink from ledger where what == "P" {
        id = line, session = evening, at = t as unix_seconds, kind = glass as { "10" = shot, "11" = beer }
        device = till
      }
      drink from wine { id = label, session = evening, at = t as unix_seconds, kind = wine, device = cellar }
    }
    """

  /// 1795208400 is 2026-11-20 21:00 UTC.
  private static let bar = """
    CREATE TABLE evenings(num INTEGER, opened INTEGER, closed INTEGER, mode INTEGER);
    CREATE TABLE ledger(what TEXT, line TEXT, evening INTEGER, t REAL, glass INTEGER, amount REAL, till);
    CREATE TABLE wine(label TEXT, evening INTEGER, t REAL, cellar TEXT);
    INSERT INTO evenings VALUES (7, 1795208400, 1795219200, 3), (8, 1795294800, NULL, NULL);
    INSERT INTO ledger VALUES ('P', 'b', 7, 1795208700.5, 10, 1.5, 2), ('P', 'a', 7, 1795208400, 11, NULL, 1),
      ('W', 'w', 7, 1795208500, 11, NULL, 1), ('P', 'c', 8, 1795294800, 11, NULL, 9),
      ('P', 'd', 9, 1795381200, 10, NULL, NULL);
    """

  private func export(_ words: String...) throws -> RunResult {
    try Pace.run(["export", pack, "--db", path] + words)
  }

  @Test func `a field whose name a line uses itself is written as CSV only`() throws {
    let rules = """
      subject session { }
      event drink of session { event: text }
      rule r { on drink, emit n "n" }
      """
    let pack = try scratch.write("names.pace", rules).path
    let other = scratch.path("names.db")
    try Night.execute(
      """
      CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT, at INTEGER, event TEXT);
      INSERT INTO drink VALUES ('a', 's', 1795251600000, 'party');
      """, in: other)
    let refused = try Pace.run("export", pack, "--db", other)
    #expect(refused.status == 3 && refused.output.isEmpty, "\(refused)")
    #expect(
      refused.remarks == """
        error: `drink.event` can't be written into a line: a line of `pace export` has something else under that name
        rename the field, or write its table with --format csv

        """)
    let table = try Pace.run("export", pack, "--db", other, "--format", "csv")
    #expect(table.output.contains("party"), "\(table)")
  }

  @Test func `the lines say what the source finds, rows of no device and subjects of no row included`() throws
  {
    let result = try export("--source", "bar")
    #expect(result.status == 0, "\(result)")
    #expect(
      result.output == """
        {"subject":"7","started_at":1795208400000,"ended_at":1795219200000,"attributes":{"sensitivity":"strict"}}
        {"subject":"7","at_ms":1795208400000,"event":"drink","kind":"beer","units":1,"alcoholic":true,"id":"a","device":"phone"}
        {"subject":"7","at_ms":1795208700500,"event":"drink","kind":"shot","units":1.5,"alcoholic":true,"id":"b","device":"watch"}
        {"subject":"8","started_at":1795294800000,"attributes":{}}
        {"subject":"8","at_ms":1795294800000,"event":"drink","kind":"beer","units":1,"alcoholic":true,"id":"c"}
        {"subject":"9","at_ms":1795381200000,"event":"drink","kind":"shot","units":1,"alcoholic":true,"id":"d"}

        """)
  }

  @Test(arguments: ["bar", "bottles"])
  func `an export evaluates as the database does, and comes over into a new log`(source: String) throws {
    let lines = try export("--source", source).output
    let direct = try Pace.run("eval", pack, "--db", path, "--source", source, "--format", "jsonl", "--levels")
    let piped = try Pace.run("eval", pack, "--stdin", "--format", "jsonl", "--levels", input: lines)
    #expect(direct.output == piped.output && direct.output.contains("\"rule\""), "\(piped)")
    let kept = try KeptLog(pack)
    let taken = try Pace.run("import", pack, "--db", kept.path, "-", input: lines)
    #expect(taken.status == 0, "\(taken)")
    #expect(try kept.export() == lines)
    let over = try Pace.run("eval", pack, "--db", kept.path, "--format", "jsonl", "--levels")
    #expect(over.output == direct.output)
  }

  @Test func `options choose among a foreign database's rows`() throws {
    let day = try export("--source", "bar", "--from", "2026-11-21", "--to", "2026-11-21").output
    #expect(day.split(separator: "\n").map { $0.contains("\"subject\":\"8\"") } == [true, true], "\(day)")
    let table = try export("--source", "bar", "--subject", "7", "--format", "csv")
    let row = "b,7,2026-11-20T21:05:00.500Z,1795208700500,shot,1.5,true,watch"
    #expect(table.output.contains(row), "\(table)")
    #expect(!table.output.contains("c,8"))
  }

  @Test func `the only source that fits is found; several have to be chosen from`() throws {
    let several = try export()
    #expect(several.status == 3 && several.remarks.contains("choose one with --source NAME"), "\(several)")
    try Night.execute("DROP TABLE wine", in: path)
    #expect(try export().output == export("--source", "bar").output)
    let unknown = try export("--source", "baz")
    #expect(unknown.status == 2 && unknown.output.isEmpty, "\(unknown)")
  }

  @Test func `a database with the pack's own tables needs no source`() throws {
    let own = try Night.friday(in: scratch)
    let result = try Pace.run("export", "take-care", "--db", own)
    #expect(result.status == 0, "\(result)")
    let piped = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: result.output)
    let direct = try Pace.run("eval", "take-care", "--db", own, "--format", "jsonl")
    #expect(piped.output == direct.output && !direct.output.isEmpty)
  }

  @Test func `rows that share ids are written without them, so that none is lost`() throws {
    try Night.execute(
      "INSERT INTO wine VALUES ('a', 7, 1795209000, 'cellar'), ('z', 7, 1795209600, NULL)", in: path)
    let result = try export("--source", "bottles")
    #expect(result.remarks.contains("ids of `drink` come more than once"), "\(result)")
    #expect(!result.output.contains("\"id\""))
    #expect(result.output.contains(#""device":"cellar""#))
    let kept = try KeptLog(pack)
    let taken = try Pace.run("import", pack, "--db", kept.path, "-", input: result.output)
    #expect(taken.output.contains("6 drinks"), "\(taken)")
    #expect(try kept.rowIDs().count == 6)
  }

  @Test func `a row that can't be read is named and left out, and no device is a reason for it`() throws {
    try Night.execute(
      """
      UPDATE ledger SET t = 'late' WHERE line = 'd'; UPDATE ledger SET till = x'00ff' WHERE line = 'a';
      UPDATE ledger SET till = 2.5 WHERE line = 'b'
      """, in: path)
    let result = try export("--source", "bottles", "--strict")
    #expect(result.status == 3 && result.remarks.contains("ledger `d`"), "\(result)")
    #expect(result.output.contains(#""id":"a"}"#), "\(result.output)")
    #expect(result.output.contains(#""id":"b","device":"2.5"}"#), "\(result.output)")
  }

  @Test func `an event's table as CSV is read back`() throws {
    let pack = try Scratch.pack(
      scratch,
      """
      subject day per day { }
      event sip of day {
        amount: number = 1
        hot: bool = no
        span: duration = 0 min
        from: time = 08:00
        note: text
      }
      stream hots = sip where hot
      rule many {
        on sip
        when count(hots, today) >= 2
        emit warning "{sum(sip.amount, today)}, the last of {latest(sip.span)}"
      }
      """, name: "sips.pace")
    let path = scratch.path("sips.db")
    try Night.execute(
      """
      CREATE TABLE sip(id TEXT PRIMARY KEY, at INTEGER, amount REAL, hot INTEGER, span INTEGER, "from" TEXT, note TEXT);
      INSERT INTO sip VALUES ('a', 1795208400000, 1.5, 1, 60000, '07:30', 'x, "y"'),
        ('b', 1795208700500, 2, 0, NULL, NULL, NULL), ('c', 1795209000000, 3, 1, 120000, '09:00', '12')
      """, in: path)
    let table = try Pace.run("export", pack, "--db", path, "--format", "csv")
    let csv = try scratch.write("sip.csv", table.output).path
    for command in [["export"], ["export", "--format", "csv"], ["eval"]] {
      let kept = try Pace.run([command[0], pack, "--db", path] + command.dropFirst())
      let read = try Pace.run([command[0], pack, "--db", csv] + command.dropFirst())
      #expect(kept.status == 0 && read.status == 0, "\(kept) \(read)")
      #expect(read.output.replacing(csv, with: path) == kept.output, "\(command)")
      #expect(read.remarks.isEmpty, "\(read.remarks)")
    }
  }
}

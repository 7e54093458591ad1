import Foundation
import PaceOracle
import Testing

/// Logs that are read from CSV files.
struct CSVLogTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func file(_ name: String, _ text: String) throws -> String { try scratch.write(name, text).path }

  // MARK: A database's rows

  /// The night of `Night.friday`, with a second one, as a database and as its tables.
  private func nights() throws -> (database: String, tables: [String]) {
    let database = try Night.friday(in: scratch)
    let more = Night.session("s2", preset: "strict") + Night.entries("s2", prefix: "x")
    try Night.execute(more, in: database)
    let start = Night.start
    var drinks = "id,session,at,kind,units,alcoholic,device\n"
    for (session, prefix) in [("s1", ""), ("s2", "x")] {
      for (id, minute, kind) in [("a2e1", 0, "beer"), ("77b0", 9, "beer"), ("8c1f", 31, "cocktail")] {
        drinks += "\(prefix)\(id),\(session),\(start + Int64(minute) * 60_000),\(kind),,,\n"
      }
    }
    let sessions = """
      id;started_at;ended_at;sensitivity;notices;hydration_reminders;hydration_cadence;auto_end\r
      s1;\(start);;balanced;;;;\r
      "s2";\(start);;strict;;;;
      """
    return (database, [try file("session.csv", sessions), try file("drink.csv", drinks)])
  }

  private static let commands: [[String]] = [
    ["eval", "--until", "2026-11-20T23:00"],
    ["eval", "--format", "jsonl", "--preset", "all", "--threads", "2"],
    ["eval", "--format", "summary", "--levels", "--subject", "s2"],
    ["explain", "--subject", "s1", "--at", "2026-11-20T21:31"],
    ["explain", "--subject", "s2", "--notice", "1", "--format", "json"],
    ["sweep", "--param", "rapid_window=5..20 min", "--format", "csv", "--threads", "2"],
    ["compare", "--preset", "balanced", "--preset", "strict"], ["lint"], ["scenario", "--subject", "s1"],
    ["history"], ["show", "--subject", "s1"], ["insights", "--by", "week"],
    ["status", "--subject", "s2", "--at", "2026-11-20T21:40", "--derive"], ["export"],
    ["export", "--format", "csv"], ["audit"],
  ]

  @Test(arguments: cases(commands))
  func `every command gives the same for CSV files as for a database with the same rows`(
    given: Case<[String]>
  ) throws {
    let words = given.value
    let (database, tables) = try nights()
    let now =
      ["history", "show", "insights", "status"].contains(words[0]) ? ["--now", "2026-11-21T12:00"] : []
    let rest = [words[0], "take-care"] + words.dropFirst() + now
    let one = try Pace.run(rest + ["--db", database])
    let other = try Pace.run(rest + tables.flatMap { ["--db", $0] })
    #expect(!one.output.isEmpty || one.status == 3, "\(one)")
    #expect(other.status == one.status)
    let (named, joined) = (tables.map { "--db \($0)" }.joined(separator: " "), tables.joined(separator: ", "))
    #expect(other.output.replacing(named, with: "--db \(database)") == one.output)
    #expect(other.remarks.replacing(joined, with: database) == one.remarks)
  }

  @Test func `what export writes as lines comes into a log from CSV files`() throws {
    let (database, tables) = try nights()
    let lines = try Pace.run(["export", "take-care"] + tables.flatMap { ["--db", $0] }).output
    let log = try KeptLog()
    let imported = try Pace.run(["import", "take-care", "--db", log.path, "-"], input: lines)
    #expect(imported.status == 0, "\(imported)")
    let words = ["--format", "jsonl"]
    #expect(
      try Pace.run(["eval", "take-care", "--db", log.path] + words).output
        == Pace.run(["eval", "take-care", "--db", database] + words).output)
  }

  // MARK: Files of other applications

  private static let walks = """
    subject walker {
      zone: text
    }
    event walk of walker {
      minutes: number = 0
    }
    define today_sum = sum(walk.minutes, last 1 d) "Minutes"
    rule enough {
      on walk
      when today_sum >= 60
      emit praise "{today_sum} minutes."
    }

    """

  private static let source = """
    source fitness {
      walker from people { id = Name, zone = Zone }
      walk from "my-walks" where Sport == "Walk" {
        id = rowid, walker = Who, at = "Start time" as iso8601, minutes = Minutes
      }
    }
    """

  private static let people = "Name\tZone\nann\tEurope/London\nbob\tAsia/Tokyo\n"

  private static let export = """
    \u{feff}Sport;Who;Start time;Minutes;Comment\r
    Walk;ann;2026-03-01 07:30:00;40;"Round the lake,\r
    \"\"twice\"\"\"\r
    Run;ann;2026-03-01 08:30:00;90;\r
    Walk;bob;2026-03-01 07:45:00;30;Tea; after\r
    Walk;ann;2026-03-01 17:10:00;25.5;"=1+1"\r
    \r
    Walk;bob;2026-03-01 18:00:00;61;
    """

  @Test(arguments: ["1", "2"])
  func `a fitness export and a table of people are read through a source`(threads: String) throws {
    let pack = try file("walks.pace", Self.walks + Self.source)
    let words = [
      "eval", pack, "--db", try file("my-walks.csv", Self.export), "--db",
      try file("people.tsv", Self.people),
      "--format", "csv", "--threads", threads,
    ]
    let result = try Pace.run(words)
    #expect(result.status == 0, "\(result)")
    let lines = result.output.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(
      lines.map { $0[0] + " " + $0[1] } == [
        "ann 2026-03-01T17:10:00.000Z", "bob 2026-03-01T09:00:00.000Z",
      ])
    #expect(lines.map(\.[8]) == ["65.5 minutes.", "61 minutes."])
    let bad = "my-walks.csv:5: has 6 fields, where the header has 5; skipped\n"
    #expect(result.remarks.hasSuffix(bad), "\(result)")
    let strict = try Pace.run(words + ["--strict", "--problems", "0"])
    #expect(strict.status == 3 && strict.output == result.output)
    #expect(strict.remarks.contains("1 more: 1 of \(scratch.path("my-walks.csv"))"), "\(strict)")
  }

  @Test(arguments: ["eval", "lint", "history", "status"])
  func `a source is drafted where no table fits`(command: String) throws {
    let pack = try file("walks.pace", Self.walks)
    let walks = "uuid,walker_id,started_at,minutes\nw1,ann,2026-03-01 08:30:00 +01:00,40\n"
    let result = try Pace.run(command, pack, "--db", try file("walks.csv", walks))
    #expect(result.status == 3, "\(result)")
    let draft = try #require(result.remarks.range(of: "source found {")).lowerBound
    for part in ["walk from walks {", "id = uuid", "walker = walker_id", "at = started_at as iso8601"] {
      #expect(result.remarks[draft...].contains(part), "\(part): \(result)")
    }
    // The draft can be used as it is.
    let fitting = try file("fitting.pace", Self.walks + result.remarks[draft...])
    let read = try Pace.run("export", fitting, "--db", scratch.path("walks.csv"), "--format", "csv")
    #expect(read.output.contains("w1,ann,2026-03-01T07:30:00.000Z"), "\(read)")
  }

  @Test func `a column that a source reads and no header has is told with the nearest`() throws {
    let wrong = Self.source.replacing("minutes = Minutes", with: "minutes = Minuts")
    let pack = try file("walks.pace", Self.walks + wrong)
    let result = try Pace.run(
      "eval", pack, "--db", try file("my-walks.csv", Self.export), "--db", try file("people.tsv", Self.people)
    )
    #expect(result.status == 3 && result.remarks.contains("did you mean `Minutes`?"), "\(result)")
  }

  @Test(arguments: [
    "w1,ann,1772350000000\n", "w1,ann,1772350000000,40,5\nw2;ann\n", "\"w1\"x,ann,1772350000000,40\n",
  ])
  func `a file of which no line is a row of its table fails`(lines: String) throws {
    let pack = try file("walks.pace", Self.walks)
    let path = try file("walk.csv", "id,walker,at,minutes\n" + lines)
    for command in ["eval", "history", "status", "export"] {
      let result = try Pace.run(command, pack, "--db", path)
      #expect(result.status == 3, "\(command) \(result)")
      #expect(result.remarks.contains("error: every row of `\(path)` was skipped\n"), "\(result)")
    }
    _ = try file("walk.csv", "id,walker,at,minutes\nw0,ann,1772350000000,40\n" + lines)
    #expect(try Pace.run("eval", pack, "--db", path).status == 0)
  }

  @Test func `a field that is no number costs its own row only`() throws {
    let pack = try file("walks.pace", Self.walks)
    let walks = "id,walker,at,minutes,code\nw1,ann,1772350000000,40,1\nw2,ann, 1772350001000,\"1,5\",x\n"
    let result = try Pace.run("eval", pack, "--db", try file("walk.csv", walks), "--format", "summary")
    #expect(result.status == 0 && result.output.contains("\nevents\t1\n"), "\(result)")
    #expect(
      result.remarks == "walk `w2`: `minutes` `1,5` is not a number; did you mean `1.5`?; skipped\n",
      "\(result)")
    let good = try Pace.run("eval", pack, "--db", try file("walk.csv", walks.replacing("\"1,5\"", with: "5")))
    #expect(good.status == 0 && good.remarks.isEmpty, "\(good)")
  }

  // MARK: Cells

  private static let boxes = """
    subject box {
      on: bool = yes
    }
    event tick of box {
      v: number = 0
      note: text = "none"
    }
    rule r {
      on tick
      when latest(tick.v) > 0 and on
      emit nag "{latest(tick.note)}"
    }

    """

  /// What `eval` says of each notice: subject, milliseconds and message.
  private func told(_ words: String...) throws -> (lines: [String], remarks: String) {
    let result = try Pace.run(["eval"] + words + ["--format", "csv"])
    let lines = result.output.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return "\(cells[0]) \(cells[2]) \(cells[8])"
    }
    return (lines, result.remarks)
  }

  @Test func `a cell is read as what it fills is, whatever else its column holds`() throws {
    let rest = """
      event said of box {
        n: number = 1
        note: text = ""
      }
      rule s {
        on said
        when latest(said.note) == "1.50"
        emit nag "{latest(said.n)}"
      }
      source app {
        tick from log where type == "dose" { id = id, box = who, at = at, v = value }
        said from log where type in ("mood", "1.0") { id = id, box = who, at = at, n = n, note = value }
      }

      """
    let pack = try file("long.pace", Self.boxes + rest)
    let log = """
      id,who,at,type,value,n
      1,me,1780000000000,dose,2.5,
      2,me,1780000001000,mood,good,
      3,1.10, 1780000002000,1.0,1.50, 7
      4,1.10,1780000003000,dose,+3e0,x
      5,me,1780000004000,mood,fine,x
      """
    let (lines, remarks) = try told(pack, "--db", file("log.csv", log))
    #expect(
      lines == ["1.10 1780000002000 7", "1.10 1780000003000 none", "me 1780000000000 none"], "\(remarks)")
    #expect(remarks == "log `5`: `n` `x` is not a number; skipped\n")
  }

  @Test func `a test of a source compares a cell as what it is compared with`() throws {
    let source = """
      source app {
        tick from log where n in (7, 2.5, "x") and flag == yes and other != 3 {
          id = id, box = who, at = at, v = 1, note = id
        }
      }

      """
    let log = """
      id,who,at,n,flag,other
      1,me,1780000000001, 7,true,
      2,me,1780000000002,2.50,1,4
      3,me,1780000000003,x,true,3.0
      4,me,1780000000004,x,1.0,z
      5,me,1780000000005,y,true,4
      6,me,1780000000006,x,false,4
      """
    let (lines, remarks) = try told(
      file("tests.pace", Self.boxes + source), "--db", file("log.csv", log))
    #expect(lines == [1, 2, 4].map { "me 178000000000\($0) \($0)" }, "\(remarks)")
    #expect(remarks.isEmpty, "\(remarks)")
  }

  @Test func `a key of a map equals the cells that a test with it takes`() throws {
    let source = """
      source app {
        tick from log {
          id = id, box = who, at = at, v = 1, device = n as { 2 = "two", else = "other" }
          note = n as { "02" = "text", 2 = "two", 2.5 = "half", yes = "one", else = "other" }
        }
      }

      """
    let cells = ["2", "2.0", " 2", "02", "002", "2.50", "true", "1.0", "x", ""]
    let rows = cells.enumerated().map { "\($0.offset),me,178000000000\($0.offset),\($0.element)\n" }
    let pack = try file("map.pace", Self.boxes + source)
    let path = try file("log.csv", "id,who,at,n\n" + rows.joined())
    let (lines, remarks) = try told(pack, "--db", path)
    let notes = ["two", "two", "two", "text", "two", "half", "one", "one", "other", "none"]
    #expect(lines == notes.enumerated().map { "me 178000000000\($0.offset) \($0.element)" }, "\(remarks)")
    let lost = try Pace.run("export", pack, "--db", path)
    let devices = lost.output.split(separator: "\n").map { $0.contains(#""device":"two""#) }
    #expect(devices == cells.indices.map { $0 < 5 }, "\(lost)")
  }

  @Test func `times, numbers and empty texts of every form stand in one table`() throws {
    let pack = try file("boxes.pace", Self.boxes)
    let ticks = """
      id,box,at,v,note
      a,me,n/a,1,x
      b,me,2026-05-28T20:26:40Z,.5,007
      c,me,1780000001000,5.,
      d,me,2026-05-28T20:26:42Z,n/a,x
      e,me,2026-05-28T20:26:43Z,1e2,""
      f,you,1780000001000,1,x
      """
    let (lines, remarks) = try told(
      pack, "--db", file("tick.csv", ticks), "--db", file("box.csv", "id,on\nme,true\nyou,false\n"))
    #expect(lines == ["me 1780000000000 007", "me 1780000001000 none", "me 1780000003000 "], "\(remarks)")
    #expect(remarks.contains("tick `a`: `at` `n/a` is not a time"))
    #expect(remarks.contains("tick `d`: `v` `n/a` is not a number; skipped"))
  }

  @Test func `an exported table says the same as the log that it is of`() throws {
    let pack = try file("boxes.pace", Self.boxes)
    let database = scratch.path("log.db")
    let rows = ["''", "'1.50'", "' 5'", "'-0'", "NULL", "'a,b'", "'=1'"].enumerated().map { index, note in
      "('r\(index)', '1.10', \(1_780_000_000_000 + index), 1, \(note))"
    }
    try Night.execute(
      """
      CREATE TABLE tick(id TEXT PRIMARY KEY, box TEXT, at INTEGER, v REAL, note TEXT);
      INSERT INTO tick VALUES \(rows.joined(separator: ", "));
      """, in: database)
    let table = try Pace.run("export", pack, "--db", database, "--format", "csv", "--event", "tick").output
    let one = try Pace.run("eval", pack, "--db", database, "--format", "jsonl")
    let other = try Pace.run("eval", pack, "--db", file("tick.csv", table), "--format", "jsonl")
    #expect(one.status == 0 && one.output.split(separator: "\n").count == 7, "\(one)")
    #expect(other.output == one.output && other.status == 0, "\(other)\n\(table)")
  }

  // MARK: What can't be

  @Test func `what --db can't be is told in one sentence`() throws {
    let database = try Night.friday(in: scratch)
    let (one, other) = (try file("a/drink.csv", "id\nx\n"), try file("b/Drink.tsv", "id\nx\n"))
    func run(_ paths: String...) throws -> RunResult {
      try Pace.run(["eval", "take-care"] + paths.flatMap { ["--db", $0] })
    }
    let same = try run(one, other)
    #expect(same.status == 2 && same.remarks.contains("`\(one)` and `\(other)` are both table"), "\(same)")
    let mixed = try run(database, one)
    #expect(mixed.status == 2 && mixed.remarks.contains("`\(one)` is a CSV, `\(database)` isn't"), "\(mixed)")
    let twice = try run(database, database)
    #expect(twice.status == 2 && twice.remarks.contains("given twice"), "\(twice)")
    let none = try run(scratch.path("none.csv"))
    #expect(none.status == 3 && none.remarks.contains("no file `\(scratch.path("none.csv"))`"), "\(none)")
    let empty = try run(try file("empty.csv", ""))
    #expect(empty.status == 3 && empty.remarks.contains("is empty, 0 bytes long"), "\(empty)")
    // `init` makes no CSV file a log.
    #expect(
      empty.remarks.hasSuffix("a copy or download may have failed; the first line has to name the columns\n"))
  }

  @Test(arguments: [
    ["init", "--accept"], ["log", "beer"], ["undo"], ["settings"], ["kinds"], ["notify"], ["start"], ["end"],
    ["import", "-"], ["merge", "other.db"], ["delete-data", "--subject", "s1", "--yes"],
  ])
  func `commands that keep a log refuse a CSV, and say how to take it into one`(words: [String]) throws {
    let path = try file("drink.csv", "id,session,at,kind\nx,s,1000,beer\n")
    let result = try Pace.run([words[0], "take-care"] + words.dropFirst() + ["--db", path])
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.contains("`\(path)` is a CSV file, and a log is kept in a database"), "\(result)")
    #expect(result.remarks.contains("pace export take-care --db \(path) | pace import"), "\(result)")
    #expect(try scratch.read("drink.csv") == "id,session,at,kind\nx,s,1000,beer\n")
  }

  @Test func `a log doesn't merge with a CSV`() throws {
    let log = try KeptLog()
    let result = try log.run("merge", try file("drink.csv", "id\nx\n"), now: "2026-11-20T21:00")
    #expect(result.status == 3 && result.remarks.contains("is a CSV file"), "\(result)")
  }
}

import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Times in the hour that comes twice when clocks are put back, and in the one that never comes.
struct RepeatedHourTests {
  private static let rules = """
    subject person {}
    event run of person {}
    rule told { on run, when count(run) >= 1, emit note "Told." }
    """

  private let scratch: Scratch
  private let pack: String
  private let path: String

  /// Runs at 00:30, 01:30, 01:30 again and 02:30 of a New York night.
  init() throws {
    scratch = try Scratch()
    pack = try Scratch.pack(scratch, Self.rules)
    path = scratch.path("night.db")
    let first: Int64 = 1_793_507_400_000
    let rows = (0..<4).map { "('r\($0)', 'p', \(first + Int64($0) * 3_600_000))" }
    try Night.execute(
      """
      CREATE TABLE run(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO run VALUES \(rows.joined(separator: ", "));
      """, in: path)
  }

  private func run(_ command: String, _ words: String...) throws -> RunResult {
    try Pace.run([command, pack, "--db", path, "--zone", "America/New_York"] + words)
  }

  @Test func `the offset stands behind a time that comes twice, and behind no other`() throws {
    let table = try run("eval").output
    let clocks = table.matches(of: /\n \d  (\S+) +note/).map { String($0.output.1) }
    #expect(clocks == ["00:30:00", "01:30:00-04:00", "01:30:00-05:00", "02:30:00"], "\(table)")
  }

  @Test func `a look back shows the offset too`() throws {
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      INSERT INTO person VALUES ('p', 1793511000000, 1793514600000);
      DELETE FROM run WHERE id IN ('r0', 'r3');
      """, in: path)
    let history = try run("history").output
    #expect(history.contains("  2026-11-01 01:30-04:00  01:30-05:00  "), "\(history)")
    let shown = try run("show", "--subject", "p").output
    #expect(shown.contains("  2026-11-01 01:30-04:00  01:30-05:00  "), "\(shown)")
    let page = try run("show", "--subject", "p", "--format", "html").output
    for clock in ["2026-11-01 01:30-04:00", ">01:30:00-04:00</time>", ">01:30:00-05:00</time>"] {
      #expect(page.contains(clock), "\(clock)")
    }
  }

  private static let leveled = """
    subject person {}
    event run of person {}
    scale band = low < high
    rule up { when count(run) >= 1, raise band to high }
    """

  @Test(arguments: [
    (1_793_505_600_000, "01:00-04:00 01:30-04:00 01:00-05:00 01:30-05:00 02:00"),
    (1_772_946_000_000, "00:30 01:00 01:30 03:00 03:30 04:00 04:30"),
  ])
  func `an axis marks both of two hours alike, and no skipped one`(
    start: Int, names: String
  ) throws {
    let marks = try marks(of: "America/New_York", from: start)
    #expect(marks.joined(separator: " ").contains(names), "\(marks)")
  }

  @Test func `an axis has the date at the first of two midnights`() throws {
    let marks = try marks(of: "America/Havana", from: 1_793_502_000_000)
    let names = "23:30 11-01 00:30-04:00 00:00-05:00 00:30-05:00 01:00"
    #expect(marks.joined(separator: " ").hasPrefix(names), "\(marks)")
  }

  /// The names along the strip of a person's four hours.
  private func marks(of zone: String, from start: Int) throws -> [String] {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.leveled)
    let path = scratch.path("axis.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE run(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(start), \(start + 4 * 3_600_000));
      INSERT INTO run VALUES ('r', 'p', \(start + 3_600_000));
      """, in: path)
    let words = ["show", pack, "--db", path, "--zone", zone, "--subject", "p"]
    let page = try Pace.run(words + ["--format", "html"]).output
    #expect(page.contains(/\.past time \{[^}]*white-space: nowrap;/))
    return page.matches(of: /<text x="([\d.]+)%" y="[^"]*" text-anchor="middle" [^>]*>([^<]+)</)
      .sorted { Double($0.output.1) ?? 0 < Double($1.output.1) ?? 0 }.map { String($0.output.2) }
  }

  @Test(arguments: [
    ("01:30", "r1"), ("01:30:00-04:00", "r1"), ("01:30:00-05:00", "r2"), ("01:30-05:00", "r2"),
    ("06:30Z", "r2"),
    ("2026-11-01T01:30-05:00", "r2"),
  ])
  func `a time is read with its offset as it is shown`(at: String, row: String) throws {
    let result = try run("explain", "--at", at)
    #expect(result.status == 0 && result.output.contains("(\(row))\n"), "\(result)")
  }

  /// Two times of the repeated hour in New York, its beginning and its end, and those before and after it.
  private static let walls =
    ["00:59:59", "01:00", "01:59:59", "01:30-05:00", "02:00"]
    .map { "2026-11-01T\($0)" } + ["2026-11-02"]

  @Test func `times without an offset that clocks show twice are counted, once a run`() throws {
    let remark =
      "clocks show 2 of the times without an offset twice, as they go back; each counts as the first, "
      + "and an offset such as `+01:00` would say which is meant\n"
    func runs(_ row: (String) -> String) -> String { Self.walls.map { row($0) + "\n" }.joined() }
    let lines = runs { #"{"subject":"p","event":"run","at":"\#($0)"}"# }
    let rows = try scratch.write("run.csv", "id,person,at\n" + runs { "\($0),p,\($0)" })
    let rules = """
      \(Self.rules)
      source told {
        person from json { id = of }
        run from json { id = at, person = of, at = at as iso8601 }
      }
      """
    let pack = try Scratch.pack(scratch, rules, name: "told.pace")
    let objects = runs { #"{"of":"p","at":"\#($0)"}"# }
    let zone = ["--zone", "America/New_York"]
    for words in [
      ["--stdin"], ["--stdin", "--sort"], ["--db", rows.path], ["--stdin", "--source", "told"],
    ] {
      let input = words.contains("told") ? objects : words.contains("--stdin") ? lines : ""
      let read = try Pace.run(["eval", pack] + words + zone + ["--strict"], input: input)
      #expect(read.status == 0, "\(words) \(read.remarks)")
      #expect(read.remarks.components(separatedBy: remark).count == 2, "\(words) \(read.remarks)")
    }
    let log = try KeptLog(pack)
    let file = try scratch.write("lines", lines)
    let taken = try log.run("import", [file.path] + zone, now: "2026-11-03T20:00")
    #expect(taken.remarks.contains(remark), "\(taken.remarks)")
  }

  @Test func `a time of an object that is skipped is not counted`() throws {
    let pack = try Scratch.pack(
      scratch,
      """
      subject person {}
      event run of person { n: number = 1 }
      source app { run from json { id = id, person = of, at = at as iso8601, n = n } }
      """, name: "numbered.pace")
    let objects = [("01:30", #""x""#), ("03:30", "2")].map { clock, number in
      #"{"id":"\#(clock)","of":"p","at":"2026-11-01T\#(clock)","n":\#(number)}"# + "\n"
    }
    let file = try scratch.write("objects", objects.joined())
    let words = [file.path, "--zone", "America/New_York"]
    let taken = try KeptLog(pack).run("import", words, now: "2026-11-03T20:00")
    #expect(taken.output == "2 objects: 1 run · 1 skipped\n", "\(taken)")
    #expect(!taken.remarks.contains("twice"), "\(taken.remarks)")
  }

  @Test func `a row is logged at the second of the two`() throws {
    let log = try KeptLog("take-care", "--zone", "America/New_York", now: "2026-10-31T20:00")
    let logged = try log.log("beer", "b", now: "2026-11-01T12:00", "--at", "01:30-05:00")
    #expect(logged.hasPrefix("01:30:00-05:00  beer"), "\(logged)")
    #expect(try log.texts("SELECT at AS value FROM drink") == ["1793514600000"])
  }

  @Test(arguments: ["explain", "graph"])
  func `a time that clocks skip is refused where an instant is looked at`(command: String) throws {
    let early = try Pace.run(
      command, pack, "--db", path, "--zone", "Europe/Berlin", "--at", "2027-03-28T02:30")
    #expect(early.status == 2 && early.output.isEmpty, "\(early)")
    #expect(
      early.remarks.contains(
        "`--at 2027-03-28T02:30`: expected a time that clocks in Europe/Berlin show; they skip what lies from "
          + "02:00 to 03:00 on 2027-03-28"), "\(early)")
  }
}

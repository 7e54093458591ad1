import Testing

/// What `explain` prints of values, on packs whose conditions calculate.
struct `Values in an explanation` {
  /// 2026-05-04 06:00 UTC, a Monday.
  private static let morning: Int64 = 1_777_874_400_000

  /// A terminal on which no line of these tests is broken.
  private static let wide = ["COLUMNS": "200"]

  /// One bottle with a sip of 100 ml two hours after its start.
  private static func bottle(in scratch: Scratch, columns: String = "", values: String = "") throws -> String
  {
    let path = scratch.path("bottle.db")
    try Night.execute(
      """
      CREATE TABLE bottle(id TEXT PRIMARY KEY, started_at INTEGER\(columns));
      CREATE TABLE sip(id TEXT PRIMARY KEY, bottle TEXT, at INTEGER, ml REAL);
      INSERT INTO bottle VALUES ('b', \(morning)\(values));
      INSERT INTO sip VALUES ('a', 'b', \(morning + 7_200_000), 100);
      """, in: path)
    return path
  }

  @Test func `a calculated side is told by its name and value, not as a formula with values put in`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(in: scratch)
    let result = try Pace.run(
      "explain", "hydration-pace", "--db", path, "--until", "2026-05-04T23:00", "--notice", "2",
      environment: Self.wide)
    #expect(
      result.output.contains(
        "unless behind < notify_from: open, behind = 500 < 150 (notify_from), too high by 350\n"),
      "\(result.output)\(result.remarks)")
    #expect(result.output.contains("already_fired: attention"), "\(result.output)")
    #expect(
      result.output.contains("expected - drunk_today = 500 >= 500 (daily_goal * overdue_share)"),
      "\(result.output)")
    #expect(!result.output.contains("2500 *"), "\(result.output)")
  }

  @Test func `a fraction that goes on does not lengthen what it is compared with`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(in: scratch)
    let result = try Pace.run(
      "explain", "hydration-pace", "--db", path, "--until", "2026-05-04T23:00", "--at", "10:01",
      "--rule", "overdue", environment: Self.wide)
    #expect(
      result.output.contains("expected - drunk_today = 402.777778 >= 500 (daily_goal * overdue_share)"),
      "\(result.output)\(result.remarks)")
  }

  @Test(arguments: ["explain", "graph", "graph --format svg", "insights", "insights --format html"])
  func `the greatest and the least number are shown as any other`(_ words: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { v: number = 9223372036854.775807, w: number = -9223372036854.775807 }
      define most = latest(e.v) "Most"
      define least = latest(e.w) "Least"
      rule r { on e, when most > 0, emit note "r" }
      rule q { on e, when least < 0, emit note "q" }
      """)
    let path = scratch.path("s.db")
    try Night.execute(
      """
      CREATE TABLE e(id TEXT PRIMARY KEY, s TEXT, at INTEGER);
      INSERT INTO e VALUES ('a', 'x', 1795251600000);
      """, in: path)
    let isInsights = words.hasPrefix("insights")
    let options = isInsights ? ["--now", "2026-11-22"] : ["--at", "2026-11-21T09:00"]
    let result = try Pace.run(words.split(separator: " ").map(String.init) + [pack, "--db", path] + options)
    #expect(result.status == 0, "\(result.remarks)")
    // A page puts gaps between thousands.
    #expect(result.output.filter { !$0.isWhitespace }.contains("9223372036854.77"), "\(result.output)")
  }

  @Test func `levels are counted and dates told apart by days`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { holiday: date = 2026-11-23 }
      event e of s { }
      scale g = a < b < c < d
      rule raised { when count(e, last 1 h) >= 1, raise g to b }
      rule top { when count(e, last 1 h) >= 9, raise g to d }
      rule high { on e, when g >= d, emit note "high" }
      rule free { on e, when date >= holiday, emit note "free" }
      """)
    let path = scratch.path("s.db")
    try Night.execute(
      """
      CREATE TABLE s(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE TABLE e(id TEXT PRIMARY KEY, s TEXT, at INTEGER);
      INSERT INTO e VALUES ('a', 'x', 1795251600000);
      """, in: path)
    let text = try Pace.run("explain", pack, "--db", path, "--at", "2026-11-21T09:00")
    #expect(text.output.contains("g = b >= d, too low by 2 levels"), "\(text.output)\(text.remarks)")
    #expect(text.output.contains("too early by 2 d"), "\(text.output)")
    let json = try Pace.run("explain", pack, "--db", path, "--at", "2026-11-21T09:00", "--format", "json")
    #expect(json.output.contains(#""text":"g >= d","value":false,"margin":-2,"#), "\(json.output)")
    #expect(json.output.contains(#""text":"date >= holiday","value":false,"margin":-172800000,"#))
  }

  @Test func `an interval is told with its value, both ends and the margin`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(in: scratch, columns: ", mode TEXT", values: ", 'test'")
    let fired = try Pace.run(
      "explain", "hydration", "--db", path, "--until", "2026-05-04T09:00", "--notice", "1",
      environment: Self.wide)
    #expect(
      fired.output.contains(
        "and since(sip) = 1 min in 1 min (attention_after) to 2 min (overdue_after)  just true\n"),
      "\(fired.output)\(fired.remarks)")
    let early = try Pace.run("explain", "hydration", "--db", path, "--at", "08:00:45", environment: Self.wide)
    #expect(
      early.output.contains(
        "since(sip) = 45 s in 1 min (attention_after) to 2 min (overdue_after), too low by 15 s\n"),
      "\(early.output)\(early.remarks)")
    let over = try Pace.run(
      "explain", "hydration", "--db", path, "--until", "2026-05-04T09:00", "--at", "08:02", "--rule",
      "attention", environment: Self.wide)
    #expect(
      over.output.contains(
        "since(sip) = 2 min in 1 min (attention_after) to 2 min (overdue_after)  not less\n"),
      "\(over.output)\(over.remarks)")
  }

  @Test func `what a gate names is told with its value, from the row or by default`() throws {
    let scratch = try Scratch()
    let path = try Self.bottle(
      in: scratch, columns: ", mode TEXT, quiet_from TEXT", values: ", 'test', '21:30'")
    let result = try Pace.run(
      "explain", "hydration", "--db", path, "--until", "2026-05-04T09:00", "--notice", "1")
    #expect(
      result.output.contains("policy quiet 21:30 (quiet_from) to 07:00 (quiet_to): open\n"),
      "\(result.output)\(result.remarks)")
  }

  @Test func `the times that a trigger names are told with their values`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { step: duration, opens: time = 09:00, closes: time = 20:00, tells: time = 21:00 }
      event dose of person {}
      rule often {
        every step from opens to closes
        emit reminder "Now and then."
      }
      rule daily {
        at tells
        emit reminder "Once a day."
      }
      """)
    let path = scratch.path("person.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, step INTEGER, tells TEXT);
      CREATE TABLE dose(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Self.morning), 5400000, '10:30');
      """, in: path)
    let result = try Pace.run(
      "explain", pack, "--db", path, "--until", "2026-05-04T12:00", "--at", "10:30", "--zone", "UTC")
    #expect(
      result.output.contains("every 1 h 30 min (step) from 09:00 (opens) to 20:00 (closes): now\n"),
      "\(result.output)\(result.remarks)")
    #expect(result.output.contains("at 10:30 (tells): now\n"), "\(result.output)")
  }
}

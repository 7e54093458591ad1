import Foundation
import PaceOracle
import Testing

struct `Explaining a notice` {
  /// A terminal on which no line of these tests is broken.
  private static let wide = ["COLUMNS": "200"]

  private func explain(_ words: String..., environment: [String: String] = [:]) throws -> RunResult {
    let scratch = try Scratch()
    return try Pace.run(
      ["explain", "take-care", "--db", try Night.friday(in: scratch)] + words, environment: environment)
  }

  @Test func `a firing fits one screen and says what it rests on`() throws {
    let result = try explain("--notice", "4")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").count <= 24)
    try Golden.check(result.output, "explain-fast-pace.txt")
  }

  @Test func `a condition of several parts is told part by part`() throws {
    try Golden.check(try explain("--notice", "2").output, "explain-hydration.txt")
  }

  @Test func `without a question each firing is explained, in the order of their numbers`() throws {
    let result = try explain()
    #expect(result.status == 0)
    let heads = result.output.split(separator: "\n").filter { $0.contains(" FIRED at ") }
    let rules = heads.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(rules == ["rapid_repeat", "hydration", "nice_reset", "fast_pace", "nice_reset"])
  }

  @Test func `a rule that never fired is told with the questions that say why`() throws {
    let result = try explain("--rule", "shot_stacking")
    #expect(result.status == 0 && result.output == "", "\(result)")
    #expect(
      result.remarks == "no notices of `shot_stacking`; `--all` tells when its outcome changed, `--at T` "
        + "what it said at an instant, and `--closest 5` how near it came\n")
  }

  @Test func `an instant at which nothing fired is told too`() throws {
    let result = try explain("--at", "21:05")
    #expect(result.status == 0)
    try Golden.check(result.output, "explain-quiet-instant.txt")
  }

  @Test func `where nothing was said each page names its instant, subject and preset`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Night.session("s2", preset: "strict"), in: path)
    let result = try Pace.run("explain", "take-care", "--db", path, "--at", "21:05")
    #expect(
      result.output.contains("nothing said or held back at 21:05:00   session s1, preset balanced\n"),
      "\(result.output)\(result.remarks)")
    #expect(
      result.output.contains("nothing said or held back at 21:05:00   session s2, preset strict\n"),
      "\(result.output)")
  }

  @Test func `an instant after the end is told as the end, and said to be so`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute("UPDATE session SET ended_at = \(Night.start + 3_600_000);", in: path)
    let words = ["explain", "take-care", "--db", path, "--at"]
    let text = try Pace.run(words + ["2026-11-21T09:00"]).output
    #expect(text.contains("\nsession s1 ended at 22:00:00; it stands as it did then\n"), "\(text)")
    let json = try Pace.run(words + ["2026-11-21T09:00", "--format", "json"]).output
    let keys = "\"at_ms\":\(Night.start + 3_600_000),\"asked_ms\":\(Night.start + 43_200_000),\"preset\""
    #expect(json.contains(keys), "\(json)")
    let against = try Pace.run(words + ["2026-11-21T09:00", "--against", "strict"]).output
    #expect(against.contains("\nsession s1 ended at 22:00:00; it stands as it did then\n"), "\(against)")
    let before = try Pace.run(words + ["21:59:59"]).output
    #expect(!before.contains("ended"), "\(before)")
    #expect(!(try Pace.run(words + ["21:59:59", "--format", "json"]).output.contains("asked_ms")))
  }

  @Test func `an instant after the end of what it is held against is told as that end`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let other = Night.session("s2", preset: "strict") + Night.drink("x", "s2", minute: 5, "beer")
    let end = Night.start + 1_800_000
    try Night.execute("\(other)UPDATE session SET ended_at = \(end) WHERE id = 's2';", in: path)
    let words = ["explain", "take-care", "--db", path, "--subject", "s1", "--at"]
    let text = try Pace.run(words + ["22:00", "--against", "s2"]).output
    #expect(text.contains("\nsession s2, strict, ended at 21:30:00; it stands as it did then\n"), "\(text)")
    #expect(text.contains(/s1 at 22:00:00, balanced +s2 at 21:30:00, strict\n/), "\(text)")
    let json = try Pace.run(words + ["22:00", "--against", "s2", "--format", "json"]).output
    let keys = "\"against\":{\"subject\":\"s2\",\"at_ms\":\(end),\"asked_ms\":\(Night.start + 3_600_000)"
    #expect(json.contains(keys), "\(json)")
    let before = try Pace.run(words + ["21:30", "--against", "s2"]).output
    #expect(!before.contains("ended"), "\(before)")
    // Another instant of the same subject: the session ends three hours after its last drink.
    let later = try Pace.run(words + ["21:09", "--against", "2026-11-21T09:00"]).output
    #expect(later.contains("\nsession s1, balanced, ended at 00:31:00 on 21 November; it stands"), "\(later)")
    #expect(later.contains("s1 at 00:31:00 on 21 November, balanced\n"), "\(later)")
  }

  @Test func `an instant without notices that lies past the end is said to`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject tea_round {}
      event cup of tea_round {}
      rule often { on cup, when count(cup, last 30 min) >= 2, emit notice "Two cups." }
      """)
    let path = scratch.path("log.db")
    let end = Night.start + 600_000
    try Night.execute(
      """
      CREATE TABLE tea_round(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE cup(id TEXT PRIMARY KEY, tea_round TEXT, at INTEGER);
      INSERT INTO tea_round VALUES ('a', \(Night.start), \(end)), ('b', \(Night.start), NULL);
      INSERT INTO cup VALUES ('x', 'a', \(Night.start)), ('y', 'b', \(Night.start));
      """, in: path)
    let words = ["explain", pack, "--db", path, "--at", "21:05", "--subject"]
    let sentence = "free      one more cup would first bring no notice at 21:30:00.001"
    let ended = try Pace.run(words + ["a"], environment: Self.wide).output
    let open = try Pace.run(words + ["b"], environment: Self.wide).output
    #expect(ended.contains("\(sentence), past the end of the tea round at 21:10:00\n"), "\(ended)")
    #expect(open.contains("\(sentence)\n"), "\(open)")
    let json = try Pace.run(words + ["a", "--format", "json"]).output
    #expect(json.contains("\"past_end_ms\":\(end),\"at_ms\":\(Night.start + 1_800_001)"), "\(json)")
  }

  @Test func `every kind that raises a level is named, in the plural where it takes several`() throws {
    let one = try explain("--at", "21:09", environment: Self.wide).output
    #expect(one.contains("slow_down after 1 more shot, beer, wine or cocktail\n"), "\(one)")
    let scratch = try Scratch()
    let path = scratch.path("guard.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE TABLE bite(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Night.start));
      INSERT INTO bite VALUES ('a', 'p', \(Night.start));
      """, in: path)
    let words = ["explain", "nail-guard", "--db", path, "--at", "21:09"]
    let several = try Pace.run(words, environment: Self.wide).output
    #expect(several.contains("moderate after 2 more bites\n"), "\(several)")
  }

  @Test func `a rule can be asked for whatever became of it`() throws {
    let result = try explain("--at", "21:31", "--rule", "escalation")
    #expect(result.output.contains("escalation idle at 21:31:00"))
    #expect(result.output.contains("sum(drink.units, last 90 min) = 3.5 >= 4.0 (escalation_units)"))
    #expect(result.output.contains("too low by 0.5"))
  }

  @Test func `a condition is shown on one line without the comments in it`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s {}
      event e of s { note: text }
      rule r {
        on e
        when (count(e)   # how many, "not" counting
          +\t1) >= 2 and latest(e.note) == "a  # b"
        emit n "{count(e)  + 1}: {latest(e.note) ==  \\"a  b\\"}"
      }
      """)
    let path = scratch.path("c.db")
    try Night.execute(
      "create table e(id, s text, at integer, note text); insert into e values('i', 's', \(Night.start), 'a  # b')",
      in: path)
    let text = try Pace.run("explain", pack, "--db", path)
    #expect(text.output.contains("because count(e) + 1 = 2 >= 2"), "\(text.output)\(text.remarks)")
    #expect(!text.output.contains("how many"))
    let json = try Pace.run("explain", pack, "--db", path, "--format", "json")
    let whole = #""text":"(count(e) + 1) >= 2 and latest(e.note) == \"a  # b\"""#
    #expect(json.output.contains(whole), "\(json.output)")
    let graph = try Pace.run("graph", pack)
    #expect(graph.output.contains(#"(count(e) + 1) >= 2 and latest(e.note) == "a  # b""#), "\(graph.output)")
    #expect(graph.output.contains(#"latest(e.note) == \"a  b\""#), "\(graph.output)")
    #expect(!graph.output.contains("how many"))
  }

  @Test func `JSON has the documented keys in their order`() throws {
    let result = try explain("--at", "2026-11-20T21:31:00Z", "--rule", "fast_pace", "--format", "json")
    try Golden.check(result.output, "explain-fast-pace.json")
  }

  @Test func `JSON without a rule tells of every rule`() throws {
    let result = try explain("--at", "21:31", "--format", "json")
    for rule in ["escalation", "fast_pace", "shot_stacking", "rapid_repeat", "hydration", "nice_reset"] {
      #expect(result.output.contains(#"{"rule":"\#(rule)","outcome":""#))
    }
    #expect(result.output.contains(#""levels":{"pace":"slow_down"}"#))
    #expect(result.output.contains(#"{"sort":"param","name":"fast_pace_units","to":"3.5""#))
  }

  @Test func `a held notice names the gate that stops it and when it opens`() throws {
    let scratch = try Scratch()
    let path = try Night.shots(in: scratch)
    let result = try Pace.run(
      "explain", "take-care", "--db", path, "--at", "21:09", "--rule", "shot_stacking")
    try Golden.check(result.output, "explain-held.txt")
  }

  @Test func `only what differs is told against another preset`() throws {
    try Golden.check(try explain("--at", "21:09", "--against", "strict").output, "explain-against.txt")
    let same = try explain("--at", "21:09", "--against", "balanced")
    #expect(same.output.contains("the two do not differ"))
  }

  @Test func `a verdict can be held against another instant and another subject`() throws {
    let earlier = try explain("--at", "21:31", "--against", "21:09", "--rule", "fast_pace")
    #expect(earlier.output.contains("3.5 against 2, true by 1.5"))
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Night.session("s2") + Night.drink("x", "s2", minute: 9, "beer"), in: path)
    let other = try Pace.run(
      "explain", "take-care", "--db", path, "--subject", "s1", "--at", "21:09", "--against", "s2", "--rule",
      "rapid_repeat")
    #expect(other.output.contains("2 against 2, true by 0"), "\(other.output)\(other.remarks)")
    #expect(other.output.contains("1 against 2, false by 1"))
    #expect(
      other.output.contains(
        "each 9 min after its own start: s1 on Friday 20 November 2026 at 21:09:00, "
          + "s2 on Friday 20 November 2026 at 21:09:00\n"))
  }

  @Test func `the nearest misses come first`() throws {
    let result = try explain("--closest", "3")
    let lines = result.output.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.split(separator: " ")[2] } == ["fast_pace", "escalation", "rapid_repeat"])
    let nearest = try #require(lines.first)
    #expect(nearest.hasSuffix("  units_last_hour = 2 > 2 (fast_pace_units), not more"))
  }

  @Test func `what ceases to be true is no miss, nor what nobody tried`() throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "hydration", "--db", path, "--subjects", "1", "--seed", "5")
    let misses = try Pace.run("explain", "hydration", "--db", path, "--closest", "40")
    #expect(misses.output.contains("overdue "), "\(misses.output)\(misses.remarks)")
    #expect(!misses.output.contains("(overdue_after), not less"), "\(misses.output)\(misses.remarks)")
    let json = try Pace.run(
      "explain", "activities", "--db", try activities(in: scratch), "--closest", "40", "--format", "json")
    #expect(!json.output.contains("not_triggered"), "\(json.output)")
    #expect(json.output.contains(#""outcome":"idle""#), "\(json.output)\(json.remarks)")
  }

  private func activities(in scratch: Scratch) throws -> String {
    let path = scratch.path("activities.db")
    _ = try Pace.run("sample", "activities", "--db", path, "--subjects", "1", "--seed", "5")
    return path
  }

  @Test func `of each stretch between two states of being true only the nearest miss is told`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    // Two and a half hours on, units count from nothing again.
    try Night.execute(
      Night.drink("l1", "s1", minute: 33, "cocktail") + Night.drink("l2", "s1", minute: 170, "beer")
        + Night.drink("l3", "s1", minute: 175, "cocktail"), in: path)
    let result = try Pace.run("explain", "take-care", "--db", path, "--closest", "9", "--rule", "escalation")
    let lines = result.output.split(separator: "\n").dropFirst().map(String.init)
    #expect(lines.count == 2, "\(result.output)\(result.remarks)")
    #expect(lines.first?.contains("12.5 %  escalation  2026-11-20 21:31:00") == true, "\(lines)")
    #expect(lines.last?.contains("37.5 %  escalation  2026-11-20 23:55:00") == true, "\(lines)")
  }

  @Test func `a row that may come later counts on nothing else being logged, and says so`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = ["explain", "take-care", "--db", path, "--notice", "4"]
    let alone = try Pace.run(words, environment: Self.wide).output
    #expect(alone.contains("8c1f not before 22:09:00.001 ·"), "\(alone)")
    try Night.execute(Night.drink("w", "s1", minute: 50, "water"), in: path)
    let more = try Pace.run(words, environment: Self.wide).output
    #expect(more.contains("8c1f not before 22:09:00.001 if nothing else is logged till then ·"), "\(more)")
  }

  @Test func `a rule that never speaks is on, not said to have fired`() throws {
    let scratch = try Scratch()
    let pack = scratch.path("state.pace")
    try """
    subject person {}
    event dose of person {}
    scale load = low "green" < high "red"
    rule raised {
      when count(dose, last 4 h) >= 1
      raise load to high
    }
    """.write(toFile: pack, atomically: true, encoding: .utf8)
    let database = scratch.path("state.db")
    try Night.execute(
      "CREATE TABLE dose(id TEXT, at INTEGER); INSERT INTO dose VALUES ('a', \(Night.start));", in: database)
    let one = try Pace.run("explain", pack, "--db", database, "--at", "21:30", "--rule", "raised")
    #expect(one.output.contains("raised on at 21:30:00"), "\(one.output)\(one.remarks)")
    #expect(one.output.contains("none: it has a state and says nothing"))
    let all = try Pace.run("explain", pack, "--db", database, "--rule", "raised", "--all")
    #expect(all.output.contains("21:00:00  on"), "\(all.output)\(all.remarks)")
  }

  @Test func `what brings a notice only later does not count as free of notices`() throws {
    let scratch = try Scratch()
    let pack = scratch.path("hold.pace")
    try """
    subject person {}
    event dose of person { mg: number = 400 }
    rule over {
      when sum(dose.mg, last 4 h) >= 800 for 15 min
      emit warning "Enough."
    }
    """.write(toFile: pack, atomically: true, encoding: .utf8)
    let database = scratch.path("hold.db")
    try Night.execute(
      "CREATE TABLE dose(id TEXT, at INTEGER, mg REAL); INSERT INTO dose VALUES ('a', \(Night.start), 400);",
      in: database)
    let now = try Pace.run(
      "explain", pack, "--db", database, "--at", "21:30", environment: Self.wide)
    // A quarter of an hour before 01:00:00.001, when the first dose is no longer in the last four hours.
    #expect(
      now.output.contains("one more dose would first bring no notice at 00:45:00.001 on 21 November"),
      "\(now.output)\(now.remarks)")
    try Night.execute("INSERT INTO dose VALUES ('b', \(Night.start + 13_500_000), 400);", in: database)
    let early = try Pace.run("eval", pack, "--db", database, "--until", "2026-11-21T06:00")
    #expect(early.output.contains("over"), "\(early.output)\(early.remarks)")
    try Night.execute("UPDATE dose SET at = at + 1 WHERE id = 'b';", in: database)
    let late = try Pace.run("eval", pack, "--db", database, "--until", "2026-11-21T06:00")
    #expect(!late.output.contains("over"), "\(late.output)")
  }

  @Test func `a rule's outcomes are told from change to change`() throws {
    try Golden.check(
      try explain("--rule", "nice_reset", "--all").output, "explain-timeline.txt")
  }

  @Test func `a timeline tells a change when it comes about, not at the next instant looked at`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let all = try Pace.run("explain", "take-care", "--db", path, "--rule", "nice_reset", "--all").output
    #expect(all.contains("  21:29:00.001  already_fired"), "\(all)")
    let one = try Pace.run(
      "explain", "take-care", "--db", path, "--rule", "nice_reset", "--at", "21:29:00.001")
    #expect(one.output.contains("nice_reset already_fired at 21:29:00.001"), "\(one.output)")
  }

  @Test func `a timeline of a rule at times of day has its tries alone`() throws {
    let scratch = try Scratch()
    let path = scratch.path("guard.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, summary_at TEXT);
      CREATE TABLE bite(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Night.start), '21:30');
      INSERT INTO bite VALUES ('a', 'p', \(Night.start)), ('b', 'p', \(Night.start + 7_200_000));
      """, in: path)
    let all = try Pace.run("explain", "nail-guard", "--db", path, "--rule", "evening", "--all").output
    let lines = all.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.split(separator: " ")[0] } == ["21:30:00"], "\(all)")
    #expect(all.contains("21:30:00  FIRED"), "\(all)")
  }

  @Test func `evaluating and explaining never differ about what fired`() throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "5", "--seed", "3")
    let evaluated = try Pace.run("eval", "take-care", "--db", path, "--format", "jsonl").output
    let explained = try Pace.run("explain", "take-care", "--db", path, "--format", "json").output
    let fired = explained.components(separatedBy: #""outcome":"fired""#).count - 1
    #expect(evaluated.split(separator: "\n").count == fired)
    #expect(fired > 0)
  }

  @Test(
    arguments: cases([
      (["--notice", "9"], "expected a number from 1 to 5"),
      (["--notice", "x"], "expected a number from 1 on"),
      (["--notice", "1", "--at", "21:00"], "`--notice` and `--at` cannot be given together"),
      (["--rule", "hydratoin"], "there is no rule `hydratoin`; did you mean `hydration`?"),
      (["--at", "2026-11-20T20:00Z"], "expected an instant at or after the start of a session"),
      (["--preset", "all"], "expected one preset"),
      (["--all"], "`--all` goes with `--rule`"),
      (["--closest", "0"], "expected a number from 1 on"),
      (["--closest", "2", "--notice", "1"], "`--closest` and `--notice` cannot be given together"),
      (["--against", "strict"], "`--against` goes with `--at` or `--notice`"),
      (["--at", "21:09", "--against", "strickt"], "there is no session `strickt`"),
    ]))
  func `a question without an answer exits 2 and says why`(given: Case<([String], String)>) throws {
    let (words, message) = given.value
    let scratch = try Scratch()
    let result = try Pace.run(["explain", "take-care", "--db", try Night.friday(in: scratch)] + words)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains(message), "\(result.remarks)")
  }
}

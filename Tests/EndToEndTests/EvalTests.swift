import Foundation
import PaceOracle
import Testing

struct `Evaluating a log` {
  private static let firings = """
    {"subject":"s1","at":"2026-11-20T21:09:00.000Z","at_ms":1795208940000,"rule":"rapid_repeat","kind":"warning",\
    "level":"caution","severity":1,"preset":"balanced","message":"2 drinks in 10 min. Let this one last."}
    {"subject":"s1","at":"2026-11-20T21:09:00.000Z","at_ms":1795208940000,"rule":"hydration","kind":"reminder",\
    "level":null,"severity":1,"preset":"balanced","message":"Water check."}
    {"subject":"s1","at":"2026-11-20T21:29:00.000Z","at_ms":1795210140000,"rule":"nice_reset","kind":"praise",\
    "level":null,"severity":1,"preset":"balanced","message":"Nice reset."}
    {"subject":"s1","at":"2026-11-20T21:31:00.000Z","at_ms":1795210260000,"rule":"fast_pace","kind":"warning",\
    "level":"slow_down","severity":2,"preset":"balanced","message":"You're pacing fast. Take a 20 min break."}
    {"subject":"s1","at":"2026-11-20T22:29:00.001Z","at_ms":1795213740001,"rule":"nice_reset","kind":"praise",\
    "level":null,"severity":1,"preset":"balanced","message":"Nice reset."}

    """

  @Test func `JSON lines have one firing each, in the documented order of keys`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("eval", "take-care", "--db", try Night.friday(in: scratch), "--format", "jsonl")
    #expect(result.status == 0)
    #expect(result.output == Self.firings)
    #expect(result.remarks.isEmpty)
  }

  @Test func `the same log gives the same bytes every time`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    for format in ["table", "jsonl", "csv", "summary"] {
      let first = try Pace.run("eval", "take-care", "--db", path, "--format", format, "--levels")
      let second = try Pace.run("eval", "take-care", "--db", path, "--format", format, "--levels")
      #expect(first.output == second.output)
    }
  }

  @Test func `a table numbers the notices, counts what was held, and says how to ask why`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run("eval", "take-care", "--db", path)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first?.hasPrefix("Friday 20 November 2026, times in UTC (name another with --zone)") == true)
    #expect(lines.first?.hasSuffix("1 session · 3 drinks · preset balanced") == true)
    #expect(lines.count == 7)
    #expect(lines[1].hasPrefix(" 1  21:09:00"))
    #expect(lines[5].hasPrefix(" 5  22:29:00.001"))
    #expect(
      lines.last == "held back: 1 by cooldown.   Why 1?  pace explain take-care --db \(path) --notice 1")
  }

  @Test func `a summary counts every rule and what was read`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("eval", "take-care", "--db", try Night.friday(in: scratch), "--format=summary")
    #expect(
      result.output == """
        escalation\t0
        fast_pace\t1
        shot_stacking\t0
        rapid_repeat\t1
        hydration\t1
        nice_reset\t2
        subjects\t1
        events\t3
        debounced\t0
        skipped\t0

        """)
  }

  @Test func `level changes follow the firings of their instant`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--format", "jsonl", "--levels")
    let lines = result.output.split(separator: "\n")
    #expect(
      lines[2]
        == #"{"subject":"s1","at":"2026-11-20T21:09:00.000Z","at_ms":1795208940000,"scale":"pace","level":"caution"}"#
    )
    #expect(
      lines[3]
        == #"{"subject":"s1","at":"2026-11-20T21:10:00.001Z","at_ms":1795209000001,"scale":"pace","level":"good"}"#
    )
  }

  @Test func `a preset named on the command line goes before the subject's own`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--preset", "relaxed", "--format", "jsonl")
    #expect(result.output.contains(#""preset":"relaxed""#))
    #expect(!result.output.contains("rapid_repeat"))
  }

  @Test func `all presets stand side by side, a column each`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let table = try Pace.run("eval", "take-care", "--db", path, "--preset", "all")
    #expect(table.output.contains("relaxed    balanced   strict"))
    let summary = try Pace.run("eval", "take-care", "--db", path, "--preset", "all", "--format", "summary")
    #expect(summary.output.hasPrefix("rule\trelaxed\tbalanced\tstrict\nescalation\t0\t0\t1\n"))
    let lines = try Pace.run("eval", "take-care", "--db", path, "--preset", "all", "--format", "jsonl")
    #expect(
      lines.output.hasPrefix(#"{"subject":"s1","at":"2026-11-20T21:09:00.000Z","at_ms":1795208940000,"#))
  }

  @Test func `a value set on the command line goes before the preset's`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--set", "rapid_window=8 min", "--format",
      "summary")
    #expect(result.output.contains("rapid_repeat\t0\n"))
  }

  @Test(
    arguments: cases([
      ("rapid_windw=8 min", "rapid_window"),
      ("rapid_window=8", "rapid_window"),
      ("rapid_window=5 h", "60 min"),
      ("rapid_window", "expected NAME=VALUE"),
      ("rapid_window=", "expected NAME=VALUE"),
      ("=8 min", "expected NAME=VALUE"),
      ("rapid_window=8 min, shot_window=9 min", "one NAME=VALUE; give --set again for another"),
      ("rapid_window=8 min }", "one NAME=VALUE"),
    ]))
  func `a value that cannot be set is refused with the reason`(given: Case<(String, String)>) throws {
    let (setting, reason) = given.value
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--set", setting)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.remarks.contains("--set \(setting)"))
    #expect(result.remarks.contains(reason), "\(result.remarks)")
  }

  @Test func `from and to filter what is printed while earlier rows count and numbers stay`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--from", "21:30", "--to",
      "2026-11-20T21:40Z")
    #expect(result.output.contains(" 4  21:31:00  warning  fast_pace"))
    #expect(!result.output.contains("rapid_repeat"))
    #expect(!result.output.contains("22:29"))
  }

  @Test func `totals say how much of it is shown`() throws {
    let scratch = try Scratch()
    let night = try Night.friday(in: scratch)
    let none = try Pace.run("eval", "take-care", "--db", night, "--from", "2030-01-01")
    #expect(none.output.contains("none of 5 notices shown"), "\(none.output)")
    let lines = """
      {"subject":"s1","at_ms":1795208940000,"event":"drink","kind":"beer"}
      {"subject":"s1","at_ms":1795209000000,"event":"drink","kind":"beer"}
      {"subject":"s2","at_ms":1795208940000,"event":"drink","kind":"beer"}
      """
    let some = try Pace.run("eval", "take-care", "--stdin", "--from", "2030-01-01", input: lines)
    #expect(some.output.contains("2 sessions · 3 drinks · none of 3 notices shown"), "\(some.output)")
    let backward = try Pace.run(
      "eval", "take-care", "--db", night, "--from", "2026-11-21T00:00Z", "--to", "2026-11-20T00:00Z")
    #expect(backward.status == 2)
    #expect(backward.remarks.contains("`--to 2026-11-20T00:00Z`: expected an instant at or after --from"))
  }

  @Test func `what was held back is that of the span, and the advice names the first notice shown`() throws {
    let scratch = try Scratch()
    let night = try Night.friday(in: scratch)
    func footer(_ from: String) throws -> String? {
      let words = ["eval", "take-care", "--db", night, "--until", "2026-11-20T22:30", "--from", from]
      return try Pace.run(words).output.split(separator: "\n").last.map(String.init)
    }
    let why = "pace explain take-care --db \(night) --until 2026-11-20T22:30 --notice"
    #expect(try footer("21:30") == "held back: 1 by cooldown.   Why 4?  \(why) 4")
    #expect(try footer("22:00") == "held back: none.   Why 5?  \(why) 5")
    #expect(try footer("2030-01-01") == "held back: none.")
  }

  @Test func `until looks no further`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "eval", "take-care", "--db", try Night.friday(in: scratch), "--until", "1795210200000", "--format",
      "summary")
    #expect(result.output.contains("fast_pace\t0\n"))
    #expect(result.output.contains("events\t2\n"))
  }

  @Test func `a zone moves the clock of the text and nothing else`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let text = try Pace.run("eval", "take-care", "--db", path, "--zone", "Europe/Paris").output
    #expect(text.hasPrefix("Friday 20 November 2026, times in Europe/Paris   1 session"))
    #expect(text.contains(" 1  22:09:00"))
    let lines = try Pace.run("eval", "take-care", "--db", path, "--zone", "Europe/Paris", "--format", "jsonl")
    #expect(lines.output == Self.firings)
  }

  @Test func `a subject is found by the beginning of its id, if only one begins so`() throws {
    let scratch = try Scratch()
    let path = scratch.path("two.db")
    try Night.execute(
      Night.schema + Night.session("anna") + Night.entries("anna") + Night.session("anton", preset: "strict")
        + Night.entries("anton", prefix: "x"), in: path)
    let one = try Pace.run("eval", "take-care", "--db", path, "--subject", "ant", "--format", "jsonl")
    #expect(one.output.contains(#""subject":"anton""#))
    #expect(!one.output.contains(#""subject":"anna""#))
    let two = try Pace.run("eval", "take-care", "--db", path, "--subject", "an")
    #expect(two.status == 2)
    #expect(two.remarks.contains("`an` could be more than one session: anna or anton"))
    let none = try Pace.run("eval", "take-care", "--db", path, "--subject", "anne")
    #expect(none.status == 2)
    #expect(none.remarks.contains("there is no session `anne`; did you mean `anna`?"))
    let all = try Pace.run("eval", "take-care", "--db", path)
    #expect(
      all.output.hasPrefix("Times in UTC (name another with --zone)\nsession anna   Friday 20 November 2026"))
    #expect(all.output.contains("\nsession anton   Friday 20 November 2026   3 drinks · preset strict\n"))
  }

  @Test func `subjects with zones of their own each name theirs, and no heading names another`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      "subject door { zone: text }\nevent open of door { }\nrule each { on open, emit note \"open\" }\n")
    try scratch.write("door.csv", "id,zone\na,Europe/Berlin\nb,Asia/Tokyo\nc,\n")
    try scratch.write("open.csv", "id,door,at\n1,a,\(Night.start)\n2,b,\(Night.start)\n3,c,\(Night.start)\n")
    let doors = ["--db", scratch.path("door.csv"), "--db", scratch.path("open.csv")]
    let result = try Pace.run(["eval", pack] + doors)
    let headings = result.output.split(separator: "\n").filter { $0.contains("imes in") }
    #expect(
      headings == [
        "door a   Friday 20 November 2026, times in Europe/Berlin   1 open",
        "door b   Saturday 21 November 2026, times in Asia/Tokyo   1 open",
        "door c   Friday 20 November 2026, times in UTC   1 open",
      ], "\(result)")
  }

  @Test(
    arguments: cases([
      (["--preset", "harsh"], "there is no preset `harsh`; there is `relaxed`, `balanced`, `strict`"),
      (["--preset", "stict"], "there is no preset `stict`; did you mean `strict`?"),
      (["--zone", "Europe/Lodnon"], "did you mean `Europe/London`?"),
      (["--from", "25:00"], "expected a time of day"),
      (["--until", "2026-02-30"], "`--until 2026-02-30`: expected a day of 2026-02 from 01 to 28\n"),
      (["--from", "2024-02-30 21:00"], "expected a day of 2024-02 from 01 to 29\n"),
      (["--to", "2026-13-01"], "expected a month from 01 to 12\n"),
      (["--to", "2026-1-01"], "expected an instant of the years 1 to 9999"),
    ]))
  func `a wrong name or instant is answered with what would be right`(given: Case<([String], String)>) throws
  {
    let (words, message) = given.value
    let scratch = try Scratch()
    let result = try Pace.run(["eval", "take-care", "--db", try Night.friday(in: scratch)] + words)
    #expect(result.status == 2)
    #expect(result.remarks.contains(message), "\(result.remarks)")
  }

  @Test func `a pack that is not there is answered with the nearest one`() throws {
    let result = try Pace.run("eval", "take-car", "--db", "x.db")
    #expect(result.status == 2)
    #expect(
      result.remarks.contains(
        "there is no pack `take-car` (looked for rules/take-car.pace); did you mean `take-care`?"))
    let file = try Pace.run("eval", "rules/take-cere.pace", "--db", "x.db")
    #expect(file.remarks.contains("did you mean `rules/take-care.pace`?"))
  }

  @Test func `rows that cannot be read are named and counted, and with strict they end it`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(
      """
      INSERT INTO drink(id, session, at, kind) VALUES ('bad1', 's1', 'soon', 'beer');
      INSERT INTO drink(id, session, at, kind) VALUES ('bad2', 's1', \(Night.start), 'nectar');
      """, in: path)
    let lenient = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(lenient.status == 0)
    #expect(lenient.output.contains("events\t3\n"))
    #expect(lenient.output.contains("skipped\t2\n"))
    #expect(lenient.remarks.contains("drink `bad1`"))
    #expect(lenient.remarks.contains("drink `bad2`"))
    let strict = try Pace.run("eval", "take-care", "--db", path, "--strict")
    #expect(strict.status == 3)
    #expect(strict.remarks.contains("--strict"))
  }

  @Test func `rules that speak of themselves are said to be cut off where nothing ends a subject`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { }
      event entry of session { }
      rule quiet_time { when since(entry) >= 10 min, emit note "Quiet." }
      """)
    let line = #"{"subject":"s1","at_ms":1000,"event":"entry"}"#
    let cut = try Pace.run("eval", pack, "--stdin", "--format", "summary", input: line)
    #expect(cut.output.hasPrefix("quiet_time\t0\n"))
    #expect(cut.remarks.contains("1 session had no end"))
    #expect(cut.remarks.contains("--until"))
    let followed = try Pace.run(
      "eval", pack, "--stdin", "--format", "summary", "--until", "2000000", input: line)
    #expect(followed.output.hasPrefix("quiet_time\t1\n"))
    #expect(followed.remarks.isEmpty)
  }

  @Test func `a subject's preset without a value for a parameter is an error naming both`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { mode: preset = easy }
      event entry of session { }
      param pause: duration in 1 min .. 60 min
      preset easy { }
      preset hard { pause = 5 min }
      rule early { on entry, when count(entry, last pause) >= 2, emit note "Early." }
      """)
    let line = #"{"subject":"s1","at_ms":1000,"event":"entry"}"#
    let result = try Pace.run("eval", pack, "--stdin", input: line)
    #expect(result.status == 2)
    #expect(result.remarks.contains("`pause`"))
    #expect(result.remarks.contains("`easy`"))
  }

  @Test func `a subject that leaves a parameter without a value is named, with what to do`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { mode: preset }
      event entry of session { }
      param pause: duration in 1 min .. 60 min
      preset easy { pause = 10 min }
      preset hard { pause = 5 min }
      rule early { on entry, when count(entry, last pause) >= 2, emit note "Early." }
      """)
    let line = #"{"subject":"s1","at_ms":1000,"event":"entry"}"#
    let result = try Pace.run("eval", pack, "--stdin", input: line)
    #expect(result.status == 2)
    #expect(result.remarks.contains("`pause` has no value for session `s1`"), "\(result.remarks)")
    #expect(result.remarks.contains("no preset is in force"))
    #expect(result.remarks.contains("--preset, or the value with --set pause=VALUE"))
  }
}

struct `Counting notices without telling them` {
  private static let packs = [
    "take-care", "activities", "dose-window", "hydration", "hydration-pace", "nail-guard",
  ]

  /// Each count of a summary, for each rule.
  private func counts(_ summary: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for line in summary.split(separator: "\n") {
      let cells = line.split(separator: "\t")
      counts[String(cells[0])] = Int(cells[1])
    }
    return counts
  }

  @Test(arguments: packs) func `a summary counts the notices that are told otherwise`(pack: String) throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", pack, "--db", path, "--subjects", "10", "--seed", "3").status == 0)
    let told = try Pace.run("eval", pack, "--db", path, "--format", "jsonl")
    let summary = try Pace.run("eval", pack, "--db", path, "--format", "summary")
    #expect(summary.status == 0)
    #expect(summary.remarks == told.remarks)
    var notices: [String: Int] = [:]
    for line in told.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let rule = object?["rule"] as? String { notices[rule, default: 0] += 1 }
    }
    #expect(!notices.isEmpty)
    let counts = counts(summary.output)
    for (rule, count) in notices { #expect(counts[rule] == count, "\(rule)") }
    let events = notices.values.reduce(0, +)
    let known = counts.filter { !["subjects", "events", "debounced", "skipped"].contains($0.key) }
    #expect(known.values.reduce(0, +) == events)
  }

  @Test func `rows that are stored in no order are counted as well`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    #expect(try Pace.run("sample", "take-care", "--db", path, "--subjects", "60").status == 0)
    let ordered = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    try Night.execute(
      """
      CREATE TABLE stored AS SELECT * FROM drink;
      DELETE FROM drink;
      INSERT INTO drink SELECT * FROM stored ORDER BY at % 1000003, id;
      """, in: path)
    let shuffled = try Pace.run("eval", "take-care", "--db", path, "--format", "summary")
    #expect(shuffled.output == ordered.output)
    let some = try Pace.run(
      "eval", "take-care", "--db", path, "--format", "summary", "--from", "2026-01-01T00:00Z")
    #expect(some.output == ordered.output)
  }
}

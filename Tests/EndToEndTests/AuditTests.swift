import Foundation
import Testing

/// `audit`: an application's own notices against those of the rules.
struct AuditTests {
  /// The night of `Night.friday` with the notices that an application gave.
  private func database(_ scratch: Scratch, _ notices: [(rule: String, minute: Double)]) throws -> String {
    let path = try Night.friday(in: scratch)
    var sql = "CREATE TABLE notice(id TEXT PRIMARY KEY, session TEXT, at INTEGER, rule TEXT);\n"
    for (index, notice) in notices.enumerated() {
      let at = Night.start + Int64((notice.minute * 60_000).rounded())
      sql += "INSERT INTO notice VALUES ('n\(index)', 's1', \(at), '\(notice.rule)');\n"
    }
    try Night.execute(sql, in: path)
    return path
  }

  private static let all: [(rule: String, minute: Double)] = [
    ("rapid_repeat", 9), ("hydration", 9), ("nice_reset", 29), ("fast_pace", 31), ("nice_reset", 89),
  ]

  @Test func `notices that are those of the rules are no finding`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("audit", "take-care", "--db", try database(scratch, Self.all))
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("5 notices given in 1 session, against take-care\n"))
    #expect(result.output.contains("all are as the rules say"))
  }

  @Test(arguments: ["2026-11-20T23:59", "1795219200000"])
  func `what was given after until is not there, of subjects without rows neither`(until: String) throws {
    let scratch = try Scratch()
    let path = try database(scratch, Self.all)
    let late = Night.start + 86_400_000
    try Night.execute("INSERT INTO notice VALUES ('x', 's9', \(late), 'hydration');", in: path)
    let result = try Pace.run("audit", "take-care", "--db", path, "--until", until)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.hasPrefix("5 notices given in "), "\(result)")
    #expect(try Pace.run("audit", "take-care", "--db", path).status == 1)
  }

  @Test func `a subject with nothing but notices can be named`() throws {
    let scratch = try Scratch()
    let path = try database(scratch, Self.all)
    try Night.execute("INSERT INTO notice VALUES ('x', 'left', \(Night.start), 'hydration');", in: path)
    let words = ["take-care", "--db", path, "--subject", "le"]
    let audited = try Pace.run(["audit"] + words)
    #expect(audited.status == 1 && audited.output.hasPrefix("1 notice given in 1 session"), "\(audited)")
    #expect(try Pace.run(["eval"] + words + ["--given"]).status == 0)
    let unread = try Pace.run(["eval"] + words)
    #expect(unread.status == 2 && unread.remarks.contains("no session `le`"), "\(unread)")
  }

  @Test func `what is missing, extra or moved is told with its reason`() throws {
    let scratch = try Scratch()
    let notices: [(rule: String, minute: Double)] = [
      ("rapid_repeat", 9.002), ("hydration", 14), ("nice_reset", 51), ("shot_stacking", 31),
      ("escalation", 40),
    ]
    let path = try database(scratch, notices)
    let result = try Pace.run("audit", "take-care", "--db", path)
    #expect(result.status == 1)
    let lines = result.output.split(separator: "\n").map(String.init)
    func line(_ rule: String) -> String { lines.last { $0.contains(rule) } ?? "" }
    func words(_ rule: String) -> [Substring] { Array(line(rule).split(separator: " ").prefix(2)) }
    #expect(words("fast_pace") == ["21:31:00", "missing"])
    #expect(line("fast_pace").hasSuffix("the rules speak, since units_last_hour = 3.5 > 2 (fast_pace_units)"))
    #expect(words("hydration") == ["21:14:00", "moved"])
    #expect(line("hydration").hasSuffix("5 min late: the rules speak at 21:09:00"))
    #expect(words("shot_stacking") == ["21:31:00", "extra"])
    #expect(line("escalation").contains("nothing is logged then that it goes by; at 21:31:00 it was idle"))
    #expect(
      line("escalation").hasSuffix("sum(drink.units, last 90 min) = 3.5 >= 4 (escalation_units) is false"))
    // Two thousandths of a minute are less than a second.
    #expect(line("all rules").split(separator: " ").suffix(6) == ["5", "5", "1", "2", "2", "2"])
    let exact = try Pace.run("audit", "take-care", "--db", path, "--same-within", "0 s", "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(exact.output.utf8)) as? [String: Any]
    #expect(json?["same"] as? Int == 0)
    #expect(json?["moved"] as? Int == 3)
    let findings = try #require(json?["findings"] as? [[String: Any]])
    #expect(
      findings.map { $0["sort"] as? String } == [
        "moved", "moved", "missing", "extra", "extra", "moved", "missing",
      ])
    #expect(findings.count == 7 && findings[4]["outcome"] as? String == "not_triggered")
    #expect(findings.first?["derived_at_ms"] as? Int64 == Night.start + 9 * 60_000)
  }

  /// The second `nice_reset` of the rules is a millisecond after its cooldown.
  @Test func `unless told otherwise a second is the same and half an hour moved, both included`() throws {
    let scratch = try Scratch()
    let notices: [(rule: String, minute: Double)] = [
      ("rapid_repeat", 9 + 1 / 60.0), ("hydration", 9 + 1.001 / 60), ("nice_reset", 29), ("fast_pace", 61),
      ("nice_reset", 119 + 0.002 / 60),
    ]
    let path = try database(scratch, notices)
    let result = try Pace.run("audit", "take-care", "--db", path, "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(["same", "moved", "missing", "extra"].map { json?[$0] as? Int } == [2, 2, 1, 1])
  }

  @Test func `a limit shows the first differences`() throws {
    let scratch = try Scratch()
    let path = try database(scratch, [("hydration", 14), ("nice_reset", 29), ("fast_pace", 61)])
    func differences(_ more: String...) throws -> [Substring] {
      let text = try Pace.run(["audit", "take-care", "--db", path] + more).output
      return text.split(separator: "\n").filter { $0.contains(/^  \d\d:\d\d/) }
    }
    let all = try differences()
    #expect(all.count > 2)
    // Columns are as wide as what they hold.
    #expect(try differences("--limit", "1").map { $0.prefix(7) } == all.prefix(1).map { $0.prefix(7) })
    #expect(all.first?.prefix(7) != all.last?.prefix(7))
  }

  @Test func `a notice given at the last instant is looked at`() throws {
    let scratch = try Scratch()
    let path = try database(scratch, Self.all)
    for (until, count) in [("2026-11-20T21:09:00Z", 2), ("2026-11-20T21:08:59.999Z", 0)] {
      let result = try Pace.run(
        "audit", "take-care", "--db", path, "--until", until, "--format", "json")
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect(["given", "same"].map { json?[$0] as? Int } == [count, count], "\(until)")
    }
  }

  @Test(arguments: [
    ("--same-within", "5 min", "same", 3), ("--same-within", "299999 ms", "same", 2),
    ("--moved-within", "5 min", "moved", 1), ("--moved-within", "299999 ms", "moved", 0),
  ])
  func `a notice exactly as far away as may be is within it`(
    option: String, limit: String, counted: String, count: Int
  ) throws {
    let scratch = try Scratch()
    // The rules ask for water at 9; praise and the fast pace are as they say.
    let path = try database(scratch, [("hydration", 14), ("nice_reset", 29), ("fast_pace", 31)])
    let result = try Pace.run("audit", "take-care", "--db", path, option, limit, "--format", "json")
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
    #expect(json?[counted] as? Int == count)
  }

  @Test func `a log without notices is an error that says what a table of them has`() throws {
    let scratch = try Scratch()
    let result = try Pace.run("audit", "take-care", "--db", try Night.friday(in: scratch))
    #expect(result.status == 3)
    #expect(result.remarks.contains("holds notices that were really given"))
    #expect(result.remarks.contains("`id`, `session`, `at` and `rule`"))
    let wrong = try Pace.run("audit", "take-care", "--db", "x.db", "--same-within", "soon")
    #expect(wrong.status == 2)
  }

  @Test func `notices given after the last row are held against what the rules say then`() throws {
    let log = try KeptLog("nail-guard", now: "2026-11-20T08:00")
    try log.log("bite", "b1", now: "2026-11-20T09:00")
    #expect(try log.run("notify", now: "2026-11-20T21:30").output.hasPrefix(" 21:00:00  summary  evening"))
    let right = try Pace.run("audit", "nail-guard", "--db", log.path)
    #expect(right.status == 0 && right.output.contains("all are as the rules say"), "\(right)")
    let given = "UPDATE notice SET at = at + 7200000, id = 'late'"
    try log.execute(given + "; PRAGMA wal_checkpoint(TRUNCATE)")
    let late = try Pace.run("audit", "nail-guard", "--db", log.path, "--moved-within", "3 h")
    #expect(late.status == 1 && late.output.contains("2 h late: the rules speak at 21:00:00"), "\(late)")
  }

  @Test func `what follows rules to the last event only says so`() throws {
    let log = try KeptLog("hydration", now: "2026-11-20T08:00")
    try log.log("sip", "s1", now: "2026-11-20T09:00")
    let label = "subject,from,to,wanted\nme,2026-11-20T10:00Z,2026-11-20T10:01Z,yes\n"
    let labels = try log.scratch.write("labels.csv", label).path
    let said = "1 bottle had no end, so rules without `on` were followed to the last event only"
    let values = "attention_after=30 min..2 h/30 min"
    for words in [
      ["explain", "hydration"], ["compare", "hydration", "--preset", "normal", "--preset", "test"],
      ["sweep", "hydration", "--param", values],
      ["sweep", "hydration", "--param", values, "--labels", labels],
      ["fit", "hydration", "--labels", labels, "--params", "attention_after"],
    ] {
      let result = try Pace.run(words + ["--db", log.path])
      #expect(result.remarks.contains(said), "\(words): \(result)")
      let whole = try Pace.run(words + ["--db", log.path, "--until", "2026-11-20T12:00Z"])
      #expect(whole.status == 0 && !whole.remarks.contains(said), "\(words): \(whole)")
    }
  }

  @Test func `a day is followed to its end, so nothing says that it had none`() throws {
    let scratch = try Scratch()
    let pack = "subject day per day { }\nevent d of day { }\n"
    let rule = "rule dry { when since(d) >= c, emit rem \"x\", repeat 1 h }\n"
    let param =
      "param c: duration = 15 min in 1 min .. 1 h step 1 min\npreset a { }\npreset b { c = 20 min }\n"
    let path = try scratch.write("pd.pace", pack + param + rule).path
    let log = scratch.path("d.db")
    try Night.execute("CREATE TABLE d(id, at); INSERT INTO d VALUES (1, 1795168800000)", in: log)
    let label = "subject,from,to,wanted\n2026-11-20,2026-11-20T10:15Z,2026-11-20T10:16Z,yes\n"
    let labels = try scratch.write("labels.csv", label).path
    for words in [
      ["eval", path], ["sweep", path, "--param", "c=15 min..16 min/1 min"],
      ["fit", path, "--labels", labels, "--params", "c"],
      ["compare", path, "--preset", "a", "--preset", "b"],
    ] {
      let result = try Pace.run(words + ["--db", log])
      #expect(
        [0, 1].contains(result.status) && !result.remarks.contains("had no end"), "\(words): \(result)")
    }
  }

  @Test func `reasons are wrapped to the width`() throws {
    let scratch = try Scratch()
    let path = try database(scratch, [("rapid_repeat", 9), ("escalation", 40)])
    let words = ["audit", "take-care", "--db", path]
    let (narrow, wide) = try (
      Pace.run(words, environment: ["COLUMNS": "60"]).output,
      Pace.run(words, environment: ["COLUMNS": "200"]).output
    )
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(narrow)")
    #expect(wide.split(separator: "\n").contains { $0.count > 60 }, "\(wide)")
  }
}

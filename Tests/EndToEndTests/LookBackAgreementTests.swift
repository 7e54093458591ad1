import Foundation
import Testing

/// Commands that look back at a log say the same of it as `status` does.
struct LookBackAgreementTests {
  private static func json(_ log: KeptLog, _ words: String..., now: String) throws -> [String: Any] {
    let result = try log.run(words[0], Array(words.dropFirst()) + ["--format", "json"], now: now)
    #expect(result.status == 0, "\(result.remarks)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
  }

  // MARK: Figures

  @Test func `a day that is over shows its figures as at its last instant`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject day per day { goal: number = 3 }
      event cup of day { mg: number = 50 }
      define total = sum(cup.mg, today) "Mg today"
      rule many { on cup, when count(cup) > goal, emit note "Many." }
      rule after { when since(cup) >= 26 h, emit reminder "A day without." }
      """)
    let log = try KeptLog(pack, now: "2026-11-18T00:00")
    for (id, time) in [("a", "08:00"), ("b", "12:00"), ("c", "20:00")] {
      try log.log("cup", id, now: "2026-11-20T\(time)")
    }
    let words = ["--subject", "2026-11-20"]
    let text = try log.run("show", words + ["--derive"], now: "2026-11-22T10:00").output
    #expect(text.contains("figures at 2026-11-20 23:59\nMg today  150\n"), "\(text)")
    #expect(!text.contains("A day without."), "\(text)")
    let shown = try Self.json(log, "show", "--subject", "2026-11-20", now: "2026-11-22T10:00")
    #expect(((shown["figures"] as? [[String: Any]])?.first)?["value"] as? Double == 150)
    let status = try Self.json(log, "status", "--at", "2026-11-20T23:59:59.999", now: "2026-11-22T10:00")
    #expect(((status["figures"] as? [[String: Any]])?.first)?["value"] as? Double == 150)
  }

  @Test func `notices after the last row's day are named, since insights leaves them out`() throws {
    let log = try KeptLog("hydration", now: "2026-11-20T07:00")
    try log.log("sip", "a", now: "2026-11-20T08:00")
    _ = try log.run("notify", now: "2026-11-22T12:00")
    let given = try log.texts("SELECT count(*) AS value FROM notice WHERE at >= 1795219200000")
    let count = try #require(given.first.flatMap { Int($0) })
    try #require(count > 1)
    let text = try log.run("insights", now: "2026-11-22T12:00").output
    #expect(text.contains(" · \(count) later notices left out, see --to\n"), "\(text)")
    let all = try log.run("insights", "--to", "2026-11-22", now: "2026-11-22T12:00").output
    #expect(!all.contains("left out"), "\(all)")
  }

  // MARK: Which subject is open

  @Test func `a subject with a recorded end and no start is open until then`() throws {
    let log = try KeptLog(now: "2026-11-20T08:00")
    // An end that came before its subject, six hours after the only row.
    try log.execute(
      """
      INSERT INTO session(id, ended_at) VALUES ('A1', \(Night.start + 21_600_000));
      INSERT INTO drink(id, session, at, kind) VALUES ('L1', 'A1', \(Night.start), 'beer')
      """)
    for time in ["21T00:00", "21T00:01", "21T02:59"] {
      let status = try log.run("status", now: "2026-11-\(time)")
      #expect(status.status == 0 && status.output.contains("session A1"), "\(time) \(status)")
    }
    let logged = try log.run("log", "beer", "--id", "L2", now: "2026-11-21T02:00")
    #expect(logged.status == 0 && !logged.output.contains("started"), "\(logged)")
    #expect(try log.run("status", now: "2026-11-21T03:01").output.contains("no session is open"))
  }

  @Test func `a row that can't be read hides no other subject`() throws {
    let log = try KeptLog(now: "2026-11-20T08:00")
    try log.execute(
      """
      INSERT INTO session(id, started_at) VALUES ('p', \(Night.start)), ('q', \(Night.start + 1));
      INSERT INTO drink(id, session, at, kind) VALUES
        ('a', 'p', \(Night.start), 'beer'), ('b', 'q', \(Night.start + 1), 'rum')
      """)
    for words in [[], ["--subject", "p"], ["--subject", "q"]] {
      let status = try log.run("status", words, now: "2026-11-20T21:30")
      #expect(status.status == 0, "\(status)")
      #expect(status.remarks.contains("`b`"), "\(status)")
    }
  }

  // MARK: A subject's own zone

  private static func tokyo() throws -> KeptLog {
    let log = try KeptLog("nail-guard", now: "2026-11-18T00:00")
    let started = try log.run(
      "start", "--subject", "T", "zone=Asia/Tokyo", "--at", "2026-11-20T00:00Z", now: "2026-11-20T00:00")
    #expect(started.status == 0, "\(started.remarks)")
    // In Tokyo 23:30 of the 20th, and 01:00 and 12:00 of the 21st.
    for (id, at) in [("a", "20T14:30"), ("b", "20T16:00"), ("c", "21T03:00")] {
      try log.log("bite", id, now: "2026-11-\(at)", "--at", "2026-11-\(at)Z", "--subject", "T")
    }
    return log
  }

  @Test func `today is that of the subject's own calendar`() throws {
    let log = try Self.tokyo()
    for words in [[], ["--subject", "T"]] {
      let at = ["--at", "2026-11-21T03:30Z"]
      let status = try log.run("status", at + words, now: "2026-11-21T03:30")
      #expect(status.output.contains("12:30:00 in Asia/Tokyo"), "\(status.output)")
      #expect(status.output.contains("\nBites today          2\n"), "\(status.output)")
      #expect(status.output.contains("2 bites"), "\(status.output)")
    }
  }

  @Test func `what looks back at one subject goes by its zone and names it`() throws {
    let log = try Self.tokyo()
    let words = ["--subject", "T"]
    let show = try log.run("show", words, now: "2026-11-21T03:30").output
    #expect(show.hasPrefix("Times in Asia/Tokyo · "), "\(show)")
    #expect(show.contains("23:30:00"))
    #expect(
      try Self.json(log, "show", "--subject", "T", now: "2026-11-21T03:30")["zone"] as? String == "Asia/Tokyo"
    )
    let insights = try log.run("insights", words, now: "2026-11-21T03:30").output
    #expect(insights.hasPrefix("Times in Asia/Tokyo · "), "\(insights)")
    let found = try Self.json(log, "insights", "--subject", "T", now: "2026-11-21T03:30")
    let buckets = found["buckets"] as? [[String: Any]] ?? []
    #expect(buckets.compactMap { $0["label"] as? String } == ["2026-11-20", "2026-11-21"])
    #expect(buckets.compactMap { $0["rows"] as? Int } == [1, 2])
    let bites = buckets.compactMap { ($0["figures"] as? [String: Any])?["bites_today"] as? Int }
    #expect(bites == [1, 2])
    // The log as a whole goes by the zone of all its subjects, which is the only one's.
    #expect(try log.run("insights", now: "2026-11-21T03:30").output == insights)
  }

  // MARK: Roll-ups

  @Test func `a group whose subjects weigh nothing is listed without a value`() throws {
    let log = try KeptLog("activities", now: "2026-11-18T00:00")
    for (id, category, weight) in [("run", "sport", "2"), ("dust", "home", "0")] {
      let started = try log.run(
        "start", "--subject", id, "category=\(category)", "weight=\(weight)", now: "2026-11-20T08:00")
      #expect(started.status == 0, "\(started.remarks)")
    }
    let words = [
      "--figure", "progress", "--roll-up", "category", "--weight", "weight", "--from", "2026-11-20",
    ]
    let text = try log.run("insights", words + ["--format", "json"], now: "2026-11-20T12:00")
    let found = try JSONSerialization.jsonObject(with: Data(text.output.utf8)) as? [String: Any] ?? [:]
    let groups = (found["roll_up"] as? [String: Any])?["groups"] as? [[String: Any]] ?? []
    #expect(groups.compactMap { $0["value"] as? String } == ["home", "sport"], "\(text.output)")
    #expect(groups.first?["subjects"] as? Int == 0)
    #expect((groups.first?["buckets"] as? [Any])?.allSatisfy { $0 is NSNull } == true)
    #expect((groups.last?["buckets"] as? [Any])?.contains { $0 is NSNull } == false)
    // Of several subjects a column of a figure holds means.
    let plain = try log.run("insights", words, now: "2026-11-20T12:00").output
    #expect(plain.contains("  mean progress\n"), "\(plain)")
  }

  // MARK: Notices

  @Test func `notices of rules and kinds that the pack has no more count as they were given`() throws {
    let scratch = try Scratch()
    let kept = """
      subject person { goal: number = 3 }
      event cup of person { }
      rule r { on cup, when count(cup) >= 2, emit warning "R {count(cup)}." }

      """
    let q = "rule q { on cup, emit praise \"Q {count(cup)}.\" }"
    let log = try KeptLog(try Scratch.pack(scratch, kept + q))
    for (id, minute) in [("a", "00"), ("b", "05"), ("c", "10")] {
      try log.log("cup", id, now: "2026-11-20T21:\(minute)")
    }
    // One cup: q. Two and three: r and q, of which q stands last.
    let counts = ["praise": 3, "warning": 2]
    let now = "2026-11-20T21:15"
    func check(_ log: KeptLog) throws {
      #expect(try Self.json(log, "status", now: now)["notices"] as? [String: Int] == counts)
      let history = try Self.json(log, "history", now: now)["subjects"] as? [[String: Any]]
      #expect(history?.first?["notices"] as? [String: Int] == counts)
      #expect(try Self.json(log, "insights", now: now)["notices"] as? [String: Int] == counts)
      let show = try Self.json(log, "show", "--subject", "me", now: now)
      let timeline = show["timeline"] as? [[String: Any]] ?? []
      let messages = timeline.compactMap { $0["message"] as? String }
      #expect(messages == ["Q 1.", "R 2.", "Q 2.", "R 3.", "Q 3."])
      #expect(timeline.compactMap { $0["rule"] as? String } == ["q", "r", "q", "r", "q"])
      #expect(show["notices"] as? [String: Int] == counts)
    }
    try check(log)
    try scratch.write("pack.pace", kept)
    try check(log)
    let history = try log.run("history", ["--strict"], now: now)
    #expect(history.status == 0)
    #expect(history.output.contains("2 warnings, 3 praise"), "\(history.output)")
    #expect(
      history.remarks == "notices of rules that the pack has no more count by their kinds: `q`\n")
    // A rule whose kind has changed since doesn't change the notices that it gave.
    try scratch.write("pack.pace", kept.replacingOccurrences(of: "warning \"R", with: "note \"Other"))
    try check(log)
  }

  @Test func `figures count the notices that were given, as the counts beside them do`() throws {
    let log = try KeptLog("hydration", now: "2026-11-20T07:00")
    try log.log("sip", "a", now: "2026-11-20T10:00")
    try log.log("sip", "b", now: "2026-11-20T13:00")
    let now = "2026-11-20T20:00"
    func counts() throws -> [Int] {
      let show = try Self.json(log, "show", "--subject", "me", now: now)
      let figures = show["figures"] as? [[String: Any]] ?? []
      let reminders = figures.first { $0["name"] as? String == "reminders_today" }?["value"] as? Int
      let insights = try Self.json(log, "insights", now: now)
      let bucket = (insights["buckets"] as? [[String: Any]])?.last
      let counted = [show, bucket].map { ($0?["notices"] as? [String: Int])?["reminder"] ?? 0 }
      let figure = (bucket?["figures"] as? [String: Any])?["reminders_today"] as? Int
      return counted + [reminders ?? -1, figure ?? -1]
    }
    let before = try counts()
    #expect(Set(before).count == 1, "\(before)")
    #expect(try log.run("notify", now: now).status == 0)
    let after = try counts()
    #expect(Set(after).count == 1 && after[0] > before[0], "\(before) \(after)")
  }

  // MARK: Rows

  @Test func `rows without a kind go by their event's name everywhere`() throws {
    let log = try KeptLog(KeptLog.cups)
    try log.log("small", "a", now: "2026-11-20T21:00")
    try log.log("cup", "b", now: "2026-11-20T21:05")
    let status = try Self.json(log, "status", now: "2026-11-20T21:10")
    let today = (status["today"] as? [String: Any])?["cup"] as? [String: Any]
    #expect(today?["kinds"] as? [String: Int] == ["small": 1, "cup": 1])
    let history = try Self.json(log, "history", now: "2026-11-20T21:10")
    let subject = (history["subjects"] as? [[String: Any]])?.first
    #expect(subject?["kinds"] as? [String: Int] == ["small": 1, "cup": 1])
    let text = try log.run("status", now: "2026-11-20T21:10").output
    #expect(text.contains("2 cups · small 1 · cup 1"), "\(text)")
  }

  @Test func `a row that can't be read is no last row`() throws {
    let log = try KeptLog(KeptLog.cups)
    try log.log("small", "a", now: "2026-11-20T21:00")
    try log.log("large", "b", now: "2026-11-20T21:05")
    try log.log("large", "c", now: "2026-11-20T21:06")
    try log.execute("UPDATE cup SET size = 'much' WHERE id <> 'a'")
    for words in [[], ["--subject", "me"]] {
      let status = try log.run("status", words, now: "2026-11-20T21:10")
      #expect(status.output.contains("last small   21:00:00, 10 min ago"), "\(status.output)")
      #expect(!status.output.contains("large"), "\(status.output)")
      #expect(status.output.contains("1 cup · small 1"), "\(status.output)")
      #expect(status.remarks.contains("cup `c`: `size` `much` is not"), "\(status.remarks)")
    }
    try log.execute("UPDATE cup SET size = 'much'")
    let none = try log.run("status", ["--format", "json"], now: "2026-11-20T21:10")
    #expect(none.status == 3 && none.output.contains("\"last\":[]"), "\(none)")
    #expect(none.remarks.contains("error: every row of `cup` was skipped\n"), "\(none)")
  }

  @Test func `a row that doesn't count is no last row`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { debounce 5 min }
      rule r { on cup, emit note "R." }
      """)
    let log = try KeptLog(pack)
    try log.log("cup", "a", now: "2026-11-20T21:00")
    try log.execute("INSERT INTO cup(id, person, at) VALUES ('b', 'me', \(Night.start + 60_000))")
    for words in [[], ["--subject", "me"]] {
      let status = try log.run("status", words, now: "2026-11-20T21:10")
      #expect(status.output.contains("last cup     21:00:00, 10 min ago"), "\(status)")
      #expect(status.output.contains("1 cup"), "\(status)")
    }
  }

  // MARK: Levels

  @Test func `a level reached at the end is shown as the highest is`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      scale pace = low < mid
      rule r { on cup, when count(cup) >= 2, raise pace to mid, emit note "R." }
      """)
    let log = try KeptLog(pack)
    let end = Night.start + 60_000
    try log.execute(
      """
      INSERT INTO person(id, started_at, ended_at) VALUES ('p', \(Night.start), \(end));
      INSERT INTO cup(id, person, at) VALUES ('a', 'p', \(Night.start)), ('b', 'p', \(end))
      """)
    let show = try Self.json(log, "show", "--subject", "p", now: "2026-11-20T22:00")
    #expect(show["highest"] as? [String: String] == ["pace": "mid"])
    let levels = (show["levels"] as? [String: [[String: Any]]])?["pace"] ?? []
    #expect(levels.compactMap { $0["level"] as? String } == ["low", "mid"], "\(levels)")
    #expect(levels.compactMap { $0["from_ms"] as? Int64 } == [Night.start, end])
    let text = try log.run("show", "--subject", "p", now: "2026-11-20T22:00").output
    #expect(text.contains("▁█  mid at the end\n"), "\(text)")
  }

  // MARK: Spans

  @Test func `a date alone is the whole day at either end of a span`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-19T23:00")
    try log.log("beer", "b", now: "2026-11-20T21:00")
    try log.log("beer", "c", now: "2026-11-20T21:09")
    try log.log("beer", "d", now: "2026-11-21T00:00")
    let day = ["--from", "2026-11-20", "--to", "2026-11-20"]
    let table = try Pace.run(["export", "take-care", "--db", log.path, "--format", "csv"] + day)
    let ids = table.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(ids == ["b", "c"], "\(table.output)")
    let eval = try Pace.run(
      ["eval", "take-care", "--db", log.path, "--until", "2026-11-21T12:00", "--format", "csv"] + day)
    #expect(eval.output.contains("rapid_repeat"), "\(eval.output)")
    let whole = try Pace.run(["insights", "take-care", "--db", log.path, "--format", "json"] + day)
    #expect(whole.output.contains(#""rows":2"#), "\(whole.output)")
  }

  /// A has a cup on 19 November and C ends then, B begins on the 20th, D on the 21st with a cup; E goes on without.
  @Test(arguments: [
    (["--from", "2026-11-20", "--to", "2026-11-20"], 3, 0), (["--from", "2026-11-20"], 4, 1),
    (["--from", "2026-11-20", "--by", "hour"], 4, 1), ([], 5, 2),
  ])
  func `subjects are those of which figures are read, with or without rows`(
    words: [String], subjects: Int, rows: Int
  ) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      define cups = count(cup, today) "Cups today"
      """)
    let log = try KeptLog(pack, now: "2026-11-18T08:00")
    for (id, day) in [("A", "18"), ("C", "18"), ("E", "18"), ("B", "20"), ("D", "21")] {
      let start = ["--subject", id, "--also"]
      #expect(try log.run("start", start, now: "2026-11-\(day)T09:00").status == 0)
    }
    #expect(try log.run("end", "--subject", "C", now: "2026-11-19T10:00").status == 0)
    for (id, day) in [("A", "19"), ("D", "21")] {
      try log.log("cup", "of\(id)", now: "2026-11-\(day)T12:00", "--subject", id)
    }
    let json = try log.run("insights", words + ["--format", "json"], now: "2026-11-22T12:00").output
    #expect(json.contains(#""subjects":\#(subjects),"rows":\#(rows),"#), "\(json)")
  }

  @Test func `a night's date is the night that begins on it`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("bell", "a", now: "2026-11-20T17:00")
    try log.log("bell", "b", now: "2026-11-20T19:00")
    try log.log("bell", "c", now: "2026-11-21T03:00")
    let day = ["--from", "2026-11-20", "--to", "2026-11-20"]
    let rows = try Pace.run(
      ["export", log.pack, "--db", log.path, "--event", "tap", "--format", "csv"] + day)
    let ids = rows.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(ids == ["b", "c"], "\(rows.output)")
  }

  // MARK: Newer files

  @Test(arguments: [
    ["eval"], ["explain", "--notice", "1"], ["history"], ["insights"], ["show", "--subject", "s"], ["audit"],
    ["export"], ["status"],
  ])
  func `a file of a newer pace is refused by all that read`(words: [String]) throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    try log.execute("PRAGMA user_version = 2")
    let result = try Pace.run([words[0], "take-care", "--db", log.path] + words.dropFirst())
    #expect(result.status == 3, "\(result)")
    #expect(result.output.isEmpty)
    #expect(
      result.remarks.contains("`\(log.path)` was written by a newer pace: schema 2"), "\(result.remarks)")
  }

  @Test func `another application's version is its own business`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute("PRAGMA user_version = 7", in: path)
    #expect(try Pace.run("eval", "take-care", "--db", path).status == 0)
  }
}

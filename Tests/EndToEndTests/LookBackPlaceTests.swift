import Foundation
import Testing

/// What `history`, `insights` and `status` take for there at an instant, and that no format says less than another.
struct `What is there to look back at` {
  private static let days = """
    subject day per day { goal: number = 3 }
    event act of day { n: number = 1 }
    """
  /// 10:00 on 20, 21 and 22 November.
  private static let acts = "id,at,n\na,1795168800000,1\nb,1795255200000,1\nc,1795341600000,1\n"
  private static let evening = ["--now", "2026-11-20T22:00"]

  @Test func `days after now are not there, and a day without rows has its place among the others`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.days)
    let log = try KeptLog(pack, now: "2026-11-18T00:00")
    for day in ["20", "21", "22"] {
      #expect(try log.run("log", "act", "--id", "of\(day)", now: "2026-11-\(day)T10:00").status == 0)
    }
    func days(_ words: String..., now: String) throws -> [String] {
      let result = try log.run("history", words + ["--format", "json"], now: now)
      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
      return (json["subjects"] as? [[String: Any]] ?? []).compactMap { $0["subject"] as? String }
    }
    #expect(try days(now: "2026-11-20T22:00") == ["2026-11-20"])
    #expect(try days("--open", now: "2026-11-20T22:00") == ["2026-11-20"])
    #expect(try days(now: "2026-11-21T08:00") == ["2026-11-21", "2026-11-20"])
    _ = try log.run("delete", "of21", now: "2026-11-22T11:00")
    #expect(try days(now: "2026-11-22T12:00") == ["2026-11-22", "2026-11-21", "2026-11-20"])
  }

  @Test func `status of days that pace does not keep is the same at the clock as it is at an instant`() throws
  {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.days)
    let path = try scratch.write("act.csv", Self.acts).path
    let words = ["status", pack, "--db", path]
    let at = try Pace.run(words + ["--at", "2026-11-20T22:00", "--now", "2026-11-23"])
    let now = try Pace.run(words + Self.evening)
    #expect(now.status == 0, "\(now.remarks)")
    #expect(now.output == at.output)
    #expect(now.output.contains("1 act"), "\(now.output)")
  }

  @Test func `given notices of a session without a row are named`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(
      """
      CREATE TABLE notice(id TEXT, session TEXT, at INTEGER, rule TEXT);
      INSERT INTO notice VALUES ('1', 's1', \(Night.start + 540_000), 'hydration'),
        ('2', 'ghost', \(Night.start), 'hydration'), ('3', 'ghost', \(Night.start + 1), 'fast_pace');
      """, in: path)
    for command in ["history", "insights"] {
      let result = try Pace.run([command, "take-care", "--db", path, "--now", "2026-11-22"])
      #expect(result.status == 0)
      let named = "2 notices of 1 session without a start or a row are not counted: `ghost`\n"
      #expect(result.remarks == named, "\(result)")
    }
  }

  @Test func `a day that a subject's zone left out is the log's, whoever comes before`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject person { zone: text = \"UTC\" }\nevent cup of person { }\n")
    // 23:00 UTC on 29 December 2011; Apia went from that day to the 31st.
    let cups = try scratch.write("cup.csv", "id,person,at\n1,a,1325199600000\n2,b,1325199600000\n").path
    let people = try scratch.write("person.csv", "id,zone\na,Pacific/Kiritimati\nb,Pacific/Apia\n").path
    let result = try Pace.run([
      "history", pack, "--db", people, "--db", cups, "--zone", "UTC", "--from", "2011-12-30T10:00", "--now",
      "2012-01-10", "--format", "csv",
    ])
    #expect(result.status == 0, "\(result.remarks)")
    let ids = result.output.split(separator: "\n").dropFirst().map { $0.prefix(2) }
    #expect(ids == ["a,"], "\(result.output)")
  }

  @Test func `JSON counts the notices that came later, and names the zone of each subject`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { zone: text = "Asia/Tokyo" }
      event cup of person { }
      rule evening {
        at 21:00
        when count(cup) >= 1
        emit summary "Over."
      }
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, zone TEXT);
      CREATE TABLE cup(id TEXT, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('a', NULL), ('b', 'Europe/Paris');
      INSERT INTO cup VALUES ('1', 'a', \(Night.start)), ('2', 'b', \(Night.start));
      """, in: path)
    let now = ["--db", path, "--now", "2026-11-23"]
    let text = try Pace.run(["insights", pack] + now).output
    let later = try #require(text.firstMatch(of: /(\d+) later notices left out/))
    let counts = try `Looking back`.json(["insights", pack] + now)
    #expect(counts["later_notices"] as? Int == Int(later.1))
    let list = try `Looking back`.json(["history", pack] + now)
    let zones = (list["subjects"] as? [[String: Any]] ?? []).compactMap { $0["zone"] as? String }
    #expect(zones == ["Asia/Tokyo", "Europe/Paris"])
  }

  @Test func `notices before the first row are told as left out`() throws {
    let log = try KeptLog("nail-guard", now: "2026-11-01T08:00")
    _ = try log.run("start", now: "2026-11-01T08:00")
    for day in 10...20 { _ = try log.run("notify", now: "2026-11-\(day)T22:00") }
    try log.log("bite", "a", now: "2026-11-21T10:00")
    let words = ["insights", "nail-guard", "--db", log.path, "--now", "2026-11-21T23:00"]
    let counts = try `Looking back`.json(words)
    #expect(counts["earlier_notices"] as? Int == 23 && counts["later_notices"] as? Int == 0)
    let text = try Pace.run(words).output
    #expect(text.contains("23 earlier notices left out, see --from") && !text.contains("against"), "\(text)")
    let all = try `Looking back`.json(words + ["--from", "2026-11-01"])
    #expect(all["earlier_notices"] as? Int == 0)
    #expect((all["notices"] as? [String: Int])?.values.reduce(0, +) == 23)
  }

  @Test func `a log without a row has its notices and figures from its start on`() throws {
    let log = try KeptLog("nail-guard", now: "2026-11-01T08:00")
    _ = try log.run("start", now: "2026-11-01T08:00")
    _ = try log.run("notify", now: "2026-11-12T22:00")
    let found = try `Looking back`.json(
      ["insights", "nail-guard", "--db", log.path, "--now", "2026-11-12T23:00"])
    #expect((found["buckets"] as? [Any])?.count == 12)
    #expect(found["notices"] as? [String: Int] == ["summary": 12, "praise": 3])
    let figures = found["figures"] as? [[String: Any]] ?? []
    let clean = figures.first { $0["name"] as? String == "clean_days" }
    #expect(clean?["greatest"] as? Int == 11, "\(figures)")
  }

  @Test func `the columns of insights are the same for an empty log`() throws {
    let scratch = try Scratch()
    let empty = scratch.path("empty.db")
    try Night.execute(Night.schema, in: empty)
    let heads = try [empty, try Night.friday(in: scratch)].map { path in
      let words = ["insights", "take-care", "--db", path, "--now", "2026-11-22", "--format", "csv"]
      return try Pace.run(words).output.split(separator: "\n").first
    }
    #expect(heads[0]?.hasSuffix(",figure:units_last_hour") ?? false)
    #expect(heads[0] == heads[1])
  }

  @Test func `the only day of a log need not be named`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.days + "\nrule any { on act, emit note \"Any.\" }")
    let path = try scratch.write("act.csv", "id,at,n\na,1795168800000,1\nb,1795168860000,1\n").path
    let shown = try Pace.run(["show", pack, "--db", path] + Self.evening)
    #expect(shown.status == 0 && shown.output.contains("\n2026-11-20  "), "\(shown)")
    let scenario = try Pace.run("scenario", pack, "--db", path)
    #expect(scenario.status == 0 && scenario.output.contains("scenario \"day 2026-11-20 on"), "\(scenario)")
    let more = try scratch.write("more/act.csv", Self.acts).path
    for command in ["show", "scenario"] {
      let several = try Pace.run([command, pack, "--db", more])
      #expect(several.status == 2, "\(several)")
      #expect(several.remarks.contains("there is `2026-11-20`, `2026-11-21`, `2026-11-22`"), "\(several)")
    }
  }

  @Test func `a session of which only its end has come is told as such by each command`() throws {
    let log = try KeptLog.beer()
    let end = try log.scratch.write(
      "end.json", #"{"type":"endSession","sessionId":"E1","endedAt":1795222800}"#)
    #expect(try log.run("import", end.path, now: "2026-11-21T12:00").status == 0)
    for words in [["show"], ["scenario"], ["explain", "--at", "21:00"], ["graph", "--at", "21:00"]] {
      let result = try Pace.run(
        [words[0], "take-care", "--db", log.path, "--subject", "E1"] + words.dropFirst())
      #expect(result.status == 3, "\(words) \(result)")
      #expect(result.remarks.hasPrefix("error: nothing is logged of session `E1`\n"), "\(words) \(result)")
    }
    for command in ["history", "insights"] {
      let result = try log.run(command, now: "2026-11-22T12:00")
      #expect(result.remarks == "1 session without a start or a row is left out: `E1`\n", "\(result)")
    }
    let other = try Pace.run("explain", "take-care", "--db", log.path, "--at", "2026-11-20T20:00Z")
    #expect(other.status == 2 && other.remarks.contains("after the start of a session"), "\(other)")
  }
}

import Foundation
import Testing

/// `history`, `show` and `insights` on the example night of the design, and on logs of other makes.
struct `Looking back` {
  /// What was printed, as JSON.
  static func json(_ words: [String]) throws -> [String: Any] {
    let result = try Pace.run(words + ["--format", "json"])
    #expect(result.status == 0, "\(result.remarks)")
    return try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any] ?? [:]
  }

  static let later = ["--now", "2026-11-22"]
  private static let disclaimer =
    "If you've been drinking, do not drive. This is not medical or legal advice."

  // MARK: history

  @Test func `history has a line a subject, with what it held and how it ended`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let text = try Pace.run(["history", "take-care", "--db", path] + Self.later)
    #expect(text.status == 0)
    let lines = text.output.components(separatedBy: "\n").dropLast()
    #expect(
      lines.first == "Times in UTC (name another with --zone) · notices as the rules derive them, up to now")
    #expect(lines.last == Self.disclaimer)
    // Three hours after the cocktail of 21:31 it ends by itself.
    for part in [
      "s1", "2026-11-20 21:00", "2026-11-21 00:31", "by itself", "3 h 31 min", "2 beer, 1 cocktail",
    ] {
      #expect(text.output.contains(part))
    }
    let found = try Self.json(["history", "take-care", "--db", path] + Self.later)
    let subject = try #require((found["subjects"] as? [[String: Any]])?.first)
    #expect(subject["subject"] as? String == "s1")
    #expect(subject["started_at_ms"] as? Int64 == Night.start)
    #expect(subject["ended_at_ms"] as? Int64 == Night.start + (31 + 180) * 60_000)
    #expect(subject["ended_by"] as? String == "itself")
    #expect(subject["open"] as? Bool == false)
    #expect(subject["preset"] as? String == "balanced")
    #expect(subject["rows"] as? Int == 3)
    #expect(subject["kinds"] as? [String: Int] == ["beer": 2, "cocktail": 1])
    #expect(subject["sums"] as? [String: Double] == ["units": 3.5])
    // rapid_repeat and fast_pace; one hydration; nice_reset at 21:29 and after 22:29.
    #expect(subject["notices"] as? [String: Int] == ["warning": 2, "reminder": 1, "praise": 2])
    #expect(subject["highest"] as? [String: String] == ["pace": "slow_down"])
    #expect(!text.remarks.contains("drive"))
  }

  @Test func `a session that ends by itself is open until then, and its praise is not given before its time`()
    throws
  {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = ["history", "take-care", "--db", path, "--now", "2026-11-20T22:00"]
    let subject = try #require((try Self.json(words)["subjects"] as? [[String: Any]])?.first)
    #expect(subject["open"] as? Bool == true)
    #expect(subject["ended_by"] is NSNull)
    #expect(subject["ended_at_ms"] is NSNull)
    #expect(subject["notices"] as? [String: Int] == ["warning": 2, "reminder": 1, "praise": 1])
    #expect(try Pace.run(words + ["--ended"]).output.contains("no sessions"))
    #expect(try Pace.run(words + ["--open"]).output.contains("s1"))
    #expect(try Pace.run(words + ["--open", "--ended"]).status == 2)
  }

  @Test func `history is newest first, cut to a limit, and filtered by the start`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let day: Int64 = 86_400_000
    try Night.execute(
      """
      INSERT INTO session(id, started_at, ended_at) VALUES
        ('s2', \(Night.start + day), \(Night.start + day + 60_000)), ('s0', \(Night.start - day), NULL);
      """, in: path)
    func ids(_ words: String...) throws -> [String] {
      let all = try Self.json(["history", "take-care", "--db", path] + Self.later + words)
      return (all["subjects"] as? [[String: Any]] ?? []).compactMap { $0["subject"] as? String }
    }
    #expect(try ids() == ["s2", "s1", "s0"])
    #expect(try ids("--limit", "2") == ["s2", "s1"])
    // A date alone is the whole day.
    #expect(try ids("--from", "2026-11-20", "--to", "2026-11-20") == ["s1"])
    #expect(try ids("--from", "2026-11-20T21:00:00.001") == ["s2"])
    #expect(try ids("--to", "2026-11-20T21:00") == ["s1", "s0"])
    let text = try Pace.run(["history", "take-care", "--db", path, "--limit", "1"] + Self.later)
    #expect(text.output.contains("… and 2 earlier; `--limit N` shows them"))
    let csv = try Pace.run(["history", "take-care", "--db", path, "--format", "csv"] + Self.later)
    let lines = csv.output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[1].hasPrefix("s2,\(Night.start + day),\(Night.start + day + 60_000),hand,no,balanced,0,"))
    #expect(!csv.output.contains("drive"))
    #expect(
      try Pace.run(["history", "take-care", "--db", path, "--from", "2026-11-21", "--to", "2026-11-20"])
        .status
        == 2)
  }

  // MARK: Given notices

  private static let given = """
    CREATE TABLE notice(id TEXT, session TEXT, at INTEGER, rule TEXT, kind TEXT, level TEXT, severity INTEGER,
      message TEXT, preset TEXT, given_at INTEGER, device TEXT, PRIMARY KEY (id, device));
    INSERT INTO notice(id, session, at, rule, message, given_at, device) VALUES
      ('s1/hydration/1', 's1', \(Night.start + 540_000), 'hydration', 'Second.', 5, 'watch'),
      ('s1/hydration/1', 's1', \(Night.start + 540_000), 'hydration', 'Water, please.', 4, 'phone'),
      ('s1/fast_pace/2', 's1', \(Night.start + 600_000), 'fast_pace', 'Slowly.', 6, 'phone');

    """

  @Test func `notices that were given count, once whichever devices gave them, and say what they said`()
    throws
  {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Self.given, in: path)
    let text = try Pace.run(["show", "take-care", "--db", path, "--subject", "s1"] + Self.later)
    #expect(text.output.hasPrefix("Times in UTC (name another with --zone) · notices as they were given"))
    #expect(text.output.contains("1 warning, 1 reminder"))
    #expect(text.output.contains("Water, please."))
    #expect(!text.output.contains("Second."))
    let all = try Self.json(["insights", "take-care", "--db", path] + Self.later)
    #expect(all["notices_from"] as? String == "log")
    #expect(all["notices"] as? [String: Int] == ["warning": 1, "reminder": 1])
    let derived = try Self.json(["insights", "take-care", "--db", path, "--derive"] + Self.later)
    #expect(derived["notices_from"] as? String == "rules")
    #expect(derived["notices"] as? [String: Int] == ["warning": 2, "reminder": 1, "praise": 2])
  }

  // MARK: show

  @Test func `show has rows with their notices, a strip of each scale, and the figures at the end`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = ["show", "take-care", "--db", path, "--subject", "s"]
    let text = try Pace.run(words + Self.later)
    #expect(text.status == 0)
    let lines = text.output.components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasPrefix("Friday 20 November 2026") })
    let names = lines[(start + 1)...].prefix(8).map { line in
      line.split(separator: " ").prefix(3).joined(separator: " ")
    }
    #expect(
      names == [
        "21:00:00 beer units", "21:09:00 beer units", "warning rapid_repeat (caution):",
        "reminder hydration: Water", "21:29:00 praise nice_reset:", "21:31:00 cocktail units",
        "warning fast_pace (slow_down):", "22:29:00.001 praise nice_reset:",
      ])
    #expect(text.output.contains("slow_down 38 min, caution 1 min"))
    #expect(lines.contains("2  beer"))
    #expect(lines.contains("1  cocktail"))
    #expect(lines.dropLast().last == Self.disclaimer)

    let found = try Self.json(words + Self.later)
    let timeline = found["timeline"] as? [[String: Any]] ?? []
    #expect(timeline.count == 8)
    #expect(timeline.first?["id"] as? String == "a2e1")
    #expect((timeline.first?["fields"] as? [String: Any])?["units"] as? Double == 1)
    #expect(timeline.last?["at_ms"] as? Int64 == Night.start + 89 * 60_000 + 1)
    #expect((found["attributes"] as? [String: Any])?["auto_end"] as? Int == 10_800_000)
    let levels = (found["levels"] as? [String: [[String: Any]]])?["pace"] ?? []
    #expect(levels.compactMap { $0["level"] as? String } == ["good", "caution", "good", "slow_down", "good"])
    let figure = try #require((found["figures"] as? [[String: Any]])?.first)
    #expect(figure["name"] as? String == "units_last_hour")
    // It ended three hours after the last row.
    #expect(figure["value"] as? Double == 0)
  }

  @Test func `show needs a subject that there is, and leaves out what lies outside of a span`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let unknown = try Pace.run("show", "take-care", "--db", path, "--subject", "x")
    #expect(unknown.status == 2)
    #expect(unknown.remarks.contains("there is no session `x`; there is `s1`"))
    let words = ["show", "take-care", "--db", path, "--subject", "s1", "--from", "21:10", "--to", "21:31"]
    let part = try Self.json(words + Self.later)
    #expect((part["timeline"] as? [Any])?.count == 3)
    #expect(part["rows"] as? Int == 3)
    // Levels begin and end there, and figures are those of its end.
    let levels = (part["levels"] as? [String: [[String: Any]]])?["pace"] ?? []
    #expect(levels.compactMap { $0["level"] as? String } == ["caution", "good", "slow_down"])
    #expect(levels.first?["from_ms"] as? Int64 == Night.start + 10 * 60_000, "\(levels)")
    #expect(levels.last?["to_ms"] as? Int64 == Night.start + 31 * 60_000, "\(levels)")
    #expect((part["figures"] as? [[String: Any]])?.first?["value"] as? Double == 3.5, "\(part)")
    // What ends as the span begins is not in it.
    let rest = try Self.json(Array(words.prefix(6)) + ["--from", "21:31"] + Self.later)
    let last = (rest["levels"] as? [String: [[String: Any]]])?["pace"] ?? []
    #expect(last.allSatisfy { ($0["from_ms"] as? Int64 ?? 0) < ($0["to_ms"] as? Int64 ?? 0) }, "\(last)")
    #expect(last.first?["level"] as? String == "slow_down", "\(last)")
    let before = try Self.json(Array(words.prefix(6)) + ["--to", "2026-11-20T20:00"] + Self.later)
    let levels20 = before["levels"] as? [String: [Any]]
    #expect(levels20?["pace"]?.isEmpty == true && (before["figures"] as? [Any])?.isEmpty == true, "\(before)")
  }

  @Test func `attributes are shown by name, with their labels`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { nickname: text = "none" "What it is called", hidden: number = 2 }
      event a of visit { }
      rule r { on a, when hidden > 1, emit note "N." }
      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE visit(id TEXT, nickname TEXT, hidden REAL);
      CREATE TABLE a(id TEXT, visit TEXT, at INTEGER);
      INSERT INTO visit VALUES ('v1', 'Pia\u{1B}[5m', 3);
      INSERT INTO a VALUES ('r1', 'v1', \(Night.start));
      """, in: path)
    let text = try Pace.run(["show", pack, "--db", path, "--subject", "v"] + Self.later)
    #expect(text.output.contains("nickname  Pia\\u{1b}[5m  What it is called\n"))
    #expect(text.output.contains("hidden    3\n"))
    #expect(try Pace.run("lint", pack).output.contains("unused-attribute") == false)
  }

  // MARK: insights

  @Test func `insights count by bucket, and know the mean, the commonest and the change`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    // Two days later one row, in a session that ends after an hour.
    let sunday = Night.start + 2 * 86_400_000
    try Night.execute(
      """
      INSERT INTO session(id, started_at, ended_at) VALUES ('s2', \(sunday), \(sunday + 3_600_000));
      INSERT INTO drink(id, session, at, kind) VALUES ('z', 's2', \(sunday), 'water');
      """, in: path)
    let words = ["insights", "take-care", "--db", path, "--now", "2026-11-30"]
    let found = try Self.json(words)
    #expect(found["subjects"] as? Int == 2)
    #expect(found["rows"] as? Int == 4)
    #expect(found["rows_mean"] as? Double == 2)
    #expect(found["length_ms_mean"] as? Int == (211 + 60) * 60_000 / 2)
    #expect(found["commonest_kind"] as? String == "beer")
    #expect(found["commonest_hour"] as? Int == 21)
    #expect((found["hours"] as? [Int])?[21] == 4)
    let buckets = found["buckets"] as? [[String: Any]] ?? []
    #expect(buckets.compactMap { $0["label"] as? String } == ["2026-11-20", "2026-11-21", "2026-11-22"])
    #expect(buckets.compactMap { $0["rows"] as? Int } == [3, 0, 1])
    #expect(buckets.first?["sums"] as? [String: Double] == ["units": 3.5])
    #expect((found["best"] as? [String: Any])?["label"] as? String == "2026-11-21")
    #expect((found["worst"] as? [String: Any])?["label"] as? String == "2026-11-20")
    #expect((found["change"] as? [String: Any])?["rows"] is NSNull)

    let part = try Self.json(words + ["--from", "2026-11-22", "--to", "2026-11-23", "--stream", "drink"])
    let change = part["change"] as? [String: Any] ?? [:]
    // One row now, none on the 21st and three on the 20th.
    #expect(change["rows"] as? Double == -66.7)
    #expect((change["notices"] as? [String: Any])?["reminder"] as? Double == -100)
    let stream = try Self.json(words + ["--stream", "alcohol"])
    #expect(stream["rows"] as? Int == 3)
  }

  @Test func `a streak is a figure read at the end of each day`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    let noon = Night.start - 9 * 3_600_000
    let times = [0, 4, 5].map { noon + Int64($0) * 86_400_000 }
    try Night.execute(
      """
      CREATE TABLE bite(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO bite VALUES ('a', 'me', \(times[0])), ('b', 'me', \(times[1])), ('c', 'me', \(times[2]));
      """, in: path)
    let found = try Self.json(["insights", "nail-guard", "--db", path, "--now", "2026-11-30"])
    let buckets = found["buckets"] as? [[String: Any]] ?? []
    let days = buckets.compactMap { ($0["figures"] as? [String: Any])?["clean_days"] as? Int }
    // Rows on the 20th, 24th and 25th; the days in between are clean once they are over.
    #expect(days == [0, 0, 1, 2, 3, 0])
    let figures = found["figures"] as? [[String: Any]] ?? []
    let clean = try #require(figures.first { $0["name"] as? String == "clean_days" })
    #expect(clean["greatest"] as? Int == 3)
    #expect(clean["least"] as? Int == 0)
    #expect(clean["mean"] as? Double == 1)
  }

  @Test func `a log in a foreign layout is looked back at through its source`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      calendar { week starts sun }
      subject visit { }
      event a of visit { size: number = 1, kind big { size = 2 } }
      rule r { on a, emit note "N." }
      source app {
        a from ZLOG { id = Z_PK, visit = ZVISIT, at = ZTIME as apple_seconds, kind = ZTYPE as { 1 = big } }
        notice from ZTOLD { id = Z_PK, visit = ZVISIT, at = ZTIME as apple_seconds, rule = ZCODE }
      }
      """)
    let path = scratch.path("app.store")
    // 2026-11-20 21:00 UTC is 816901200 s after 2001.
    try Night.execute(
      """
      CREATE TABLE ZLOG(Z_PK INTEGER PRIMARY KEY, ZVISIT INTEGER, ZTIME REAL, ZTYPE INTEGER);
      CREATE TABLE ZTOLD(Z_PK INTEGER PRIMARY KEY, ZVISIT INTEGER, ZTIME REAL, ZCODE TEXT);
      INSERT INTO ZLOG VALUES (1, 7, 816901200, 1), (2, 7, 816987600, NULL), (3, 7, 817160400, 5);
      INSERT INTO ZTOLD VALUES (1, 7, 816901200, 'r');
      """, in: path)
    let words = ["insights", pack, "--db", path, "--source", "app", "--by", "week", "--now", "2026-12-01"]
    let found = try Self.json(words)
    let buckets = found["buckets"] as? [[String: Any]] ?? []
    // Friday and Saturday are of the week of Sunday the 15th; the row of an unknown kind is skipped.
    #expect(buckets.compactMap { $0["label"] as? String } == ["2026-11-15"])
    #expect(buckets.first?["kinds"] as? [String: Int] == ["big": 1, "a": 1])
    #expect(buckets.first?["sums"] as? [String: Double] == ["size": 3])
    #expect(found["notices"] as? [String: Int] == ["note": 1])
    let zoned = try Self.json(words + ["--zone", "Asia/Tokyo"])
    // In Tokyo it is Saturday and Sunday already.
    #expect(
      (zoned["buckets"] as? [[String: Any]] ?? []).compactMap { $0["rows"] as? Int } == [1, 1])
    let strict = try Pace.run(words + ["--strict"])
    #expect(strict.status == 3)
    #expect(strict.remarks.contains("ZLOG"))
  }

  // MARK: What does not fit

  @Test func `a row far in the future or too many buckets are one error with a remedy`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    try Night.execute(Night.drink("old", "s1", minute: -900_000_000, "beer"), in: path)
    for unit in ["day", "week"] {
      let many = try Pace.run(["insights", "take-care", "--db", path, "--by", unit] + Self.later)
      #expect(many.status == 3)
      #expect(many.output.isEmpty)
      #expect(many.remarks.contains("more than 20,000"))
      #expect(many.remarks.contains("--from"))
    }
    let fits = ["insights", "take-care", "--db", path, "--from", "2026-11-20"] + Self.later
    #expect(try Self.json(fits)["rows"] as? Int == 3)
    try Night.execute(Night.drink("new", "s1", minute: 4_000_000_000, "beer"), in: path)
    for command in [["history"], ["insights", "--by", "year"], ["show", "--subject", "s1"]] {
      let far = try Pace.run([command[0], "take-care", "--db", path] + command.dropFirst())
      #expect(far.status == 3)
      #expect(far.remarks.contains("more than ten years after now"))
      #expect(far.remarks.contains("`--now now` leaves it out"))
      let now = try Pace.run([command[0], "take-care", "--db", path, "--now", "now"] + command.dropFirst())
      #expect(now.status == 0, "\(now.remarks)")
    }
    #expect(try Self.json(fits + ["--to", "2026-11-21"])["rows"] as? Int == 3)
  }

  @Test func `the best bucket is one with a session, as the text says`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let later = Night.start + 21 * 86_400_000
    try Night.execute(
      """
      INSERT INTO session(id, started_at, ended_at) VALUES ('s2', \(later), \(later + 3_600_000));
      INSERT INTO drink(id, session, at, kind) VALUES ('z', 's2', \(later), 'water');
      """, in: path)
    let words = ["insights", "take-care", "--db", path, "--by", "week", "--now", "2026-12-20"]
    let found = try Self.json(words)
    #expect((found["buckets"] as? [[String: Any]])?.compactMap { $0["rows"] as? Int } == [3, 0, 0, 1])
    let best = found["best"] as? [String: Any]
    #expect(best?["rows"] as? Int == 1)
    #expect(best?["label"] as? String == "2026-12-07")
    let text = try Pace.run(words).output
    #expect(text.contains("fewest rows among weeks with a session: 2026-12-07, 1"), "\(text)")
  }

  @Test func `an empty log has no buckets, and says so`() throws {
    let scratch = try Scratch()
    let path = scratch.path("empty.db")
    try Night.execute(Night.schema, in: path)
    let words = ["take-care", "--db", path] + Self.later
    #expect(try Pace.run(["history"] + words).output.contains("no sessions"))
    let text = try Pace.run(["insights"] + words)
    #expect(text.status == 0)
    #expect(text.output.contains("0 sessions · 0 rows"))
    let found = try Self.json(["insights"] + words)
    #expect((found["buckets"] as? [Any])?.isEmpty == true)
    #expect(found["best"] is NSNull)
    #expect(found["length_ms_mean"] is NSNull)
  }

  @Test func `an end before the start is named, and no length is negative`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T21:00")
    try log.execute("UPDATE session SET ended_at = 10")
    let named = "session `s`: `ended_at` lies before `started_at`\n"
    for format in ["text", "json", "csv"] {
      let result = try log.run("history", "--format", format, now: "2026-11-20T22:00")
      #expect(result.status == 0 && result.remarks.contains(named), "\(result)")
      #expect(!result.output.contains("-20777 d"), "\(result.output)")
    }
    #expect(try log.run("status", now: "2026-11-20T22:00").remarks.contains(named))
    #expect(try log.run("history", "--strict", now: "2026-11-20T22:00").status == 3)
    let piped = try Pace.run("eval", "take-care", "--stdin", input: log.export())
    #expect(piped.remarks.contains("line 1 `s`: `ended_at` lies before `started_at`\n"), "\(piped)")
  }
}

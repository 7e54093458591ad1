import Testing

/// `explain --closest`: the nearest misses of a log.
struct ClosestTests {
  @Test func `one rule that is near in every subject hides no other`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { }
      event drink of session { units: number = 1 in 0 .. 50 }
      rule near { on drink, when sum(drink.units) > 1, emit note "Near." }
      rule far { on drink, when sum(drink.units) > 9, emit note "Far." }
      """)
    let path = scratch.path("drinks.db")
    var sql = """
      CREATE TABLE session(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, units REAL);

      """
    for night in 0..<5 {
      sql += "INSERT INTO drink VALUES ('d\(night)', 's\(night)', \(Night.start), NULL, 1);\n"
    }
    try Night.execute(sql, in: path)
    func told(_ count: String) throws -> [String] {
      let result = try Pace.run("explain", pack, "--db", path, "--closest", count)
      return result.output.split(separator: "\n").dropFirst().map { line in
        let words = line.split(separator: " ")
        return "\(words[2]) \(words[5])"
      }
    }
    #expect(try told("1") == ["near s0"])
    #expect(try told("3") == ["near s0", "near s1", "far s0"])
    let json = try Pace.run("explain", pack, "--db", path, "--closest", "1", "--format", "json")
    #expect(json.output.contains(#""at":"2026-11-20T21:00:00.000Z""#), "\(json.output)")
    #expect(json.output.contains(#""condition":{"text":"sum(drink.units) > 1","value":false,"margin":0,"#))
    #expect(try told("7") == (0..<5).map { "near s\($0)" } + ["far s0", "far s1"])
  }

  /// The condition was nearer to speaking there than at any value short of it.
  @Test func `a condition that was true, but not for long enough, is a miss by how long it lacked`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject oven { }
      event reading of oven { temp: number in 0 .. 900 }
      rule hot { when latest(reading.temp) > 200 for 4 min, emit alarm "Too hot." }
      scenario "x" {
        start 2026-11-02 06:00
        at 06:10 reading { temp = 199 }
        at 06:11 reading { temp = 190 }
        at 06:20 reading { temp = 205 }
        at 06:23 reading { temp = 190 }
        at 06:30 reading { temp = 300 }
        at 06:31 reading { temp = 180 }
      }
      """)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5")
    #expect(
      result.output.split(separator: "\n").dropFirst() == [
        "25.0 %  hot  2026-11-02 06:20:00  x  latest(reading.temp) = 205 > 200, but only for 3 min of 4 min"
      ], "\(result)")
    let json = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5", "--format", "json")
    #expect(json.output.contains(#""outcome":"waiting","lasted_ms":180000,"for_ms":240000,"#), "\(json)")
  }

  @Test func `of misses by the whole threshold and more the nearest is told first`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      rule quick { on cup, when gap(cup) < 10 min, emit hint "Slow down." }
      scenario "x" {
        start 2026-11-02 06:00
        at 06:10 cup
        at 10:10 cup
        at 10:35 cup
        at 12:35 cup
      }
      """)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5")
    #expect(
      result.output.split(separator: "\n").dropFirst() == [
        "100.0 %  quick  2026-11-02 10:35:00  x  gap(cup) = 25 min < 10 min, too high by 15 min"
      ], "\(result)")
  }

  /// The end of a state is true as long as the state is far off; what turns the state on makes the end false.
  @Test func `a rule that is on and off with a gap between has misses`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject house { }
      event reading of house { celsius: number in -30 .. 70 }
      event switch of house { }
      rule hot { when latest(reading.celsius) > 32 until latest(reading.celsius) < 30, emit push "Hot." }
      rule warm { when latest(reading.celsius) > 32 until since(switch) > 1 min, emit push "Warm." }
      scenario "x" {
        start 2026-03-01 10:00
        at 10:00 switch
        at 10:10 reading { celsius = 20 }
        at 10:20 reading { celsius = 28 }
        at 10:30 reading { celsius = 3 }
      }
      """)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5")
    let lines = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").prefix(5).joined(separator: " ")
    }
    // Nothing but a switch ends the `until` of the other.
    #expect(lines == ["12.5 % hot 2026-03-01 10:20:00"], "\(result)")
  }

  /// Between two times at which the condition is true the nearest counts, whatever came just before.
  @Test func `a try after one that spoke is a miss like any other`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { }
      event cup of visit { mg: number = 0 }
      rule strong { on cup, when latest(cup.mg) >= 5, emit note "Strong." }
      scenario "x" {
        start 2026-11-20 09:00
        at 10:00 cup { mg = 5 }
        at 11:00 cup { mg = 4.9 }
        at 12:00 cup { mg = 1 }
        at 13:00 cup { mg = 6 }
        at 14:00 cup { mg = 4 }
      }
      """)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5")
    let lines = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").prefix(5).joined(separator: " ")
    }
    #expect(
      lines == ["2.0 % strong 2026-11-20 11:00:00", "20.0 % strong 2026-11-20 14:00:00"], "\(result)")
  }

  /// No cup brings a date nearer, as none does a weekday; a rule that asks for more is measured on its date.
  @Test func `days before a date are no distance`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { }
      event cup of visit { mg: number = 1 in 0 .. 9 }
      rule eve { on cup, when date == 2026-11-21, emit note "Eve." }
      rule strong { on cup, when sum(cup.mg) >= 5, emit note "Strong." }
      rule both { on cup, when date >= 2026-11-20 and sum(cup.mg) >= 8, emit note "Both." }
      scenario "x" {
        start 2026-11-19 09:00
        at 10:00 cup
        at 2026-11-20 10:00 cup
      }
      """)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "9")
    let lines = result.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: " ").prefix(5).joined(separator: " ")
    }
    #expect(lines == ["60.0 % strong 2026-11-20 10:00:00", "75.0 % both 2026-11-20 10:00:00"], "\(result)")
  }

  /// Whatever other rules there are: those bring instants of their own at which it could be looked at.
  @Test func `a value that grows is nearest just before the row that ends it, or at the horizon`() throws {
    let scratch = try Scratch()
    for other in ["", "rule other { when since(cup) >= 30 min, emit note \"x\" }"] {
      let pack = try Scratch.pack(
        scratch,
        """
        subject visit { }
        event cup of visit { }
        rule due { when since(cup) >= 4 h, emit reminder "Due." }
        \(other)
        """)
      let log = try KeptLog(pack, now: "2026-11-20T05:00")
      for (index, time) in ["06:00", "09:59", "10:30"].enumerated() {
        try log.log("cup", "c\(index)", now: "2026-11-20T\(time)")
      }
      func nearest(_ words: String...) throws -> String {
        let asked = ["--closest", "1", "--rule", "due"] + words
        let told = try Pace.run(["explain", pack, "--db", log.path] + asked).output
        return String(told.split(separator: "\n").last ?? "")
      }
      let line = try nearest()
      #expect(line.hasPrefix("0.4 %  due  2026-11-20 09:58:59.999  me"), "\(line)")
      #expect(line.contains("since(cup) = 3 h 58 min 59 s 999 ms >= 4 h, too low by 1 min 1 ms"), "\(line)")
      let later = try nearest("--until", "2026-11-20T14:29:30")
      #expect(later.hasPrefix("0.2 %  due  2026-11-20 14:29:30  me"), "\(later)")
      let lint = try Pace.run("lint", pack, "--db", log.path).output
      #expect(lint.contains("it came nearest in `me`: since(cup) = 3 h 58 min 59 s 999 ms >= 4 h is false"))
    }
  }

  private static let cups = """
    subject visit { }
    event cup of visit { v: number in 0 .. 10 }
    rule evening { at 21:00, when sum(cup.v, today) >= 10, emit note "Much today." }
    rule long_ago { every 1 h from 08:00 to 20:00, when since(cup) >= 14 h, emit note "Long ago." }
    rule hour { when sum(cup.v, last 60 min) >= 5, emit note "Much at once." }
    rule later { when sum(cup.v, last 60 min) >= 5, emit note "Much at once.", quiet 07:00 to 08:30 }
    rule strong { on cup, when latest(cup.v) >= 5, emit note "Strong.", quiet 07:00 to 08:30 }
    scenario "x" {
      start 2026-11-20 06:00
      at 08:00 cup { v = 4 }
      at 19:30 cup { v = 5 }
      at 23:00 cup { v = 3 }
      until 2026-11-21 07:00
    }

    """

  /// No row stands at a tick, the row after a miss makes the condition true, and a gate holds at the nearest try.
  @Test(arguments: [
    ("evening", "10.0 % 20T21:00"), ("long_ago", "21.4 % 20T19:00"),
    ("hour", "20.0 % 20T08:00, 40.0 % 20T23:00"),
    ("later", "20.0 % 20T08:30, 40.0 % 20T23:00"), ("strong", "40.0 % 20T23:00"),
  ])
  func `a miss is a try at which only the condition was lacking`(rule: String, misses: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.cups)
    let result = try Pace.run("explain", pack, "--scenario", "x", "--closest", "5", "--rule", rule)
    let lines = result.output.split(separator: "\n").dropFirst().map { line in
      let words = line.split(separator: " ")
      #expect(words[2] == rule && words[4].hasSuffix(":00"))
      return "\(words[0]) % \(words[3].suffix(2))T\(words[4].prefix(5))"
    }
    #expect(lines.joined(separator: ", ") == misses, "\(result)")
  }

  @Test func `the outcomes of a rule by the clock tell of ticks at which its condition is false`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.cups)
    func outcomes(_ rule: String) throws -> [String] {
      let result = try Pace.run("explain", pack, "--scenario", "x", "--all", "--rule", rule)
      return result.output.split(separator: "\n").dropFirst().map {
        $0.split(separator: " ").prefix(2).joined(separator: " ")
      }
    }
    #expect(try outcomes("evening") == ["21:00:00 idle"])
    #expect(try outcomes("long_ago") == ["08:00:00 idle"])
  }

  @Test func `lint tells how near a rule by the clock came`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.cups)
    let log = try KeptLog(pack, now: "2026-11-20T05:00")
    try log.log("cup", "c", now: "2026-11-20T08:01", "v=4")
    try log.log("cup", "d", now: "2026-11-20T22:00", "v=1")
    let lint = try Pace.run("lint", pack, "--db", log.path).output
    let nearest = "it came nearest in `me`: sum(cup.v, today) = 4 >= 10"
    #expect(lint.contains("`evening` never fires in 1 visit; \(nearest)"), "\(lint)")
  }

  @Test func `the zone of its times stands above them, and beside those of another`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject session { zone: text }
      event cup of session { }
      rule many { on cup, when count(cup) >= 3, emit note "Many." }
      """)
    try scratch.write("session.csv", "id,zone\na,Europe/London\nb,Asia/Tokyo\n")
    try scratch.write("cup.csv", "id,session,at\n1,a,\(Night.start)\n2,b,\(Night.start)\n")
    func closest(_ words: String...) throws -> RunResult {
      let log = ["session", "cup"].flatMap { ["--db", scratch.path("\($0).csv")] }
      return try Pace.run(["explain", pack, "--closest", "2"] + log + words)
    }
    let lines = try closest().output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines[0] == "times in Europe/London", "\(lines)")
    #expect(lines[1].contains("  2026-11-20 21:00:00               a"), "\(lines)")
    #expect(lines[2].contains("  2026-11-21 06:00:00 (Asia/Tokyo)  b"), "\(lines)")
    let one = try Pace.run(
      "explain", "take-care", "--db", try Night.friday(in: scratch), "--closest", "1")
    #expect(one.output.hasPrefix("times in UTC (name another with --zone)\n"), "\(one)")
  }

  @Test(arguments: [
    ["--closest", "2"], ["--all", "--rule", "fast_pace"], ["--at", "21:09", "--against", "strict"],
  ])
  func `what has no room for every part refuses --full`(words: [String]) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run(["explain", "take-care", "--db", path, "--full"] + words)
    let option = words.contains("--against") ? "--against" : words[0]
    #expect(
      result.status == 2 && result.remarks.contains("`\(option)` and `--full` cannot be given together"),
      "\(result)")
  }
}

import Testing

/// A clause asks of every value what it asks of a literal, wherever the value comes from.
struct `A value that a clause can't take` {
  private static let pack = """
    subject person {
      step: duration = 30 min
      pause: duration = 1 h
      back: duration = 1 h
      most: number = 2
      rest: duration = 10 min in 0 min .. 60 min
    }
    event cup of person {}
    param tick: duration = 30 min in 0 min .. 60 min step 10 min
    param often: number = 2 in 0 .. 4 step 0.5
    rule stepping { every step from 20:00 to 23:00
      emit notice "step"
      limit most today }
    rule pausing { when count(cup, last back) >= 1
      emit notice "pause"
      repeat pause
      cooldown rest }
    rule ticking { every tick from 20:00 to 23:00
      emit notice "tick"
      limit often today }
    """

  private static let causes = [
    "`step` `0` is not more than 0, as `every` needs it; took the default",
    "`pause` `0` is not more than 0, as `repeat` needs it; took the default",
    "`back` `-1` is not 0 or more, as `last` needs it; took the default",
    "`most` `1.5` is not a whole number from 0 on, as `limit` needs it; took the default",
  ]

  /// The result of the same rules with defaults alone, which bad values have to lead to as well.
  private func usual(_ pack: String) throws -> String {
    let line = "{\"subject\":\"p\",\"at_ms\":\(Night.start),\"event\":\"cup\"}\n"
    let start = "{\"subject\":\"p\",\"attributes\":{\"started_at\":\(Night.start)}}\n"
    return try Pace.run(
      "eval", pack, "--stdin", "--format", "jsonl", "--until", "2026-11-20T23:00", input: start + line
    ).output
  }

  @Test func `takes its default where a table holds it, and is told`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, step INTEGER, pause INTEGER, back INTEGER,
        most REAL, rest INTEGER);
      CREATE TABLE cup(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Night.start), 0, 0, -1, 1.5, 0);
      INSERT INTO cup VALUES ('a', 'p', \(Night.start));
      """, in: path)
    let words = ["eval", pack, "--db", path, "--format", "jsonl", "--until", "2026-11-20T23:00"]
    let result = try Pace.run(words)
    #expect(result.status == 0)
    for cause in Self.causes {
      #expect(result.remarks.contains("person `p`: \(cause)\n"), "\(result.remarks)")
    }
    // A cooldown may be nothing, so nothing is said of `rest`.
    #expect(!result.remarks.contains("`rest`"), "\(result.remarks)")
    #expect(result.output.contains("\"rule\":\"stepping\""))
    #expect(result.output == (try usual(pack)))
    #expect(try Pace.run(words + ["--strict"]).status == 3)
  }

  @Test func `takes its default where a line holds it, and is told`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let values = "\"step\":0,\"pause\":0,\"back\":-1,\"most\":1.5,\"rest\":0"
    let words = ["eval", pack, "--stdin", "--format", "jsonl", "--until", "2026-11-20T23:00"]
    let input = """
      {"subject":"p","attributes":{"started_at":\(Night.start),\(values)}}
      {"subject":"p","at_ms":\(Night.start),"event":"cup"}

      """
    let result = try Pace.run(words, input: input)
    #expect(result.status == 0)
    for cause in Self.causes {
      #expect(result.remarks.contains("line 1 `p`: \(cause)\n"), "\(result.remarks)")
    }
    #expect(!result.remarks.contains("`rest`"), "\(result.remarks)")
    #expect(result.output == (try usual(pack)))
    #expect(try Pace.run(words + ["--strict"], input: input).status == 3)
  }

  @Test func `is unknown where there is no default, and so is a start that is no time`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      "subject person { back: duration, sort: calm | keen }\nevent cup of person {}\n"
        + "rule r { when count(cup, last back) >= 1, emit notice \"r\" }")
    let causes = [
      "`back` `-1` is not 0 or more, as `last` needs it; counts as unknown", "`sort` `ken` is not one of ",
    ]
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER, back INTEGER, sort TEXT);
      CREATE TABLE cup(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', 'soon', -1, 'ken');
      """, in: path)
    let kept = try Pace.run("eval", pack, "--db", path)
    let line = #"{"subject":"p","attributes":{"started_at":"soon","back":-1,"sort":"ken"}}"# + "\n"
    let read = try Pace.run("eval", pack, "--stdin", input: line)
    for result in [kept, read] {
      #expect(!result.remarks.contains("took the default"), "\(result)")
      for cause in causes { #expect(result.remarks.contains(cause), "\(result)") }
      #expect(
        result.remarks.split(separator: "\n").contains {
          $0.contains("started_at") && $0.hasSuffix("unknown")
        })
    }
  }

  @Test(
    arguments: [
      ("tick=0..60 min/10 min", "each value to be more than 0, as `every` needs it, which `0 min` is not"),
      ("tick", "each value to be more than 0, as `every` needs it, which `0 min` is not"),
      ("often=1..2", "each value to be a whole number from 0 on, as `limit` needs it, which `1.5` is not"),
    ])
  func `is no value of a sweep`(axis: String, reason: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let result = try Pace.run("sweep", pack, "--db", scratch.path("none.db"), "--param", axis)
    #expect(result.status == 2)
    #expect(result.remarks.contains(reason), "\(result.remarks)")
  }

  @Test func `is not offered as what would turn a verdict over`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE person(id TEXT PRIMARY KEY, started_at INTEGER);
      CREATE TABLE cup(id TEXT PRIMARY KEY, person TEXT, at INTEGER);
      INSERT INTO person VALUES ('p', \(Night.start));
      """, in: path)
    // The third tick is held back; two and a half notices would be the nearest limit.
    let result = try Pace.run(
      "explain", pack, "--db", path, "--at", "22:00", "--rule", "ticking", "--until", "2026-11-20T23:00")
    #expect(result.output.contains("often 3"), "\(result.output)\(result.remarks)")
  }
}

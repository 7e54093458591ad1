import Testing

/// Seconds since 1970 and seconds since 2001, which are 31 years apart.
struct EpochTests {
  @Test(arguments: [
    ("apple_seconds", "unix_seconds", "2050-01-01", "2057-12-01"),
    ("unix_seconds", "apple_seconds", "2060-01-01", "2027-01-01"),
  ])
  func `are told where the clock makes the other likelier`(
    used: String, likely: String, doubtful: String, fine: String
  ) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      source app { cup from log { id = rowid, at = ts as \(used) } }
      """)
    let path = scratch.path("log.db")
    try Night.execute("CREATE TABLE log(ts); INSERT INTO log VALUES (1795208400)", in: path)
    func history(_ now: String) throws -> RunResult {
      try Pace.run("history", pack, "--db", path, "--now", now, "--strict")
    }
    let told = try history(doubtful)
    #expect(told.status == 3 && told.remarks.contains("did you mean `ts as \(likely)`?\n"), "\(told)")
    #expect(try history(fine).status == 0)
  }

  private static let objects = """
    {"name":"cup","ts":1793000000,"who":"u1"}
    {"name":"cup","ts":1793003600.5,"who":"u1"}
    {"name":"cup","ts":1793007200,"who":"u1"}

    """

  @Test func `of JSON objects are told as those of columns are, and --strict refuses them`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person { }
      event cup of person { }
      rule often { on cup, when count(cup, last 10 min) >= 2, emit note "Often." }
      source app { cup from json where name == "cup" { person = who, at = ts } }
      """)
    let doubt = "`ts` of the objects gives 3 times, all on 1970-01-21; did you mean `ts as unix_seconds`?\n"
    for (options, status) in [([], 0), (["--strict"], 3)] as [([String], Int32)] {
      let read = try Pace.run(["eval", pack, "--stdin"] + options, input: Self.objects)
      #expect(read.status == status && read.remarks.contains(":4: \(doubt)"), "\(read)")
    }
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path, "--zone", "UTC")
    let refused = try Pace.run(["import", pack, "--db", path, "-", "--strict"], input: Self.objects)
    #expect(refused.status == 3 && refused.remarks.contains(doubt), "\(refused)")
    #expect(try Pace.run("export", pack, "--db", path).output == "")
    let taken = try Pace.run(["import", pack, "--db", path, "-"], input: Self.objects)
    #expect(taken.status == 0 && taken.remarks.contains(doubt), "\(taken)")
  }
}

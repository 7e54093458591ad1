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
}

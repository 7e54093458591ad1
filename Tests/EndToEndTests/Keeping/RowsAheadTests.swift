import Testing

/// Rows that lie ahead of the clock are logged: what they bring is what comes next.
struct RowsAheadTests {
  private struct Said: Decodable { var next_at_ms: Int64? }

  /// 2026-11-20 12:00 UTC.
  private static let noon: Int64 = 1_795_176_000_000
  private static let minute: Int64 = 60_000

  private static let twice = """
    rule twice { when count(e, last 1 h) >= 2 for 5 min, emit hint "Two in an hour, for five minutes." }

    """

  private static func log(_ scratch: Scratch, _ text: String) throws -> KeptLog {
    try KeptLog(try Scratch.pack(scratch, text))
  }

  /// What both commands say comes next.
  private static func next(_ log: KeptLog, now: String) throws -> [Int64?] {
    try ["notify", "status"].map { command in
      try log.json(Said.self, command, now: now).next_at_ms
    }
  }

  @Test func `of two rows logged by one clock the second counts for what comes next`() throws {
    let scratch = try Scratch()
    let log = try Self.log(scratch, "subject person { }\nevent e of person { }\n" + Self.twice)
    for id in ["a", "b"] { try log.log("e", id, now: "2026-11-20T12:00") }
    let due = Self.noon + 5 * Self.minute + 1
    #expect(try Self.next(log, now: "2026-11-20T12:00") == [due, due])
    // All else goes by the rows up to the clock.
    #expect(try log.run("status", now: "2026-11-20T12:00").output.contains(/\ntoday +1 e\n/))
  }

  @Test func `a row some minutes ahead counts for what comes next, also after the clock was set back`() throws
  {
    let scratch = try Scratch()
    let log = try Self.log(scratch, "subject person { }\nevent e of person { }\n" + Self.twice)
    try log.log("e", "a", now: "2026-11-20T12:00")
    try log.log("e", "b", now: "2026-11-20T12:01", "--at", "12:04")
    let due = Self.noon + 9 * Self.minute
    for now in ["2026-11-20T12:01:30", "2026-11-20T11:59", "2026-11-20T12:04"] {
      #expect(try Self.next(log, now: now)[0] == due, "\(now)")
    }
    #expect(try log.run("notify", now: "2026-11-20T12:03").output == "next at 12:09:00\n")
    #expect(try log.run("notify", now: "2026-11-20T12:08:59.999").output == "next at 12:09:00\n")
    #expect(try log.run("notify", now: "2026-11-20T12:09").output.hasPrefix(" 12:09:00  hint  twice"))
  }

  @Test func `a notice that was given with a row ahead does not come again`() throws {
    let scratch = try Scratch()
    let log = try Self.log(
      scratch,
      "subject person { }\nevent e of person { }\nrule said { on e, when count(e) >= 1, emit note \"x\" }\n")
    #expect(try log.log("e", "a", now: "2026-11-20T12:01", "--at", "12:04").contains("note  said"))
    #expect(try Self.next(log, now: "2026-11-20T12:02") == [nil, nil])
  }

  @Test(arguments: ["--subject s", ""])
  func `a row ahead that revives or starts a subject counts`(_ more: String) throws {
    let scratch = try Scratch()
    let log = try Self.log(
      scratch,
      """
      subject s { ends after 10 min without e }
      event e of s { }
      scale load = low < high
      rule busy { when count(e, last 30 min) >= 1, raise load to high }

      """)
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T11:40")
    try log.log("e", "a", now: "2026-11-20T11:40", "--subject", "s")
    #expect(try log.run("notify", now: "2026-11-20T12:00").status == 0)
    let words = ["--at", "12:04", "--id", "b"] + more.split(separator: " ").map(String.init)
    #expect(try log.run("log", ["e"] + words, now: "2026-11-20T12:01").status == 0)
    #expect(try Self.next(log, now: "2026-11-20T12:02")[0] == Self.noon + 4 * Self.minute)
  }

  @Test func `rows of tomorrow count before midnight, however often one asks`() throws {
    let scratch = try Scratch()
    let log = try Self.log(scratch, "subject day per day { }\nevent e of day { }\n" + Self.twice)
    for (id, at) in [("a", "2026-11-21T00:01"), ("b", "2026-11-21T00:02")] {
      try log.log("e", id, now: "2026-11-20T23:58", "--at", at)
    }
    for _ in 1...2 {
      #expect(try Self.next(log, now: "2026-11-20T23:58")[0] == Self.noon + 727 * Self.minute)
    }
  }
}

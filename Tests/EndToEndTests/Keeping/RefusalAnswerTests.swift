import PaceOracle
import Testing

/// What commands that write to a log answer where they write nothing.
struct RefusalAnswerTests {
  private static let now = "2026-11-20T21:10"

  @Test(
    arguments: cases([
      (["undo"], "nothing_to_undo"), (["end"], "none_open"),
      (["log", "beer", "--at", "23:00"], "ahead_of_clock"),
      (["notify", "--at", "23:00"], "ahead_of_clock"),
      (["settings", "notices=no", "--at", "23:00"], "ahead_of_clock"),
      (["log", "beer", "--at", "1795208400"], "written_in_seconds"), (["delete", "gone"], "gone"),
      (["edit", "gone", "sensitivity=strict"], "gone"), (["start", "--subject", "gone"], "gone"),
      (["log", "beer", "--subject", "gone"], "gone"), (["undo", "--subject", "gone"], "gone"),
      (["notify", "--subject", "gone"], "gone"), (["end", "--subject", "gone"], "gone"),
      (["start", "--subject", "old"], "exists"), (["end", "--subject", "old"], "not_open"),
    ]))
  func `a refusal as JSON has why`(given: Case<([String], String)>) throws {
    let (words, why) = given.value
    let log = try KeptLog()
    for (subject, ending) in [("gone", "delete"), ("old", "end")] {
      #expect(try log.run("start", "--subject", subject, now: "2026-11-20T20:30").status == 0)
      #expect(try log.run(ending, ending == "end" ? [] : [subject], now: "2026-11-20T20:31").status == 0)
    }
    let before = try log.bytes()
    let text = try log.run(words[0], Array(words.dropFirst()), now: Self.now)
    let json = try log.run(words[0], words.dropFirst() + ["--format", "json"], now: Self.now)
    #expect(text.status == 1 && text.output.isEmpty, "\(text)")
    #expect(json.status == 1 && json.remarks == text.remarks, "\(json)")
    #expect(json.output.hasPrefix(#"{"written":false,"why":"\#(why)","#), "\(json.output)")
    #expect(try log.bytes() == before)
  }

  @Test func `what stands in the way is named`() throws {
    let log = try KeptLog()
    #expect(try log.run("start", "--subject", "friday", now: "2026-11-20T21:00").status == 0)
    let json = try log.run("start", "--format", "json", "--dry-run", now: Self.now)
    let answer =
      #"{"written":false,"why":"open","subject":"friday","message":"session `friday` is open","dry_run":true}"#
    #expect(json.status == 1 && json.output == answer + "\n", "\(json)")
    // The id is what stands in the way, and not the open session.
    let same = try log.run("start", "--subject", "friday", "--also", "--format", "json", now: Self.now)
    #expect(same.output.hasPrefix(#"{"written":false,"why":"exists","#), "\(same)")
    try log.log("beer", "a", now: Self.now)
    let row = try log.run("start", "--also", "--subject", "a", "--format", "json", now: "2026-11-20T21:30")
    #expect(row.status == 1 && row.output.hasPrefix(#"{"written":false,"why":"exists","#), "\(row)")
  }

  @Test(arguments: [
    ["delete", "nope"], ["edit", "nope", "units=1"], ["undo", "--subject", "nope"], ["delete", "i"],
  ])
  func `an id that names nothing, or more than one row, is wrong usage`(words: [String]) throws {
    let log = try KeptLog()
    for id in ["i1", "i2"] { try log.log("beer", id, now: "2026-11-20T21:0\(id.dropFirst())") }
    let result = try log.run(words[0], words.dropFirst() + ["--format", "json"], now: Self.now)
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
  }

  @Test func `a log is not made, and why is told`() throws {
    let log = try KeptLog(isMade: false)
    let result = try log.run("init", "--format", "json", now: Self.now)
    #expect(
      result.status == 1 && result.output.hasPrefix(#"{"written":false,"why":"disclaimer","#), "\(result)")
  }
}

import Foundation
import Testing

/// A schedule that a row names: said by the commands that keep a log, and asked from that row on.
struct `A schedule changed by a row` {
  private static let monday = "2026-11-16T"
  private static let tuesday = "2026-11-17T"
  private static let wednesday = "2026-11-18T"

  /// An activity done on Monday, whose schedule becomes the 18th and the 20th of the month on Tuesday.
  private func log() throws -> KeptLog {
    let log = try KeptLog("activities", now: Self.monday + "06:00")
    #expect(try log.run("start", "streak_step=1", now: Self.monday + "06:00").status == 0)
    try log.log("entry", "e1", now: Self.monday + "07:00")
    try log.log("reschedule", "r1", now: Self.tuesday + "07:00", "plan=monthly 18 20")
    return log
  }

  private func figure(_ label: String, _ log: KeptLog, now: String) throws -> String {
    let status = try log.run("status", now: now).output
    let line = status.split(separator: "\n").first { $0.hasPrefix(label) }
    return line.map { String($0.split(separator: " ").last ?? "") } ?? status
  }

  @Test func `status and eval ask the newest row, and days that are past keep theirs`() throws {
    let log = try log()
    #expect(try figure("Due today", log, now: Self.tuesday + "10:00") == "no")
    #expect(try figure("Due today", log, now: Self.wednesday + "07:59") == "yes")
    // Monday was asked for by the first schedule and was done; by the second Tuesday was not.
    #expect(try figure("Days in a row", log, now: Self.wednesday + "07:59") == "1")
    let eval = try Pace.run("eval", "activities", "--db", log.path, "--until", "2026-11-21T09:00")
    let nudges = eval.output.split(separator: "\n").filter { $0.contains("morning_nudge") }
    #expect(nudges.count == 2, "\(eval.output)")
    #expect(eval.output.contains("Wednesday 18 November 2026\n"))
    #expect(eval.output.contains("Friday 20 November 2026\n"))
  }

  @Test func `a schedule in a row is edited, exported and imported, and no row is written with a wrong one`()
    throws
  {
    let log = try log()
    for words in [["log", "reschedule"], ["edit", "r1"]] {
      let before = try log.bytes()
      let result = try log.run(words[0], [words[1], "plan=monthly 32"], now: Self.tuesday + "10:00")
      #expect(result.status == 2)
      #expect(
        result.remarks.contains(
          "`plan=monthly 32`: this is no schedule: `32` is no day of a month; they are 1 to 31"))
      #expect(try log.bytes() == before)
    }
    #expect(try log.run("edit", "r1", "plan=2026-11-18", now: Self.tuesday + "10:00").status == 0)
    #expect(try figure("Due today", log, now: Self.wednesday + "10:00") == "yes")
    #expect(try figure("Due today", log, now: "2026-11-20T10:00") == "no")

    let lines = try log.export()
    #expect(lines.contains(#""event":"reschedule","plan":"2026-11-18""#))
    let other = try KeptLog("activities", now: Self.monday + "06:00")
    let bad = lines.replacingOccurrences(of: "2026-11-18", with: "funday")
    let refused = try Pace.run("import", "activities", "--db", other.path, "-", input: bad)
    #expect(
      refused.remarks.contains(
        "line 3: `plan` `funday` is not a schedule, such as `daily` or `weekly mon wed`; skipped"))
    #expect(try other.texts("SELECT count(*) AS value FROM reschedule") == ["0"])
    #expect(try Pace.run("import", "activities", "--db", other.path, "-", input: lines).status == 0)
    #expect(try other.texts("SELECT plan AS value FROM reschedule") == ["2026-11-18"])
  }

  @Test func `explain names the row`() throws {
    let log = try log()
    let words = ["--db", log.path, "--at", "2026-11-18T08:00", "--rule", "morning_nudge", "--full"]
    let told = try Pace.run(["explain", "activities"] + words)
    #expect(told.output.contains("reschedule \"monthly 18 20\" (r1)"), "\(told.output)")
  }
}

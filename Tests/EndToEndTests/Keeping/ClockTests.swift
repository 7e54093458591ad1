import Foundation
import Testing

/// `--now` stands for the clock in every command on a log.
struct ClockTests {
  private static let start = "2026-11-20T20:00"

  private static func night(_ scratch: Scratch) throws -> String {
    let path = scratch.path("log.db")
    #expect(
      try Pace.run("init", "take-care", "--accept", "--db", path, "--now", start, "--zone", "UTC").status == 0
    )
    for time in ["21:00", "21:05", "21:30"] {
      let words = ["log", "take-care", "beer", "--db", path, "--now", "2026-11-20T\(time)"]
      #expect(try Pace.run(words).status == 0)
    }
    return path
  }

  @Test func `the word now means it too`() throws {
    let scratch = try Scratch()
    let path = try Self.night(scratch)
    let now = ["--db", path, "--at", "now", "--now", "2026-11-20T21:40"]
    let logged = try Pace.run(["log", "take-care", "water"] + now)
    #expect(logged.status == 0 && logged.output.contains("21:40:00"), "\(logged.remarks)")
    #expect(try Pace.run(["notify", "take-care"] + now).status == 0)
    #expect(try Pace.run(["settings", "take-care", "sensitivity=strict"] + now).status == 0)
    #expect(try Pace.run(["end", "take-care"] + now).output.contains("21:40:00"))
    let words = ["insights", "take-care", "--db", path, "--to", "now", "--now", "2026-11-20T21:10"]
    #expect(try !Pace.run(words).output.contains("21 Nov"))
  }

  @Test func `a row of another day than the clock's is told with its date, and what follows goes by its day`()
    throws
  {
    let log = try KeptLog(now: "2026-11-20T20:00")
    let seconds = try log.run(
      "log", "water", "--id", "w", "--at", "1774771200", "--force", now: "2026-11-20T21:00")
    #expect(seconds.output.hasPrefix("12:59:31.200 on 21 January 1970  water"), "\(seconds)")
    #expect(try log.log("beer", "b1", now: "2026-11-20T21:00").hasPrefix("21:00:00  beer"))
    let late = try log.log("beer", "b2", now: "2026-11-21T07:00", "--at", "2026-11-20T21:05")
    #expect(late.hasPrefix("21:05:00 on 20 November  beer"), "\(late)")
    #expect(late.contains("\n 21:05:00  warning   rapid_repeat"), "\(late)")
    let edited = try log.run("edit", "b2", "units=2", now: "2026-11-21T07:01")
    #expect(edited.output.hasPrefix("21:05:00 on 20 November  beer  units 2"), "\(edited)")
    let undone = try log.run("undo", now: "2027-01-01T07:02")
    #expect(
      undone.output.hasPrefix(
        "took back  21:05:00 on 20 November 2026  beer (b2), and with it rapid_repeat and hydration of 21:05:00\n"
      ), "\(undone)")
    let deleted = try log.run("delete", "b1", now: "2026-11-20T23:00")
    #expect(deleted.output.hasPrefix("took back  21:00:00  beer (b1)"), "\(deleted)")
  }

  @Test func `a row at the first instant of a day is of that day`() throws {
    let log = try KeptLog(KeptLog.cups)
    try log.log("small", "a", now: "2026-11-21T00:00")
    let status = try log.run("status", now: "2026-11-21T00:10")
    #expect(status.output.contains(/\ntoday +1 cup · small 1/), "\(status)")
  }

  @Test func `a clock time just half a day ahead is today's`() throws {
    let log = try KeptLog(now: "2026-11-20T08:00")
    let ahead = try log.run("log", "beer", "--at", "21:00", now: "2026-11-20T09:00")
    #expect(ahead.status == 1 && ahead.remarks.contains("2026-11-20 21:00 is more than"), "\(ahead)")
    #expect(try log.log("beer", "a", now: "2026-11-20T08:59", "--at", "21:00").contains("on 19 November"))
  }

  @Test func `a notice of the very instant of a status counts`() throws {
    let log = try KeptLog()
    try log.log("shot", "a", now: "2026-11-20T21:52")
    try log.log("shot", "b", now: "2026-11-20T21:59")
    let status = try log.run("status", now: "2026-11-20T21:59")
    #expect(status.output.contains(/\nlast notice +21:59:00/), "\(status)")
  }

  @Test func `a row before all others starts a new subject, but not one that has a start`() throws {
    let log = try KeptLog(KeptLog.cups, now: "2026-11-20T20:00")
    #expect(try log.log("cup", "c1", now: "2026-11-20T21:00").contains(" me started\n"))
    let words = ["log", "cup", "--at", "2026-11-20T20:30"]
    #expect(
      try log.run(words[0], Array(words[1...]), now: "2026-11-20T21:01").output.contains("20:30:00  cup"))
    let early = try log.run("log", "cup", "--at", "20:40", "--format", "json", now: "2026-11-20T21:02")
    #expect(early.output.contains(#""started":false"#), "\(early)")
    let first = try log.run("log", "cup", "--at", "20:10", "--format", "json", now: "2026-11-20T21:02")
    #expect(first.output.contains(#""started":false"#), "\(first)")
    #expect(try log.texts("SELECT count(*) AS value FROM person") == ["1"])
  }

  @Test func `looking back looks no further`() throws {
    let scratch = try Scratch()
    let path = try Self.night(scratch)
    func look(_ words: String...) throws -> String {
      let result = try Pace.run(words + ["--db", path])
      #expect(result.status == 0, "\(result.remarks)")
      return result.output
    }
    #expect(try look("history", "take-care", "--now", "2026-11-20T20:06").contains("no sessions"))
    let story = try look("history", "take-care", "--now", "2026-11-20T21:06", "--format", "json")
    #expect(story.contains(#""rows":2,"#) && story.contains(#""ended_at_ms":null"#))
    let id = try #require(story.components(separatedBy: #""subject":""#).last?.prefix { $0 != "\"" })
    let shown = try look("show", "take-care", "--subject", String(id), "--now", "2026-11-20T21:06")
    #expect(!shown.contains("21:30") && !shown.contains("21:25") && shown.contains("21:05"))
    let exported = try look("export", "take-care", "--from", "21:01", "--now", "2026-11-20T22:00")
    #expect(exported.split(separator: "\n").filter { $0.contains("beer") }.count == 2)
  }

  @Test func `buckets that have not begun have no figures`() throws {
    let scratch = try Scratch()
    let path = scratch.path("days.db")
    _ = try Pace.run(
      "init", "activities", "--accept", "--db", path, "--now", "2026-03-01T05:00", "--zone", "UTC")
    let started = try Pace.run(
      "start", "activities", "--subject", "r", "--db", path, "--now", "2026-03-01T06:00")
    #expect(started.status == 0, "\(started.remarks)")
    let words = ["insights", "activities", "--db", path, "--figure", "done_today", "--from", "2026-03-01"]
    let result = try Pace.run(
      words + ["--to", "2026-03-03", "--now", "2026-03-01T12:00", "--format", "csv"])
    #expect(result.status == 0, "\(result.remarks)")
    let rows = result.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let column = try #require(rows[0].firstIndex { $0.contains("done_today") })
    #expect(rows.dropFirst().map { $0[column] } == ["0", "", ""])
  }

  @Test func `subjects without rows are counted`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    _ = try Pace.run("init", "take-care", "--accept", "--db", path, "--now", Self.start)
    _ = try Pace.run("start", "take-care", "--db", path, "--now", Self.start)
    let result = try Pace.run("insights", "take-care", "--db", path, "--now", "2026-11-20T21:00")
    #expect(result.output.contains("1 session · 0 rows"), "\(result.output)")
    let earlier = try Pace.run(
      "insights", "take-care", "--db", path, "--now", "2026-11-20T21:00", "--to", "2026-11-19")
    #expect(earlier.output.contains("0 sessions"), "\(earlier.output)")
  }

  @Test func `times are told in the zone of the subject, and settings in that of the file`() throws {
    let scratch = try Scratch()
    let path = scratch.path("log.db")
    _ = try Pace.run(
      "init", "nail-guard", "--accept", "--db", path, "--zone", "Europe/Berlin", "--now", "2026-11-20T20:00")
    let started = try Pace.run(
      "start", "nail-guard", "zone=Asia/Tokyo", "--subject", "bob", "--db", path, "--now",
      "2026-11-20T22:17:00Z")
    #expect(started.output.hasPrefix("07:17:00 Asia/Tokyo  person bob started"), "\(started)")
    let ended = try Pace.run(
      "end", "nail-guard", "--subject", "bob", "--at", "07:20", "--db", path, "--now", "2026-11-20T22:21:00Z")
    #expect(ended.output.hasPrefix("07:20:00 Asia/Tokyo  person bob ended"), "\(ended)")
    _ = try Pace.run(
      "settings", "nail-guard", "zone=Asia/Tokyo", "--db", path, "--now", "2026-11-20T22:22:00Z")
    let history = try Pace.run("settings", "nail-guard", "--history", "--db", path)
    #expect(
      history.output.contains("Times in Europe/Berlin") && history.output.contains("2026-11-20 23:22"),
      "\(history.output)")
  }
}

import Foundation
import Testing

/// Books with values that no pace writes: whoever opens them is told, and nothing is written or spread.
struct BookkeepingTests {
  @Test func `a pack without kinds is said to have none`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, "subject plant { }\nevent watering of plant { }\n")
    let path = scratch.path("log.db")
    _ = try Pace.run("init", pack, "--db", path, "--zone", "UTC")
    let kinds = try Pace.run("kinds", pack, "--db", path)
    #expect(kinds.status == 0 && kinds.remarks == "no kinds: the events of this pack have none\n", "\(kinds)")
    #expect(try Pace.run("kinds", pack, "--db", path, "--format", "json").remarks == "")
  }

  private static let greatest = "9223372036854775807"
  /// Commands that only read the log.
  private static let reading: [[String]] = [
    ["status"], ["settings"], ["settings", "--history"], ["kinds"], ["log", "beer", "--dry-run"],
  ]

  /// Commands that compare the notices of a subject with what the rules say now.
  private static let takingBack = [["undo"], ["edit", "a", "units=2"], ["delete", "a"]]

  /// A log with rows, values and notices in each of its books, and a row `a`.
  private static let evening = Result {
    let log = try KeptLog()
    for (id, time) in [("a", "21:00"), ("b", "21:01"), ("c", "21:02"), ("d", "21:03")] {
      try log.log("shot", id, now: "2026-11-20T\(time)")
    }
    for words in [["settings", "sensitivity=strict"], ["kinds", "beer", "label=Pils"], ["undo"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:04")
      guard result.status == 0 else { throw KeptLog.Failed(made: result) }
    }
    return try log.saved()
  }

  private static func spoilt(_ table: String, _ column: String, _ value: String) throws -> KeptLog {
    let log = try KeptLog(evening.get())
    try log.execute("UPDATE OR REPLACE \(table) SET \(column) = \(value); PRAGMA wal_checkpoint(TRUNCATE)")
    return log
  }

  @Test(
    arguments: [
      ("_change", "at", greatest), ("_gone", "at", greatest), ("_setting", "at", greatest),
      ("_kind", "at", greatest), ("_floor", "until", greatest), ("notice", "at", greatest),
      ("_change", "at", "'text'"), ("_change", "at", "1.5e300"), ("_change", "at", "1795208500000.5"),
      ("_gone", "at", "x'00'"), ("_setting", "at", "NULL"), ("notice", "given_at", "-\(greatest)"),
      ("_kind", "at", "253402300800000"),
    ])
  func `an instant that no pace writes is named, and the file is left as it is`(
    table: String, column: String, value: String
  ) throws {
    let log = try Self.spoilt(table, column, value)
    let before = try log.bytes()
    // Only what goes by the notices of the subject reads them: a long log has many.
    let all = KeptFileTests.writing + Self.reading + [["delete-data", "--yes"]]
    for words in table == "notice" ? Self.takingBack : all {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:30")
      #expect(result.status == 3, "\(words): \(result)")
      #expect(
        result.remarks.contains("`\(column)` in table `\(table)` of `\(log.path)` is "), "\(result.remarks)")
      #expect(result.remarks.contains("`pace export take-care --db \(log.path) | pace import"))
    }
    #expect(try log.bytes() == before)
    // The rows can still be had.
    #expect(try log.export().split(separator: "\n").count == 4)
  }

  @Test(arguments: [("_change", "'text'"), ("_change", greatest), ("_gone", "x'00'"), ("_setting", "'x'")])
  func `a merge refuses such a file on either side, and writes neither`(table: String, value: String) throws {
    let (spoilt, other) = (try Self.spoilt(table, "at", value), try KeptLog(device: "watch"))
    let before = (try spoilt.bytes(), try other.bytes())
    for (log, peer) in [(spoilt, other), (other, spoilt)] {
      for words in [[peer.path], [peer.path, "--both"]] {
        let result = try log.run("merge", words, now: "2026-11-20T21:30")
        #expect(result.status == 3 && result.output.isEmpty, "\(result)")
        #expect(
          result.remarks.contains("`at` in table `\(table)` of `\(spoilt.path)` is "), "\(result.remarks)")
      }
    }
    #expect(try spoilt.bytes() == before.0 && other.bytes() == before.1)
  }

  @Test(arguments: ["history", "insights", "show"])
  func `notices given at no instant are named by what looks back`(command: String) throws {
    let log = try Self.spoilt("notice", "at", Self.greatest)
    let subject = try log.texts("SELECT id AS value FROM session")
    let words = command == "show" ? ["--subject"] + subject : []
    let result = try log.run(command, words, now: "2026-11-20T21:30")
    #expect(result.status == 3 && result.remarks.contains("`at` in table `notice`"), "\(result)")
    #expect(try log.run(command, words + ["--derive"], now: "2026-11-20T21:30").status == 0)
  }

  @Test func `nothing is changed after the last instant there is`() throws {
    let log = try Self.spoilt("_change", "at", "253402300799999")
    let before = try log.bytes()
    #expect(try log.run("status", now: "2026-11-20T21:30").status == 0)
    let result = try log.run("edit", "a", "units=2", now: "2026-11-20T21:30")
    #expect(result.status == 3 && result.remarks.contains("the end of the year 9999"), "\(result)")
    #expect(try log.bytes() == before)
  }
}

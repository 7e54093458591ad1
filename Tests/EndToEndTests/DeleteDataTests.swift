import Foundation
import PaceStore
import Testing

/// Deleting what a log says.
struct `Deleting data` {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try make("phone")
    try run("start", "--subject", "first-night", on: "phone", now: "21:50")
    try run("log", "shot", "--id", "a1", on: "phone", now: "21:52")
    try run("log", "shot", "--id", "a2", on: "phone", now: "21:59")
    try run("end", on: "phone", now: "22:00")
    try run("start", "--subject", "second-night", "sensitivity=strict", on: "phone", now: "23:00")
    try run("log", "beer", "--id", "b1", on: "phone", now: "23:01")
    try run("settings", "sensitivity=relaxed", "--later", on: "phone", now: "23:02")
    try make("watch")
    try run("merge", path("phone"), on: "watch", now: "23:05")
  }

  private func path(_ name: String) -> String { scratch.path("\(name).db") }

  @discardableResult
  private func run(
    _ command: String, _ words: String..., on name: String, now: String, status: Int32 = 0,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    let result = try Pace.run(
      [command, "take-care"] + words + ["--db", path(name), "--now", "2026-11-20T\(now)"])
    #expect(
      result.status == status, "\(command): \(result.output)\(result.remarks)", sourceLocation: sourceLocation
    )
    return result
  }

  private func make(_ name: String) throws {
    try run("init", "--device", name, "--accept", on: name, now: "20:00")
  }

  private func holds(_ text: String, _ name: String) -> Bool {
    ["", "-wal"].contains { ending in
      let data = try? Data(contentsOf: URL(fileURLWithPath: path(name) + ending))
      return data?.range(of: Data(text.utf8)) != nil
    }
  }

  private func values(_ sql: String, _ name: String) throws -> String? {
    let statement = try Connection.reading(path(name)).prepare(sql)
    return try statement.step() ? statement.text(0) : nil
  }

  @Test func `without --yes nobody is asked here, and nothing goes`() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path("phone")))
    let result = try run("delete-data", on: "phone", now: "23:10", status: 2)
    #expect(result.remarks.contains("2 sessions, 3 drinks, 3 notices and 2 settings"))
    #expect(result.remarks.contains("the next merge deletes the same in the other files"))
    #expect(result.remarks.contains("--yes"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path("phone"))) == before)
  }

  @Test func `everything goes, is overwritten, and the next merge deletes the same elsewhere`() throws {
    #expect(holds("shot_stacking", "phone") && holds("relaxed", "phone"))
    let result = try run("delete-data", "--yes", "--format", "json", on: "phone", now: "23:10")
    #expect(
      result.output == """
        {"deleted":{"session":2,"drink":3,"notice":3,"settings":2},"later_starts":0,"overwritten":true}

        """)
    for text in ["shot_stacking", "relaxed", "Water check"] {
      #expect(!holds(text, "phone"), "\(text)")
    }
    #expect(
      try values(
        "SELECT group_concat(id) FROM (SELECT id FROM _gone WHERE entity = 'drink' ORDER BY id)", "phone")
        == "a1,a2,b1")
    #expect(try values("SELECT count(*) FROM _change", "phone") == "0")
    let merged = try run("merge", path("phone"), on: "watch", now: "23:11")
    #expect(merged.remarks.contains("3 drinks, 2 sessions and 3 notices"))
    #expect(merged.output.contains("now: 0 sessions, 0 drinks, 0 notices\n"))
    for text in ["shot_stacking", "relaxed", "Water check"] {
      #expect(!holds(text, "watch"), "\(text)")
    }
    #expect(try run("merge", path("watch"), on: "phone", now: "23:12").output.contains("nothing new"))
  }

  @Test func `a dry run has the same keys, and nothing is overwritten yet`() throws {
    let result = try run("delete-data", "--dry-run", "--format", "json", on: "phone", now: "23:10")
    #expect(
      result.output == """
        {"deleted":{"session":2,"drink":3,"notice":3,"settings":2},"later_starts":0,"overwritten":null,"dry_run":true}

        """)
    #expect(holds("shot_stacking", "phone"))
  }

  @Test(.waitsAside) func `where a reader keeps it from being overwritten, the exit code says so`() throws {
    let reader = try Connection.reading(path("phone"))
    let kept = try run("delete-data", "--yes", "--format", "json", on: "phone", now: "23:10", status: 3)
    #expect(kept.output.hasSuffix("\"overwritten\":false}\n"), "\(kept)")
    #expect(
      kept.remarks.hasSuffix(
        """
        error: somebody is reading `\(path("phone"))`: what is deleted is gone, but it or `\(path("phone"))-wal` \
        still holds its bytes
        once nobody else has it open, the next command that writes to it overwrites them

        """), "\(kept.remarks)")
    try reader.execute("ROLLBACK")
    let again = try run("delete-data", "--yes", on: "phone", now: "23:11")
    #expect(again.output.hasSuffix("; what went before is overwritten now\n"), "\(again)")
    #expect(!holds("shot_stacking", "phone"))
  }

  @Test func `one subject goes, or what is before an instant, and the rest stays`() throws {
    try run("delete-data", "--subject", "first", "--yes", on: "phone", now: "23:10")
    #expect(try values("SELECT group_concat(id) FROM drink", "phone") == "b1")
    #expect(try values("SELECT count(*) FROM _setting WHERE value = 'relaxed'", "phone") == "1")
    try run("delete-data", "--before", "2026-11-20T22:30", "--yes", on: "watch", now: "23:10")
    #expect(try values("SELECT group_concat(id) FROM drink", "watch") == "b1")
    #expect(try values("SELECT group_concat(id) FROM session", "watch") == "second-night")
    #expect(try values("SELECT count(*) FROM notice", "watch") == "0")
    #expect(try run("merge", path("phone"), on: "watch", now: "23:12").output.contains("nothing new"))
  }

  @Test func `days whose rows are deleted are not clean ones, there or where it is merged`() throws {
    let (log, other) = (try KeptLog("nail-guard", now: "2026-11-01T08:00"), try KeptLog("nail-guard"))
    for day in 1...7 { try log.log("bite", "b\(day)", now: "2026-11-0\(day)T10:00") }
    try other.merge(log, now: "2026-11-07T10:01")
    let words = ["--before", "2026-11-07", "--yes"]
    let deleted = try log.run("delete-data", words, now: "2026-11-07T22:00")
    #expect(deleted.output == "deleted  6 bites, 6 notices and 1 start\n", "\(deleted)")
    try other.merge(log, now: "2026-11-07T22:01")
    for log in [log, other] {
      let start = "SELECT (started_at - 1794009600000) / 3600000 AS value FROM person"
      #expect(try log.texts(start) == ["0"])
      let status = try log.run("status", now: "2026-11-09T10:00").output
      #expect(status.contains(/Clean days in a row +1\n/), "\(status)")
    }
    let all = ["--before", "2026-11-20", "--yes"]
    #expect(try log.run("delete-data", all, now: "2026-11-10T10:00").status == 0)
    // It goes on tomorrow, as nothing is known of today.
    #expect(try log.texts("SELECT started_at / 1000 AS value FROM person") == ["1794355200"])
    // The next merge finds nothing that it could bring back.
    try log.merge(other, now: "2026-11-10T10:01")
    #expect(try log.texts("SELECT started_at / 1000 AS value FROM person") == ["1794355200"])
  }

  @Test func `a date before which is deleted begins where its day does`() throws {
    let log = try KeptLog(KeptLog.nightly, now: "2026-11-01T20:00")
    try log.log("first", "a", now: "2026-11-05T17:30")
    try log.log("first", "b", now: "2026-11-05T18:30")
    let words = ["--before", "2026-11-05", "--yes"]
    #expect(try log.run("delete-data", words, now: "2026-11-06T12:00").status == 0)
    #expect(try log.rowIDs("cup") == ["b"])
  }

  @Test func `the acceptance of the disclaimer alone is one setting`() throws {
    try make("tablet")
    let deleted = try run("delete-data", "--yes", on: "tablet", now: "20:30")
    #expect(deleted.output == "deleted  1 setting\n")
    #expect(deleted.remarks.contains("where it stood: 1 setting\n"), "\(deleted.remarks)")
  }

  @Test func `a subject that is open at the instant stays, with rows or without`() throws {
    for hasRow in [true, false] {
      try make("late")
      try run("start", "--subject", "ev", on: "late", now: "20:30")
      if hasRow { try run("log", "beer", on: "late", now: "20:33") }
      try run("delete-data", "--before", "20:35", "--yes", on: "late", now: "20:40")
      #expect(try values("SELECT group_concat(id) FROM session", "late") == "ev")
      #expect(try values("SELECT count(*) FROM drink", "late") == "0")
      #expect(try values("SELECT count(*) FROM _gone WHERE entity = 'session'", "late") == "0")
      try run("log", "beer", "--subject", "ev", on: "late", now: "20:45")
      // It ends by itself three hours after that row, so that it is over by midnight.
      try run("delete-data", "--before", "2026-11-20T23:50", "--yes", on: "late", now: "23:55")
      #expect(try values("SELECT count(*) FROM session", "late") == "0")
      try FileManager.default.removeItem(atPath: path("late"))
    }
  }

  @Test(arguments: ["phone", "me@phone", "a@b/c"])
  func `withdrawn notices go with what is before an instant, whatever the device is called`(device: String)
    throws
  {
    try make(device: device)
    for (id, time) in [("c1", "20:10"), ("c2", "20:12"), ("c3", "20:14")] {
      try run("log", "beer", "--id", id, on: "other", now: time)
    }
    try run("delete", "c2", on: "other", now: "20:15")
    let withdrawn = "SELECT count(*) FROM _gone WHERE entity = 'notice'"
    #expect(try values(withdrawn, "other") != "0")
    try run("end", on: "other", now: "20:16")
    try run("delete-data", "--before", "22:00", "--yes", on: "other", now: "22:10")
    #expect(try values(withdrawn, "other") == "0")
  }

  private func make(device: String) throws {
    try run("init", "--device", device, "--accept", on: "other", now: "20:00")
  }

  @Test func `what is withdrawn of another subject stays`() throws {
    try make(device: "phone")
    try run("start", "--subject", "a", on: "other", now: "20:05")
    try run("end", on: "other", now: "20:06")
    try run("start", "--subject", "a/b", on: "other", now: "20:08")
    for (id, time) in [("c1", "20:10"), ("c2", "20:12"), ("c3", "20:14")] {
      try run("log", "beer", "--id", id, on: "other", now: time)
    }
    try run("delete", "c2", on: "other", now: "20:15")
    let withdrawn = "SELECT count(*) FROM _gone WHERE entity = 'notice'"
    let before = try values(withdrawn, "other")
    #expect(before != "0")
    try run("delete-data", "--subject", "a", "--forget", "--yes", on: "other", now: "20:20")
    #expect(try values(withdrawn, "other") == before)
    try run("delete-data", "--subject", "a/b", "--forget", "--yes", on: "other", now: "20:21")
    #expect(try values(withdrawn, "other") == "0")
  }

  @Test func `with --forget a merge brings it back`() throws {
    let result = try run("delete-data", "--yes", "--forget", on: "phone", now: "23:10")
    #expect(result.remarks.contains("the next merge brings back"))
    #expect(try values("SELECT count(*) FROM _gone", "phone") == "0")
    let merged = try run("merge", path("watch"), on: "phone", now: "23:12")
    #expect(merged.output.contains("3 drinks, 2 sessions and 3 notices more"))
  }
}

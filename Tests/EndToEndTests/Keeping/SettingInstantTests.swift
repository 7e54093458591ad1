import Foundation
import Testing

/// Which settings hold at an instant, and whose values a merge keeps.
struct SettingInstantTests {
  private static func shown(_ log: KeptLog, now: String, _ more: String...) throws -> String? {
    let output = try log.run("settings", more, now: now).output
    return output.split(separator: "\n").first { $0.hasPrefix("sensitivity") }
      .flatMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
  }

  private static let sensitivities = "SELECT sensitivity AS value FROM session ORDER BY started_at"

  @Test func `what is set for later holds from then on, and not before`() throws {
    let log = try KeptLog()
    _ = try log.run("settings", "sensitivity=strict", now: "2026-11-20T20:01")
    let later = ["sensitivity=relaxed", "--at", "2026-11-20T23:00", "--force"]
    #expect(try log.run("settings", later, now: "2026-11-20T20:02").status == 0)
    #expect(try Self.shown(log, now: "2026-11-20T20:03") == "strict")
    #expect(try Self.shown(log, now: "2026-11-20T20:03", "--at", "2026-11-20T20:30") == "strict")
    #expect(try Self.shown(log, now: "2026-11-20T20:03", "--at", "2026-11-20T23:00") == "relaxed")
    for (id, words) in [("now", []), ("then", ["--at", "2026-11-20T23:10", "--force"])] {
      let started = try log.run("start", ["--also", "--subject", id] + words, now: "2026-11-20T20:04")
      #expect(started.status == 0, "\(started)")
    }
    #expect(try log.texts(Self.sensitivities) == ["strict", "relaxed"])
  }

  @Test func `a change holds at once, and in place of what was set for later`() throws {
    let log = try KeptLog()
    let later = ["sensitivity=relaxed", "--at", "2026-11-20T23:00", "--force"]
    #expect(try log.run("settings", later, now: "2026-11-20T20:02").status == 0)
    _ = try log.run("settings", "sensitivity=strict", now: "2026-11-20T20:05")
    #expect(try Self.shown(log, now: "2026-11-20T20:06") == "strict")
    #expect(try Self.shown(log, now: "2026-11-20T23:06") == "strict")
    let history = try log.run("settings", "--history", now: "2026-11-20T20:06").output
    #expect(history.contains("2026-11-20 20:05:00      sensitivity"), "\(history)")
  }

  @Test func `a session that begins in the past begins with the settings of then`() throws {
    let log = try KeptLog()
    let at = ["--at", "2026-11-20T21:00"]
    _ = try log.run("settings", ["sensitivity=strict"] + at, now: "2026-11-20T22:00")
    try log.log("beer", "a", now: "2026-11-20T22:01", "--at", "2026-11-20T20:30")
    #expect(try log.texts(Self.sensitivities) == ["balanced"])
    _ = try log.run("settings", "sensitivity=relaxed", now: "2026-11-20T22:30")
    #expect(try log.run("start", ["--also", "--at", "21:10"], now: "2026-11-20T22:31").status == 0)
    #expect(try log.texts(Self.sensitivities) == ["balanced", "strict"])
  }

  @Test func `a forgotten row of an earlier day makes that day with the settings of then`() throws {
    let log = try KeptLog(KeptLog.nightly, now: "2026-11-01T20:00")
    _ = try log.run("settings", "most=3", now: "2026-11-02T12:00")
    _ = try log.run("settings", "most=9", now: "2026-11-12T12:00")
    try log.log("first", "a", now: "2026-11-13T12:00", "--at", "2026-11-05T20:00")
    #expect(try log.texts("SELECT most AS value FROM night") == ["3.0"])
  }

  // MARK: Merging

  private static func goals(_ logs: KeptLog...) throws -> [String] {
    try logs.flatMap { try $0.texts("SELECT goal AS value FROM person") }
  }

  @Test func `a default that a new device began with gives way to what a person chose`() throws {
    let (phone, watch) = (try KeptLog(KeptLog.cups), try KeptLog(KeptLog.cups, device: "watch"))
    _ = try phone.run("settings", "goal=5", now: "2026-11-20T20:30")
    try phone.log("small", "a", now: "2026-11-20T21:00")
    try watch.log("small", "b", now: "2026-11-20T22:00")
    let merged = try phone.run("merge", watch.path, "--both", now: "2026-11-20T22:01")
    #expect(merged.status == 0 && !merged.output.contains("newer (watch)"), "\(merged)")
    #expect(try Self.goals(phone, watch) == ["5.0", "5.0"])
    #expect(try phone.export() == watch.export())
    let set = try phone.run("settings", "goal=6", now: "2026-11-20T22:02")
    #expect(set.output.contains("also in person me, which is open\n"), "\(set)")
    // What was chosen there and later holds.
    _ = try watch.run("edit", "me", "goal=7", now: "2026-11-20T22:03")
    #expect(try phone.run("merge", watch.path, "--both", now: "2026-11-20T22:04").status == 0)
    #expect(try Self.goals(phone, watch) == ["7.0", "7.0"])
  }

  @Test func `what two devices began began with the first`() throws {
    let (phone, watch) = (try KeptLog("nail-guard"), try KeptLog("nail-guard", device: "watch"))
    _ = try phone.run("start", now: "2026-11-01T08:00")
    _ = try watch.run("start", now: "2026-11-20T22:00")
    #expect(try phone.run("merge", watch.path, "--both", now: "2026-11-20T22:01").status == 0)
    let first = "\(1_795_208_400_000 - 19 * 86_400_000 - 13 * 3_600_000)"
    for log in [phone, watch] {
      #expect(try log.texts("SELECT started_at AS value FROM person") == [first])
      let status = try log.run("status", now: "2026-11-20T22:02").output
      #expect(status.contains(/Clean days in a row +19\n/), "\(status)")
    }
  }

  @Test func `an open subject with a value of its own is named`() throws {
    let log = try KeptLog(KeptLog.cups)
    _ = try log.run("start", "goal=7", now: "2026-11-20T20:30")
    let set = try log.run("settings", "goal=6", now: "2026-11-20T22:02")
    #expect(
      set.output == """
        goal  6
        not in person me, which is open and has its own goal: `pace edit` changes it

        """, "\(set)")
    let json = try log.run("settings", "goal=5", "--format", "json", now: "2026-11-20T22:03").output
    #expect(json.contains(#""changed":[],"unreached":[{"subject":"me","attributes":["goal"]}]"#), "\(json)")
    // It has this one already.
    #expect(try log.run("settings", "goal=7", now: "2026-11-20T22:04").output == "goal  7\n")
  }

  @Test func `a new kind leaves fields that it doesn't set to what others wrote`() throws {
    let (phone, watch) = (try KeptLog(), try KeptLog(device: "watch"))
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    try watch.merge(phone, now: "2026-11-20T21:01")
    _ = try phone.run("edit", "a", "units=2.5", now: "2026-11-20T21:02")
    // Both kinds have one unit.
    _ = try watch.run("edit", "a", "kind=wine", now: "2026-11-20T21:03")
    #expect(try phone.run("merge", watch.path, "--both", now: "2026-11-20T21:04").status == 0)
    for log in [phone, watch] {
      #expect(try log.texts("SELECT kind || units AS value FROM drink") == ["wine2.5"])
    }
  }
}

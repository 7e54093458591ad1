import Foundation
import Testing

/// What must happen if several devices, clocks and files keep one log.
struct DeviceTrapTests {
  private struct Settings: Decodable {
    struct Values: Decodable { var sensitivity: String? }
    var settings: Values
  }

  private struct History: Decodable {
    struct Session: Decodable {
      var subject: String
      var open: Bool
      var ended_by: String?
    }
    var subjects: [Session]
  }

  /// A phone with a session `s` from 20:50, and a watch that has taken it.
  private static func devices() throws -> (phone: KeptLog, watch: KeptLog) {
    let (phone, watch) = (try KeptLog(), try KeptLog(device: "watch"))
    _ = try phone.run("start", "--subject", "s", now: "2026-11-20T20:50")
    try watch.merge(phone, now: "2026-11-20T20:51")
    return (phone, watch)
  }

  private static func sensitivity(_ log: KeptLog) throws -> String? {
    try log.json(Settings.self, "settings", now: "2026-11-20T23:00").settings.sensitivity
  }

  /// Each session: its id, whether it is open, and how it ended.
  private static func sessions(_ log: KeptLog, now: String) throws -> [String] {
    let history = try log.json(History.self, "history", now: now)
    return history.subjects.map { "\($0.subject) \($0.open ? "open" : "over") \($0.ended_by ?? "-")" }
  }

  // MARK: Clocks

  @Test func `a notice that both devices gave is nothing more to either`() throws {
    let log = try KeptLog.beer()
    let other = try log.copy()
    for (file, device) in [(log, "phone"), (other, "watch")] {
      try file.log("beer", "b", now: "2026-11-20T21:05", "--device", device)
      #expect(try !file.notices().isEmpty)
    }
    let merged = try log.merge(other, now: "2026-11-20T21:06")
    #expect(!merged.contains(" more"), "\(merged)")
  }

  @Test func `who has seen a value and writes another wins, whatever the clocks say`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    try watch.merge(phone, now: "2026-11-20T21:41")
    _ = try watch.run("settings", "sensitivity=strict", now: "2026-11-20T21:42")
    _ = try watch.run("edit", "a", "units=3", now: "2026-11-20T21:43")
    // The watch is 40 minutes ahead of the phone.
    let merged = try phone.merge(watch, now: "2026-11-20T21:03")
    #expect(merged.contains("watch runs ahead by 40 min\n"), "\(merged)")
    #expect(try Self.sensitivity(phone) == "strict")
    _ = try phone.run("settings", "sensitivity=relaxed", now: "2026-11-20T21:04")
    _ = try phone.run("edit", "a", "units=2", now: "2026-11-20T21:05")
    try watch.merge(phone, now: "2026-11-20T21:46")
    for log in [phone, watch] {
      #expect(try Self.sensitivity(log) == "relaxed")
      #expect(try log.texts("SELECT units AS value FROM drink") == ["2.0"])
    }
  }

  @Test func `a notice of a device that is ahead silences none before it`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("beer", "b1", now: "2026-11-20T21:00")
    try phone.log("beer", "b2", now: "2026-11-20T21:05")
    try watch.merge(phone, now: "2026-11-20T21:46")
    try watch.log("beer", "b3", now: "2026-11-20T21:50")
    try phone.merge(watch, now: "2026-11-20T21:11")
    let before = try phone.notices()
    #expect(before.filter { $0.hasSuffix("fast_pace") } == ["21:50:00 fast_pace"])
    // Three drinks within the hour, the one of 21:50 not among them; the cooldown is 15 minutes.
    try phone.log("beer", "b4", now: "2026-11-20T21:40")
    let given = try phone.notices().filter { !before.contains($0) }
    #expect(given.contains("21:40:00 fast_pace"), "\(given)")
    #expect(try phone.notices().contains("21:50:00 fast_pace"))
  }

  // MARK: Rows that come late

  @Test(arguments: ["log --at", "import", "merge"])
  func `a row that comes late brings no notice in the past, and counts for all that follows`(
    route: String
  ) throws {
    let phone = try KeptLog()
    _ = try phone.run("start", "--subject", "s", now: "2026-11-20T20:50")
    try phone.log("beer", "b1", now: "2026-11-20T21:00")
    try phone.log("water", "w1", now: "2026-11-20T21:30")
    let line =
      #"{"subject":"s","at_ms":1795209900000,"event":"drink","kind":"cocktail","units":1.5,"alcoholic":true,"id":"late"}"#
    let file = try phone.scratch.write("late.jsonl", line + "\n").path
    switch route {
    case "log --at": try phone.log("cocktail", "late", now: "2026-11-20T21:31", "--at", "21:25")
    case "import": #expect(try phone.run("import", file, now: "2026-11-20T21:31").status == 0)
    default:
      let watch = try KeptLog(device: "watch")
      #expect(try watch.run("import", file, now: "2026-11-20T21:31").status == 0)
      try phone.merge(watch, now: "2026-11-20T21:31")
    }
    #expect(try phone.rowIDs() == ["b1", "late", "w1"])
    _ = try phone.run("notify", now: "2026-11-20T21:31")
    // Water was due at 21:25, when the second drink was had.
    #expect(try phone.notices() == [])
    let status = try phone.run("status", now: "2026-11-20T21:31").output
    #expect(status.contains("slow_down") && status.contains("ends at 00:25:00"), "\(status)")
    try phone.log("beer", "b2", now: "2026-11-20T21:50")
    #expect(try phone.notices() == ["21:50:00 fast_pace"])
  }

  // MARK: Ends

  @Test func `a later row on another device takes a session up again that was ended on one`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    _ = try phone.run("end", now: "2026-11-20T21:30")
    #expect(try Self.sessions(phone, now: "2026-11-20T21:45") == ["s over hand"])
    try watch.log("beer", "b", now: "2026-11-20T21:40")
    try phone.merge(watch, now: "2026-11-20T21:45")
    #expect(try Self.sessions(phone, now: "2026-11-20T21:45") == ["s open -"])
  }

  @Test func `sessions open side by side are named, and a row is moved from one to the other`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    _ = try phone.run("end", now: "2026-11-20T21:30")
    _ = try phone.run("start", "--subject", "t", now: "2026-11-20T21:35")
    try phone.log("beer", "c", now: "2026-11-20T21:36")
    try watch.log("beer", "b", now: "2026-11-20T21:40")
    let merged = try phone.merge(watch, now: "2026-11-20T21:45")
    #expect(merged.contains("2 sessions are open side by side: `t`, `s`"), "\(merged)")
    #expect(merged.contains("`pace edit take-care ROW session=ID` moves rows"), "\(merged)")
    #expect(try phone.run("edit", "b", "session=t", now: "2026-11-20T21:46").status == 0)
    let again = try watch.merge(phone, now: "2026-11-20T21:47")
    #expect(!again.contains("side by side"), "\(again)")
    for log in [phone, watch] {
      #expect(try log.texts("SELECT id || session AS value FROM drink ORDER BY id") == ["as", "bt", "ct"])
      #expect(try Self.sessions(log, now: "2026-11-20T21:48") == ["t open -", "s over hand"])
    }
  }

  // MARK: Rows that are taken back

  @Test func `an undone row is gone everywhere, and what another device said of it stays`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    try phone.log("beer", "b", now: "2026-11-20T21:05")
    try watch.merge(phone, now: "2026-11-20T21:06")
    try watch.log("beer", "c", now: "2026-11-20T21:10")
    let (old, lines) = (try watch.copy(), try watch.export())
    #expect(try phone.run("undo", now: "2026-11-20T21:11").output.contains("(b)"))
    #expect(try phone.notices() == [])
    try phone.merge(watch, now: "2026-11-20T21:12")
    try watch.merge(phone, now: "2026-11-20T21:13")
    for log in [phone, watch] {
      #expect(try log.rowIDs() == ["a", "c"])
      #expect(try log.notices() == ["21:10:00 fast_pace"])
    }
    // It comes again: in a file from before, and as a message.
    try watch.merge(old, now: "2026-11-20T21:14")
    let file = try watch.scratch.write("old.jsonl", lines).path
    let imported = try watch.run("import", file, now: "2026-11-20T21:15")
    #expect(imported.output.contains("1 gone"), "\(imported.output)")
    #expect(try watch.rowIDs() == ["a", "c"])
    #expect(try watch.notices() == ["21:10:00 fast_pace"])
  }

  // MARK: Ids

  @Test func `one id with other content on two devices is one row, the same on both`() throws {
    let (phone, watch) = try Self.devices()
    try phone.log("shot", "x", now: "2026-11-20T21:07", "units=3")
    try watch.log("beer", "x", now: "2026-11-20T21:06", "units=2")
    let (oldPhone, oldWatch) = (try phone.copy(), try watch.copy())
    try phone.merge(oldWatch, now: "2026-11-20T21:10")
    try watch.merge(oldPhone, now: "2026-11-20T21:10")
    // Neither was changed since, so of each value the greater stands.
    let row = "SELECT kind || units || device || (at / 60000 % 60) AS value FROM drink"
    for log in [phone, watch] { #expect(try log.texts(row) == ["shot3.0watch7"]) }
    #expect(try phone.export() == watch.export())
    _ = try phone.run("edit", "x", "units=1", now: "2026-11-20T21:11")
    try watch.merge(phone, now: "2026-11-20T21:12")
    #expect(try watch.texts(row) == ["shot1.0watch7"])
    try phone.merge(oldWatch, now: "2026-11-20T21:13")
    #expect(try phone.texts(row) == ["shot1.0watch7"])
  }

  @Test func `a copied file is a second device, and is told from the first when it has a name`() throws {
    let phone = try KeptLog()
    try phone.log("beer", "a", now: "2026-11-20T21:00")
    let copy = try phone.copy()
    for log in [phone, copy] {
      #expect(try log.run("log", "beer", now: "2026-11-20T21:10").status == 0)
    }
    let same = "\(copy.path) has the device name of this file"
    let merged = try phone.merge(copy, now: "2026-11-20T21:20")
    #expect(merged.contains(same) && merged.contains("--device NAME"), "\(merged)")
    #expect(try phone.rowIDs().count == 3)
    #expect(try copy.run("init", "--device", "watch", now: "2026-11-20T21:21").status == 0)
    #expect(!(try phone.merge(copy, now: "2026-11-20T21:22").contains(same)))
    try copy.merge(phone, now: "2026-11-20T21:22")
    #expect(try copy.export() == phone.export())
  }

  // MARK: Settings

  @Test func `settings delivered twice count each at its own time, a change between at its own`() throws {
    let log = try KeptLog()
    let delivery = try log.scratch.write(
      "settings.json",
      #"{"type":"settings","sensitivityMode":"strict","hydrationRemindersEnabled":true,"#
        + #""hydrationCadence":2,"notificationsEnabled":true,"autoEndTimeoutMinutes":180}"#)
    let relaxed = ["sensitivity=relaxed"]
    #expect(try log.run("import", delivery.path, now: "2026-11-20T21:00").status == 0)
    #expect(try Self.sensitivity(log) == "strict")
    _ = try log.run("settings", relaxed, now: "2026-11-20T21:10")
    #expect(try log.run("import", delivery.path, now: "2026-11-20T21:20").status == 0)
    #expect(try Self.sensitivity(log) == "strict")
    _ = try log.run("settings", relaxed, now: "2026-11-20T21:30")
    let late = try log.run("import", delivery.path, "--at", "2026-11-20T21:25", now: "2026-11-20T21:40")
    #expect(late.status == 0)
    #expect(try Self.sensitivity(log) == "relaxed")
  }
}

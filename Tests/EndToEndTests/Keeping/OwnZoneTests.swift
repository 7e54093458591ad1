import Foundation
import Testing

/// A subject with a zone of its own goes by that in every command, and not by the file's.
struct OwnZoneTests {
  /// Bites at 23:20 and 23:30 on 20 November and at 00:30 and 00:40 on the 21st, by the clocks of Tokyo.
  private static func bites() throws -> KeptLog {
    let log = try KeptLog("nail-guard", now: "2026-11-20T08:00")
    let start = ["--subject", "T", "zone=Asia/Tokyo"]
    #expect(try log.run("start", start, now: "2026-11-20T08:00").status == 0)
    for (index, time) in ["14:20", "14:30", "15:30", "15:40"].enumerated() {
      try log.log("bite", "a\(index)", now: "2026-11-20T\(time)", "--subject", "T")
    }
    return log
  }

  /// A subject without a zone, with a bite.
  private static func startOther(_ log: KeptLog) throws {
    #expect(try log.run("start", "--subject", "U", now: "2026-11-20T16:00").status == 0)
    try log.log("bite", "u1", now: "2026-11-20T16:00", "--subject", "U")
  }

  private static let now = "2026-11-20T16:31"

  @Test func `what is for all subjects goes by the log's clocks`() throws {
    let log = try KeptLog("nail-guard", now: "2026-11-20T08:00")
    #expect(
      try log.run("start", "--subject", "N", "zone=America/New_York", now: "2026-11-20T08:00").status == 0)
    let at = ["--at", "2026-11-20T13:00"]
    for command in ["notify", "settings"] {
      #expect(try log.run(command, at, now: "2026-11-20T13:00").status == 0)
    }
    let own = try log.run("notify", at + ["--subject", "N"], now: "2026-11-20T13:00")
    #expect(own.status == 1 && own.remarks.contains("2026-11-20 18:00"), "\(own)")
  }

  @Test func `a day of export is the subject's`() throws {
    let log = try Self.bites()
    let rows = try Pace.run("export", "nail-guard", "--db", log.path, "--from", "2026-11-21").output
    #expect(rows.split(separator: "\n").count { $0.contains(#""event":"bite""#) } == 2, "\(rows)")
    #expect(rows.contains(#""id":"a2""#) && rows.contains(#""id":"a3""#), "\(rows)")
  }

  @Test func `the zone of a log is named where its lines need it`() throws {
    let said =
      "the log is kept in Asia/Tokyo, which is not exported: give `--zone Asia/Tokyo` to the `eval` or "
    let log = try KeptLog("nail-guard", "--zone", "Asia/Tokyo", now: "2026-11-20T08:00Z")
    try log.log("bite", "a", now: "2026-11-20T08:10Z")
    #expect(try Pace.run("export", "nail-guard", "--db", log.path).remarks.hasPrefix(said))
    // Not where it is given, where it is UTC, or where no rule goes by days and clock times.
    #expect(try Pace.run("export", "nail-guard", "--db", log.path, "--zone", "Asia/Tokyo").remarks == "")
    let bites = try Self.bites()
    #expect(try Pace.run("export", "nail-guard", "--db", bites.path).remarks == "")
    let drinks = try KeptLog("take-care", "--zone", "Asia/Tokyo", now: "2026-11-20T08:00Z")
    try drinks.log("beer", "a", now: "2026-11-20T08:10Z")
    #expect(try Pace.run("export", "take-care", "--db", drinks.path).remarks == "")
  }

  @Test func `what is deleted before a day is what lies before it by the subject's clocks`() throws {
    let log = try Self.bites()
    // Another subject goes by the file's clocks: of its rows all lie before the 21st.
    try Self.startOther(log)
    let words = ["--before", "2026-11-21", "--yes"]
    let counted = try log.run("delete-data", words + ["--dry-run"], now: Self.now)
    #expect(counted.output.contains("3 bites"), "\(counted)")
    let deleted = try log.run("delete-data", words, now: Self.now)
    #expect(deleted.status == 0 && deleted.output.contains("3 bites"), "\(deleted)")
    #expect(try log.rowIDs("bite") == ["a2", "a3"])
    let exact = ["--before", "2026-11-20T15:35Z", "--yes"]
    #expect(try log.run("delete-data", exact, now: Self.now).status == 0)
    #expect(try log.rowIDs("bite") == ["a3"])
  }

  @Test func `notices are told by the subject's clocks, which are named`() throws {
    let log = try Self.bites()
    let told = try log.run("notify", now: "2026-11-21T12:30").output
    #expect(told.hasPrefix(" 21:00:00 Asia/Tokyo  summary  evening"), "\(told)")
    #expect(told.hasSuffix("\nnext at 00:00:00 on 22 November Asia/Tokyo\n"), "\(told)")
  }

  @Test func `rows and ends are told by the subject's clocks, which are named`() throws {
    let log = try Self.bites()
    let logged = try log.log("bite", "a4", now: "2026-11-20T16:20", "--subject", "T")
    #expect(logged.hasPrefix("01:20:00 Asia/Tokyo  bite"), "\(logged)")
    let edited = try log.run("edit", "a4", "at=01:10", now: Self.now).output
    #expect(edited.hasPrefix("01:10:00 Asia/Tokyo  bite"), "\(edited)")
    let undone = try log.run("undo", "--subject", "T", now: Self.now).output
    #expect(undone.hasPrefix("took back  01:10:00 Asia/Tokyo  bite (a4)"), "\(undone)")
    let ended = try log.run("end", "--subject", "T", now: Self.now).output
    #expect(ended.hasPrefix("01:31:00 Asia/Tokyo  person T ended"), "\(ended)")
    try Self.startOther(log)
    let plain = try log.log("bite", "u2", now: "2026-11-20T16:20", "--subject", "U")
    #expect(plain.hasPrefix("16:20:00  bite"), "\(plain)")
  }

  @Test func `a subject that is over is told by its clocks, and as not open`() throws {
    let log = try Self.bites()
    try log.execute("UPDATE person SET ended_at = (SELECT max(at) FROM bite) + 60000 WHERE id = 'T'")
    try Self.startOther(log)
    let status = try log.run("status", "--subject", "T", now: Self.now).output
    #expect(status.contains(" in Asia/Tokyo\nperson T is not open\n"), "\(status)")
    #expect(status.contains("\nalso open: U\n") && !status.contains("no person"), "\(status)")
  }

  @Test func `without a name the only subject is looked back at by its clocks`() throws {
    let log = try Self.bites()
    let one = try log.run("insights", "--subject", "T", now: Self.now).output
    #expect(one.contains("Times in Asia/Tokyo") && one.contains("\n2026-11-21     2 "), "\(one)")
    #expect(try log.run("insights", now: Self.now).output == one)
    let five = ["--from", "2026-11-20T17:00", "--to", "2026-11-20T17:00"]
    #expect(try log.run("history", five, now: Self.now).output.contains("\nT       2026-11-20 17:00"))
    // Of subjects in several zones the file's clocks count.
    try Self.startOther(log)
    #expect(try log.run("insights", now: Self.now).output.contains("Times in UTC"))
    let both = try log.run("history", five, now: Self.now).output
    #expect(both.contains("\nT       2026-11-20 17:00 Asia/Tokyo") && !both.contains("\nU "), "\(both)")
  }

  @Test func `what another zone takes back is told with its date and the zone`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject patient { zone: text }
      event dose of patient { mg: number = 500 }
      rule over { on dose, when sum(dose.mg, today) > 1000, emit alarm "over" }

      """)
    let log = try KeptLog(pack, now: "2026-03-02T07:00")
    _ = try log.run("start", "--subject", "ann", "zone=Europe/London", now: "2026-03-02T07:00")
    for time in ["08:00", "14:00", "20:00"] { try log.log("dose", time, now: "2026-03-02T\(time)") }
    let edited = try log.run("edit", "ann", "zone=Asia/Tokyo", now: "2026-03-03T12:05").output
    #expect(
      edited == "patient ann changed\ntaken back with it: over of 2026-03-03 05:00:00 Asia/Tokyo\n",
      "\(edited)")
  }
}

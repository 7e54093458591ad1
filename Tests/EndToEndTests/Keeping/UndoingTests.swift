import Foundation
import Testing

/// Taking rows back and changing them.
struct UndoingTests {
  private static let nine: Int64 = 1_795_208_400_000

  /// A session `s` with beers at 21:00, 21:05 and 21:09, called b1 to b3.
  private static func beers() throws -> KeptLog { try KeptLog(withBeers.get()) }

  private static let withBeers = Result {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T20:59")
    for (id, time) in [("b1", "21:00"), ("b2", "21:05"), ("b3", "21:09")] {
      try log.log("beer", id, now: "2026-11-20T\(time)")
    }
    return try log.saved()
  }

  @Test func `undo goes back row by row, and says when there is none`() throws {
    let log = try Self.beers()
    for left in [["b1", "b2"], ["b1"], []] {
      #expect(try log.run("undo", now: "2026-11-20T21:10").status == 0)
      #expect(try log.rowIDs() == left)
    }
    let before = try log.bytes()
    let none = try log.run("undo", now: "2026-11-20T21:10")
    #expect(none.status == 1)
    #expect(try log.bytes() == before)
    #expect(try log.texts("SELECT id AS value FROM session") == ["s"])
  }

  @Test func `undo up to an instant, by time, device and id`() throws {
    let log = try Self.beers()
    try log.log("beer", "z", now: "2026-11-20T21:09", "--at", "2026-11-20T21:09", "--device", "a")
    #expect(try log.run("undo", "--at", "2026-11-20T21:06", now: "2026-11-20T21:10").status == 0)
    #expect(try log.rowIDs() == ["b1", "b3", "z"])
    // z is of the same instant as b3, and so not still to come.
    let same = try log.run("undo", "--at", "2026-11-20T21:09", "--dry-run", now: "2026-11-20T21:10")
    #expect(same.output.contains("(b3)") && !same.remarks.contains("still to come"), "\(same)")
    // phone is the greater device, whatever the ids.
    _ = try log.run("undo", now: "2026-11-20T21:10")
    #expect(try log.rowIDs() == ["b1", "z"])
  }

  @Test func `undo leaves a session that has ended alone while an empty one is open`() throws {
    let log = try Self.beers()
    _ = try log.run("end", now: "2026-11-20T21:10")
    _ = try log.run("start", "--subject", "t", now: "2026-11-20T22:00")
    let before = try log.bytes()
    let result = try log.run("undo", now: "2026-11-20T22:01")
    #expect(result.status == 1)
    #expect(result.remarks.contains("`t`") && result.remarks.contains("--subject"), "\(result.remarks)")
    #expect(try log.bytes() == before)
    #expect(try log.run("undo", "--subject", "s", now: "2026-11-20T22:01").status == 0)
    // With nothing open, the subject with the newest row is meant.
    _ = try log.run("end", now: "2026-11-20T22:02")
    #expect(try log.run("undo", now: "2026-11-20T22:03").status == 0)
    #expect(try log.rowIDs() == ["b1"])
  }

  @Test func `what is withdrawn counts for no gate any more`() throws {
    let log = try Self.beers()
    _ = try log.run("delete", "b2", now: "2026-11-20T21:10")
    // rapid_repeat was given at 21:05 and would be in its cooldown until 21:20.
    try log.log("beer", "b4", now: "2026-11-20T21:12")
    #expect(try log.notices().contains("21:12:00 rapid_repeat"))
  }

  @Test func `several rows and a whole session go by their ids`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let unclear = try log.run("delete", "b", now: "2026-11-20T21:10")
    #expect(unclear.status == 2)
    for id in ["b1", "b2", "b3"] { #expect(unclear.remarks.contains("`\(id)`")) }
    #expect(try log.run("delete", "b1", "nope", now: "2026-11-20T21:10").status == 2)
    #expect(try log.bytes() == before)
    #expect(try log.run("delete", "b1", "b3", now: "2026-11-20T21:10").status == 0)
    #expect(try log.rowIDs() == ["b2"])
    #expect(try log.run("delete", "s", now: "2026-11-20T21:10").status == 0)
    #expect(try log.rowIDs() == [])
    #expect(try log.notices() == [])
    #expect(try log.texts("SELECT count(*) AS value FROM session") == ["0"])
    #expect(try log.texts("SELECT count(*) AS value FROM _change") == ["0"])
    let again = try log.run("start", "--subject", "s", now: "2026-11-20T21:11")
    #expect(again.status == 1)
  }

  // MARK: Editing

  @Test func `a new kind rewrites only what still has the old kind's values`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    try log.log("beer", "b", now: "2026-11-20T21:30", "units=2")
    for id in ["a", "b"] {
      #expect(try log.run("edit", id, "kind=cocktail", now: "2026-11-20T21:31").status == 0)
    }
    #expect(try log.texts("SELECT units AS value FROM drink ORDER BY id") == ["1.5", "2.0"])
    #expect(try log.run("edit", "a", "kind=water", now: "2026-11-20T21:32").status == 0)
    #expect(
      try log.texts("SELECT kind || units || alcoholic AS value FROM drink WHERE id = 'a'") == ["water0.00"])
  }

  @Test func `a clock time of another date is nearer only if it is less than eight hours away`() throws {
    let log = try KeptLog(now: "2026-11-20T03:00")
    for (id, time) in [("a", "04:00"), ("b", "04:02")] { try log.log("beer", id, now: "2026-11-20T\(time)") }
    let own = try log.run("edit", "a", "at=20:00", now: "2026-11-20T23:00").output
    #expect(own.hasPrefix("20:00:00  beer"), "\(own)")
    let before = try log.run("edit", "b", "at=20:03", now: "2026-11-20T23:00").output
    #expect(before.hasPrefix("20:03:00 on 19 November  beer"), "\(before)")
  }

  @Test func `a field that is cleared has the kind's value, else the default`() throws {
    let log = try KeptLog()
    try log.log("cocktail", "b1", now: "2026-11-20T21:00", "units=3", "alcoholic=no")
    let cleared = try log.run("edit", "b1", "units=", now: "2026-11-20T21:01")
    #expect(cleared.output.contains("cocktail  units 1.5, alcoholic no"), "\(cleared)")
    _ = try log.run("edit", "b1", "kind=beer", "units=", "alcoholic=", now: "2026-11-20T21:02")
    let values = "SELECT ifnull(kind, '-') || ' ' || units || ' ' || alcoholic AS value FROM drink"
    #expect(try log.texts(values) == ["beer 1.0 1"])
    _ = try log.run("edit", "b1", "kind=", "units=", now: "2026-11-20T21:03")
    #expect(try log.texts(values) == ["- 0.0 1"])
    let stamps = "SELECT field || ' ' || (at % 3600000) AS value FROM _change WHERE id = 'b1' ORDER BY field"
    #expect(try log.texts(stamps) == ["alcoholic 120000", "kind 180000", "units 180000"])
  }

  @Test func `the fields of a row are its time, kind and session too`() throws {
    let log = try Self.beers()
    _ = try log.run("start", "--subject", "other", "--also", now: "2026-11-20T21:10")
    let words = ["b3", "at=21:02", "units=", "session=oth"]
    let result = try log.run("edit", words, now: "2026-11-20T21:12")
    #expect(result.status == 0, "\(result.remarks)")
    #expect(
      try log.texts("SELECT session || ' ' || (at - \(Self.nine)) AS value FROM drink WHERE id = 'b3'")
        == ["other 120000"])
    #expect(try log.texts("SELECT units AS value FROM drink WHERE id = 'b3'") == ["1.0"], "the kind's")
    // The notices that its old session was given because of it are withdrawn.
    #expect(try log.notices() == ["21:05:00 rapid_repeat", "21:05:00 hydration"])
  }

  @Test func `attributes, start and end of a session can be changed and cleared`() throws {
    let log = try Self.beers()
    let words = ["s", "sensitivity=strict", "started_at=20:30", "ended_at=21:10"]
    #expect(try log.run("edit", words, now: "2026-11-20T21:12").status == 0)
    let row =
      "SELECT sensitivity || (started_at - \(Self.nine)) || ' ' || ifnull(ended_at - \(Self.nine), '-')"
    #expect(try log.texts("\(row) AS value FROM session") == ["strict-1800000 600000"])
    #expect(try log.run("edit", "s", "ended_at=", now: "2026-11-20T21:12").status == 0)
    #expect(try log.texts("\(row) AS value FROM session") == ["strict-1800000 -"])
  }

  @Test func `an edit withdraws what would not be said and gives nothing`() throws {
    let log = try Self.beers()
    let result = try log.run("edit", "b2", "alcoholic=no", now: "2026-11-20T21:10")
    #expect(result.status == 0)
    #expect(try log.notices() == ["21:09:00 fast_pace"])
    _ = try log.run("edit", "b2", "alcoholic=yes", now: "2026-11-20T21:10")
    #expect(try log.run("notify", now: "2026-11-20T21:10").status == 0)
    #expect(try log.notices() == ["21:09:00 fast_pace"])
  }

  @Test func `a session can't be made to end before it starts`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "ev", now: "2026-11-20T20:30")
    let before = try log.bytes()
    let edit = ["edit", "ev", "ended_at=20:10"]
    for words in [edit, ["end", "--at", "20:10", "--subject", "ev"]] {
      for force in [[], ["--force"]] {
        let result = try log.run(words[0], words.dropFirst() + force, now: "2026-11-20T20:40")
        #expect(result.status == 1 && result.remarks.contains("2026-11-20 20:30"), "\(result)")
        #expect(!result.remarks.contains("ended at"), "what is still to come hasn't been: \(result.remarks)")
      }
    }
    #expect(try log.bytes() == before)
    #expect(try log.run("edit", "ev", "ended_at=20:35", now: "2026-11-20T20:40").status == 0)
    #expect(try log.run("edit", "ev", "started_at=20:36", now: "2026-11-20T20:40").status == 1)
    #expect(try log.run("edit", "ev", "started_at=20:35", now: "2026-11-20T20:40").status == 0)
  }

  @Test func `a session can't be made to end before one of its rows`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let result = try log.run("edit", "s", "ended_at=21:02", now: "2026-11-20T21:12")
    #expect(result.status == 1 && result.remarks.contains("`s` has a row after that, at "), "\(result)")
    #expect(try log.bytes() == before)
  }

  @Test func `a session can't be made to start after one of its rows`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let result = try log.run("edit", "s", "started_at=21:02", now: "2026-11-20T21:12")
    let told = "`s` has a row before that, at 2026-11-20 21:00\n"
    #expect(result.status == 1 && result.remarks.contains(told), "\(result)")
    #expect(try log.bytes() == before)
    #expect(try log.run("edit", "s", "started_at=21:00", now: "2026-11-20T21:12").status == 0)
  }

  @Test func `a time well ahead of the clock takes --force`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let edits = [
      ["b3", "at=2027-01-01T00:00"], ["s", "started_at=2026-12-20T23:00"],
      ["s", "ended_at=2026-12-20T23:00"],
    ]
    for words in edits {
      let result = try log.run("edit", words, now: "2026-11-20T21:10")
      #expect(result.status == 1 && result.remarks.contains("ahead of the clock"), "\(result)")
    }
    #expect(try log.bytes() == before)
    #expect(try log.run("edit", "b3", "at=21:14", now: "2026-11-20T21:10").status == 0)
    #expect(try log.run("edit", edits[0] + ["--force"], now: "2026-11-20T21:10").status == 0)
  }

  @Test func `a time of day is one near the row's own, whenever it is corrected`() throws {
    let log = try KeptLog()
    try log.log("beer", "b1", now: "2026-11-13T23:50")
    let at = "SELECT strftime('%d %H:%M', at / 1000, 'unixepoch') AS value FROM drink"
    let times = [
      ("23:40", "13 23:40"), ("00:10", "14 00:10"), ("23:50", "13 23:50"), ("12:00", "13 12:00"),
      ("21:00", "13 21:00"), ("02:00", "14 02:00"),
    ]
    for (word, expected) in times {
      let result = try log.run("edit", "b1", "at=\(word)", now: "2026-11-20T21:10")
      #expect(result.status == 0, "\(result)")
      #expect(try log.texts(at) == [expected])
    }
  }

  @Test func `rows of one id are told apart by their events`() throws {
    let log = try KeptLog("dose-window", now: "2026-11-20T20:00")
    try log.log("dose1", "x", now: "2026-11-20T22:00")
    try log.execute(
      "INSERT INTO tap(id, night, at) SELECT 'x', night, at + 1000 FROM dose; "
        + "INSERT INTO tap(id, night, at) SELECT 'xy', night, at + 2000 FROM dose")
    let both = try log.run("delete", "x", now: "2026-11-20T22:10")
    #expect(both.status == 2 && both.remarks.contains("give more of the id: `dose/x`, `tap/x`"), "\(both)")
    #expect(try log.rowIDs("dose") + log.rowIDs("tap") == ["x", "x", "xy"])
    #expect(try log.run("delete", "tap/x", now: "2026-11-20T22:10").status == 0)
    #expect(try log.rowIDs("dose") + log.rowIDs("tap") == ["x", "xy"])
  }

  @Test func `rows of one id are deleted together where each is named`() throws {
    let log = try KeptLog("dose-window", now: "2026-11-20T20:00")
    try log.log("dose1", "x", now: "2026-11-20T22:00")
    try log.execute("INSERT INTO tap(id, night, at) SELECT 'x', night, at + 1000 FROM dose")
    let result = try log.run("delete", "tap/x", "dose/x", "tap/x", now: "2026-11-20T22:10")
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 2, "\(result)")
    #expect(try log.rowIDs("dose") + log.rowIDs("tap") == [])
  }

  @Test func `a time in Unix seconds takes --force`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    for words in [["log", "beer", "--at", "1795208940"], ["edit", "b3", "at=1795208940"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:10")
      #expect(result.status == 1, "\(result)")
      #expect(
        result.remarks == """
          error: 1795208940 ms is 1970-01-21 18:40:08.940; as seconds it is 2026-11-20 21:09
          write 1795208940000 if that is meant; with --force it is taken all the same

          """)
    }
    #expect(try log.bytes() == before)
    let forced = try log.run("log", ["beer", "--at", "1795208940", "--force"], now: "2026-11-20T21:10")
    #expect(forced.status == 0 && forced.output.contains("1970"), "\(forced)")
  }

  // MARK: Starting and ending

  @Test func `a second start names the session that is open`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let result = try log.run("start", now: "2026-11-20T21:10")
    #expect(result.status == 1)
    #expect(result.remarks.contains("`s`") && result.remarks.contains("--also"))
    #expect(try log.bytes() == before)
    #expect(try log.run("start", "--subject", "s", "--also", now: "2026-11-20T21:10").status == 1)
    #expect(try log.run("start", "--also", "auto_end=90 min", now: "2026-11-20T21:10").status == 0)
    #expect(try log.texts("SELECT auto_end AS value FROM session WHERE id <> 's'") == ["5400000"])
  }

  @Test func `an end before a row is refused with the time of that row`() throws {
    let log = try Self.beers()
    let before = try log.bytes()
    let result = try log.run("end", "--at", "2026-11-20T21:08", now: "2026-11-20T21:10")
    #expect(result.status == 1)
    #expect(result.remarks.contains("21:09"), "\(result.remarks)")
    #expect(try log.bytes() == before)
    #expect(try log.run("end", "--at", "2026-11-20T21:09", now: "2026-11-20T21:10").status == 0)
    let again = try log.run("end", now: "2026-11-20T21:10")
    #expect(again.status == 1)
    #expect(again.remarks.contains("no session is open"))
  }

  @Test func `starting and ending say nothing and pass nothing over`() throws {
    let log = try Self.beers()
    // 20 minutes after the last beer the praise is due.
    _ = try log.run("end", "--at", "2026-11-20T21:40", now: "2026-11-20T21:45")
    #expect(try log.notices().count == 3)
    let told = try log.run("notify", now: "2026-11-20T21:45")
    #expect(told.output.contains("21:29:00  praise"), "\(told.output)")
    let eval = try Pace.run("eval", "take-care", "--db", log.path, "--format", "jsonl")
    #expect(eval.output.split(separator: "\n").count { $0.contains(#""rule":"#) } == 4)
  }

  @Test func `a session that ends by itself is never written as ended`() throws {
    let log = try Self.beers()
    _ = try log.run("notify", now: "2026-11-21T12:00")
    _ = try log.run("log", "beer", now: "2026-11-21T12:00")
    #expect(try log.texts("SELECT count(*) AS value FROM session WHERE ended_at IS NOT NULL") == ["0"])
    // A row that comes late moves the end.
    try log.log("beer", "late", now: "2026-11-21T12:00", "--subject", "s", "--at", "2026-11-20T23:59")
    let status = try log.run("status", "--subject", "s", "--at", "2026-11-21T02:59", now: "2026-11-21T12:00")
    #expect(status.output.contains("ends at 02:59:00"), "\(status.output)")
  }

  @Test(arguments: [["undo"], ["delete", "real"], ["edit", "real", "units=3"]])
  func `a time with a fraction is rounded as an evaluation rounds it`(words: [String]) throws {
    let log = try Self.beers()
    try log.execute(
      "INSERT INTO drink SELECT 'real', 's', at + 5.5, kind, 1, 1, NULL FROM drink WHERE id = 'b3'")
    let result = try log.run(words[0], words.dropFirst() + ["--format", "json"], now: "2026-11-20T21:10")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#""id":"real""#), "\(result.output)")
    #expect(result.output.contains(#""at_ms":\#(Self.nine + 9 * 60_000 + 6)"#), "\(result.output)")
    #expect(try log.rowIDs().contains("real") == (words[0] == "edit"))
  }

  @Test func `a row with no time is named, and never passed over`() throws {
    let log = try Self.beers()
    try log.execute("UPDATE drink SET at = 'late' WHERE id = 'b2'; PRAGMA wal_checkpoint(TRUNCATE)")
    let before = try log.bytes()
    for words in [["delete", "b1", "b2"], ["edit", "b2", "units=3"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:10")
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.remarks.contains("row `b2` has no time that can be read"), "\(result.remarks)")
    }
    #expect(try log.bytes() == before)
  }

  @Test(arguments: [["b1", "b1"], ["b1", "drink/b1"], ["s", "b1"], ["b1", "s", "s"]])
  func `an id that is given twice is deleted once`(ids: [String]) throws {
    let log = try Self.beers()
    let result = try log.run("delete", ids, now: "2026-11-20T21:10")
    #expect(result.status == 0 && result.remarks.isEmpty, "\(result)")
    #expect(result.output.split(separator: "\n").count == 1, "\(result.output)")
    #expect(try log.rowIDs() == (ids.contains("s") ? [] : ["b2", "b3"]))
  }

  @Test func `rows of one subject that are deleted together take back what the rest would not have said`()
    throws
  {
    let log = try KeptLog(now: "2026-11-20T08:00")
    for hour in ["09", "10", "11", "12"] { try log.log("beer", "b\(hour)", now: "2026-11-20T\(hour):00") }
    let tried = try log.run("delete", "b10", "b09", "--dry-run", now: "2026-11-20T12:10").output
    #expect(
      tried == """
        would take back  09:00:00  beer (b09)
        would take back  10:00:00  beer (b10), and with them hydration of 10:00:00
        nothing was written: --dry-run

        """)
    let deleted = try log.run("delete", "b10", "b09", "--format", "json", now: "2026-11-20T12:10").output
    let json = try JSONSerialization.jsonObject(with: Data(deleted.utf8)) as? [String: Any]
    #expect((json?["deleted"] as? [[String: Any]])?.compactMap { $0["id"] as? String } == ["b09", "b10"])
    #expect((json?["withdrawn"] as? [String])?.count == 1)
    // The second of two drinks still brings its reminder.
    let notices = try log.run("show", "--format", "json", now: "2026-11-20T12:10").output
    #expect(notices.components(separatedBy: #""rule":"hydration""#).count == 2, "\(notices)")
  }
}

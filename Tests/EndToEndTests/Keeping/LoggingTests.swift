import Foundation
import Testing

/// What `log` writes, where to, and when it writes nothing.
struct LoggingTests {
  private struct Logged: Decodable {
    struct Row: Decodable {
      var id: String
      var subject: String
      var at_ms: Int64
    }
    var written: Bool
    var known: Bool?
    var why: String?
    var row: Row?
    var started: Bool?
    var levels: [String: String]?
    var next_at_ms: Int64?
    var until_ms: Int64?
    var enabled: [String]?
  }

  /// 2026-11-20 21:00 UTC.
  private static let nine: Int64 = 1_795_208_400_000

  // MARK: When

  @Test func `rows logged one after the other are never one instant`() throws {
    let log = try KeptLog()
    for id in ["a", "b", "c"] { try log.log("beer", id, now: "2026-11-20T21:00") }
    #expect(
      try log.texts("SELECT at - \(Self.nine) AS value FROM drink ORDER BY at") == ["0", "1", "2"])
    // The clock of another device goes by its own rows.
    try log.log("beer", "d", now: "2026-11-20T21:00", "--device", "watch")
    #expect(try log.texts("SELECT at - \(Self.nine) AS value FROM drink WHERE id = 'd'") == ["0"])
  }

  @Test func `what lies more than five minutes ahead is refused without force`() throws {
    let log = try KeptLog()
    let before = try log.bytes()
    for command in [["log", "beer"], ["notify"]] {
      let words = command.dropFirst() + ["--at", "2026-11-20T21:05:00.001"]
      let result = try log.run(command[0], Array(words), now: "2026-11-20T21:00")
      #expect(result.status == 1, "\(command)")
      #expect(result.remarks.contains("21:05:00.001"), "\(result.remarks)")
      #expect(result.remarks.contains("--force"), "\(result.remarks)")
    }
    #expect(try log.bytes() == before)
    let near = try log.run("log", "beer", "--at", "2026-11-20T21:05", now: "2026-11-20T21:00")
    #expect(near.status == 0)
    // The floor rises to the clock at most, so that nothing of the five minutes to come is passed over.
    #expect(try log.texts("SELECT until AS value FROM _floor") == ["\(Self.nine)"])
    let far = try log.run("log", "beer", "--at", "2026-11-20T22:00", "--force", now: "2026-11-20T21:00")
    #expect(far.status == 0)
  }

  @Test func `the instant after a row far ahead is ahead as well`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00", "--at", "2026-11-20T22:00", "--force")
    let subject = try log.texts("SELECT id AS value FROM session")[0]
    let before = try log.bytes()
    let result = try log.run("log", "beer", "--subject", subject, now: "2026-11-20T21:01")
    #expect(result.status == 1)
    #expect(result.remarks.contains("newest row is of 2026-11-20 22:00, and"), "\(result.remarks)")
    #expect(try log.bytes() == before)
  }

  @Test func `a time that clocks never show is wrong usage`() throws {
    let log = try KeptLog("take-care", "--zone", "Pacific/Apia")
    let result = try log.run("log", "beer", "--at", "2011-12-30T12:00", now: "2011-12-31T05:00")
    #expect(result.status == 2)
    #expect(result.remarks.contains("2011-12-30T12:00"))
    #expect(result.remarks.contains("clocks in Pacific/Apia show; they never show 12:00 on 2011-12-30"))
    #expect(try log.rowIDs() == [])
  }

  @Test func `the zone of the file is the one that times are read in`() throws {
    let log = try KeptLog("take-care", "--zone", "America/New_York")
    try log.log("beer", "a", now: "2026-11-20T21:00Z", "--at", "2026-11-20T15:30")
    try log.log("beer", "b", now: "2026-11-20T21:00Z", "--at", "2026-11-20T20:50", "--zone", "UTC")
    #expect(
      try log.texts("SELECT (at - \(Self.nine)) / 60000 AS value FROM drink ORDER BY id") == ["-30", "-10"])
    let status = try log.run("status", now: "2026-11-20T21:00Z").output
    #expect(status.hasPrefix("Friday 20 November 2026, 16:00:00 in America/New_York\n"), "\(status)")
  }

  // MARK: Which subject

  @Test func `the last instant of a session is open, the next is not`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let last = try log.json(Logged.self, "log", "beer", "--dry-run", now: "2026-11-21T00:00")
    #expect(last.started == false)
    let next = try log.json(Logged.self, "log", "beer", "--dry-run", now: "2026-11-21T00:00:00.001")
    #expect(next.started == true)
    // The end moves with a row; water doesn't move it.
    try log.log("water", "b", now: "2026-11-20T23:00")
    let after = try log.json(Logged.self, "log", "beer", "--dry-run", now: "2026-11-21T00:00:00.001")
    #expect(after.started == true)
  }

  @Test func `of two open sessions the latest started is written to`() throws {
    let log = try KeptLog()
    for (id, time) in [("s1", "21:00"), ("s3", "21:10"), ("s2", "21:10")] {
      let result = try log.run("start", "--subject", id, "--also", now: "2026-11-20T\(time)")
      #expect(result.status == 0)
    }
    try log.log("beer", "a", now: "2026-11-20T21:20")
    try log.log("beer", "b", now: "2026-11-20T21:20", "--subject", "s1")
    #expect(try log.texts("SELECT id || session AS value FROM drink ORDER BY id") == ["as3", "bs1"])
  }

  @Test func `a row revives the session it names`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let subject = try log.texts("SELECT id AS value FROM session")[0]
    _ = try log.run("end", now: "2026-11-20T21:30")
    try log.log("beer", "b", now: "2026-11-20T22:00", "--subject", String(subject.prefix(6)))
    #expect(try log.texts("SELECT count(*) AS value FROM session") == ["1"])
    let next = try log.json(Logged.self, "log", "beer", "--dry-run", now: "2026-11-20T22:10")
    #expect(next.started == false && next.row?.subject == subject)
  }

  @Test func `a new session before one that is open is told with the one to use instead`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "later", now: "2026-11-20T21:00")
    let result = try log.run("log", "beer", "--at", "2026-11-20T20:30", now: "2026-11-20T21:10")
    #expect(result.status == 0)
    #expect((result.output + result.remarks).contains("--subject later"), "\(result)")
  }

  @Test func `a subject that never ends is me, and of several one is named`() throws {
    let log = try KeptLog(KeptLog.cups)
    try log.log("small", "a", now: "2026-11-20T21:00")
    #expect(try log.texts("SELECT id AS value FROM person") == ["me"])
    #expect(try log.run("start", "--subject", "ann", now: "2026-11-20T21:01").status == 0)
    for command in [["log", "small"], ["undo"], ["end"]] {
      let result = try log.run(command[0], Array(command.dropFirst()), now: "2026-11-20T21:02")
      #expect(result.status == 2, "\(command)")
      #expect(result.remarks.contains("`ann`") && result.remarks.contains("`me`"), "\(result.remarks)")
    }
    try log.log("small", "b", now: "2026-11-20T21:02", "--subject", "a")
    #expect(try log.texts("SELECT id || person AS value FROM cup ORDER BY id") == ["ame", "bann"])
  }

  @Test func `a row goes into the day of its time`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "a", now: "2026-11-20T22:00")
    try log.log("light", "b", now: "2026-11-21T17:59:59.999")
    try log.log("light", "c", now: "2026-11-21T18:00")
    #expect(try log.texts("SELECT id AS value FROM night ORDER BY id") == ["2026-11-20", "2026-11-21"])
    #expect(
      try log.texts("SELECT count(*) AS value FROM pragma_table_info('cup') WHERE name = 'night'") == ["0"])
    let known = try log.run(
      "log", "first", "--id", "a", "--subject", "2026-11-20", now: "2026-11-20T22:00")
    #expect(known.status == 0, "\(known.remarks)")
    let other = try log.run("log", "light", "--subject", "2026-11-19", now: "2026-11-21T18:10")
    #expect(other.status == 2)
    #expect(other.remarks.contains("2026-11-21"), "\(other.remarks)")
    #expect(try log.texts("SELECT count(*) AS value FROM night") == ["2"])
  }

  // MARK: Nothing is written

  @Test func `a refusal writes nothing, and with force the row and the refusal`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "d1", now: "2026-11-20T22:00")
    let before = try log.bytes()
    let refused = try log.run("log", "second", now: "2026-11-21T00:00")
    #expect(
      refused.output == """
        not logged: 30 min to go until it opens. Take it now?   (second_early)
        with --force it is logged all the same

        """)
    #expect(refused.status == 1)
    let json = try log.run("log", "second", "--format", "json", now: "2026-11-21T00:00")
    #expect(
      json.output == #"{"written":false,"why":"refusal","refusals":[{"rule":"second_early","severity":3,"#
        + #""message":"30 min to go until it opens. Take it now?"}]}"# + "\n")
    #expect(json.status == 1)
    #expect(try log.bytes() == before)
    let forced = try log.log("second", "d2", now: "2026-11-21T00:00", "--force")
    #expect(forced.contains(" 00:00:00  refusal  second_early"), "\(forced)")
    #expect(try log.notices() == ["00:00:00 second_early"])
    // Told already, and yet looked at afresh.
    #expect(try log.run("log", "second", now: "2026-11-21T00:00").status == 1)
    #expect(try log.run("log", "second", "sure=yes", now: "2026-11-21T00:01").status == 0)
  }

  @Test func `what would be debounced is not written, force or not`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("bell", "a", now: "2026-11-20T22:00")
    let before = try log.bytes()
    for more in [[], ["--force"]] {
      let result = try log.run("log", ["bell", "--format", "json"] + more, now: "2026-11-20T22:00:59.999")
      #expect(result.output == #"{"written":false,"why":"debounce","until_ms":1795212060000}"# + "\n")
      #expect(result.status == 1)
    }
    #expect(try log.bytes() == before)
    try log.log("bell", "b", now: "2026-11-20T22:01")
    try log.log("light", "c", now: "2026-11-20T22:01:01")
    try log.log("light", "d", now: "2026-11-20T22:01:02")
  }

  @Test func `a kind's own debounce goes before its event's`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject s { }\nevent e of s {\n  debounce 1 min\n  kind slow { debounce 5 min }\n}")
    let log = try KeptLog(pack)
    try log.log("slow", "a", now: "2026-11-20T21:00")
    let result = try log.run("log", "slow", now: "2026-11-20T21:02")
    #expect(result.output.hasSuffix("the next counts from 21:05:00 on\n"), "\(result)")
  }

  @Test(arguments: ["m", "a"])
  func `a row of one kind and instant is there already, whichever id comes first`(id: String) throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("bell", "g", now: "2026-11-20T22:00")
    let before = try log.bytes()
    let words = ["bell", "--id", id, "--at", "2026-11-20T22:00", "--format", "json"]
    let result = try log.run("log", words, now: "2026-11-20T22:00")
    #expect(result.output == #"{"written":false,"why":"debounce","until_ms":1795212060000}"# + "\n")
    #expect(result.status == 1)
    #expect(try log.bytes() == before)
  }

  @Test func `a refused or debounced first row makes no subject`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "d1", now: "2026-11-20T17:30")
    _ = try log.run("settings", "most=0", now: "2026-11-20T17:30")
    #expect(try log.run("kinds", "bell", "disable", now: "2026-11-20T17:30").status == 0)
    let before = try log.bytes()
    #expect(try log.run("log", "bell", now: "2026-11-20T18:30").status == 1)
    #expect(try log.bytes() == before)
    #expect(try log.texts("SELECT id AS value FROM night") == ["2026-11-19"])
  }

  @Test func `a retry at an instant looks no further, as the first try did`() throws {
    let log = try KeptLog()
    try log.log("shot", "a", now: "2026-11-20T21:00")
    func attempt() throws -> Logged {
      let words = ["shot", "--id", "b", "--at", "2026-11-20T21:06", "--format", "json"]
      let result = try log.run("log", words, now: "2026-11-20T21:30")
      return try JSONDecoder().decode(Logged.self, from: Data(result.output.utf8))
    }
    let (first, again) = (try attempt(), try attempt())
    #expect(first.known == false && again.known == true)
    #expect(first.levels == ["pace": "caution"] && again.levels == first.levels)
    #expect(first.next_at_ms == Self.nine + 900_001 && again.next_at_ms == first.next_at_ms)
  }

  @Test func `a retry with the same id changes nothing and says how things stand`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    try log.log("beer", "b", now: "2026-11-20T21:05")
    let before = try log.bytes()
    let again = try log.json(Logged.self, "log", "beer", "--id", "b", now: "2026-11-20T21:06")
    #expect(again.written && again.known == true && again.row?.at_ms == Self.nine + 300_000)
    #expect(again.levels == ["pace": "caution"])
    #expect(again.next_at_ms == Self.nine + 600_001)
    #expect(try log.bytes() == before)
    for words in [["wine"], ["beer", "units=2"], ["beer", "--at", "2026-11-20T21:04"]] {
      let other = try log.run("log", words + ["--id", "b"], now: "2026-11-20T21:06")
      #expect(other.status == 1, "\(words)")
      #expect(other.remarks.contains("`b`"), "\(words)")
    }
    #expect(try log.bytes() == before)
    #expect(try log.notices().count == 2)
    _ = try log.run("undo", now: "2026-11-20T21:07")
    let gone = try log.run("log", "beer", "--id", "b", now: "2026-11-20T21:08")
    #expect(gone.status == 1 && gone.remarks.contains("`b`"))
    #expect(try log.rowIDs() == ["a"])
  }

  @Test func `of a retry only what was given counts, whatever changed since`() throws {
    let log = try KeptLog()
    try log.log("beer", "x", now: "2026-11-20T21:00")
    try log.log("drink", "y", now: "2026-11-20T21:01", "units=3")
    _ = try log.run("kinds", "beer", "units=2", now: "2026-11-20T21:01")
    _ = try log.run("edit", "y", "alcoholic=no", now: "2026-11-20T21:01")
    for (word, id, more) in [("beer", "x", []), ("drink", "y", ["units=3"]), ("beer", "x", ["units=1"])] {
      let again = try log.run("log", [word, "--id", id, "--format", "json"] + more, now: "2026-11-20T21:02")
      #expect(again.status == 0 && again.output.contains(#""known":true"#), "\(again)")
    }
    for (word, id, more) in [
      ("wine", "x", []), ("beer", "x", ["units=2"]), ("drink", "y", ["alcoholic=yes"]),
    ] {
      #expect(try log.run("log", [word, "--id", id] + more, now: "2026-11-20T21:02").status == 1)
    }
    #expect(try log.texts("SELECT units AS value FROM drink ORDER BY id") == ["1.0", "3.0"])
  }

  @Test func `an id or an instant that is taken is told as JSON too`() throws {
    let log = try KeptLog()
    try log.log("beer", "x", now: "2026-11-20T21:00")
    try log.log("beer", "y", now: "2026-11-20T21:01")
    _ = try log.run("undo", now: "2026-11-20T21:02")
    let subject = try log.texts("SELECT id AS value FROM session")[0]
    for (words, json, remark) in [
      (["log", "wine", "--id", "x"], #""conflict","id":"x""#, "says something else"),
      (
        ["log", "wine", "--id", subject], #""conflict","id":"\#(subject)""#, "is the id of a row of `session`"
      ),
      (["log", "beer", "--id", "y"], #""gone","id":"y""#, "was taken back"),
      (
        ["start"],
        #""open","subject":"\#(subject)","message":"session `\#(subject)` is open""#, "is open"
      ),
    ] {
      let result = try log.run(
        words[0], Array(words.dropFirst()) + ["--format", "json"], now: "2026-11-20T21:03")
      #expect(result.status == 1)
      #expect(result.output == "{\"written\":false,\"why\":\(json)}\n")
      #expect(result.remarks.contains(remark), "\(result.remarks)")
    }
  }

  @Test func `a UUID in any spelling is one id`() throws {
    let log = try KeptLog()
    let output = try log.log("beer", "0B7DAAAA-0000-4000-8000-00000000000F", now: "2026-11-20T21:00")
    #expect(output.contains("  0b7daaaa   session"))
    #expect(try log.rowIDs() == ["0b7daaaa-0000-4000-8000-00000000000f"])
    let again = try log.json(
      Logged.self, "log", "beer", "--id", "0b7dAAAA-0000-4000-8000-00000000000f", now: "2026-11-20T21:00")
    #expect(again.known == true)
    try log.log("beer", "0B7DAAAA00004000800000000000000F", now: "2026-11-20T21:01")
    #expect(try log.rowIDs().last == "0B7DAAAA00004000800000000000000F")
    let deleted = try log.run("delete", "0B7DAAAA-0000", now: "2026-11-20T21:02")
    #expect(deleted.status == 0, "\(deleted.remarks)")
  }

  // MARK: Dry runs

  @Test func `a dry run prints the same and leaves the bytes`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "s", now: "2026-11-20T21:00")
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let before = try log.bytes()
    let words = ["beer", "--id", "b", "--format", "json"]
    let dry = try log.run("log", words + ["--dry-run"], now: "2026-11-20T21:05").output
    #expect(try log.bytes() == before)
    let real = try log.run("log", words, now: "2026-11-20T21:05").output
    #expect(dry == real.replacingOccurrences(of: "}\n", with: #","dry_run":true}"# + "\n"))
    let after = try log.bytes()
    for words in [
      ["undo"], ["delete", "a"], ["edit", "a", "units=2"], ["end"], ["notify"], ["start", "--also"],
      ["settings", "sensitivity=strict"], ["kinds", "beer", "disable"],
    ] {
      let result = try log.run(words[0], words.dropFirst() + ["--dry-run"], now: "2026-11-20T22:00")
      #expect(result.status == 0, "\(words): \(result.remarks)")
      #expect(try log.bytes() == after, "\(words)")
    }
  }

  @Test func `a row that was not written is not to be moved`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let words = ["beer", "--id", "b", "--at", "2026-11-20T12:00"]
    for (more, isThere) in [(["--dry-run"], false), ([], true)] {
      let told = try log.run("log", words + more, now: "2026-11-20T21:05").remarks
      #expect(told.contains("started after this row and is open too: `--subject"), "\(told)")
      #expect(told.contains("pace edit") == isThere, "\(told)")
    }
  }

  @Test func `no row is logged after the last instant there is`() throws {
    let log = try KeptLog(now: "9999-12-31T23:59")
    let end = "9999-12-31T23:59:59.999Z"
    try log.log("beer", "a", now: end)
    let before = try log.bytes()
    let result = try log.run("log", "beer", now: end)
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(result.remarks.contains("this device's newest row is of the last instant of the year 9999"))
    #expect(try log.bytes() == before)
  }
}

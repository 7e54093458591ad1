import Foundation
import Testing

/// What is given, once and in time.
struct NotifyingTests {
  private struct Told: Decodable {
    struct Notice: Decodable {
      var id: String
      var rule: String
    }
    var notices: [Notice]
    var next_at_ms: Int64?
  }

  private static let nine: Int64 = 1_795_208_400_000

  private static func beers(_ log: KeptLog) throws {
    for (id, time) in [("b1", "21:00"), ("b2", "21:05"), ("b3", "21:09")] {
      try log.log("beer", id, now: "2026-11-20T\(time)")
    }
  }

  @Test func `the next instant may be the end by itself, after which levels are at rest`() throws {
    let log = try KeptLog("dose-window")
    try log.log("dose1", "a", now: "2026-11-20T22:00")
    try log.log("dose2", "b", now: "2026-11-21T00:00", "--force")
    try log.log("bathroom", "c", now: "2026-11-21T00:02")
    // 16 hours after the last press; the last instant still belongs to the night.
    let (last, rest) = ("2026-11-21T16:02", "2026-11-21T16:02:00.001")
    let status = try log.run("status", "--format", "json", now: "2026-11-21T01:00").output
    #expect(status.contains(#""next_at_ms":1795276920001,"#), "\(status)")
    #expect(status.contains(#""until_ms":1795276920001,"then":"no_dose"}"#), "\(status)")
    let told = try log.run("notify", "--format", "json", now: "2026-11-21T01:00").output
    #expect(told.contains(#""next_at_ms":1795276920001"#), "\(told)")
    #expect(try log.run("status", "--format", "json", now: last).output.contains(#""phase":"done""#))
    #expect(try log.run("status", "--format", "json", now: rest).output.contains(#""phase":"no_dose""#))
  }

  @Test func `a floor that a wrong clock set is told, with the way out of it`() throws {
    let log = try KeptLog("hydration")
    try log.log("sip", "a", now: "2026-11-20T21:00", "ml=200")
    let right = try log.run("notify", now: "2026-11-20T21:30")
    #expect(right.remarks.isEmpty, "\(right)")
    _ = try log.run("notify", now: "2027-11-20T21:00")
    let muted = try log.run("notify", now: "2026-11-21T12:00")
    #expect(
      muted.remarks.contains("`me` was spoken for already (up to 21:00:00 on 20 November 2027)"), "\(muted)")
    #expect(muted.remarks.contains("`pace init hydration --db \(log.path) --device NAME`"), "\(muted)")
  }

  @Test func `another zone than the log's own is told`() throws {
    let log = try KeptLog("take-care", "--zone", "Europe/Berlin")
    let away = try log.run("log", "beer", "--zone", "Asia/Kathmandu", now: "2026-11-20T21:00")
    let words = "days and rules went by the clocks of Asia/Kathmandu here, and not by those of Europe/Berlin"
    #expect(away.remarks.contains(words), "\(away)")
    let own = try log.run("log", "beer", "--zone", "Europe/Berlin", now: "2026-11-20T21:00")
    #expect(own.status == 0 && own.remarks.isEmpty, "\(own)")
  }

  @Test func `of several sessions the one that has something to come first tells the next instant`() throws {
    let log = try KeptLog()
    for (id, minutes) in [("s1", ["00", "05", "09"]), ("s2", ["10", "15", "19"])] {
      _ = try log.run("start", "--subject", id, "--also", now: "2026-11-20T21:\(minutes[0])")
      for minute in minutes {
        try log.log("beer", "\(id)-\(minute)", now: "2026-11-20T21:\(minute)", "--subject", id)
      }
    }
    let next = try ["s1", "s2"].map { id in
      try log.json(Told.self, "notify", "--subject", id, "--dry-run", now: "2026-11-20T21:21").next_at_ms
    }
    let told = try log.json(Told.self, "notify", now: "2026-11-20T21:21")
    #expect(next[0] != next[1] && told.next_at_ms == next.compactMap { $0 }.min(), "\(next)")
  }

  @Test func `notify tells the next instant, gives what is due then, and not twice`() throws {
    let log = try KeptLog()
    try Self.beers(log)
    let early = try log.json(Told.self, "notify", now: "2026-11-20T21:28:59.999")
    #expect(early.notices.isEmpty)
    #expect(early.next_at_ms == Self.nine + 29 * 60_000)
    let due = try log.json(Told.self, "notify", now: "2026-11-20T21:29")
    #expect(due.notices.map(\.rule) == ["nice_reset"])
    #expect(try log.json(Told.self, "notify", now: "2026-11-20T21:29").notices.isEmpty)
    let late = try log.run("notify", now: "2026-11-21T21:00")
    #expect(late.status == 0)
    #expect(late.output == "nothing more to come if nothing is logged\n")
    #expect(try log.notices().count == 4)
  }

  @Test func `what comes next after a late row is what notify and status say`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { every: duration = 1 h }
      event act of s { n: number = 1 }
      rule idle { when since(act) >= every, emit nudge "idle", repeat every }
      """)
    let (phone, watch) = (try KeptLog(pack), try KeptLog(pack, device: "watch"))
    try phone.log("act", "a", now: "2026-11-21T10:00")
    #expect(try phone.json(Told.self, "notify", now: "2026-11-21T14:00").notices.count == 4)
    try watch.merge(phone, now: "2026-11-21T14:01")
    let three: Int64 = Self.nine + 18 * 3_600_000
    for (log, id) in [(phone, "b"), (watch, "c")] {
      // Asked again, it is the same.
      for _ in 1...2 {
        let words = ["act", "--id", id, "--at", "2026-11-21T11:46", "--format", "json"]
        let logged = try log.run("log", words, now: "2026-11-21T14:05")
        #expect(logged.output.contains(#""next_at_ms":\#(three)}"#), "\(logged)")
      }
      for words in [["notify"], ["status"], ["status", "--at", "2026-11-21T11:46"]] {
        let said = try log.run(words[0], words.dropFirst() + ["--format", "json"], now: "2026-11-21T14:05")
        #expect(said.output.contains(#""next_at_ms":\#(three)"#), "\(words): \(said)")
      }
    }
  }

  @Test func `more notices than memory should hold are refused, with a part that is given`() throws {
    let log = try KeptLog(isMade: false)
    let pack = try Scratch.pack(
      log.scratch,
      "subject s {}\nevent e of s {}\nrule tick { when count(e) > 0, repeat 1 s, emit warning \"x\" }\n")
    let own = KeptLog(log, pack: pack)
    _ = try own.run("init", now: "2016-11-20T20:00")
    try own.log("e", "r1", now: "2016-11-20T21:00")
    let tables = try StoredTables(own.path)
    let refused = try own.run("notify", now: "2026-11-20T21:00")
    #expect(refused.status == 1 && refused.output.isEmpty)
    // A notice was given with the row, and the 1,000,001st after it would be at 10:46:41.
    #expect(
      refused.remarks == """
        error: more than 1,000,000 notices are due, many of them by rule `tick` for s `me`
        nothing was written; `pace notify \(pack) --db \(own.path) --subject me --at 2016-12-02T10:46:40` gives some \
        of them, and so on; or make the rule speak less often

        """)
    #expect(try StoredTables(own.path) == tables)
    let part = try own.run("notify", "--at", "2016-11-20T21:00:10", now: "2026-11-20T21:00")
    #expect(part.status == 0)
    #expect(try own.notices().count == 11)
  }

  @Test func `rows in rising time with notifies between leave what eval prints`() throws {
    let log = try KeptLog()
    var minute = 0
    for (index, step) in [0, 3, 4, 2, 31, 5, 6, 40, 1, 2, 3, 25].enumerated() {
      minute += step
      let now = "2026-11-20T\(21 + minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
      try log.log(["beer", "shot", "water", "wine"][index % 4], "r\(index)", now: now)
      if index % 3 == 0 { _ = try log.run("notify", now: now) }
    }
    _ = try log.run("notify", now: "2026-11-21T06:00")
    let eval = try Pace.run(
      "eval", "take-care", "--db", log.path, "--until", "2026-11-21T06:00", "--format", "jsonl")
    let printed = eval.output.split(separator: "\n").compactMap { line -> String? in
      guard let rule = line.firstRange(of: #""rule":""#), let at = line.firstRange(of: #""at_ms":"#) else {
        return nil
      }
      return line[at.upperBound...].prefix { $0.isNumber } + " "
        + line[rule.upperBound...].prefix { $0 != "\"" }
    }
    let kept = try log.texts("SELECT at || ' ' || rule AS value FROM notice ORDER BY at, rowid")
    #expect(kept.sorted() == printed.sorted())
    #expect(kept.count > 6)
  }

  @Test func `a changed preset changes only what comes after`() throws {
    let log = try KeptLog()
    try Self.beers(log)
    let before = try log.notices()
    let result = try log.run("settings", "sensitivity=relaxed", now: "2026-11-20T21:10")
    #expect(result.status == 0)
    #expect(try log.notices() == before)
    #expect(try log.texts("SELECT sensitivity AS value FROM session") == ["relaxed"])
    let eval = try Pace.run("eval", "take-care", "--db", log.path)
    #expect(!eval.output.contains("fast_pace"), "relaxed says nothing of three drinks an hour")
  }

  @Test func `what is due under the old settings is given before they change`() throws {
    let log = try KeptLog()
    try Self.beers(log)
    let result = try log.run("settings", "notices=no", now: "2026-11-20T21:40")
    #expect(result.output.contains("nice_reset"), "\(result.output)")
    #expect(try log.notices().last == "21:29:00 nice_reset")
    try log.log("beer", "b4", now: "2026-11-20T22:00")
    #expect(try log.notices().last == "21:29:00 nice_reset")
    let ahead = try log.run("settings", "notices=yes", "--at", "2026-11-20T23:00", now: "2026-11-20T22:01")
    #expect(ahead.status == 1)
  }

  @Test func `each day is told by itself, and what was forced too far ahead is not there yet`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "d1", now: "2026-11-20T22:00")
    let ahead = try log.json(
      Told.self, "notify", "--at", "2026-11-21T01:00", "--force", now: "2026-11-20T22:01")
    #expect(ahead.notices.map(\.id) == ["open/1795221000000"])
    #expect(try log.texts("SELECT until AS value FROM _floor") == ["1795212060000"])
    try log.log("first", "d2", now: "2026-11-21T19:00")
    let told = try log.json(Told.self, "notify", now: "2026-11-21T22:00")
    #expect(told.notices.map(\.id) == ["open/1795296600000"])
  }

  @Test func `a day that is told up to now still says what comes next`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "d1", now: "2026-11-20T22:00")
    for _ in 1...2 {
      let told = try log.json(Told.self, "notify", now: "2026-11-20T22:00")
      #expect(told.notices.isEmpty)
      #expect(told.next_at_ms == 1_795_221_000_000)
    }
  }

  @Test func `subjects without rows of their own are one line, however many`() throws {
    let log = try KeptLog()
    for subject in ["s3", "s1", "s2"] {
      try log.execute(
        "INSERT INTO drink(id, session, at, kind) VALUES ('of-\(subject)', '\(subject)', \(Self.nine), 'beer')"
      )
    }
    let told = try log.run("notify", now: "2026-11-20T21:01")
    #expect(told.status == 0)
    #expect(
      told.remarks
        == "`s1` and 2 more have events but no row in session; their attributes are the defaults\n")
  }

  @Test func `a message that a guard withholds is not given`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person {}
      event cup of person { name: text }
      rule said {
        on cup
        when count(cup) >= 1
        emit warning "Again {latest(cup.name)}."
        severity 1
      }
      rule other {
        on cup
        when count(cup) >= 1
        emit warning "One more."
        severity 1
      }
      guard { never say "poison" }
      """)
    let log = try KeptLog(pack)
    try log.log("cup", "a", now: "2026-11-20T21:00", "name=poison")
    #expect(try log.notices() == ["21:00:00 other"])
    try log.log("cup", "b", now: "2026-11-20T21:01", "name=tea")
    #expect(try log.notices() == ["21:00:00 other", "21:01:00 said", "21:01:00 other"])
  }

  @Test func `one device's floor ahead of the clock holds nobody else back`() throws {
    let log = try KeptLog()
    try Self.beers(log)
    _ = try log.run("notify", "--device", "fast", now: "2026-11-20T22:30")
    #expect(try log.notices().last == "21:29:00 nice_reset")
    // An id that was given is not given again, on whatever device.
    let told = try log.json(Told.self, "notify", now: "2026-11-20T21:40")
    #expect(told.notices.isEmpty)
    try log.log("beer", "b4", now: "2026-11-20T21:50")
    #expect(try log.notices().contains("21:50:00 fast_pace"))
  }
}

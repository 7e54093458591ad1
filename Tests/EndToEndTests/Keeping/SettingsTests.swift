import Foundation
import Testing

/// What new subjects start with, and what fills a row.
struct SettingsTests {
  private struct Settings: Decodable {
    struct Values: Decodable {
      var sensitivity: String?
      var hydration_cadence: Double?
    }
    var settings: Values
    var changed: [String]?
  }

  private struct Kinds: Decodable {
    struct Kind: Decodable {
      var kind: String
      var label: String?
      var enabled: Bool
      var order: Int?
    }
    var kinds: [Kind]
  }

  @Test func `a zone that there isn't is refused with what may be meant`() throws {
    let log = try KeptLog("nail-guard")
    for command in ["settings", "start"] {
      let result = try log.run(command, "zone=Europe/Lodon", now: "2026-11-20T21:00")
      #expect(result.status == 2 && result.remarks.contains("did you mean `Europe/London`?"), "\(result)")
    }
    #expect(try log.run("settings", "zone=Europe/London", now: "2026-11-20T21:00").status == 0)
    #expect(try log.run("settings", "zone=", now: "2026-11-20T21:01").status == 0)
  }

  @Test func `what the rules no longer admit is named, and theirs counts`() throws {
    func rules(_ most: Int, besides preset: String) -> String {
      """
      subject run {
        mode: preset = b
        ends after 3 h without entry
      }
      event entry of run {
        units: number = 1 in 0 .. \(most)
        kind small { units = 1 }
      }
      param most: number = 5 in 1 .. 100
      preset b { most = 5 }
      preset \(preset) { most = 3 }
      rule many {
        on entry
        when count(entry, last 20 min) >= most
        emit warning "many"
      }
      """
    }
    let scratch = try Scratch()
    let wide = try scratch.write("wide.pace", rules(50, besides: "a")).path
    let narrow = try scratch.write("narrow.pace", rules(20, besides: "c")).path
    let log = try KeptLog(wide)
    #expect(try log.run("settings", "mode=a", now: "2026-11-20T20:00").status == 0)
    #expect(try log.run("kinds", "small", "units=30", now: "2026-11-20T20:00").status == 0)
    let later = KeptLog(log, pack: narrow)
    let result = try later.run("log", "small", now: "2026-11-20T20:01")
    #expect(result.status == 0 && result.output.contains("units 1"), "\(result)")
    #expect(result.remarks.contains("setting `mode` is `a`, which the rules don't know"), "\(result)")
    #expect(result.remarks.contains("`pace kinds` has `30` for `units` of `small`"), "\(result)")
    let settings = try later.run("settings", now: "2026-11-20T20:02")
    #expect(settings.output.contains("mode  b  as the rules say"), "\(settings)")
    #expect(settings.remarks.contains("setting `mode` is `a`"), "\(settings)")
  }

  @Test func `open subjects that still have the setting's value follow it`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "own", "sensitivity=relaxed", now: "2026-11-20T21:00")
    _ = try log.run("start", "--subject", "same", "--also", now: "2026-11-20T21:01")
    _ = try log.run("start", "--subject", "over", "--also", now: "2026-11-20T21:02")
    _ = try log.run("end", "--subject", "over", now: "2026-11-20T21:03")
    let sensitivities = "SELECT sensitivity AS value FROM session ORDER BY id"
    let set = try log.json(Settings.self, "settings", "sensitivity=strict", now: "2026-11-20T21:04")
    #expect(set.settings.sensitivity == "strict")
    #expect(set.changed == ["same"])
    #expect(try log.texts(sensitivities) == ["balanced", "relaxed", "strict"])
    _ = try log.run("settings", "sensitivity=relaxed", "--later", now: "2026-11-20T21:05")
    #expect(try log.texts(sensitivities) == ["balanced", "relaxed", "strict"])
    // Now `own` has the setting's value, by chance, and `same` has another.
    _ = try log.run("settings", "sensitivity=balanced", now: "2026-11-20T21:06")
    #expect(try log.texts(sensitivities) == ["balanced", "balanced", "strict"])
    _ = try log.run("settings", "sensitivity=strict", "--later", now: "2026-11-20T21:07")
    _ = try log.run("start", "--subject", "zz", "--also", now: "2026-11-20T21:08")
    #expect(try log.texts(sensitivities).last == "strict")
  }

  @Test func `the value in force has the greatest stamp, whatever the clock says`() throws {
    let log = try KeptLog()
    _ = try log.run("settings", "sensitivity=strict", now: "2026-11-20T21:00")
    // The clock was put back by an hour.
    _ = try log.run("settings", "sensitivity=relaxed", now: "2026-11-20T20:00")
    let shown = try log.json(Settings.self, "settings", now: "2026-11-20T20:01")
    #expect(shown.settings.sensitivity == "relaxed")
    let history = try log.run("settings", "--history", now: "2026-11-20T20:01").output
    let lines = history.split(separator: "\n").filter { $0.contains("sensitivity") }
    // It holds at once, and also in place of the one before when the clock comes to that.
    let entries = [("20:00:00 ", "relaxed"), ("21:00:00 ", "strict"), ("21:00:00.001 ", "relaxed")]
    #expect(lines.count == entries.count)
    for (line, (time, value)) in zip(lines, entries) {
      #expect(line.contains("2026-11-20 \(time)") && line.contains(value), "\(line)")
    }
  }

  @Test func `at an instant only what was set by then is shown`() throws {
    let log = try KeptLog()
    _ = try log.run("settings", "sensitivity=strict", now: "2026-11-20T21:00")
    _ = try log.run("settings", "sensitivity=relaxed", now: "2026-11-20T22:00")
    for (at, value) in [("21:30", "strict"), ("22:00", "relaxed")] {
      let words = ["--at", "2026-11-20T\(at)"]
      let shown = try log.run("settings", words, now: "2026-11-21T08:00").output
      #expect(shown.split(separator: "\n").contains { $0.hasPrefix("sensitivity") && $0.hasSuffix(value) })
      let history = try log.run("settings", words + ["--history"], now: "2026-11-21T08:00").output
      #expect(history.contains("relaxed") == (value == "relaxed"), "\(history)")
    }
    let later = try log.run("settings", "--later", now: "2026-11-21T08:00")
    #expect(later.status == 2 && later.remarks.contains("`--later` goes with `NAME=VALUE`"), "\(later)")
  }

  @Test func `a setting holds from the instant that was asked for`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "friday", now: "2026-11-20T20:10")
    let at = ["--at", "2026-11-20T20:30"]
    let set = try log.run("settings", ["sensitivity=strict"] + at, now: "2026-11-20T22:00")
    #expect(set.output.contains("also in session friday") && set.remarks.isEmpty, "\(set)")
    let history = try log.run("settings", "--history", now: "2026-11-20T22:01").output
    #expect(history.contains("2026-11-20 20:30:00  sensitivity"), "\(history)")
    func shown(_ words: [String]) throws -> Substring? {
      let output = try log.run("settings", words, now: "2026-11-20T22:03").output
      return output.split(separator: "\n").first { $0.hasPrefix("sensitivity") }
    }
    #expect(try shown(at)?.hasSuffix("strict") == true)
    // What was set for later stays in force.
    let early = ["--at", "2026-11-20T20:20"]
    let before = try log.run("settings", ["sensitivity=relaxed"] + early, now: "2026-11-20T22:02")
    #expect(
      before.remarks == "`sensitivity` was set anew for 20:30:00: from then on it is `strict`\n", "\(before)")
    #expect(try log.texts("SELECT sensitivity AS value FROM session") == ["strict"])
    #expect(try shown([])?.hasSuffix("strict") == true)
    #expect(try shown(early)?.hasSuffix("relaxed") == true)
  }

  @Test func `a setting that is cleared is the rules' own again`() throws {
    let log = try KeptLog()
    _ = try log.run("settings", "hydration_cadence=5", now: "2026-11-20T21:00")
    let cleared = try log.json(Settings.self, "settings", "hydration_cadence=", now: "2026-11-20T21:01")
    #expect(cleared.settings.hydration_cadence == 2)
    _ = try log.run("start", now: "2026-11-20T21:02")
    #expect(try log.texts("SELECT hydration_cadence AS value FROM session") == ["2.0"])
    // An open session gets the default too, and not nothing.
    _ = try log.run("settings", "hydration_cadence=2", now: "2026-11-20T21:03")
    _ = try log.run("settings", "hydration_cadence=", now: "2026-11-20T21:04")
    #expect(try log.texts("SELECT hydration_cadence AS value FROM session") == ["2.0"])
  }

  @Test func `looking at settings and kinds writes nothing`() throws {
    let log = try KeptLog()
    let before = try log.bytes()
    for words in [["settings"], ["settings", "--history"], ["kinds"], ["status"]] {
      #expect(try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:00").status == 0)
      #expect(try log.bytes() == before, "\(words)")
    }
  }

  @Test func `a kind's values fill later rows and leave earlier ones`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    #expect(try log.run("kinds", "beer", "units=1.25", now: "2026-11-20T21:01").status == 0)
    try log.log("beer", "b", now: "2026-11-20T21:20")
    try log.log("beer", "c", now: "2026-11-20T21:40", "units=0.5")
    #expect(try log.texts("SELECT units AS value FROM drink ORDER BY id") == ["1.0", "1.25", "0.5"])
    #expect(try log.run("kinds", "beer", "units=", now: "2026-11-20T21:41").status == 0)
    try log.log("beer", "d", now: "2026-11-20T22:00")
    #expect(try log.texts("SELECT units AS value FROM drink WHERE id = 'd'") == ["1.0"])
  }

  @Test func `a disabled kind is not logged, and the others are named`() throws {
    let log = try KeptLog()
    for kind in ["wine", "cocktail", "water"] {
      #expect(try log.run("kinds", kind, "disable", now: "2026-11-20T21:00").status == 0)
    }
    let before = try log.bytes()
    let json = try log.run("log", "wine", "--format", "json", now: "2026-11-20T21:01")
    #expect(json.status == 1)
    #expect(json.output == #"{"written":false,"why":"disabled","enabled":["shot","beer"]}"# + "\n")
    let text = try log.run("log", "wine", "--force", now: "2026-11-20T21:01")
    #expect(text.status == 1)
    #expect(text.output.contains("shot, beer"), "\(text.output)")
    #expect(try log.bytes() == before)
    #expect(try log.run("kinds", "wine", "enable", now: "2026-11-20T21:02").status == 0)
    #expect(try log.run("log", "wine", now: "2026-11-20T21:03").status == 0)
  }

  @Test func `a dry run shows the catalogue as it would be`() throws {
    let log = try KeptLog()
    let before = try log.bytes()
    let words = ["beer", "units=2", "disable", "label=Pint", "--format", "json"]
    let dry = try log.run("kinds", words + ["--dry-run"], now: "2026-11-20T21:00")
    #expect(try log.bytes() == before)
    let real = try log.run("kinds", words, now: "2026-11-20T21:00")
    #expect(real.output.contains(#""label":"Pint","enabled":false"#))
    #expect(dry.output == real.output.replacingOccurrences(of: "]}\n", with: "],\"dry_run\":true}\n"))
  }

  @Test func `labels and order are shown`() throws {
    let log = try KeptLog()
    let words = ["wine", "label=Red or white", "order=0"]
    #expect(try log.run("kinds", words, now: "2026-11-20T21:00").status == 0)
    _ = try log.run("kinds", "beer", "order=1", now: "2026-11-20T21:00")
    let kinds = try log.json(Kinds.self, "kinds", now: "2026-11-20T21:01").kinds
    #expect(kinds.map(\.kind) == ["wine", "beer", "shot", "cocktail", "water"])
    #expect(kinds.first?.label == "Red or white" && kinds.first?.order == 0 && kinds.first?.enabled == true)
    #expect(try log.run("kinds", now: "2026-11-20T21:01").output.contains("Red or white"))
    _ = try log.run("kinds", "wine", "label=", now: "2026-11-20T21:02")
    #expect(try log.json(Kinds.self, "kinds", now: "2026-11-20T21:03").kinds.first?.label == "Wine")
  }

  // MARK: Status

  private struct Status: Decodable {
    struct Today: Decodable { var rows: Int }
    struct Figure: Decodable { var value: Double? }
    struct Last: Decodable { var ago_ms: Int64 }
    var open: Bool
    var subject: String?
    var ends_at_ms: Int64?
    var levels: [String: String]
    var figures: [Figure]
    var today: [String: Today]
    var last: [Last]
    var also_open: [String]
    var next_at_ms: Int64?
  }

  @Test func `nothing open is at rest, and the day is counted all the same`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T12:00")
    try log.log("beer", "b", now: "2026-11-20T12:01")
    let rest = try log.json(Status.self, "status", now: "2026-11-20T20:00")
    #expect(!rest.open && rest.subject == nil && rest.ends_at_ms == nil && rest.next_at_ms == nil)
    #expect(rest.levels == ["pace": "good"])
    #expect(rest.figures.map(\.value) == [nil])
    #expect(rest.today["drink"]?.rows == 2)
    #expect(rest.last.map(\.ago_ms) == [28_740_000])
    let text = try log.run("status", now: "2026-11-20T20:00")
    #expect(text.status == 0)
    #expect(text.output.contains("no session is open"))
    let past = try log.json(Status.self, "status", "--at", "2026-11-20T12:00:30", now: "2026-11-20T20:00")
    #expect(past.open && past.levels == ["pace": "good"] && past.today["drink"]?.rows == 1)
  }

  @Test(arguments: [[], ["--derive"]])
  func `sessions follow each other, so that today is of them all, whichever is named`(words: [String]) throws
  {
    let log = try KeptLog()
    for (id, minute) in [("A", "00"), ("B", "05")] {
      let start = ["--subject", id, "--also"]
      #expect(try log.run("start", start, now: "2026-11-20T21:\(minute)").status == 0)
    }
    try log.log("beer", "a", now: "2026-11-20T21:01", "--subject", "A")
    try log.log("shot", "b", now: "2026-11-20T21:06", "--subject", "B")
    for (name, others) in [([], ["A"]), (["--subject", "B"], ["A"]), (["--subject", "A"], ["B"])] {
      let output = try log.run(
        "status", words + name + ["--format", "json"], now: "2026-11-20T21:10"
      ).output
      let status = try JSONDecoder().decode(Status.self, from: Data(output.utf8))
      #expect(status.today["drink"]?.rows == 2, "\(name)")
      #expect(status.also_open == others && status.subject != others[0], "\(name)")
    }
  }

  @Test(arguments: [[], ["--derive"]])
  func `people don't, so that today is that of the one shown`(words: [String]) throws {
    let log = try KeptLog(KeptLog.cups)
    for id in ["A", "B"] {
      let start = ["--subject", id, "--also"]
      #expect(try log.run("start", start, now: "2026-11-20T20:00").status == 0)
      try log.log("cup", "of\(id)", now: "2026-11-20T20:01", "--subject", id)
    }
    #expect(try log.run("end", "--subject", "A", now: "2026-11-20T20:30").status == 0)
    for name in [[], ["--subject", "B"], ["--subject", "A"]] {
      let output = try log.run(
        "status", words + name + ["--format", "json"], now: "2026-11-20T21:10"
      ).output
      let status = try JSONDecoder().decode(Status.self, from: Data(output.utf8))
      #expect(status.today["cup"]?.rows == 1, "\(name)")
    }
  }

  @Test func `kinds of notices come in the order of the rules, whichever was given first`() throws {
    let log = try KeptLog()
    for (id, minute) in [("a", "00"), ("b", "30"), ("c", "35")] {
      try log.log("beer", id, now: "2026-11-20T21:\(minute)")
    }
    #expect(try log.notices().first?.contains("hydration") == true)
    for words in [[], ["--derive"]] {
      let text = try log.run("status", words, now: "2026-11-20T21:36").output
      #expect(text.contains(/\nnotices +[12] warnings?, 1 reminder\n/), "\(text)")
    }
  }

  @Test func `ago is whole minutes, cut`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    for (time, ago) in [
      ("21:00:00", "just now"), ("21:00:59.999", "just now"), ("21:01:00", "1 min ago"),
      ("21:02:59.999", "2 min ago"), ("23:45:30", "2 h 45 min ago"),
    ] {
      let text = try log.run("status", now: "2026-11-20T\(time)").output
      #expect(text.contains("21:00:00, \(ago)\n"), "\(text)")
    }
  }

  @Test func `what is open beside the subject shown is named`() throws {
    let log = try KeptLog()
    for (id, time) in [("s1", "21:00"), ("s2", "21:05"), ("s3", "21:02")] {
      _ = try log.run(
        "start", "--subject", id, "--also", "--at", "2026-11-20T\(time)", now: "2026-11-20T21:05")
    }
    let status = try log.json(Status.self, "status", now: "2026-11-20T21:06")
    #expect(status.subject == "s2" && status.also_open == ["s3", "s1"])
    let named = try log.json(Status.self, "status", "--subject", "s1", now: "2026-11-20T21:06")
    #expect(named.subject == "s1" && named.also_open == ["s2", "s3"])
  }

  @Test func `a text fills a row as it was given`() throws {
    let log = try KeptLog(KeptLog.cups)
    let text = "line 1\nline 2\t\u{202E}"
    #expect(try log.run("kinds", "small", "note=\(text)", now: "2026-11-20T20:30").status == 0)
    try log.log("small", "filled", now: "2026-11-20T21:00")
    try log.log("small", "own", now: "2026-11-20T21:20", "note=\(text)")
    #expect(try log.texts("SELECT note AS value FROM cup ORDER BY at") == [text, text])
  }

  @Test func `quotes around a whole text are those of the rules`() throws {
    let log = try KeptLog(KeptLog.cups)
    let texts = [
      (#""Hello" she said "bye""#, #""Hello" she said "bye""#), (#""a\"b""#, #"a"b"#), (#""a""#, "a"),
      (#"""#, #"""#), (#"a "b""#, #"a "b""#),
    ]
    for (index, (given, stored)) in texts.enumerated() {
      try log.log("small", "r\(index)", now: "2026-11-20T21:1\(index)", "note=\(given)")
      #expect(try log.texts("SELECT note AS value FROM cup WHERE id = 'r\(index)'") == [stored])
    }
  }

  @Test func `the only subject goes on with its own values when it comes back`() throws {
    let log = try KeptLog("hydration", now: "2026-11-20T08:00")
    try log.log("sip", "a", now: "2026-11-20T09:00")
    let values = ["zone=Asia/Tokyo", "daily_goal=1000", "--later"]
    #expect(try log.run("settings", values, now: "2026-11-20T09:10").status == 0)
    #expect(try log.run("end", now: "2026-11-20T10:00").status == 0)
    let before = try log.export().split(separator: "\n").first
    try log.log("sip", "b", now: "2026-11-20T11:00")
    let after = try log.export().split(separator: "\n").first
    #expect(before?.contains("Tokyo") == false && after?.contains("Tokyo") == false, "\(after ?? "")")
  }

  @Test func `the whole id of a subject that is gone means no other`() throws {
    let log = try KeptLog("activities", now: "2026-11-20T08:00")
    for id in ["read", "reading"] {
      #expect(try log.run("start", "--subject", id, now: "2026-11-20T08:00").status == 0)
    }
    #expect(try log.run("delete", "read", now: "2026-11-20T09:00").status == 0)
    let logged = try log.run("log", "entry", "value=1", "--subject", "read", now: "2026-11-20T09:10")
    #expect(logged.status == 1 && logged.remarks.contains("activity `read` was deleted"), "\(logged)")
    let prefix = try log.run("log", "entry", "value=1", "--subject", "rea", now: "2026-11-20T09:10")
    #expect(prefix.status == 0, "\(prefix)")
  }

  @Test func `a clock that was put back logs after the newest row, open or not`() throws {
    let log = try KeptLog("hydration", now: "2026-11-20T08:00")
    try log.log("sip", "a", now: "2026-11-20T10:10")
    let back = try log.run("log", "sip", "--id", "b", "--format", "json", now: "2026-11-20T10:09")
    #expect(back.status == 0, "\(back)")
    let nine = "SELECT strftime('%H:%M:%f', at / 1000.0, 'unixepoch') AS value FROM sip ORDER BY at"
    #expect(try log.texts(nine) == ["10:10:00.000", "10:10:00.001"])
  }

  @Test func `a file to be made has a name`() throws {
    let scratch = try Scratch()
    let result = try Pace.run(
      "init", "hydration", "--accept", "--db", scratch.path("sub") + "/", "--now", "2026-11-20T20:00")
    #expect(result.status == 3 && result.remarks.contains("sub/` names a folder\n"), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("sub")))
  }
}

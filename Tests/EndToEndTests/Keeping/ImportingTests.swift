import Foundation
import Testing

/// Taking in what applications and exports deliver.
struct ImportingTests {
  private static let now = "2026-11-20T22:00"
  private static let upper = "6E1F0C7A-1111-2222-3333-444455556666"

  private func take(_ text: String, into log: KeptLog, _ more: String...) throws -> RunResult {
    let file = try log.scratch.write("objects", text)
    return try log.run("import", [file.path] + more, now: Self.now)
  }

  /// 1795208400 s is 2026-11-20 21:00 UTC; so many milliseconds are three weeks after the beginning of 1970.
  @Test func `seconds in the place of milliseconds are told, imported or evaluated; made-up times aren't`()
    throws
  {
    func lines(_ at: Int...) -> String {
      at.map { #"{"subject":"n","event":"drink","kind":"beer","at_ms":\#($0)}"# + "\n" }.joined()
    }
    let seconds = lines(1_795_208_400, 1_795_208_700)
    let remark =
      "`at_ms` of the lines gives 2 times, all on 1970-01-21; a source would read it by `at_ms as unix_seconds`\n"
    let log = try KeptLog()
    let taken = try take(seconds, into: log)
    #expect(taken.remarks == remark)
    #expect(taken.status == 0)
    let read = try Pace.run("eval", "take-care", "--stdin", "--zone", "UTC", input: seconds)
    #expect(read.remarks.contains(remark), "\(read.remarks)")
    for fine in [lines(0, 60_000), lines(1_795_208_400_000), lines(1_795_208_400, 1_795_208_400_000)] {
      let read = try Pace.run("eval", "take-care", "--stdin", "--zone", "UTC", input: fine)
      #expect(!read.remarks.contains("at_ms"), "\(read.remarks)")
    }
  }

  @Test func `what came due after the newest rows is told, since notify will give it`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject me { }
      event cup of me { }
      rule quiet_day { at 09:00, when count(cup, yesterday) == 0, emit nudge "A quiet day." }
      """)
    let log = try KeptLog(pack)
    let row = #"{"subject":"me","event":"cup","id":"c1","at":"2026-11-10T08:00Z"}"# + "\n"
    let remark =
      "10 notices came due after the newest rows: `pace notify \(pack) --db \(log.path)` gives them, "
      + "with `--dry-run` it shows them\n"
    #expect(try take(row, into: log, "--dry-run").remarks == "")
    #expect(try take(row, into: log).remarks == remark)
    #expect(try take(row, into: log).remarks == "", "nothing was added")
    let given = try log.run("notify", [], now: Self.now)
    #expect(given.output.split(separator: "\n").count { $0.contains("quiet_day") } == 10, "\(given)")
    let more = row.replacingOccurrences(of: "c1", with: "c2")
    #expect(try take(more, into: log).remarks == "", "all of it has been given")
  }

  @Test func `two spellings of a UUID are one subject and one row, kept or not`() throws {
    let row =
      #"{"type":"log","drinkTypeId":"beer","standardDrinkUnits":1,"isAlcoholic":true,"sourceDevice":"w","#
    let (a, b) = ("0B7DAAAA-1111-2222-3333-444455556666", "0B7DAAAA-1111-2222-3333-444455557777")
    let objects = """
      {"type":"session","id":"\(Self.upper)","startedAt":1795208400,"sensitivityMode":"strict","hydrationCadence":2,"autoEndTimeoutMinutes":180}
      \(row)"id":"\(a)","sessionId":"\(Self.upper)","timestamp":1795208400}
      \(row)"id":"\(b)","sessionId":"\(Self.upper.lowercased())","timestamp":1795208700}
      \(row)"id":"\(b.lowercased())","sessionId":"\(Self.upper)","timestamp":1795208700}
      """
    let log = try KeptLog()
    let taken = try take(objects, into: log)
    #expect(taken.output == "4 objects: 1 session, 3 drinks · 1 known\n", "\(taken.remarks)")
    let kept = try Pace.run("eval", "take-care", "--db", log.path, "--format", "jsonl")
    let read = try Pace.run(
      "eval", "take-care", "--stdin", "--source", "messages", "--format", "jsonl", input: objects)
    #expect(read.remarks == "")
    #expect(kept.output == read.output)
    #expect(
      read.output.contains(#""rule":"fast_pace""#), "two beers within the hour are too many when strict")
    #expect(read.output.contains(#""subject":"\#(Self.upper.lowercased())""#))
    let lines = try log.export().replacingOccurrences(
      of: #""subject":"6e1f0c7a-1111-2222-3333-444455556666","at_ms":1795208700000"#,
      with: #""subject":"\#(Self.upper)","at_ms":1795208700000"#)
    #expect(try take(lines, into: log).output == "3 objects: 1 session, 2 drinks · 3 known\n")
  }

  @Test func `a field that is null has the kind's value, like one that is missing`() throws {
    let message = """
      {"type":"log","id":"n1","sessionId":"s","timestamp":1795208400,"drinkTypeId":"cocktail","standardDrinkUnits":null,"isAlcoholic":null,"sourceDevice":"w"}
      """
    let lines = """
      {"subject":"s","at_ms":1795208460000,"event":"drink","kind":"water","units":null,"id":"n2"}
      {"subject":"s","at_ms":1795208520000,"event":"drink","kind":"beer","units":2,"alcoholic":null,"id":"n3"}
      """
    let log = try KeptLog()
    #expect(try take(message, into: log, "--source", "messages").status == 0)
    #expect(try take(lines, into: log).status == 0)
    #expect(
      try log.texts("SELECT id || ' ' || units || ' ' || alcoholic AS value FROM drink ORDER BY id") == [
        "n1 1.5 1", "n2 0.0 0", "n3 2.0 1",
      ])
    let again = try KeptLog()
    #expect(try take(try log.export(), into: again).status == 0)
    #expect(try again.export() == log.export())
  }

  @Test func `a start and an end may stand among the attributes, as eval takes them`() throws {
    func lines(_ isInside: Bool) -> String {
      let (outer, inner) = (
        "\"started_at\":1795204800000,\"ended_at\":1795215600000,", "\"sensitivity\":\"strict\""
      )
      return """
        {"subject":"s1",\(isInside ? "" : outer)"attributes":{\(isInside ? outer : "")\(inner)}}
        {"subject":"s1","at_ms":1795208400000,"event":"drink","kind":"beer","id":"q"}

        """
    }
    let (inside, outside) = (try KeptLog(), try KeptLog())
    let taken = try take(lines(true), into: inside)
    #expect(taken.output == "2 objects: 1 session, 1 drink\n" && taken.remarks == "")
    #expect(try take(lines(false), into: outside).output == taken.output)
    #expect(try inside.export() == outside.export())
    let wrong = try take(lines(true).replacing("ended_at", with: "ended"), into: inside).remarks
    #expect(wrong.contains("`ended` is no key that the program knows; did you mean `ended_at`?"))
  }

  @Test func `an export of rows by hand says what counts, so that the next export is the same`() throws {
    let log = try KeptLog(isMade: false)
    try log.execute(
      """
      CREATE TABLE drink(id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, units REAL);
      INSERT INTO drink VALUES ('a', 's', 1795208400000, 'cocktail', NULL), ('b', 's', 1795208460000, NULL, 2)
      """)
    #expect(try log.run("init", "--accept", now: Self.now).status == 0)
    let export = try log.export()
    #expect(
      export == """
        {"subject":"s","at_ms":1795208400000,"event":"drink","kind":"cocktail","units":1.5,"alcoholic":true,"id":"a"}
        {"subject":"s","at_ms":1795208460000,"event":"drink","units":2,"alcoholic":true,"id":"b"}

        """)
    let table = try Pace.run("export", "take-care", "--db", log.path, "--format", "csv").output
    #expect(table.contains(",cocktail,1.5,true,\n"), "\(table)")
    let again = try KeptLog()
    #expect(try take(export, into: again).status == 0)
    #expect(try again.export() == export)
    let read = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: export).output
    #expect(try read == Pace.run("eval", "take-care", "--db", log.path, "--format", "jsonl").output)
  }

  @Test func `a subject of a source that would end before it starts is skipped, and named`() throws {
    let pack = """
      subject visit { ends after 3 h without sip }
      event sip of visit { }
      rule again { on sip, when count(sip) >= 2, emit note "Again." }
      source feed {
        visit from json where has start { id = id, started_at = start as unix_ms, ended_at = end as unix_ms }
        sip from json where has sip { id = sip, visit = id, at = at as unix_ms }
      }

      """
    let scratch = try Scratch()
    let rules = try scratch.write("visit.pace", pack)
    let log = try KeptLog(rules.path)
    let backwards = #"{"id":"t","start":1795208000000,"end":1795207000000}"#
    let row = #"{"sip":"p","id":"u","at":1795208460000}"#
    let taken = try take(backwards + "\n" + row, into: log)
    #expect(taken.output == "2 objects: 1 sip · 1 skipped\n", "\(taken)")
    #expect(taken.remarks == "line 1: `t` would end before it starts; skipped\n")
    #expect(try log.texts("SELECT id AS value FROM visit") == [])
    #expect(try take(backwards, into: log, "--strict").status == 3)
    let equal = #"{"id":"v","start":1795208000000,"end":1795208000000}"#
    #expect(try take(equal, into: log).output == "1 object: 1 visit\n")
  }

  @Test func `the export of a log in which a merge put an end before a start is taken as it is`() throws {
    let (phone, watch) = (
      try KeptLog("hydration", device: "phone"), try KeptLog("hydration", device: "watch")
    )
    try phone.log("sip", "a", now: "2026-11-20T21:00", "ml=200")
    #expect(try phone.run("end", now: "2026-11-20T21:10").status == 0)
    #expect(try watch.run("settings", "daily_goal=4000", now: "2026-11-20T21:19").status == 0)
    try watch.log("sip", "b", now: "2026-11-20T21:20", "ml=300")
    _ = try watch.run("edit", "me", "started_at=21:20", now: "2026-11-20T21:20:30")
    try watch.merge(phone, now: "2026-11-20T21:21")
    #expect(try watch.texts("SELECT ended_at < started_at AS value FROM bottle") == ["1"])
    let export = try watch.export()
    let again = try KeptLog("hydration")
    let taken = try take(export, into: again, "--strict")
    #expect(taken.output == "3 objects: 1 bottle, 2 sips\n" && taken.status == 0, "\(taken)")
    #expect(try again.export() == export)
  }

  @Test func `settings are not changed well ahead of the clock, unless that is forced`() throws {
    let log = try KeptLog()
    let settings = """
      {"type":"settings","sensitivityMode":"strict","hydrationRemindersEnabled":true,"hydrationCadence":2,\
      "notificationsEnabled":true,"autoEndTimeoutMinutes":180}
      """
    let later = ["--at", "2026-12-20T22:00"]
    let refused = try take(settings, into: log, later[0], later[1])
    #expect(refused.status == 1 && refused.remarks.contains("ahead of the clock"), "\(refused)")
    #expect(try log.texts("SELECT name AS value FROM _setting WHERE name = 'sensitivity'") == [])
    #expect(try take(settings, into: log, later[0], later[1], "--force").status == 0)
    #expect(try take(settings, into: log, "--at", "2026-11-20T22:05").status == 0)
  }

  @Test func `text that can't be cut into objects is named with its file`() throws {
    let log = try KeptLog()
    let result = try take("{\n\"subject\":", into: log)
    #expect(result.status == 3)
    let name = log.scratch.path("objects")
    #expect(
      result.remarks.hasPrefix("error: `\(name)`: object 1 is not ended when the text is"),
      "\(result.remarks)")
  }

  @Test func `what is not named is counted, items of the catalogue too`() throws {
    let rows = (1...18).map { #"{"type":"log","id":"x\#($0)"}"# }
    let others = [
      #"{"type":"drinkTypes","items":[{"id":"beer"},{"id":"bear"}]}"#, #"{"type":"nosuch"}"#,
    ]
    let log = try KeptLog()
    let text = (rows + others).joined(separator: "\n")
    let result = try take(text, into: log, "--source", "messages")
    let remarks = result.remarks.split(separator: "\n")
    #expect(remarks.count == 23, "an error and its remedy come last")
    #expect(remarks[19].hasPrefix("line 19, item 2: "))
    #expect(remarks[20] == "… and 1 more; `--problems all` names each")
    let all = try take(text, into: log, "--source", "messages", "--problems", "all")
    #expect(
      all.remarks.split(separator: "\n").dropLast(2).last?.hasPrefix("line 20: `type` `nosuch`") == true)
  }

  @Test func `an order of kinds need not be whole`() throws {
    let items = [("wine", "0.5"), ("beer", "2.0"), ("water", "0.25")].map { kind, order in
      #"{"id":"\#(kind)","displayName":"A","defaultStandardUnits":1,"isAlcoholic":true,"isEnabled":true,"#
        + #""sortOrder":\#(order)}"#
    }.joined(separator: ",")
    let log = try KeptLog()
    let result = try take(#"{"type":"drinkTypes","items":[\#(items)]}"#, into: log, "--source", "messages")
    #expect(result.status == 0 && result.remarks.isEmpty, "\(result)")
    let kinds = try log.run("kinds", "--format", "json", now: "2026-11-20T21:00").output
    let orders = kinds.split(separator: #""kind":""#).dropFirst().map { part in
      "\(part.prefix { $0 != "\"" }) \(part.split(separator: "order\":").last?.prefix { $0 != "," } ?? "")"
    }
    #expect(Array(orders.prefix(3)) == ["water 0.25", "wine 0.5", "beer 2"], "\(kinds)")
  }

  @Test func `each item of the catalogue that is skipped counts`() throws {
    let items = ["beer", "pint", "stout"].map { kind in
      #"{"id":"\#(kind)","displayName":"A","defaultStandardUnits":1,"isAlcoholic":true,"isEnabled":true,"#
        + #""sortOrder":1}"#
    }.joined(separator: ",")
    let log = try KeptLog()
    let taken = try take(
      #"{"type":"drinkTypes","items":[\#(items)]}"# + "\n{}\n", into: log, "--source", "messages")
    #expect(taken.output == "2 objects: 1 kinds · 3 skipped\n", "\(taken)")
    #expect(taken.remarks.components(separatedBy: "; skipped\n").count == 4, "\(taken.remarks)")
  }

  @Test(arguments: [#""at_ms":"2026-11-20T21:01:00Z""#, #""at":1795208460000"#, #""at":"2026-11-20T21:01Z""#])
  func `lines give times alike to import and to eval`(at: String) throws {
    let lines = [
      #"{"subject":"s","started_at":"2026-11-20T21:00:00Z","attributes":{"sensitivity":"strict"}}"#,
      #"{"subject":"s",\#(at),"event":"drink","kind":"beer","id":"p"}"#,
      #"{"subject":"s","at_ms":1795208520000,"event":"drink","kind":"beer","id":"q"}"#,
      #"{"subject":"t","attributes":{"started_at":"2026-11-20T23:00","ended_at":"2026-11-20T23:30:00Z"}}"#,
    ].joined(separator: "\n")
    let log = try KeptLog()
    let taken = try take(lines, into: log)
    #expect(taken.output == "4 objects: 2 sessions, 2 drinks\n", "\(taken)")
    let read = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: lines)
    #expect(read.output.contains(#""rule":"rapid_repeat""#), "\(read)")
    #expect(try Pace.run("eval", "take-care", "--db", log.path, "--format", "jsonl").output == read.output)
    #expect(
      try log.texts("SELECT started_at || ' ' || ended_at AS value FROM session WHERE id = 't'") == [
        "1795215600000 1795217400000"
      ])
  }

  @Test func `the items of an array count as the rows that they are`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject person {}
      event sip of person { ml: number = 100 in 0 .. 900 }
      source app { sip from json each export.sips { id = id, at = ts as unix_seconds, ml = ml } }
      """)
    let log = try KeptLog(pack)
    let input = #"{"export":{"sips":[{"id":1,"ts":1775030400,"ml":90},{"id":2,"ts":1775030401,"ml":80}]}}"#
    #expect(try take(input, into: log).output == "1 object with 2 sips\n")
    #expect(try take(input, into: log).output == "1 object with 2 sips · 1 known\n")
    #expect(try log.rowIDs("sip") == ["1", "2"])
  }

  @Test func `one object that is two rows counts once, and the rows have ids of their own`() throws {
    let log = try KeptLog("dose-window")
    let object = #"{"type":"dose1","minutes":10,"at":"2026-02-14T23:00:00Z"}"#
    #expect(try take(object, into: log).output == "1 object with 1 dose, 1 snooze\n")
    #expect(
      try take(object, into: log, "--format", "json").output
        == #"{"objects":1,"added":{},"changed":0,"known":1,"gone":0,"skipped":0}"# + "\n")
    let ids = try log.rowIDs("dose") + log.rowIDs("snooze")
    #expect(ids.count == 2 && Set(ids).count == 2)
    #expect(ids[0] == "d73f124f10ece46791dc7fc0914abf02", "the first is made from the object alone, as ever")
  }

  @Test func `rows of a person who has none of their own follow the settings, and can be changed`() throws {
    let message = #"{"id":"0B7D","timestamp":1795208400.25}"#
    let log = try KeptLog("nail-guard")
    #expect(try take(message, into: log, "--source", "messages").status == 0)
    #expect(try log.texts("SELECT id AS value FROM person") == [])
    let edited = try log.copy()
    let set = try log.run("settings", "closeness=close", now: "2026-11-20T22:01")
    #expect(set.output.contains("also in person me, which is open"))
    #expect(try log.texts("SELECT id || ' ' || closeness AS value FROM person") == ["me close"])
    let edit = try edited.run("edit", "me", "closeness=close", now: "2026-11-20T22:01")
    #expect(edit.status == 0, "\(edit.remarks)")
    #expect(try edited.texts("SELECT id || ' ' || closeness AS value FROM person") == ["me close"])
    #expect(try edited.rowIDs("bite") == ["0B7D"])
    #expect(try edited.run("edit", "m", "closeness=close", now: "2026-11-20T22:02").status == 0)
  }

  @Test func `a day of which only rows have come follows the settings, one without rows is left`() throws {
    let row = #"{"subject":"2026-11-20","at_ms":1795208400000,"event":"cup","kind":"first","id":"c"}"#
    let log = try KeptLog(KeptLog.nightly)
    #expect(try log.run("settings", "most=3", now: Self.now).status == 0)
    #expect(try log.texts("SELECT id AS value FROM night") == [])
    #expect(try take(row, into: log).status == 0)
    #expect(try log.run("settings", "most=4", now: Self.now).status == 0)
    #expect(try log.texts("SELECT id || ' ' || most AS value FROM night") == ["2026-11-20 4.0"])
  }

  @Test func `a live import gives what is due in the order of time`() throws {
    let rows = [1_795_208_400_000, 1_795_208_700_000, 1_795_210_700_000].map { at in
      #"{"subject":"n","event":"drink","kind":"shot","at_ms":\#(at)}"# + "\n"
    }
    let lines = try take(rows.joined(), into: KeptLog(), "--live").output.split(separator: "\n")
    let times = lines.dropFirst().map { $0.split(separator: " ")[0] }
    #expect(times.count > 2 && times.first != times.last && times == times.sorted(), "\(lines)")
  }

  @Test func `a pipe and a device are read as a file is`() throws {
    let log = try KeptLog()
    let line = #"{"subject":"s","at_ms":1795208460000,"event":"drink","kind":"water","id":"p"}"#
    let command = #"exec "$0" import take-care <(printf '%s\n' "$1") --db "$2" --now "$3""#
    let piped = try Pace.run(
      ["-c", command, Pace.binary, line, log.path, Self.now], executable: "/bin/bash")
    #expect(piped.output == "1 object: 1 drink\n", "\(piped.remarks)")
    let nothing = try log.run("import", "/dev/null", now: Self.now)
    #expect(nothing.status == 0 && nothing.output == "0 objects\n", "\(nothing.remarks)")
    let missing = try log.run("import", log.scratch.path("none"), now: Self.now)
    #expect(missing.status == 3 && missing.remarks.contains("no such file"))
    #expect(try log.run("import", "Sources", now: Self.now).remarks.contains("it is a folder"))
  }

  @Test(arguments: ["text", "json"])
  func `an input of which nothing can be taken is an error`(format: String) throws {
    let bad = #"{"subject":"n","event":"drink","kind":"beer","at_ms":1795208400000,"units":"x"}"# + "\n"
    let log = try KeptLog()
    let refused = try take(bad + bad, into: log, "--format", format)
    #expect(refused.status == 3, "\(refused)")
    #expect(refused.output.contains(format == "json" ? #""skipped":2"# : "2 objects · 2 skipped\n"))
    #expect(refused.remarks.contains("nothing was imported: every object was skipped"), "\(refused.remarks)")
    let good = bad.replacingOccurrences(of: #""x""#, with: "1")
    for _ in 1...2 { #expect(try take(bad + good, into: log, "--format", format).status == 0) }
  }
}

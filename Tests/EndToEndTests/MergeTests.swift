import Foundation
import PaceStore
import Testing

/// Files of one log that are brought together, taken in and given out.
struct `Merging files` {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func path(_ name: String) -> String { scratch.path("\(name).db") }

  /// Runs a command on the file of a device, with a clock time of that evening on the clock.
  @discardableResult
  private func pace(
    _ command: String, _ words: String..., on name: String, now: String, input: String = "",
    status: Int32 = 0,
    pack: String = "take-care", sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    let result = try Pace.run(
      [command, pack] + words + ["--db", path(name), "--now", "2026-11-20T\(now)"], input: input)
    #expect(
      result.status == status, "\(command): \(result.output)\(result.remarks)", sourceLocation: sourceLocation
    )
    return result
  }

  private func make(_ name: String) throws {
    try pace("init", "--device", name, "--accept", on: name, now: "20:00")
  }

  private func export(_ name: String) throws -> String {
    try Pace.run("export", "take-care", "--db", path(name)).output
  }

  /// A phone on which two shots were logged, and a watch that took them, deleted one and logged a beer.
  private func evening() throws {
    try make("phone")
    try make("watch")
    try pace("start", "--subject", "s1", on: "phone", now: "21:50")
    try pace("log", "shot", "--id", "a1", on: "phone", now: "21:52")
    try pace("log", "shot", "--id", "a2", on: "phone", now: "21:59")
    try pace("merge", path("phone"), on: "watch", now: "22:00")
    try pace("delete", "a2", on: "watch", now: "22:01")
    try pace("edit", "a1", "units=1.5", on: "watch", now: "22:02")
    try pace("log", "beer", "--id", "b1", on: "watch", now: "22:05")
    try pace("log", "water", "--id", "c1", on: "phone", now: "22:06")
  }

  @Test func `both files hold the same afterwards, and it is said what came and what went`() throws {
    try evening()
    let merged = try pace("merge", path("watch"), "--both", on: "phone", now: "22:10")
    let lines = merged.output.split(separator: "\n")
    #expect(lines.count == 3, "\(merged.output)")
    #expect(
      lines[0].hasSuffix(
        "phone.db  1 drink and 2 notices more · 1 drink and 3 notices gone (watch) · 1 value newer (watch)"))
    #expect(lines[1].hasSuffix("watch.db  1 drink more"))
    #expect(lines[2] == "the same now: 1 session, 3 drinks, 2 notices")
    #expect(merged.remarks.contains("deleted and overwritten in \(path("phone")): 1 drink and 3 notices"))
    #expect(try export("phone") == export("watch"))
    #expect(try export("phone").contains(#""units":1.5,"alcoholic":true,"id":"a1","device":"phone""#))
    #expect(!(try export("phone").contains("a2")))
    let again = try pace("merge", path("watch"), "--both", on: "phone", now: "22:11")
    #expect(again.output.components(separatedBy: "nothing new").count == 3)
  }

  @Test func `what goes from the other files is told before anything is done`() throws {
    try evening()
    try pace("delete", "a1", on: "phone", now: "22:07")
    let files = [try bytes("phone"), try bytes("watch")]
    let dry = try pace("merge", path("watch"), "--both", "--dry-run", on: "phone", now: "22:10")
    #expect(try [bytes("phone"), bytes("watch")] == files)
    let merged = try pace("merge", path("watch"), "--both", on: "phone", now: "22:10")
    for remarks in [dry.remarks, merged.remarks] {
      #expect(
        remarks.contains(
          "taken back or deleted elsewhere (phone), and so deleted and overwritten in \(path("watch")): 1 drink"
        ),
        "\(remarks)")
      #expect(
        remarks.contains("elsewhere (watch), and so deleted and overwritten in \(path("phone")): 1 drink"))
    }
    #expect(try export("phone") == export("watch"))
  }

  @Test func `the other file is not written, nor is either in a dry run`() throws {
    try evening()
    let (phone, watch) = (try Data(contentsOf: URL(fileURLWithPath: path("phone"))), try bytes("watch"))
    let dry = try pace("merge", path("watch"), "--both", "--dry-run", on: "phone", now: "22:10")
    #expect(dry.output.contains("1 drink and 2 notices more · 1 drink and 3 notices gone (watch)"))
    #expect(dry.output.contains("watch.db  1 drink more"))
    #expect(try bytes("phone") == phone && bytes("watch") == watch)
    try pace("merge", path("watch"), on: "phone", now: "22:10")
    #expect(try bytes("phone") != phone && bytes("watch") == watch)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path(name))) }

  @Test func `files of different zones, subjects or packs are refused by name, and nothing is written`()
    throws
  {
    try make("phone")
    try pace("init", "--device", "w", "--accept", "--zone", "Europe/London", on: "watch", now: "20:00")
    let before = try bytes("phone")
    let zones = try pace("merge", path("watch"), on: "phone", now: "22:10", status: 3)
    #expect(
      zones.remarks.contains(
        "\(path("watch"))` goes by the zone Europe/London, and `\(path("phone"))` by UTC"))
    try Night.execute("UPDATE _log SET value = 'nap' WHERE key = 'subject'", in: path("watch"))
    let subjects = try pace("merge", path("watch"), on: "phone", now: "22:10", status: 3)
    #expect(subjects.remarks.contains("`\(path("watch"))` can't be merged with `\(path("phone"))`"))
    #expect(subjects.remarks.contains("its subject is `nap`, not `session`"))
    try make("tablet")
    try Night.execute(
      "CREATE TABLE nap (id TEXT PRIMARY KEY, session TEXT, at INTEGER, kind TEXT, device TEXT)",
      in: path("tablet"))
    let events = try pace("merge", path("tablet"), on: "phone", now: "22:10", status: 3)
    #expect(events.remarks.contains("keeps rows of `nap`, and `\(path("phone"))` has no such table"))
    #expect(try bytes("phone") == before)
    try pace("merge", path("phone"), on: "phone", now: "22:10", status: 2)
    try pace("merge", path("nowhere"), on: "phone", now: "22:10", status: 3)
  }

  @Test func `the remedy for a file that is none of the logs names that file, and works`() throws {
    let log = try KeptLog()
    let empty = try log.scratch.write("empty.db", "").path
    let merged = try log.run("merge", empty, now: "2026-11-20T21:00")
    #expect(merged.status == 3)
    #expect(
      merged.remarks.contains("`pace init take-care --db \(empty)` makes it a log"), "\(merged.remarks)")
    let other = log.scratch.path("other.db")
    try Night.execute("PRAGMA application_id = 77; CREATE TABLE t(x)", in: other)
    for words in [["log", "take-care", "beer"], ["init", "take-care", "--accept"]] {
      let result = try Pace.run(words + ["--db", other])
      #expect(result.status == 3)
      #expect(
        result.remarks.contains("has the application id 77 of another application"), "\(result.remarks)")
    }
  }

  @Test func `a clock ahead, equal names, subjects side by side and rows of a deleted one are told`() throws {
    try make("phone")
    try pace("init", "--device", "phone", "--accept", on: "watch", now: "20:00")
    try pace("start", "--subject", "s1", on: "phone", now: "21:50")
    try pace("start", "--subject", "s2", on: "watch", now: "21:55")
    try pace("settings", "sensitivity=strict", "--later", "--device", "w", on: "watch", now: "22:22")
    let merged = try pace("merge", path("watch"), on: "phone", now: "22:10")
    #expect(merged.output.contains("w runs ahead by 12 min\n"))
    #expect(merged.output.contains("watch.db has the device name of this file"))
    #expect(merged.output.contains("2 sessions are open side by side: `s2`, `s1`"))
    #expect(merged.output.contains("1 session more · 1 setting newer (w)"))
    try pace("log", "beer", "--subject", "s2", "--id", "b1", on: "watch", now: "22:11")
    try pace("delete", "s2", on: "phone", now: "22:12")
    let late = try pace("merge", path("watch"), on: "phone", now: "22:13")
    #expect(late.output.contains("session `s2` was deleted, and 1 row of it came from elsewhere"))
    let json = try pace("merge", path("watch"), "--format", "json", on: "phone", now: "22:14")
    #expect(json.output.contains(#""ahead":[{"device":"w","by_ms":480000}],"same_device":["#))
    #expect(json.output.contains(#""deleted_with_rows":[{"subject":"s2","rows":1}]"#))
  }

  @Test func `a kind is newer once, however much of it has changed`() throws {
    try make("phone")
    try make("watch")
    try pace("kinds", "beer", "units=2", "alcoholic=no", "label=Pils", on: "watch", now: "21:00")
    let merged = try pace("merge", path("watch"), on: "phone", now: "21:10")
    #expect(merged.output.contains("phone.db  1 kind newer (watch)\n"), "\(merged.output)")
  }

  @Test func `of two versions of a notice the one given first stays, whichever file takes the other`() throws
  {
    try evening()
    try FileManager.default.copyItem(atPath: path("phone"), toPath: path("copy"))
    try Night.execute("UPDATE notice SET given_at = given_at + 1, message = 'Later.'", in: path("copy"))
    let messages = "SELECT message AS value FROM notice ORDER BY id"
    let first = try Night.texts(messages, in: path("phone"))
    try pace("merge", path("copy"), "--both", on: "phone", now: "22:10")
    #expect(!first.isEmpty && !first.contains("Later."))
    #expect(try Night.texts(messages, in: path("phone")) == first)
    #expect(try Night.texts(messages, in: path("copy")) == first)
  }

  @Test func `ten files are merged at once, and no more`() throws {
    try make("phone")
    let names = (1...11).map { "other\($0)" }
    for name in names { try make(name) }
    let words = ["merge", "take-care", "--db", path("phone"), "--now", "2026-11-20T21:00"]
    #expect(try Pace.run(words + names.prefix(10).map(path)).status == 0)
    let more = try Pace.run(words + names.map(path))
    #expect(more.status == 2 && more.remarks.contains("at most 10 files"), "\(more)")
  }

  @Test func `what another device was told up to an instant is spoken for at that instant`() throws {
    try make("phone")
    try make("watch")
    try pace("start", "--subject", "s1", on: "phone", now: "20:50")
    try pace("notify", on: "phone", now: "21:00")
    try pace("merge", path("phone"), on: "watch", now: "21:00")
    let logged = try pace("log", "beer", on: "watch", now: "21:00")
    #expect(logged.output.contains("was spoken for already (up to 21:00:00)"), "\(logged.output)")
  }

  @Test func `columns that this file lacks are kept`() throws {
    try evening()
    try Night.execute(
      "ALTER TABLE drink ADD COLUMN place TEXT; UPDATE drink SET place = 'bar'", in: path("watch"))
    try pace("merge", path("watch"), on: "phone", now: "22:10")
    try make("tablet")
    try pace("merge", path("phone"), on: "tablet", now: "22:10")
    let connection = try Connection.reading(path("tablet"))
    let rows = try connection.prepare(
      "SELECT group_concat(id || ifnull(place, '-')) FROM (SELECT * FROM drink ORDER BY id)")
    #expect(try rows.step())
    #expect(rows.text(0) == "a1bar,b1bar,c1-")
  }

  @Test func `an export evaluates as its log does, and imported into a new one it comes out the same`() throws
  {
    try evening()
    let lines = try export("phone")
    #expect(lines.split(separator: "\n").count == 4)
    let direct = try Pace.run("eval", "take-care", "--db", path("phone"), "--format", "jsonl")
    let piped = try Pace.run("eval", "take-care", "--stdin", "--format", "jsonl", input: lines)
    #expect(direct.output == piped.output && !direct.output.isEmpty && piped.remarks.isEmpty)
    try make("tablet")
    let first = try pace("import", "-", on: "tablet", now: "23:00", input: lines)
    #expect(first.output == "4 objects: 1 session, 3 drinks\n")
    #expect(try export("tablet") == lines)
    let shuffled = lines.split(separator: "\n").reversed().joined(separator: "\n")
    let second = try pace("import", "-", "--format", "json", on: "tablet", now: "23:01", input: shuffled)
    #expect(second.output == #"{"objects":4,"added":{},"changed":0,"known":4,"gone":0,"skipped":0}"# + "\n")
    let table = try Pace.run("export", "take-care", "--db", path("phone"), "--format", "csv", "--to", "21:55")
    #expect(table.output.hasPrefix("id,session,at,at_ms,kind,units,alcoholic,device\na1,s1,"))
  }

  @Test func `what can't be taken is named and skipped; with --strict nothing is written`() throws {
    try make("phone")
    let lines = """
      {"subject":"x","at_ms":1795211520000,"event":"drink","kind":"tea","id":"q1"}
      {"subject":"x","at_ms":1795211520000,"event":"drink","kind":"beer","units":99,"id":"q2"}
      {"subject":"x","at_ms":1795211520000,"event":"drink","kind":"beer","id":"q3"}
      {"subject":"x","ended_at":1795211540000}
      nonsense
      """
    let strict = try pace("import", "-", "--strict", on: "phone", now: "23:00", input: lines, status: 3)
    #expect(strict.remarks.contains("line 1: `kind` `tea` is not a kind of `drink`"))
    #expect(try export("phone").isEmpty)
    let result = try pace("import", "-", on: "phone", now: "23:00", input: lines)
    #expect(result.output == "5 objects: 1 drink, 1 end · 3 skipped\n")
    #expect(result.remarks.contains("line 2: `units` `99` is outside 0 .. 50; skipped"))
    try pace("delete", "q3", on: "phone", now: "23:01")
    let again = try pace("import", "-", on: "phone", now: "23:02", input: lines)
    #expect(again.output == "5 objects: 1 drink, 1 end · 1 known · 1 gone · 3 skipped\n")
    #expect(try pace("notify", on: "phone", now: "23:03").output.hasPrefix("nothing more to come"))
  }

  @Test func `a view over an event is no table of rows`() throws {
    try evening()
    for name in ["phone", "watch"] {
      try Night.execute("CREATE VIEW \(name)_drinks AS SELECT * FROM drink", in: path(name))
    }
    let merged = try pace("merge", path("watch"), "--both", on: "phone", now: "22:10")
    #expect(merged.output.contains("the same now: 1 session, 3 drinks"), "\(merged.output)")
    #expect(try export("phone") == export("watch"))
  }

  @Test func `a hard link to the log is the log itself, and the damaged one of two files is named`() throws {
    try evening()
    try FileManager.default.linkItem(atPath: path("phone"), toPath: path("linked"))
    let same = try pace("merge", path("linked"), on: "phone", now: "22:10", status: 2)
    #expect(same.remarks.contains("is the log itself"), "\(same.remarks)")
    var bytes = try Data(contentsOf: URL(filePath: path("watch")))
    // The page on which the row of `b1` stands, id and session side by side, begins with other bytes.
    let row = try #require(bytes.range(of: Data("b1s1".utf8)))
    bytes[row.lowerBound / 4096 * 4096] = 0xA5
    try bytes.write(to: URL(filePath: path("watch")))
    let damaged = try pace("merge", path("watch"), on: "phone", now: "22:10", status: 3)
    #expect(damaged.remarks.contains("`\(path("watch"))` is damaged"), "\(damaged.remarks)")
    #expect(!damaged.remarks.contains("`\(path("phone"))` is damaged"))
  }

  @Test func `an id that is empty deletes nothing`() throws {
    try make("phone")
    try pace("start", "--subject", "s1", on: "phone", now: "21:50")
    let result = try pace("delete", "", on: "phone", now: "21:51", status: 2)
    #expect(result.output.isEmpty && result.remarks.contains("the id of a row is empty"), "\(result)")
    #expect(try export("phone").contains("s1"))
  }
}

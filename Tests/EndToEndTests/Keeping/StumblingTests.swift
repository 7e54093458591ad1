import Foundation
import Testing

/// Where a stranger's first evening went wrong: each said so, or did something else than was meant.
struct `A first evening` {
  private static let night = "2026-11-20T"

  @Test(arguments: [
    ["export", "--from"], ["insights", "--from"], ["history", "--from"], ["history", "--open", "--to"],
    ["status", "--at"], ["status", "--derive", "--at"],
  ])
  func `where a time of day selects nothing it is said whose it is`(command: [String]) throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:31")
    func remarks(_ time: String, now: String) throws -> String {
      let result = try log.run(command[0], command.dropFirst() + [time], now: now)
      #expect(result.status == 0, "\(result)")
      return result.remarks
    }
    let week = "2026-11-27T22:00"
    let whose = "`21:31` is today's, 2026-11-27T21:31; add a date for another day\n"
    #expect(try remarks("21:31", now: week) == whose)
    let early = try remarks("23:31", now: "2026-11-27T01:00")
    let isLatest = ["export", "status"].contains(command[0])
    #expect(
      early
        == "`23:31` is \(isLatest ? "yesterday's, 2026-11-26" : "today's, 2026-11-27")T23:31; add a date for another day\n"
    )
    #expect(try remarks("2026-11-27T21:31", now: week) == "")
    #expect(try remarks("21:31", now: "2026-11-20T22:00") == "")
  }

  @Test func `an export of a day has what started on it, with rows or without`() throws {
    let log = try KeptLog("activities", now: "2026-11-20T08:00")
    _ = try log.run("start", "--subject", "reading", now: "2026-11-20T10:00")
    _ = try log.run("log", "entry", "value=1", "--subject", "reading", now: "2026-11-22T10:00")
    let day = try log.run("export", "--from", "2026-11-20", "--to", "2026-11-20", now: "2026-11-22T12:00")
    #expect(day.output.hasPrefix(#"{"subject":"reading","started_at":"#), "\(day)")
    #expect(!day.output.contains("event"), "\(day)")
  }

  /// Midnight of that day was skipped there.
  @Test func `an export of a day that does not begin at midnight says nothing of times of day`() throws {
    let log = try KeptLog("take-care", "--zone", "America/Sao_Paulo", now: "2018-11-01T12:00")
    let result = try log.run("export", "--from", "2018-11-04", now: "2018-11-05T12:00")
    #expect(result.status == 0 && result.output.isEmpty && result.remarks.isEmpty, "\(result)")
  }

  @Test(arguments: [
    ("21:00", "20:30", "2026-11-20T20:30", true), ("00:30", "23:50", "2026-11-19T23:50", true),
    ("21:29", "22:30", "", false), ("21:29", "08:00", "2026-11-20T08:00", true),
    ("21:29", "21:33", "2026-11-20T21:33", true),
  ])
  func `a time of day is today's unless that is half a day ahead`(
    now: String, at: String, expected: String, isWritten: Bool
  ) throws {
    let log = try KeptLog()
    let result = try log.run("log", "beer", "--id", "b", "--at", at, now: Self.night + now)
    #expect((result.status == 0) == isWritten, "\(result.remarks)")
    let written = try log.texts(
      "SELECT strftime('%Y-%m-%dT%H:%M', at / 1000, 'unixepoch') AS value FROM drink")
    #expect(written == (isWritten ? [expected] : []))
    if !isWritten {
      #expect(result.remarks.contains("2026-11-20 22:30 is more than 5 min ahead of the clock"))
    }
    // A row of another day than the clock's is shown with its day.
    if expected.hasPrefix("2026-11-19") { #expect(result.output.contains("23:50:00 on 19 November")) }
  }

  @Test func `undo tells of a row that is still to come`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    try log.log("shot", "b", now: Self.night + "21:05", "--at", Self.night + "21:08")
    let undone = try log.run("undo", now: Self.night + "21:05")
    #expect(undone.output.contains("took back  21:00:00  beer (a)"))
    #expect(
      undone.remarks
        == "the row of 21:08:00 is still to come, and stays; `pace delete take-care b --db \(log.path)` takes it back\n"
    )
    let last = try log.run("undo", now: Self.night + "21:09")
    #expect(last.remarks == "" && last.output.contains("(b)"))
  }

  @Test func `after a row that was forced ahead, one without a time says what is in its way`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    try log.log("beer", "b", now: Self.night + "21:01", "--at", Self.night + "23:30", "--force")
    let before = try log.bytes()
    let result = try log.run("log", "water", now: Self.night + "21:10")
    #expect(result.status == 1)
    #expect(result.remarks.contains("this device's newest row is of 2026-11-20 23:30, and"))
    #expect(result.remarks.contains("--at") && result.remarks.contains("pace edit"))
    #expect(try log.bytes() == before)
    #expect(try log.run("log", "water", "--at", "21:10", now: Self.night + "21:10").status == 0)
  }

  @Test func `a row is moved only to a subject that is there`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    let before = try log.bytes()
    let moved = try log.run("edit", "a", "session=friday", now: Self.night + "21:10")
    #expect(moved.status == 2)
    #expect(moved.remarks.contains("there is no session `friday`"))
    #expect(moved.remarks.contains("`pace history take-care --db \(log.path)` lists them"))
    let unnamed = try log.run("edit", "units=1", now: Self.night + "21:10")
    #expect(unnamed.status == 2 && unnamed.remarks.contains("an ID is missing"))
    #expect(try log.bytes() == before)
  }

  @Test(arguments: [("log", ["beer"]), ("undo", []), ("delete-data", []), ("end", [])])
  func `a subject that is not there is begun by what logs only`(command: String, words: [String]) throws {
    let log = try KeptLog()
    let result = try log.run(command, words + ["--subject", "friday"], now: Self.night + "21:10")
    #expect(result.status == 2, "\(result)")
    #expect(result.remarks.contains("history take-care --db \(log.path)` lists them"), "\(result)")
    #expect(result.remarks.contains("`pace start`") == (command == "log"), "\(result)")
  }

  @Test(arguments: [["history"], ["insights"], ["show", "--subject", "a"], ["eval"], ["audit"]])
  func `a log of another pack is told as such by what reads it`(words: [String]) throws {
    let log = try KeptLog()
    let result = try Pace.run([words[0], "hydration", "--db", log.path] + words.dropFirst())
    #expect(result.status == 3)
    #expect(
      result.remarks.contains("keeps a log of another pack: its subject is `session`, not `bottle`"),
      "\(result.remarks)")
    #expect(!result.remarks.contains("a source that may fit"))
  }

  @Test func `lines of another pack are not taken`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    let lines = try Pace.run("export", "take-care", "--db", log.path).output
    let other = try KeptLog("hydration")
    let before = try other.texts("SELECT count(*) AS value FROM sip")
    let result = try Pace.run("import", "hydration", "--db", other.path, "-", input: lines)
    #expect(result.output == "2 objects · 2 skipped\n")
    #expect(result.remarks.contains("line 1: `sensitivity` is no key that the program knows; "))
    #expect(try other.texts("SELECT count(*) AS value FROM sip") == before)
    #expect(try other.texts("SELECT count(*) AS value FROM bottle") == ["0"])
  }

  @Test func `a second start of the only subject is refused`() throws {
    let log = try KeptLog("activities")
    #expect(try log.run("start", "name=Reading", now: Self.night + "09:00").status == 0)
    let again = try log.run("start", "name=Running", now: Self.night + "09:05")
    #expect(again.status == 1)
    #expect(again.remarks.contains("there is an activity `me` already"))
    #expect(try log.texts("SELECT name AS value FROM activity") == ["Reading"])
    #expect(try log.run("start", "name=Running", "--subject", "run", now: Self.night + "09:06").status == 0)
  }

  @Test func `a value that a clause can't use is refused before it is written`() throws {
    let log = try KeptLog("activities")
    let before = try log.bytes()
    for (word, cause) in [
      ("schedule=weeky", "this is no schedule: it starts with `weeky`"),
      ("schedule=weekly", "this is no schedule: `weekly` needs weekdays after it"),
      ("catch_up_every=0 min", "expected more than 0, as `every` needs it"),
    ] {
      let result = try log.run("start", word, now: Self.night + "09:00")
      #expect(result.status == 2, "\(word)")
      #expect(result.remarks.contains("`\(word)`: \(cause)"), "\(result.remarks)")
    }
    #expect(try log.bytes() == before)
    #expect(try log.run("start", "schedule=monthly 1 15", now: Self.night + "09:00").status == 0)
  }

  @Test func `the file's new zone is said`() throws {
    let log = try KeptLog("take-care", "--zone", "Europe/Berlin")
    let result = try Pace.run("init", "take-care", "--db", log.path, "--zone", "Europe/London")
    #expect(result.status == 0)
    #expect(result.remarks.contains("read in Europe/Berlin before, and are in Europe/London from now on"))
    let same = try Pace.run("init", "take-care", "--db", log.path, "--zone", "Europe/London")
    #expect(same.remarks == "")
  }

  @Test func `status says what comes next`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    try log.log("beer", "b", now: Self.night + "21:05")
    // Two in ten minutes: caution until the first is more than ten minutes ago.
    let level = try log.run("status", now: Self.night + "21:06")
    #expect(level.output.contains("\nnext                    21:10:00.001  a level changes\n"))
  }

  @Test func `a deleted subject of which another device's notices are left is no subject`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: Self.night + "21:00")
    try log.execute(
      """
      INSERT INTO notice(id, session, at, rule, kind, message, given_at, device)
      VALUES ('gone/hydration/1795208400000', 'gone', 1795208400000, 'hydration', 'reminder', 'x', 1795208400000, 'w')
      """)
    let history = try log.run("history", now: Self.night + "21:10")
    #expect(!history.output.contains("gone"))
    #expect(history.remarks == "")
    #expect(try Pace.run("audit", "take-care", "--db", log.path).output.contains("gone"))
  }

  @Test func `a figure that is a text is told as it stands`() throws {
    let scratch = try Scratch()
    let pack = try scratch.write(
      "notes.pace",
      """
      subject box { tag: text }
      event note of box { words: text }
      define newest = latest(note.words) "Newest"
      define tag_now = tag "Tag"
      rule said { on note, emit warning "{newest}" }

      """)
    let log = try KeptLog(pack.path, now: "2026-11-20T08:00")
    let begun = try log.run("start", "--subject", "S", "tag=a \"b\"", now: "2026-11-20T09:00")
    #expect(begun.status == 0, "\(begun)")
    let before = try log.run("status", now: "2026-11-20T09:01").output
    #expect(before.contains("\nNewest  unknown\nTag     a \"b\"\n"), "\(before)")
    try log.log("note", "n1", now: "2026-11-20T09:05", "words=world")
    let after = try log.run("status", now: "2026-11-20T09:07").output.split(separator: "\n")
    #expect(after.contains { $0.hasPrefix("Newest ") && $0.hasSuffix(" world") }, "\(after)")
    let json = try log.run("status", "--format", "json", now: "2026-11-20T09:07").output
    #expect(json.contains(#"{"name":"newest","label":"Newest","value":"world","text":"world"}"#), "\(json)")
    #expect(json.contains(#""value":"a \"b\"","text":"a \"b\"""#), "\(json)")
  }

  @Test func `a subject that begins only later is not among those looked back at`() throws {
    let log = try KeptLog(now: "2026-11-20T08:00")
    #expect(try log.run("start", "--subject", "S", now: "2026-11-20T10:00").status == 0)
    try log.log("beer", "b1", now: "2026-11-20T12:00")
    #expect(try log.run("edit", "S", "started_at=", now: "2026-11-20T12:01").status == 0)
    #expect(try log.run("history", now: "2026-11-20T11:00").output.contains("\nno sessions\n"))
    #expect(try log.run("history", now: "2026-11-20T12:00").output.contains("\nS "))
  }

  @Test func `a number that is finer than any is refused with what is fine enough`() throws {
    let log = try KeptLog()
    func refusal(_ word: String) throws -> String {
      try log.run("log", "beer", word, now: "2026-11-20T21:00").remarks
    }
    #expect(try refusal("units=0.1234567").contains("a number from 0 to 50, with at most six decimals\n"))
    #expect(try refusal("units=50.123456").contains("a number from 0 to 50\n"))
    #expect(try refusal("units=x.1234567").contains("a number from 0 to 50\n"))
  }
}

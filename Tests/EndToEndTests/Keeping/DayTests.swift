import Foundation
import Testing

/// Subjects that are days, subjects with a zone of their own, and clocks that stand still or jump.
struct `Days, zones and clocks` {
  private static let pack = """
    subject day per day { goal: number = 3 }
    event cup of day { mg: number = 50 }
    rule evening {
      at 21:00
      when count(cup) >= 1
      emit summary "{count(cup)} cups of {goal}."
    }
    rule again {
      when count(cup) >= 1 and since(cup) >= 30 min
      emit reminder "Again."
      repeat 45 min
    }
    """

  @Test func `a day says nothing after it is over`() throws {
    let scratch = try Scratch()
    let pack = try scratch.write("cups.pace", Self.pack).path
    let log = try KeptLog(pack, now: "2026-11-18T00:00")
    defer { withExtendedLifetime(scratch) {} }
    _ = try log.run("log", "cup", now: "2026-11-18T20:40")
    _ = try log.run("notify", now: "2026-11-18T21:00")
    _ = try log.run("log", "cup", now: "2026-11-19T20:00")
    _ = try log.run("log", "cup", now: "2026-11-19T20:50")
    let evening = try log.run("notify", now: "2026-11-19T21:00")
    #expect(
      evening.output.contains("2 cups of 3.") && !evening.output.contains("1 cups"), "\(evening.output)")
    // The day before is told to its end: 21:10, 21:55, 22:40 and 23:25.
    #expect(
      try log.texts(
        "SELECT strftime('%d %H:%M', at / 1000, 'unixepoch') || rule AS value FROM notice ORDER BY at")
        == [
          "18 21:00evening", "18 21:10again", "18 21:55again", "18 22:40again", "18 23:25again",
          "19 20:30again", "19 21:00evening",
        ])
    let next = try log.run("notify", now: "2026-11-20T12:00")
    #expect(next.output.hasSuffix("nothing more to come if nothing is logged\n"), "\(next.output)")
    #expect(try log.texts("SELECT count(*) AS value FROM notice WHERE at > 1795132799999") == ["0"])
    let again = try log.run("notify", now: "2026-11-20T12:00")
    #expect(again.output == "nothing more to come if nothing is logged\n")
    // What is derived afterwards is the same, however late, by whichever command.
    let given = try log.texts("SELECT at AS value FROM notice ORDER BY at")
    for until in [[], ["--until", "2026-12-20"]] {
      let derived = try Pace.run(["eval", pack, "--db", log.path, "--format", "jsonl"] + until).output
      let instants = derived.split(separator: "\n").compactMap {
        $0.split(separator: #""at_ms":"#).last?.prefix { $0 != "," }
      }
      #expect(instants.map(String.init) == given, "\(derived)")
    }
  }

  @Test func `a day without rows has the settings and counts nothing, as its first row will find it`() throws
  {
    let scratch = try Scratch()
    defer { withExtendedLifetime(scratch) {} }
    let pack = """
      subject me per day { goal: number = 2; plan: text = "as ever" }
      event cup of me {}
      define cups = count(cup) "Cups"
      define left = goal - count(cup) "Left"
      rule first { on cup; when cups > goal; emit warning "{plan}: {cups} of {goal}." }

      """.replacingOccurrences(of: "; ", with: "\n")
    let log = try KeptLog(try scratch.write("cups.pace", pack).path, now: "2026-11-18T00:00")
    #expect(try log.run("settings", "goal=5", "plan=less", now: "2026-11-18T08:00").status == 0)
    let before = try log.run("status", "--format", "json", now: "2026-11-18T09:00").output
    #expect(before.contains(#""open":true,"subject":"2026-11-18","#), "\(before)")
    #expect(before.contains(#""attributes":{"goal":5,"plan":"less"}"#), "\(before)")
    #expect(before.contains(#""name":"cups","label":"Cups","value":0,"#), "\(before)")
    #expect(before.contains(#""name":"left","label":"Left","value":5,"#), "\(before)")
    #expect(before.contains(#""next_at_ms":null"#), "\(before)")
    #expect(try log.run("log", "cup", now: "2026-11-18T10:00").status == 0)
    let after = try log.run("status", "--format", "json", now: "2026-11-18T10:00").output
    #expect(after.contains(#""attributes":{"goal":5,"plan":"less"}"#), "\(after)")
    #expect(after.contains(#""name":"left","label":"Left","value":4,"#), "\(after)")
    // No settings are known of a log that is read from end to end.
    let derived = try log.run("status", "--derive", "--format", "json", now: "2026-11-19T09:00").output
    #expect(derived.contains(#""attributes":{"goal":2,"plan":"as ever"}"#), "\(derived)")
    #expect(derived.contains(#""name":"left","label":"Left","value":2,"#), "\(derived)")
  }

  @Test
  func `a day, or the only subject, that is deleted may be logged again and keeps what is said of it then`()
    throws
  {
    let log = try KeptLog("nail-guard", now: "2026-11-20T08:00")
    _ = try log.run("log", "bite", now: "2026-11-20T10:00")
    #expect(try log.run("delete", "me", now: "2026-11-20T10:01").status == 0)
    _ = try log.run("log", "bite", "--id", "b", now: "2026-11-20T10:02")
    #expect(try log.run("edit", "me", "closeness=gentle", now: "2026-11-20T10:03").status == 0)
    #expect(try log.texts("SELECT count(*) AS value FROM _gone WHERE entity = 'person'") == ["0"])
    let other = try KeptLog("nail-guard", device: "watch", now: "2026-11-20T08:00")
    #expect(try log.run("merge", other.path, now: "2026-11-20T10:04").status == 0)
    #expect(try log.texts("SELECT closeness AS value FROM person") == ["gentle"])
    #expect(try log.rowIDs("bite") == ["b"])
  }

  @Test func `times of a subject are meant in its own zone`() throws {
    let log = try KeptLog("nail-guard", now: "2026-11-20T00:00")
    _ = try log.run("start", "--subject", "T", "zone=Asia/Tokyo", now: "2026-11-20T00:00")
    _ = try log.run("log", "bite", "--id", "a", "--at", "13:30", now: "2026-11-21T05:00")
    // 14:00 in Tokyo then: half an hour ago.
    #expect(try log.texts("SELECT at AS value FROM bite") == ["1795235400000"])
    _ = try log.run("edit", "a", "at=13:45", now: "2026-11-21T05:00")
    #expect(try log.texts("SELECT at AS value FROM bite") == ["1795236300000"])
  }

  @Test func `a time that clocks don't show is refused`() throws {
    let log = try KeptLog("take-care", "--zone", "Europe/Berlin")
    for words in [["log", "beer", "--at", "2026-03-29T02:30"], ["log", "beer", "--at", "02:30"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-03-29T12:00")
      #expect(result.status == 2)
      let why = "that clocks in Europe/Berlin show; they skip what lies from 02:00 to 03:00 on 2026-03-29"
      #expect(result.remarks.contains(why), "\(result.remarks)")
    }
    _ = try log.run("log", "beer", "--id", "a", now: "2026-03-29T12:00")
    #expect(try log.run("edit", "a", "at=2026-03-29T02:10", now: "2026-03-29T12:00").status == 2)
    // 02:30 happens twice in autumn; the first one is meant.
    #expect(
      try log.run("log", "beer", "--id", "b", "--at", "2026-10-25T02:30", now: "2026-10-25T12:00").status == 0
    )
    #expect(try log.texts("SELECT at AS value FROM drink WHERE id = 'b'") == ["1792888200000"])
  }

  @Test func `a clock that was set back is told of the session it splits`() throws {
    let log = try KeptLog()
    _ = try log.run("start", "--subject", "later", now: "2026-11-20T21:00")
    let result = try log.run("log", "beer", now: "2026-11-20T20:59:59")
    #expect(result.remarks.contains("session later started after this row and is open too"))
    #expect(result.remarks.contains("`--subject later` logs into it"))
  }

  @Test func `an end is given once, and a subject that ended by itself isn't ended again unasked`() throws {
    let log = try KeptLog()
    _ = try log.run("log", "beer", "--id", "a", now: "2026-11-20T21:00")
    let id = try log.texts("SELECT id AS value FROM session")[0]
    let late = try log.run("end", "--subject", id, now: "2026-11-21T12:00")
    #expect(late.status == 1)
    #expect(
      late.remarks.contains("isn't open at 2026-11-21 12:00: it ended at 2026-11-21 00:00"), "\(late.remarks)"
    )
    #expect(try log.texts("SELECT ended_at AS value FROM session WHERE ended_at IS NOT NULL") == [])
    #expect(try log.run("end", "--subject", id, "--force", now: "2026-11-21T12:00").status == 0)
  }

  @Test func `notices of several subjects say whose they are`() throws {
    let log = try KeptLog()
    for subject in ["one", "two"] {
      _ = try log.run("start", "--also", "--subject", subject, now: "2026-11-20T21:00")
      try log.log("beer", "\(subject)1", now: "2026-11-20T21:00", "--subject", subject)
      try log.log("shot", "\(subject)2", now: "2026-11-20T21:01", "--subject", subject)
    }
    let told = try log.run("notify", now: "2026-11-20T23:00")
    #expect(told.output.contains("  one  praise") && told.output.contains("  two  praise"), "\(told.output)")
  }

  @Test func `a message that the guard withholds is named`() throws {
    let scratch = try Scratch()
    let text = """
      subject person { name: text }
      event cup of person { note: text }
      guard { never say "forbidden" }
      rule any {
        on cup
        emit note "{latest(cup.note)}"
      }
      """
    let log = try KeptLog(try scratch.write("guarded.pace", text).path)
    defer { withExtendedLifetime(scratch) {} }
    let result = try log.run("log", "cup", "note=a forbidden word", now: "2026-11-20T21:00")
    #expect(result.status == 0)
    #expect(result.remarks == "any: 1 message withheld, for the guard forbids it\n")
    #expect(try log.notices().isEmpty)
  }

  @Test func `an empty id is no id`() throws {
    let log = try KeptLog()
    _ = try log.run("log", "beer", "--id", "a", now: "2026-11-20T21:00")
    let before = try log.bytes()
    for words in [["edit", "a", "session="], ["log", "beer", "--subject", ""], ["show", "--subject", ""]] {
      #expect(
        try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:01").status == 2, "\(words)")
    }
    #expect(try log.bytes() == before)
  }

  @Test func `a date that clocks never showed is a day without instants`() throws {
    let scratch = try Scratch()
    let pack = try scratch.write("cups.pace", Self.pack).path
    defer { withExtendedLifetime(scratch) {} }
    let log = try KeptLog(pack, "--zone", "Pacific/Apia", now: "2012-01-18T00:00")
    // Samoa went from the 29th straight to the 31st.
    try log.execute("INSERT INTO day(id, goal) VALUES ('2011-12-30', 4)")
    for words in [["history"], ["show", "--subject", "2011-12-30"], ["insights"], ["status"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2012-01-18T00:00")
      #expect(result.status == 0, "\(words) \(result)")
    }
  }
}

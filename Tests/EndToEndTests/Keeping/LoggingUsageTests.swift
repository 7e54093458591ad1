import Foundation
import Testing

/// What wrong usage of the commands that keep a log gets.
struct LoggingUsageTests {
  @Test(arguments: [
    ("log shott", "did you mean `shot`?"), ("log drik", "did you mean `drink`?"),
    ("log beer unts=1", "did you mean `units`?"), ("log beer units=51", "from 0 to 50"),
    ("log beer units=many", "units=many"), ("log beer alcoholic=maybe", "yes or no"),
    ("log beer units=1 units=2", "twice"), ("log beer wine", "`wine`"), ("log", "EVENT or KIND"),
    ("log drink kind=ber", "did you mean `beer`?"), ("log beer kind=wine", "kind"),
    ("log beer --at 25:00", "25:00"), ("log beer --preset strict", "--preset"),
    ("log beer --set rapid_window=5min", "--set"), ("log beer --zone Mars", "Mars"),
    ("log beer --subject nobody", "`nobody`"), ("start sensitivty=strict", "did you mean `sensitivity`?"),
    ("start sensitivity=wild", "`relaxed`"), ("start --subject a beer", "`beer`"), ("end beer", "`beer`"),
    ("undo beer", "`beer`"), ("delete", "ID"), ("edit a", "FIELD=VALUE"), ("notify beer", "`beer`"),
    ("edit a unit=2", "did you mean `units`?"), ("edit a kind=ber", "did you mean `beer`?"),
    ("edit a units=x", "units=x"), ("edit a at=", "at="), ("settings sensitivty=strict", "did you mean"),
    ("settings hydration_cadence=21", "20"), ("kinds ber disable", "did you mean `beer`?"),
    ("kinds beer unit=2", "did you mean `units`?"), ("kinds beer order=x", "whole number"),
    ("kinds beer units=51", "from 0 to 50"), ("kinds beer enable disable", "`enabled` was given twice"),
    ("kinds beer units=1 units=1", "`units` was given twice"),
    ("edit a units=1 units=2", "`units` was given twice"),
    ("edit a at=20:00 at=20:01", "`at` was given twice"),
    ("status beer", "`beer`"),
    ("notify --follow", "--now"),
  ])
  func `is named with its remedy, and nothing is written`(words: String, hint: String) throws {
    let log = try KeptLog.beer()
    let before = try log.bytes()
    let words = words.split(separator: " ").map(String.init)
    let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:10")
    #expect(result.status == 2)
    #expect(result.remarks.contains(hint), "\(result.remarks)")
    #expect(result.output.isEmpty)
    #expect(try log.bytes() == before)
  }

  @Test func `a number that the file would round is refused by whatever writes one`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject me { most: number = 5 }\nevent cup of me { size: number = 1 }\n")
    let log = try KeptLog(pack)
    let now = "2026-11-20T21:10"
    let (fine, other) = ("12345678901.5", "12345678901.123457")
    #expect(try log.run("log", "cup", "size=\(fine)", "--id", "a", now: now).status == 0)
    let before = try log.bytes()
    let cause = "`\(other)`: a log keeps numbers as reals, and the nearest is `12345678901.123455`"
    for words in [
      ["log", "cup", "size=\(other)"], ["edit", "a", "size=\(other)"], ["edit", "me", "most=\(other)"],
      ["settings", "most=\(other)"], ["start", "most=\(other)", "--also"],
    ] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: now)
      #expect(result.status == 2 && result.remarks.contains(cause), "\(words) \(result)")
    }
    let line = #"{"subject":"me","event":"cup","at_ms":1795208400000,"size":\#(other)}"# + "\n"
    let file = try scratch.write("lines", line)
    let taken = try log.run("import", file.path, now: now)
    #expect(taken.remarks.contains("line 1: `cup.size` can't hold \(cause); skipped\n"), "\(taken.remarks)")
    #expect(try log.bytes() == before)
    #expect(try log.export().contains(#""size":12345678901.5,"#))
  }

  @Test func `a day is neither started nor ended by hand`() throws {
    let log = try KeptLog(KeptLog.nightly)
    try log.log("first", "a", now: "2026-11-20T22:00")
    for words in [
      ["start"], ["end"], ["edit", "2026-11-20", "started_at=2026-11-20T23:00"],
      ["edit", "2026-11-20", "ended_at=2026-11-20T23:00"], ["edit", "a", "night=2026-11-21"],
    ] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T22:10")
      #expect(result.status == 2, "\(words): \(result)")
    }
  }

  @Test func `an event and a kind can both be named`() throws {
    let log = try KeptLog()
    try log.log("drink", "a", now: "2026-11-20T21:00", "kind=wine", "units=2")
    #expect(try log.texts("SELECT kind || units AS value FROM drink") == ["wine2.0"])
  }

  @Test func `texts are printed without control characters and kept as written`() throws {
    let log = try KeptLog(KeptLog.cups)
    let note = "a\u{1b}[31m\nb"
    let output = try log.log("small", "x\u{7}", now: "2026-11-20T21:00", "note=\(note)")
    #expect(output.contains(#"note a\u{1b}[31m\nb"#), "\(output)")
    #expect(!output.contains("\u{1b}") && !output.contains("\u{7}"))
    #expect(try log.texts("SELECT note AS value FROM cup") == [note])
    for words in [["undo"], ["log", "small", "--subject", "\u{1b}[1m"], ["delete", "\u{1b}[1m"]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:01")
      #expect(!(result.output + result.remarks).contains("\u{1b}"), "\(words)")
    }
  }
}

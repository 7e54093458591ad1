import Foundation
import PaceOracle
import Testing

/// What must happen if rules, settings or instants change while a log is kept, or its output isn't taken.
struct ChangeTrapTests {
  @Test func `a row at the very instant of the floor is written and brings nothing`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    try log.log("shot", "b", now: "2026-11-20T21:05")
    let before = try log.notices()
    #expect(before.contains("21:05:00 rapid_repeat"))
    // Two shots would be stacking up.
    let printed = try log.log("shot", "c", now: "2026-11-20T21:06", "--at", "2026-11-20T21:05")
    #expect(printed.contains("21:05:00 was spoken for already (up to 21:05:00)"), "\(printed)")
    #expect(
      try log.texts("SELECT id AS value FROM drink WHERE at = 1795208700000 ORDER BY id") == ["b", "c"])
    #expect(try log.notices() == before)
    #expect(try log.run("notify", now: "2026-11-20T21:06").status == 0)
    #expect(try log.notices() == before)
  }

  @Test func `a preset changed in the middle counts from the floor on, and in eval for the whole night`()
    throws
  {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    try log.log("beer", "b", now: "2026-11-20T21:09")
    let given = ["21:09:00 rapid_repeat", "21:09:00 hydration"]
    #expect(try log.notices() == given)
    _ = try log.run("settings", "sensitivity=relaxed", now: "2026-11-20T21:10")
    // Balanced, the third would be a fast pace, and the last two a rapid repeat.
    try log.log("beer", "c", now: "2026-11-20T21:40")
    try log.log("beer", "d", now: "2026-11-20T21:49")
    #expect(
      try log.notices()
        == given + ["21:29:00 nice_reset", "21:49:00 fast_pace", "21:49:00 hydration"])
    let eval = try Pace.run("eval", "take-care", "--db", log.path, "--until", "2026-11-20T21:49")
    #expect(!eval.output.contains("rapid_repeat"), "\(eval.output)")
    #expect(eval.output.contains("21:09:00") && eval.output.contains("fast_pace"), "\(eval.output)")
  }

  // MARK: Other rules

  private static let cups = """
    subject person { goal: number = 3 in 0 .. 10 }
    event cup of person {
      size: number = 1 in 0 .. 5
      note: text
      kind small { size = 1 }
      kind large { size = 2 }
    }
    rule enough { on cup, when count(cup) >= 3, emit warning "Enough.", severity 1 }

    """

  /// A log of two cups whose pack has then been edited.
  private static func edited(_ old: String, _ new: String) throws -> KeptLog {
    let scratch = try Scratch()
    let log = try KeptLog(try Scratch.pack(scratch, cups))
    try log.log("large", "a", now: "2026-11-20T21:00", "size=3", "note=hot")
    try log.log("small", "b", now: "2026-11-20T21:01")
    let pack = try Scratch.pack(log.scratch, cups.replacingOccurrences(of: old, with: new))
    return KeptLog(log, pack: pack)
  }

  private static let stored = "SELECT id || kind || size || ifnull(note, '') AS value FROM cup ORDER BY id"

  @Test(
    arguments: cases([
      ("  kind large { size = 2 }\n", "", "cup `a`: `kind` `large` is not a kind of `cup`; skipped"),
      ("in 0 .. 5", "in 0 .. 2", "cup `a`: `size` `3.0` is outside 0 .. 2; skipped"),
    ]))
  func `rows of a kind or range that the pack has lost stay, and are named`(
    given: Case<(String, String, String)>
  ) throws {
    let (old, new, remark) = given.value
    let log = try Self.edited(old, new)
    for words in [["status"], ["notify"], ["log", "small", "--id", "c"], ["history"], ["export"]] {
      let words = words + ["--db", log.path] + (words == ["export"] ? [] : ["--now", "2026-11-20T21:02"])
      let result = try Pace.run([words[0], log.pack] + words.dropFirst())
      #expect(result.status == 0, "\(words)")
      #expect(result.remarks.contains(remark), "\(words): \(result.remarks)")
    }
    #expect(try log.texts(Self.stored) == ["alarge3.0hot", "bsmall1.0", "csmall1.0"])
    #expect(try log.notices() == [], "the row that can't be read doesn't count")
  }

  @Test(arguments: [
    ["notify"], ["undo"], ["delete", "b"], ["edit", "b", "units=2"], ["end"],
    ["settings", "sensitivity=strict"],
  ])
  func `a command that writes does so, and says so, where no row of an event can be read`(words: [String])
    throws
  {
    let log = try KeptLog.beer()
    for id in ["b", "c"] { try log.log("beer", id, now: "2026-11-20T21:01") }
    try log.execute("UPDATE drink SET kind = 'gone'")
    let looked = try log.run("status", now: "2026-11-20T21:02")
    #expect(looked.status == 3 && looked.remarks.contains("error: every row of `drink` was skipped\n"))
    let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:02")
    #expect(result.status == 0 && !result.output.isEmpty, "\(result)")
    #expect(
      result.remarks.hasSuffix("\nevery row of `drink` was skipped, and stays in the file\n"), "\(result)")
  }

  @Test func `what can't be read of one subject is named beside that of another`() throws {
    let log = try KeptLog()
    for subject in ["t1", "t2", "t3"] {
      let started = try log.run("start", "--subject", subject, "--also", now: "2026-11-20T21:00")
      #expect(started.status == 0, "\(started.remarks)")
      try log.log("beer", "of-\(subject)", now: "2026-11-20T21:01", "--subject", subject)
    }
    try log.execute("UPDATE drink SET units = 'many' WHERE id <> 'of-t3'")
    let result = try log.run("notify", now: "2026-11-20T21:02")
    let named = result.remarks.split(separator: "\n").filter { $0.contains("`units`") }.map { $0.prefix(15) }
    #expect(named == ["drink `of-t1`: ", "drink `of-t2`: "], "\(result.remarks)")
  }

  @Test func `of a renamed field the old values stay, and init adds the column of the new one`() throws {
    let log = try Self.edited("note: text", "remark: text")
    let before = try log.bytes()
    let line = #"{"at_ms":1795208520000,"event":"cup","kind":"small","remark":"cold","id":"d"}"#
    let file = try log.scratch.write("line.jsonl", line + "\n").path
    for words in [["log", "small", "remark=cold"], ["edit", "a", "remark=cold"], ["import", file]] {
      let result = try log.run(words[0], Array(words.dropFirst()), now: "2026-11-20T21:02")
      #expect(result.status == 3, "\(words): \(result)")
      #expect(
        result.remarks == """
          error: `\(log.path)` has no column `remark` in its table `cup`
          `pace init \(log.pack) --db \(log.path)` adds what the pack has gained

          """, "\(words)")
    }
    #expect(try log.bytes() == before)
    // What doesn't need the column goes on.
    #expect(try log.run("notify", now: "2026-11-20T21:02").status == 0)
    #expect(
      try log.run("edit", "a", "size=4", now: "2026-11-20T21:02").output == "21:00:00  large  size 4   a\n")
    #expect(try log.run("init", now: "2026-11-20T21:03").status == 0)
    try log.log("small", "c", now: "2026-11-20T21:04", "remark=cold")
    #expect(try log.texts(Self.stored) == ["alarge4.0hot", "bsmall1.0", "csmall1.0"])
    #expect(try log.texts("SELECT remark AS value FROM cup ORDER BY id") == ["NULL", "NULL", "cold"])
    #expect(try log.notices() == ["21:04:00 enough"])
  }

  @Test func `an attribute that the pack has gained is added by init too, and by a merge of both files`()
    throws
  {
    let log = try Self.edited("in 0 .. 10 }", "in 0 .. 10, aim: number = 1 in 0 .. 9 }")
    let result = try log.run("start", "--subject", "x", now: "2026-11-20T21:02")
    #expect(result.status == 3 && result.remarks.contains("no column `aim` in its table `person`"))
    let other = try KeptLog(log.pack, device: "watch")
    let merged = try other.run("merge", log.path, "--both", now: "2026-11-20T21:03")
    #expect(merged.status == 0, "\(merged.remarks)")
    #expect(try log.run("start", "--subject", "x", now: "2026-11-20T21:04").status == 0)
    #expect(try log.texts("SELECT aim AS value FROM person WHERE id = 'x'") == ["1.0"])
  }

  // MARK: Commands that aren't heard out

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a row whose command couldn't print is there, and its id makes the retry harmless`() throws {
    let log = try KeptLog()
    try log.log("beer", "a", now: "2026-11-20T21:00")
    let words = [
      "log", "take-care", "beer", "--id", "b", "--db", log.path, "--now", "2026-11-20T21:05",
    ]
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let unheard = try Pace.run(words, output: full)
    #expect(unheard.status == 3)
    #expect(
      unheard.remarks == """
        error: cannot write the output: no space is left on the device
        what was asked for is done and stands in `\(log.path)`; don't run the command again

        """)
    #expect(try !Pace.run(words + ["--dry-run"], output: full).remarks.contains("is done"))
    #expect(try log.rowIDs() == ["a", "b"])
    let (bytes, notices) = (try log.bytes(), try log.notices())
    #expect(notices == ["21:05:00 rapid_repeat", "21:05:00 hydration"])
    let again = try Pace.run(words)
    #expect(again.status == 0 && again.output.contains("is there already"), "\(again)")
    #expect(try log.bytes() == bytes)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a row that was refused is not said to stand there, whatever becomes of the output`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let log = try KeptLog()
    #expect(try log.run("kinds", "beer", "disable", now: "2026-11-20T21:00").status == 0)
    let words = ["log", "take-care", "beer", "--db", log.path, "--now", "2026-11-20T21:05"]
    for format in ["text", "json"] {
      let unheard = try Pace.run(words + ["--format", format], output: full)
      #expect(unheard.status == 3)
      #expect(
        unheard.remarks == """
          error: cannot write the output: no space is left on the device
          nothing was written to `\(log.path)`

          """)
    }
    #expect(try log.rowIDs() == [])
  }
}

import Testing

/// Scenarios in place of databases.
struct ScenarioLogTests {
  private static let pack = """
    calendar { zone "Europe/Berlin" }
    subject person { mode: preset = calm }
    event cup of person { mg: number = 50 in 0 .. 300 }
    param most: number in 1 .. 9
    preset calm { most = 3 }
    preset strict extends calm { most = 2 }
    rule many {
      on cup
      when count(cup) >= most
      emit warning "That is {count(cup)}."
    }

    """
  private static let scenarios = """
    include "pack.pace"

    scenario "two cups over midnight" {
      start 2026-10-24 23:00
      presets calm, strict
      at 23:10 cup
      at 00:20 cup
      expect nothing
    }

    scenario "three cups" {
      start 2026-10-24 23:00
      at 23:10 cup
      at 23:11 cup { mg = 80 }
      at 23:12 cup
      until 23:30
      expect many at 23:12
    }

    scenario "three more" {
      start 2026-10-25 02:30
      at 02:40 cup
      at +70 min cup
      at +80 min cup
      expect many at 02:40
    }

    """

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write("pack.pace", pack)
    try scratch.write("pack.test.pace", scenarios)
    return scratch
  }

  @Test func `eval goes on to the end of a subject that ends by itself`() throws {
    let scratch = try Scratch()
    let text = """
      subject night { rest: duration, ends after rest without cup }
      event cup of night { }
      rule late { when since(cup) >= 30 min, emit note "It is late." }
      scenario "open" { start 2026-11-20 21:00, at +5 min cup, expect no late }
      scenario "over" {
        start 2026-11-20 21:00, subject { rest = 1 h }, at +5 min cup, expect late at 21:35
      }

      """.replacing(", ", with: "\n")
    let pack = try Scratch.pack(scratch, text)
    #expect(try Pace.run("test", pack).status == 0)
    for (name, count) in [("open", 0), ("over", 1)] {
      let result = try Pace.run("eval", pack, "--scenario", name, "--format", "summary")
      #expect(result.output.contains("late\t\(count)\n"), "\(name): \(result)")
    }
  }

  @Test func `eval and explain go on to the latest instant named where an event cancels the end`() throws {
    let scratch = try Scratch()
    let text = """
      subject night { }
      event cup of night { }
      rule late { when since(cup) >= 30 min, emit note "It is late." }
      scenario "revived" {
        start 2026-11-20 20:00, at 20:00 cup, ended at 20:05, at 20:10 cup, expect late at 20:40
      }

      """
    let pack = try Scratch.pack(scratch, text.replacing(", ", with: "\n"))
    #expect(try Pace.run("test", pack).status == 0)
    let told = try Pace.run("eval", pack, "--scenario", "revived", "--format", "csv")
    #expect(told.output.contains("2026-11-20T20:40:00.000Z"), "\(told)")
    let explained = try Pace.run("explain", pack, "--scenario", "revived")
    #expect(explained.output.contains("20:40"), "\(explained)")
  }

  @Test func `one that is written of a log ends where the log's evaluation does`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject visit { }
      event knock of visit { debounce 1 min }
      rule daily { at 09:00, emit note "Nine." }

      """)
    let path = scratch.path("log.db")
    try Night.execute(
      """
      CREATE TABLE knock(id TEXT PRIMARY KEY, visit TEXT, at INTEGER);
      INSERT INTO knock VALUES ('a', 'x', unixepoch('2026-11-20 08:59:30') * 1000),
        ('b', 'x', unixepoch('2026-11-20 09:00:10') * 1000);
      """, in: path)
    let written = try Pace.run("scenario", pack, "--db", path)
    #expect(written.output.contains("at 08:59:30 knock"), "\(written)")
    #expect(written.output.contains("expect nothing"), "\(written)")
    try scratch.write("log.test.pace", written.output)
    let tested = try Pace.run("test", scratch.path("log.test.pace"), folder: scratch.folder)
    #expect(tested.status == 0, "\(tested)")
  }

  @Test func `eval evaluates one under its own presets, and as far as it goes`() throws {
    let scratch = try Self.scratch()
    let both = try Pace.run(
      "eval", "pack.pace", "--scenario", "two cups over midnight", "--format", "csv", folder: scratch.folder)
    #expect(both.status == 0, "\(both.remarks)")
    // Only strict is told of two cups, after midnight.
    #expect(both.output.contains("strict") && !both.output.contains("calm"))
    let three = try Pace.run(
      "eval", "pack.pace", "--scenario", "three c", "--format", "jsonl", folder: scratch.folder)
    #expect(three.output.contains("\"subject\":\"three cups\"") && three.output.contains("That is 3."))
    // The scenarios themselves may be named, and a value may be set over theirs.
    let two = try Pace.run(
      "eval", "pack.test.pace", "--scenario", "three cups", "--set", "most=4", "--format", "summary",
      folder: scratch.folder)
    #expect(two.status == 0 && !two.output.contains("That is"))
  }

  @Test func `explain looks at an instant of one`() throws {
    let scratch = try Self.scratch()
    let result = try Pace.run(
      "explain", "pack.pace", "--scenario", "three cups", "--at", "23:12", "--rule", "many",
      folder: scratch.folder)
    #expect(result.status == 0, "\(result.remarks)")
    #expect(
      result.output.contains("23:12 cup (line 15)") && !result.output.contains("name another with --zone"))
    let several = try Pace.run(
      "explain", "pack.pace", "--scenario", "two cups over midnight", folder: scratch.folder)
    #expect(several.status == 2)
    #expect(several.remarks.contains("more than one preset; choose with --preset: `calm` or `strict`"))
  }

  @Test func `a failed expectation ends with the command that opens it`() throws {
    let scratch = try Self.scratch()
    let test = try Pace.run("test", "pack.test.pace", folder: scratch.folder)
    #expect(test.status == 1)
    let commands = test.output.split(separator: "\n").filter { $0.contains("  look ") }.map {
      String($0.drop { $0 != "p" })
    }
    // Two cups are too many under strict; at 02:40 the first cup of the other was no third one.
    #expect(
      commands == [
        "pace explain pack.test.pace --scenario 'two cups over midnight' --at 00:20 --rule many --preset strict",
        "pace explain pack.test.pace --scenario 'three more' --at 02:40 --rule many --preset calm",
      ])
    for command in commands {
      let parts = command.split(separator: "'")
      let words =
        parts[0].split(separator: " ").dropFirst().map(String.init) + [String(parts[1])]
        + parts[2].split(separator: " ").map(String.init)
      let opened = try Pace.run(words, folder: scratch.folder)
      #expect(opened.status == 0 && opened.output.contains("many"), "\(opened.remarks)")
    }
  }

  @Test func `an expectation without an instant is told by its nearest miss`() throws {
    let scratch = try Self.scratch()
    try scratch.write(
      "near.test.pace",
      """
      include "pack.pace"

      scenario "never" {
        start 2026-10-24 20:00
        at 20:10 cup
        at 20:20 cup
        expect many
      }

      """)
    let test = try Pace.run("test", "near.test.pace", folder: scratch.folder)
    #expect(test.output.contains("at 20:20: ") && test.output.contains("--at 20:20 --rule many"))
  }

  @Test func `what can't be meant is told`() throws {
    let scratch = try Self.scratch()
    func remark(_ words: String...) throws -> String {
      let result = try Pace.run(["eval", "pack.pace"] + words, folder: scratch.folder)
      #expect(result.status == 2)
      return result.remarks
    }
    #expect(
      try remark("--scenario", "three").contains(
        "`three` could be more than one scenario: three cups or three more"))
    #expect(try remark("--scenario", "three cubs").contains("did you mean `three cups`?"))
    #expect(
      try remark("--scenario", "three cups", "--db", "x.db")
        .contains("`--scenario` and `--db` cannot be given together"))
  }
}

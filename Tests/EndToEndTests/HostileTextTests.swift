import Testing

/// What a pack, a log or a file name holds never drives the terminal.
struct HostileTextTests {
  private static let red = "\u{1B}[31mRED\u{7}\u{9B}0m"

  /// A file's name, which is as bad as all else.
  private static func name(_ name: String) -> String {
    ["p.pace", "p.test.pace", "log.db", "kept.db", "new.db"].contains(name) ? "\(red)\(name)" : name
  }

  private static func run(_ line: String, in scratch: Scratch) throws -> RunResult {
    try Pace.run(line.split(separator: " ").map { name(String($0)) }, folder: scratch.folder)
  }

  private static func expectHarmless(_ result: RunResult, _ line: String) {
    let controls = (result.output + result.remarks).unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n" && $0 != "\t") || (0x7F..<0xA0).contains($0.value)
    }
    #expect(
      controls.isEmpty, "\(line): \(result.output.debugDescription)\(result.remarks.debugDescription)")
  }

  private static func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(
      name("p.pace"),
      """
      calendar { zone "UTC" }
      subject person { note: text }
      event cup of person {
        mg: number = 50 in 0 .. 300
        tag: text
        kind black "\(red)" { mg = 60 }
      }
      param most: number = 3 in 1 .. 9 step 1 "cups \(red)"
      preset calm { most = 3 }
      preset strict extends calm { most = 2 }
      define cups = count(cup) "Cups \(red) today"
      rule many {
        on cup
        when cups >= most
        emit warning "That \(red) is {latest(cup.tag)}."
      }
      disclaimer "Mind \(red)."

      """)
    try scratch.write(
      name("p.test.pace"),
      """
      include "\(name("p.pace"))"
      scenario "bad \(red) name" {
        start 2026-10-24 20:00
        at 20:10 cup { tag = "\(red)" }
        at 20:20 cup
        expect many saying "\(red)" at 20:20
      }

      """)
    try scratch.write("labels.csv", "subject,from,to,wanted\n\(red),2026-10-24,2026-10-25,yes\n")
    try scratch.write(
      "own.csv", "s\(red),2026-10-24T00:00Z,2026-10-30T00:00Z,no\ns\(red),2026-10-01,2026-10-02,yes\n")
    try scratch.write("bad\(red).pace", "rule   x {on cup}\n# \(red)\n")
    let cups = (1...4).map { index in
      "('r\(index)\(red)', 's\(red)', \(1_792_868_400_000 + index * 60_000), 'black', 50, '\(red)')"
    }
    try Night.execute(
      """
      CREATE TABLE person (id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER, note TEXT);
      CREATE TABLE cup (id TEXT PRIMARY KEY, person TEXT, at INTEGER, kind TEXT, mg REAL, tag TEXT);
      CREATE TABLE notice (id TEXT PRIMARY KEY, person TEXT, at INTEGER, rule TEXT);
      INSERT INTO person VALUES ('s\(red)', 1792868400000, NULL, '\(red)');
      INSERT INTO cup VALUES \(cups.joined(separator: ", "));
      INSERT INTO cup VALUES ('r9', 's\(red)', 1792868700000, '\(red)', 50, NULL);
      INSERT INTO notice VALUES ('n\(red)', 's\(red)', 1792868600000, '\(red)');
      """, in: scratch.path(name("log.db")))
    return scratch
  }

  @Test(arguments: [
    "eval p.pace --db log.db --preset all --levels", "sample p.pace --db new.db --subjects 1",
    "eval p.pace --db log.db --format summary",
    "eval p.pace --scenario bad --preset strict", "explain p.pace --db log.db --preset strict",
    "explain p.pace --db log.db --notice 1 --against strict", "explain p.pace --db log.db --closest 3",
    "explain p.pace --scenario bad --preset strict", "lint p.pace --db log.db", "test p.pace",
    "lint --format github .", "lint --format json .", "export p.pace --db log.db",
    "eval p.pace --db log.db --format jsonl",
    "test p.pace --coverage --mutate", "test . --verbose", "fmt --check .", "fmt --diff .",
    "sweep p.pace --db log.db --param most --labels labels.csv", "sweep p.pace --db log.db --param most",
    "fit p.pace --db log.db --param most=1..3/1 --labels own.csv",
    "fit p.pace --db log.db --param most=1..3/1 --labels labels.csv",
    "compare p.pace --db log.db --preset calm --preset strict", "presets p.pace",
    "scenario p.pace --db log.db --subject s --preset calm", "audit p.pace --db log.db --preset calm",
    "graph p.pace", "graph p.pace --format dot", "history p.pace --db log.db", "show p.pace --db log.db",
    "insights p.pace --db log.db", "status p.pace --db log.db",
    "prove p.pace", "prove p.pace --order calm,strict",
  ])
  func `control characters are shown escaped`(_ line: String) throws {
    let scratch = try Self.scratch()
    Self.expectHarmless(try Self.run(line, in: scratch), line)
  }

  @Test func `nor is a log kept with any`() throws {
    let scratch = try Self.scratch()
    let red = Self.red
    let now = ["--db", Self.name("kept.db"), "--now", "2026-10-24T21:00"]
    let (pack, id) = (Self.name("p.pace"), "k\(red)")
    for (words, status) in [
      (["init", "--device", "d\(red)"], 1), (["init", "--device", "d\(red)", "--accept"], 0),
      (["log", "black", "tag=\(red)", "--id", id], 0), (["log", "black", "tag=\(red)", "--id", id], 0),
      (["log", "black", "mg=1", "--id", id], 1), (["log", "black", "--id", "2\(id)"], 0),
      (["log", "black", "--id", "3\(id)", "--at", "2026-10-24T20:00"], 0), (["log", "tea\(red)"], 2),
      (["status"], 0), (["settings", "note=\(red)"], 0), (["settings"], 0), (["settings", "--history"], 0),
      (["kinds", "black", "label=\(red)", "disable"], 0), (["kinds"], 0), (["log", "black"], 1),
      (["edit", id, "tag=x\(red)"], 0), (["start", "--subject", "p\(red)"], 0), (["notify"], 0),
      (["import", Self.name("log.db")], 3), (["merge", Self.name("log.db")], 3), (["undo"], 2),
      (["undo", "--subject", "me"], 0),
      (["delete", "2\(id)"], 0), (["delete", "p\(red)"], 0), (["delete", "none\(red)"], 2), (["end"], 0),
      (["delete-data", "--yes"], 0),
    ] {
      let result = try Pace.run([words[0], pack] + words.dropFirst() + now, folder: scratch.folder)
      Self.expectHarmless(result, "\(words)")
      #expect(result.status == status, "\(words): \(result)")
    }
  }

  @Test func `a scenario made of such a log passes: escapes stand for what the log holds`() throws {
    let scratch = try Self.scratch()
    let made = try Self.run("scenario p.pace --db log.db --subject s --preset calm", in: scratch)
    #expect(made.output.contains(#"note = "\u{1b}[31mRED\u{7}\u{9b}0m""#), "\(made.output)")
    #expect(made.output.contains("expect many saying"))
    try scratch.write("made.test.pace", made.output)
    let test = try Pace.run("test", "made.test.pace", folder: scratch.folder)
    #expect(test.status == 0, "\(test.output)\(test.remarks)")
  }
}

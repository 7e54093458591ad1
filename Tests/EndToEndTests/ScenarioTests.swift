import Foundation
import Testing

struct `A log as a scenario` {
  private func scenario(_ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    return try Pace.run(["scenario", "take-care", "--db", database, "--subject", "s1"] + words)
  }

  /// Runs the text with `pace test`, from the folder that its include is relative to.
  private func test(_ text: String) throws -> RunResult {
    let file = "scenario-\(UUID().uuidString).test.pace"
    let path = Pace.repository.appendingPathComponent(file)
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(text.utf8).write(to: path)
    return try Pace.run("test", file)
  }

  @Test func `a night is written as a person would write it`() throws {
    let result = try scenario("--preset", "all")
    #expect(result.status == 0)
    try Golden.check(result.output, "scenario-friday.txt")
  }

  @Test func `a block that is too long for a line is written as it is laid out`() throws {
    let scratch = try Scratch()
    let path = scratch.path("days.db")
    #expect(try Pace.run("sample", "activities", "--db", path, "--subjects", "3", "--seed", "5").status == 0)
    let written = try Pace.run("scenario", "activities", "--db", path, "--subject", "s1").output
    #expect(written.contains("\n  subject {\n    "), "\(written)")
    let file = try scratch.write("s1.test.pace", written)
    let checked = try Pace.run("fmt", "--check", file.path)
    #expect(checked.status == 0, "\(checked)\n\(written)")
  }

  @Test func `of a pack without presets all of them are the one run there is`() throws {
    let scratch = try Scratch()
    let path = scratch.path("days.db")
    #expect(try Pace.run("sample", "activities", "--db", path, "--subjects", "1", "--seed", "4").status == 0)
    let all = try Pace.run("scenario", "activities", "--db", path, "--subject", "s1", "--preset", "all")
    #expect(all.status == 0, "\(all.remarks)")
    #expect(try all.output == Pace.run("scenario", "activities", "--db", path, "--subject", "s1").output)
    let table = try Pace.run("eval", "activities", "--db", path, "--preset", "all", "--format", "summary")
    #expect(table.status == 0, "\(table.remarks)")
  }

  @Test(arguments: [[], ["--preset", "strict"], ["--preset", "all"], ["--zone", "Europe/London"]])
  func `what is written passes`(words: [String]) throws {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    let written = try Pace.run(
      ["scenario", "take-care", "--db", database, "--subject", "s1"] + words)
    let result = try test(written.output)
    #expect(result.status == 0, "\(written.output)\n\(result.output)\(result.remarks)")
  }

  @Test func `notices that were really given are written as such, and then counted`() throws {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    try Night.execute(
      "CREATE TABLE notice(id TEXT PRIMARY KEY, session TEXT, at INTEGER, rule TEXT);\n"
        + "INSERT INTO notice VALUES ('n1', 's1', \(Night.start + 20 * 60_000), 'fast_pace');\n", in: database
    )
    let written = try Pace.run(
      "scenario", "take-care", "--db", database, "--subject", "s1", "--given")
    #expect(written.output.contains("  given fast_pace at 21:20\n"), "\(written.output)\(written.remarks)")
    #expect(written.output.contains("  expect no fast_pace\n"))
    let result = try test(written.output)
    #expect(result.status == 0, "\(written.output)\n\(result.output)\(result.remarks)")
  }

  @Test func `what is written fails where the notices would be others`() throws {
    let written = try scenario()
    let other = written.output.replacingOccurrences(of: "21:09 beer", with: "21:19 beer")
    #expect(other != written.output)
    let result = try test(other)
    #expect(result.status == 1)
  }

  @Test func `sampled subjects of every pack pass as scenarios`() throws {
    for pack in ["take-care", "hydration", "nail-guard", "activities", "dose-window"] {
      let scratch = try Scratch()
      let database = scratch.path("sample.db")
      _ = try Pace.run("sample", pack, "--db", database, "--subjects", "1", "--seed", "7")
      let told = try Pace.run("eval", pack, "--db", database, "--format", "jsonl").output
      guard let line = told.split(separator: "\n").first,
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let subject = object["subject"] as? String
      else { continue }
      let written = try Pace.run("scenario", pack, "--db", database, "--subject", subject)
      let result = try test(written.output)
      #expect(result.status == 0, "\(pack): \(result.output)\(result.remarks)\n\(written.output)")
    }
  }

  @Test func `an end that the first row cancels is left out`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch, "subject s { }\nevent e of s { }\nrule r {\n  on e\n  emit note \"Hi.\"\n}\n")
    try Night.execute(
      """
      CREATE TABLE s(id, started_at, ended_at); INSERT INTO s VALUES ('a', NULL, \(Night.start));
      CREATE TABLE e(id, s, at); INSERT INTO e VALUES ('e1', 'a', \(Night.start + 60_000));
      """, in: scratch.path("end.db"))
    let written = try Pace.run("scenario", pack, "--db", scratch.path("end.db"), "--subject", "a")
    #expect(written.output.contains("  at 21:01 e\n") && !written.output.contains("ended at"), "\(written)")
    let scenarios = try scratch.write("end.test.pace", written.output).path
    #expect(try Pace.run("test", pack, scenarios).status == 0)
  }

  /// The log of one subject without rows, and a rule that holds without any.
  private func empty(from start: String, to end: String) throws -> (scratch: Scratch, written: RunResult) {
    let scratch = try Scratch()
    let rules = """
      subject night {}
      event cup of night {}
      rule any { when count(cup) >= 0, emit note "Any." }

      """
    try scratch.write("pack.pace", rules.replacing(", ", with: "\n"))
    try Night.execute(
      """
      CREATE TABLE night(id TEXT PRIMARY KEY, started_at INTEGER, ended_at INTEGER);
      INSERT INTO night VALUES ('a', \(start), \(end));
      CREATE TABLE cup(id TEXT PRIMARY KEY, night TEXT, at INTEGER);
      """, in: scratch.path("night.db"))
    let written = try Pace.run(
      "scenario", "pack.pace", "--db", "night.db", "--subject", "a", folder: scratch.folder)
    return (scratch, written)
  }

  @Test func `one without rows is laid out as all are, and passes`() throws {
    let (scratch, written) = try empty(from: "1767268800000", to: "NULL")
    #expect(written.status == 0, "\(written)")
    let file = try scratch.write("a.test.pace", written.output).path
    for command in [["test"], ["fmt", "--check"]] {
      let checked = try Pace.run(command + [file])
      #expect(checked.status == 0, "\(checked)\n\(written.output)")
    }
  }

  @Test func `one that was never open is no scenario`() throws {
    let written = try empty(from: "1767268800000", to: "1767268740000").written
    #expect(written.status == 3)
    #expect(written.output.isEmpty, "\(written.output)")
    #expect(written.remarks.contains("night `a` has no rows and its end lies before its start"), "\(written)")
  }
}

import Foundation
import PaceOracle
import Testing

struct `Comparing` {
  private func friday(_ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    return try Pace.run(["compare", "take-care", "--db", database] + words)
  }

  @Test func `presets are compared with totals first and each difference tied to its line`() throws {
    let result = try friday("--preset", "relaxed", "--preset", "strict")
    #expect(result.status == 0)
    try Golden.check(result.output, "compare-presets.txt")
  }

  @Test func `several presets are each compared with the first`() throws {
    let result = try friday("--preset", "all", "--format", "json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let comparisons = try #require(json["comparisons"] as? [[String: Any]])
    #expect(
      comparisons.map { "\($0["a"] ?? "") \($0["b"] ?? "")" } == [
        "preset relaxed preset balanced", "preset relaxed preset strict",
      ])
  }

  @Test func `presets may stand in one value, with commas between them`() throws {
    let one = try friday("--preset", "relaxed, balanced,strict")
    let each = try friday("--preset", "relaxed", "--preset", "balanced", "--preset", "strict")
    #expect(one.status == 0 && one.output == each.output, "\(one)")
  }

  @Test func `a list of values is compared with the pack as it is`() throws {
    let result = try friday("--set", "rapid_window=8 min,fast_pace_units=9", "--format", "json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let removed = try #require(json["removed"] as? [[String: Any]])
    let rapid = try #require(removed.first { $0["rule"] as? String == "rapid_repeat" })
    #expect(rapid["subject"] as? String == "s1")
    #expect(rapid["at_ms"] as? Int64 == Night.start + 9 * 60_000)
    #expect(rapid["because"] as? String == "presets/take-care.pace:4: rapid_window 10 min → 8 min")
    #expect(removed.contains { $0["rule"] as? String == "fast_pace" })
  }

  @Test func `two packs are compared and a review gets a comment`() throws {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    for name in ["rules/take-care.pace", "presets/take-care.pace"] {
      let text = try String(contentsOf: Pace.repository.appendingPathComponent(name), encoding: .utf8)
      try scratch.write(name, text)
      try scratch.write(
        "new/" + name, text.replacingOccurrences(of: "units_last_hour > fast", with: "units_last_hour < fast")
      )
    }
    let result = try Pace.run(
      ["compare", "take-care", "new/rules/take-care.pace", "--db", database, "--format", "markdown"],
      folder: scratch.folder)
    #expect(result.status == 0)
    try Golden.check(result.output, "compare-packs.md")
  }

  @Test func `each subject's times are those of its own zone`() throws {
    let scratch = try Scratch()
    let pack = """
      subject patient { zone: text }
      event dose of patient { }
      rule many { on dose, when count(dose, last 2 h) >= 2, emit note "Many." }
      """
    let path = try Scratch.pack(scratch, pack)
    let other = try Scratch.pack(
      scratch, pack.replacingOccurrences(of: "last 2 h", with: "last 30 min"), name: "other.pace")
    let database = scratch.path("patients.db")
    var sql = """
      CREATE TABLE patient(id INTEGER PRIMARY KEY, zone TEXT);
      CREATE TABLE dose(id INTEGER PRIMARY KEY, patient INTEGER, at INTEGER);
      INSERT INTO patient VALUES (1, 'Asia/Kolkata'), (2, 'Europe/Berlin');
      """
    for (id, minute) in [(1, 0), (1, 60), (2, 0), (2, 60)] as [(Int, Int64)] {
      sql += "INSERT INTO dose(patient, at) VALUES (\(id), \(Night.start + minute * 60_000));"
    }
    try Night.execute(sql, in: database)
    let result = try Pace.run("compare", path, other, "--db", database)
    #expect(
      result.output.contains("patient 1   Saturday 21 November 2026, times in Asia/Kolkata\n  -  03:30:00"))
    #expect(
      result.output.contains("patient 2   Friday 20 November 2026, times in Europe/Berlin\n  -  23:00:00"))
    let eval = try Pace.run("eval", path, "--db", database)
    #expect(
      eval.output.contains("patient 1   Saturday 21 November 2026, times in Asia/Kolkata   2 doses\n"))
  }

  @Test func `a difference where none is expected is a finding`() throws {
    #expect(try friday("--set", "rapid_window=8 min", "--expect-none").status == 1)
    let same = try friday("--set", "rapid_window=10 min", "--expect-none")
    #expect(same.status == 0)
    #expect(same.output.contains("no difference"))
  }

  @Test func `shows 20 differences unless told otherwise`() throws {
    let scratch = try Scratch()
    let path = scratch.path("sample.db")
    _ = try Pace.run("sample", "take-care", "--db", path, "--subjects", "4", "--seed", "3")
    func compare(_ more: String...) throws -> String {
      let words = ["compare", "take-care", "--preset", "balanced", "--preset", "strict", "--db", path]
      return try Pace.run(words + more).output
    }
    let (shown, fewer) = (try compare(), try compare("--limit", "19"))
    #expect(shown == (try compare("--limit", "20")))
    let rest = try [shown, fewer].map { text in
      try #require(text.firstMatch(of: /… and (\d+) more/).flatMap { Int($0.1) })
    }
    #expect(rest[1] == rest[0] + 1)
  }

  @Test(
    arguments: cases([
      ([], "there is one side only"), (["--preset", "strickt"], "did you mean `strict`?"),
      (
        [
          "--preset", "strict", "--preset", "relaxed", "--set", "rapid_window=8 min", "--set",
          "rapid_window=9 min",
        ],
        "cannot be given together"
      ),
      (["--set", "rapid_windw=8 min"], "did you mean `rapid_window`?"),
      (["--preset", "strict", "--moved-within", "9"], "expected a duration such as 30 min"),
      (["--preset", "strict", "--limit", "-1"], "expected a whole number"),
    ]))
  func `wrong usage is named with its remedy`(given: Case<([String], String)>) throws {
    let (words, problem) = given.value
    let scratch = try Scratch()
    let result = try Pace.run(["compare", "take-care", "--db", try Night.friday(in: scratch)] + words)
    #expect(result.status == 2)
    #expect(result.remarks.contains(problem))
  }

  /// The night compared by two packs of one rule, that with `lines` and that with `others`.
  private func compared(
    _ lines: [String], with others: [String], _ words: String..., subject: String = "s1"
  ) throws -> RunResult {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    try Night.execute(
      "UPDATE session SET id = '\(subject)'; UPDATE drink SET session = '\(subject)', kind = NULL",
      in: database)
    let packs = try [lines, others].enumerated().map { index, lines in
      let pack = """
        subject session { }
        event drink of session { }
        rule each {
          on drink
        \(lines.map { "  \($0)\n" }.joined())}
        """
      return try Scratch.pack(scratch, pack, name: "\(index).pace").split(separator: "/").last.map(
        String.init)
    }
    return try Pace.run(
      ["compare"] + packs.compactMap(\.self) + ["--db", database] + words, folder: scratch.folder)
  }

  @Test(
    arguments: cases([
      ("severity 2, cooldown 1 d", "severity 2", "`cooldown 1 d` removed  0.pace:7"),
      ("severity 2, cooldown 1 d", "cooldown 1 d", "`severity 2` removed  0.pace:6"),
      ("cooldown 1 d", "severity 2, cooldown 1 d", "`severity 2` added  1.pace:6"),
      ("severity 2, cooldown 1 d", "severity 3, cooldown 1 d", "`severity 2` → `severity 3`  1.pace:6"),
      ("severity 2, cooldown 1 d", "severity 3", "`severity 2` → `severity 3`  1.pace:6"),
      (
        "severity 2, cooldown 1 d", "severity 2, limit 2 last 1 d",
        "`cooldown 1 d` → `limit 2 last 1 d`  1.pace:7"
      ),
    ]))
  func `a clause that was added or removed is named as that`(by: Case<(String, String, String)>) throws {
    let (before, after, cause) = by.value
    let clauses = [before, after].map { text in
      [#"emit note "A.""#] + text.split(separator: ", ").map(String.init)
    }
    let result = try compared(clauses[0], with: clauses[1])
    #expect(result.output.contains("  rule each: \(cause)\n"), "\(result)")
  }

  @Test(
    arguments: cases([
      ("s1", "s1"), ("a_b", "a_b"), ("_b_", "`_b_`"), ("<img>", "`<img>`"), ("a|b", #"`a\|b`"#),
      ("`q`", "`` `q` ``"), ("@me", "`@me`"), ("*b*", "`*b*`"),
    ]))
  func `markdown shows ids and messages as they are`(id: Case<(String, String)>) throws {
    let (subject, cell) = id.value
    let result = try compared(
      [#"emit note "A <b>.""#], with: [#"emit note "<b> C.""#], "--format", "markdown", subject: subject)
    #expect(
      result.output.contains(
        "| changed | \(cell) | 2026-11-20T21:00:00.000Z | `each` | `message \"A <b>.\" → "),
      "\(result)")
    #expect(!result.output.replacing(/``? .*? ``?|`[^`]*`/, with: "").contains("<b>"), "\(result)")
  }
}

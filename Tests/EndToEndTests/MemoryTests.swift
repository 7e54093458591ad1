import Foundation
import Testing

struct `Rows in no order and the memory for them` {
  /// A log of more than a megabyte, as it was written and with its rows in no order.
  private static let made = Result {
    let scratch = try Scratch()
    let (ordered, shuffled) = (scratch.path("ordered.db"), scratch.path("shuffled.db"))
    #expect(try Pace.run("sample", "take-care", "--db", ordered, "--subjects", "1800").status == 0)
    try FileManager.default.copyItem(atPath: ordered, toPath: shuffled)
    try Night.execute(
      """
      ALTER TABLE drink RENAME TO old;
      CREATE TABLE drink AS SELECT * FROM old ORDER BY rowid * 7919 % 10007, rowid;
      DROP TABLE old;
      """, in: shuffled)
    return try [ordered, shuffled].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
  }

  private static func logs(_ scratch: Scratch) throws -> (ordered: String, shuffled: String) {
    let made = try made.get()
    return (
      try scratch.write("ordered.db", bytes: made[0]).path,
      try scratch.write("shuffled.db", bytes: made[1]).path
    )
  }

  private static func words(_ path: String, _ more: String...) -> [String] {
    ["eval", "take-care", "--db", path, "--format", "summary"] + more
  }

  @Test func `the output is that of rows in order, whatever the memory, and no file stays`() throws {
    let scratch = try Scratch()
    let (ordered, shuffled) = try Self.logs(scratch)
    let expected = try Pace.run(Self.words(ordered))
    #expect(expected.status == 0)
    let folder = scratch.path("tmp")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for memory in [[], ["--memory", "1MB"], ["--memory", "4 gb"]] {
      let result = try Pace.run(Self.words(shuffled) + memory, environment: ["TMPDIR": folder])
      #expect(result.output == expected.output)
      #expect(result.remarks == expected.remarks)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `a folder that takes no file, or no more of it, is named, and it exits 3`() throws {
    let scratch = try Scratch()
    let (_, shuffled) = try Self.logs(scratch)
    let words = Self.words(shuffled, "--memory", "1 MB")
    let folder = scratch.path("none")
    let none = try Pace.run(words, environment: ["TMPDIR": folder])
    #expect(none.status == 3)
    #expect(none.output.isEmpty)
    let help = "name another folder in TMPDIR, or allow more with --memory\n"
    #expect(none.remarks == "error: no temporary file can be made in `\(folder)`\n" + help)
    let path = FileManager.default.temporaryDirectory.path
    let full = try Pace.run(
      ["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\"", Pace.binary] + words, executable: "/bin/bash")
    #expect(full.status == 3)
    #expect(full.output.isEmpty)
    #expect(
      full.remarks == "error: rows could not be sorted in a temporary file in `\(path)`: no space is left\n"
        + help)
  }
}

struct `A long time without a row` {
  /// Some two thousand years, with an account of each day.
  @Test(.enabled(if: Pace.isRelease)) func `is looked at in little memory`() throws {
    let scratch = try Scratch()
    let pack = scratch.path("daily.pace")
    try scratch.write(
      "daily.pace",
      """
      calendar { zone "UTC" }
      subject s { }
      event a of s { size: number }
      rule daily { at 09:00, when latest(a.size) > 1, emit note "It is nine." }

      """)
    let log = scratch.path("log.db")
    #expect(try Pace.run("init", pack, "--db", log).status == 0)
    try Night.execute(
      """
      INSERT INTO a(id, s, at, size) VALUES ('first', 'x', -14831769600000, 2), ('last', 'x', 48282739200000, 2);
      """, in: log)
    // Half a gigabyte of addresses; the accounts together take more than one.
    let words = ["-c", "ulimit -v 524288; exec \"$0\" \"$@\"", Pace.binary]
    let result = try Pace.run(
      words + ["explain", pack, "--db", log, "--closest", "1"], executable: "/bin/bash")
    #expect(result.status == 0)
    #expect(result.remarks.contains("no misses that can be measured"), "\(result.remarks)")
  }
}

struct `Records of a long run and the memory for them` {
  /// Runs with so many kilobytes of addresses.
  private static func run(within kilobytes: Int, _ words: String...) throws -> RunResult {
    let limit = "ulimit -v \(kilobytes); exec \"$0\" \"$@\""
    return try Pace.run(["-c", limit, Pace.binary] + words, executable: "/bin/bash")
  }

  /// With rows in them, the accounts of all instants take 700 MB.
  @Test(.enabled(if: Pace.isRelease)) func `coverage of a long scenario keeps no accounts`() throws {
    let scratch = try Scratch()
    let rows = (0..<8_000).map { "  at +\($0 * 9) min beer\n" }.joined()
    try scratch.write(
      "long.test.pace",
      """
      include "\(Pace.repository.path)/rules/take-care.pace"
      scenario "long" {
        start 2026-11-20 21:00
        preset balanced
      \(rows)
        expect rapid_repeat at +9 min
      }

      """)
    let result = try Self.run(within: 262_144, "test", scratch.path("long.test.pace"), "--coverage")
    #expect(result.status == 0, "\(result.remarks)")
  }

  /// With all rules in each, the accounts of the instants between two rows take more.
  @Test(.enabled(if: Pace.isRelease)) func `accounts of many rules are taken one by one`() throws {
    let scratch = try Scratch()
    let rules = (0..<800).map { index in
      """
      rule r\(index) {
        when since(e) >= \(index % 170 + 5) min and count(e, last \(index + 60) min) >= 1
        emit praise "Well \(index)."
        cooldown \(index % 50 + 1) min
      }

      """
    }
    try scratch.write(
      "many.pace",
      "subject s { ends after 180 min without e }\nevent e of s { }\n" + rules.joined())
    let scenarios = (0..<3).map { index in
      "scenario \"s\(index)\" {\n  start 2026-11-20 21:00\n  at 21:05 e\n  expect r0 at 21:10\n}\n"
    }
    try scratch.write("many.test.pace", "include \"many.pace\"\n" + scenarios.joined())
    let covered = try Self.run(within: 262_144, "test", scratch.path("many.test.pace"), "--coverage")
    #expect(covered.status == 0, "\(covered.remarks)")
    let log = scratch.path("log.db")
    #expect(try Pace.run("init", scratch.path("many.pace"), "--db", log).status == 0)
    try Night.execute("INSERT INTO e(id, s, at) VALUES ('first', 'x', 1772355600000);", in: log)
    let asked = try Self.run(
      within: 262_144, "explain", scratch.path("many.pace"), "--db", log, "--closest", "5")
    #expect(asked.status == 0, "\(asked.remarks)")
  }

  /// The records of both sides and of all trials take more than twice as much.
  @Test(.enabled(if: Pace.isRelease)) func `a comparison keeps the firings of one trial at a time`() throws {
    let scratch = try Scratch()
    let log = scratch.path("log.db")
    try Night.execute(
      Night.schema
        + """
        INSERT INTO session(id, started_at, auto_end) VALUES ('x', 1772355600000, 1000000000000);
        WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 160000)
        INSERT INTO drink(id, session, at, kind)
          SELECT 'r' || n, 'x', 1772355600000 + n * 3600000 + n * 7919 % 1800000, 'beer' FROM row;
        """, in: log)
    let result = try Self.run(
      within: 196_608, "compare", "take-care", "--preset", "balanced", "--preset", "strict", "--db", log,
      "--limit", "0")
    #expect(result.status == 0, "\(result.remarks)")
  }

  /// A run of its own for each step of each threshold takes more than twice as much.
  @Test(.enabled(if: Pace.isRelease)) func `cliffs are looked for one step after the other`() throws {
    let scratch = try Scratch()
    let numbers = 0..<800
    let params = numbers.map { "param w\($0): duration = 9 min in 1 min .. 60 min step 1 min\n" }.joined()
    let rules = numbers.map {
      "rule r\($0) { on cup, when count(cup, last w\($0)) >= 2, emit note \"Again.\", cooldown 15 min }\n"
    }.joined()
    let pack = try Scratch.pack(scratch, "subject person {}\nevent cup of person {}\n\(params)\(rules)")
    let log = scratch.path("log.db")
    #expect(try Pace.run("init", pack, "--db", log).status == 0)
    try Night.execute("INSERT INTO cup(id, person, at) VALUES ('a', 'x', 1772355600000);", in: log)
    let result = try Self.run(within: 229_376, "lint", pack, "--db", log)
    #expect(result.status == 0, "\(result.remarks)")
  }
}

import Foundation
import Testing

/// One row of a wrong year: the notices of the time before it are right, and many.
struct LongGapTests {
  private let scratch: Scratch
  private let words: [String]

  private static let late = String(repeating: "It is late, and the cat is tired. ", count: 20)

  /// Rows of two days of 2026, then one of 2076, and two a minute apart after it.
  init() throws {
    scratch = try Scratch()
    let text = """
      calendar { zone "UTC" }
      subject cat { mood: preset = calm }
      event nap of cat { }
      param often: duration = 12 h in 1 h .. 24 h
      preset calm { often = 12 h }
      preset wild { often = 8 h }
      scale sleep = awake < asleep
      rule tired {
        when since(nap) >= 3 d
        emit note "{count(nap, last 400 d)} naps. \(Self.late)"
        repeat often
        raise sleep to asleep
      }
      rule up { on nap, emit note "Up." }
      """
    let pack = try Scratch.pack(scratch, text)
    let path = scratch.path("log.db")
    let days = ["2026-03-01", "2026-03-02", "2076-03-01"].enumerated().map { index, day in
      "('n\(index)', 'tom', unixepoch('\(day)') * 1000)"
    }
    try Night.execute(
      """
      CREATE TABLE nap(id TEXT PRIMARY KEY, cat TEXT, at INTEGER);
      INSERT INTO nap VALUES \(days.joined(separator: ", "));
      INSERT INTO nap SELECT id || 'b', cat, at + 60000 FROM nap WHERE id = 'n2';
      INSERT INTO nap VALUES ('k1', 'kit', unixepoch('2026-03-01') * 1000);
      """, in: path)
    words = ["eval", pack, "--db", path]
  }

  private static let remark =
    "cat `tom` has no row between 2026-03-02T00:00:00.000Z and 2076-03-01T00:00:00.000Z: rules without `on` were "
    + "followed through these 50 years; if the later rows are the slip, `--until T` leaves them out\n"

  /// All of them together take some 300 MB.
  @Test func `its notices are written as they come`() throws {
    let limit = "ulimit -v $(($1 * 1024)); shift; \"$0\" \"$@\" | tail -n 1"
    func last(_ megabytes: Int) throws -> RunResult {
      let command = ["-c", "set -o pipefail; \(limit)", Pace.binary, "\(megabytes)"]
      return try Pace.run(
        command + words + ["--format", "jsonl", "--set", "often=4 h"], executable: "/bin/bash")
    }
    var enough = 64
    // What the program itself takes is different on each system.
    while try Pace.run(
      ["-c", limit, Pace.binary, "\(enough)", "--version"], executable: "/bin/bash"
    ).output.isEmpty { enough += 8 }
    let result = try last(enough + 110)
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains(#""at":"2076-03-01T00:01:00.000Z""#), "\(result.output)")
    #expect(result.remarks.hasPrefix(Self.remark), "\(result.remarks)")
  }

  @Test(.enabled(if: Pace.isRelease)) func `a comparison of too many notices is refused too`() throws {
    let path = scratch.path("far.db")
    try Night.execute(
      """
      CREATE TABLE nap(id TEXT PRIMARY KEY, cat TEXT, at INTEGER);
      INSERT INTO nap VALUES ('a', 'tom', 0), ('b', 'tom', unixepoch('2300-01-01') * 1000);
      """, in: path)
    let result = try Pace.run("compare", words[1], "--db", path, "--set", "often=1 h")
    #expect(result.status == 3 && result.output.isEmpty, "\(result)")
    #expect(
      result.remarks.hasPrefix(
        "error: cat `tom` has so long a time without a row that its rules lead to more than a million"),
      "\(result.remarks)")
  }
}

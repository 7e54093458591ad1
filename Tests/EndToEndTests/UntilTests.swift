import Foundation
import Testing

struct `Looking no further than an instant` {
  @Test(arguments: [
    "21:30", "2026-11-20T21:30", "2026-11-20T21:30Z", "1795210200000", "20261120T213000Z", "20261120T2130",
    "20261120 213000.5+0000", "20261120T2230+01",
  ])
  func `every way to write the instant cuts the log there`(until: String) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let result = try Pace.run(
      "eval", "take-care", "--db", path, "--format", "summary", "--until", until)
    #expect(result.output.contains("fast_pace\t0\n"))
    #expect(result.output.contains("events\t2\n"))
  }

  /// A night of three drinks, one of a drink then and another two days later, and one that begins only then.
  private static func nights(in scratch: Scratch) throws -> String {
    let path = try Night.friday(in: scratch)
    let late: Int64 = 2 * 24 * 60
    try Night.execute(
      Night.session("s2") + Night.drink("b1", "s2", minute: 60, "beer")
        + Night.drink("b2", "s2", minute: late, "beer") + Night.drink("c1", "s3", minute: late, "beer"),
      in: path)
    return path
  }

  private static let noon = ["--until", "2026-11-21T12:00"]

  @Test(arguments: [[], ["--stdin"], ["--threads", "2"]])
  func `what lies after it is not counted, nor a subject that begins then`(options: [String]) throws {
    let scratch = try Scratch()
    let path = try Self.nights(in: scratch)
    let isRead = options == ["--stdin"]
    let lines = isRead ? try Pace.run("export", "take-care", "--db", path).output : ""
    func run(_ words: String...) throws -> String {
      try Pace.run(words + Self.noon + options + (isRead ? [] : ["--db", path]), input: lines).output
    }
    let summary = try run("eval", "take-care", "--format", "summary")
    #expect(summary.contains("subjects\t2\nevents\t4\n"), "\(summary)")
    #expect(try run("eval", "take-care").contains("\n2 sessions · 1 without a notice · 4 drinks"))
    let swept = try run(
      "sweep", "take-care", "--param", "rapid_window=5..10 min/5 min", "--format", "json")
    #expect(swept.contains(#""subjects":2,"events":4"#), "\(swept)")
  }

  @Test(arguments: [[], ["--threads", "2"], ["--stdin"]])
  func `what is read and what is left out add up, and a whole log left out is said`(options: [String]) throws
  {
    let scratch = try Scratch()
    let path = try Self.nights(in: scratch)
    let isRead = options == ["--stdin"]
    let lines = isRead ? try Pace.run("export", "take-care", "--db", path).output : ""
    func run(_ words: String...) throws -> RunResult {
      try Pace.run(["eval", "take-care"] + words + options + (isRead ? [] : ["--db", path]), input: lines)
    }
    let some = try run("--until", "2026-11-21T12:00", "--format", "summary")
    #expect(some.output.contains("events\t4\ndebounced\t0\nskipped\t0\nafter_until\t2\n"), "\(some)")
    #expect(!some.remarks.contains("--until"))
    #expect(try run("--until", "2026-11-21T12:00").output.contains(" After --until: 2 events."))
    let remark = "`--until 2020-01-01` comes before the log: all of it is left out, 6 rows\n"
    for format in ["summary", "table", "jsonl"] {
      #expect(try run("--until", "2020-01-01", "--format", format).remarks.hasPrefix(remark))
    }
    #expect(try !run("--format", "summary").output.contains("after_until"))
  }

  /// Rows after it are not seen, whatever is asked about later.
  @Test(arguments: ["23:00", "2026-11-22T12:00"])
  func `a later instant is explained as of then`(at: String) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = ["explain", "take-care", "--db", path, "--rule", "fast_pace", "--until", "21:30"]
    let result = try Pace.run(words + ["--at", at])
    let heading = "\nsession s1 is followed no further than 21:30:00; it stands"
    #expect(result.output.contains(heading), "\(result)")
    let then = try Pace.run(words + ["--at", "21:30"])
    let lines = result.output.split(separator: "\n")
    #expect(lines.filter { !$0.contains(" is followed no ") } == then.output.split(separator: "\n"))
    let json = try Pace.run(words + ["--at", at, "--format", "json"])
    #expect(json.output.contains(#""asked_ms":"#))
    let against = try Pace.run(
      ["explain", "take-care", "--db", path, "--until", "21:30", "--at", at, "--against", "strict"])
    #expect(against.status == 0)
  }

  @Test func `packs compared and audits count no more either`() throws {
    let scratch = try Scratch()
    let path = try Self.nights(in: scratch)
    let words = ["--db", path] + Self.noon
    let sides = ["--preset", "strict", "--preset", "relaxed"]
    let compared = try Pace.run(["compare", "take-care"] + words + sides)
    #expect(compared.output.contains("\n2 sessions · 4 events"), "\(compared)")
    try Night.execute("CREATE TABLE notice(id TEXT, session TEXT, at INTEGER, rule TEXT);", in: path)
    let audited = try Pace.run(["audit", "take-care"] + words)
    #expect(audited.output.contains(" in 2 sessions, "), "\(audited)")
  }
}

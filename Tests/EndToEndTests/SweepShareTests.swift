import Foundation
import Testing

struct SweepShareTests {
  @Test func `shares of a long time have the digits that tell values apart`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject user { }
      event act of user { }
      scale risk = calm < alarm
      param burst: number = 2 in 2 .. 4 step 1
      rule r { when count(act, last 10 min) >= burst, raise risk to alarm }
      """)
    try Night.execute(
      "CREATE TABLE act(id TEXT PRIMARY KEY, user TEXT, at INTEGER)", in: scratch.path("a.db"))
    for minute: Int64 in [0, 1, 2, 365 * 1440] {
      let at = Night.start + minute * 60_000
      try Night.execute("INSERT INTO act VALUES ('a\(minute)', 'u', \(at))", in: scratch.path("a.db"))
    }
    let result = try Pace.run("sweep", pack, "--db", scratch.path("a.db"), "--param", "burst")
    // 10, 8 and 0 minutes of a year.
    for (calm, alarm) in [("99.9981", "0.0019"), ("99.9985", "0.0015"), ("100.0000", "0.0000")] {
      #expect(result.output.contains("\(calm) %  \(alarm) %\n"), "\(result)")
    }
  }

  @Test func `eight lines of jumps and eight of flat stretches are all there are`() throws {
    let scratch = try Scratch()
    let rules = stride(from: 1, to: 17, by: 2).map {
      "rule r\($0) { on act, when p > \($0), emit note \"x\" }\n"
    }
    let pack = try Scratch.pack(
      scratch,
      """
      subject user { }
      event act of user { }
      param p: number = 1 in 1 .. 18 step 1
      \(rules.joined())
      """)
    let rows = (0..<Int64(8)).map { "\($0),u,\(Night.start + $0 * 60_000)\n" }.joined()
    let log = try scratch.write("act.csv", "id,user,at\n" + rows).path
    let result = try Pace.run("sweep", pack, "--db", log, "--param", "p")
    #expect(result.output.contains("\njumps  r1, p from 1 to 2: 0 → 8 notices (default stands before it)\n"))
    #expect(result.output.contains("\n       r15, p from 15 to 16: 0 → 8 notices\nflat   "), "\(result)")
    #expect(!result.output.contains("more\n"), "\(result)")
  }

  /// A condition that two rules share is worked out once, and what it is under one value may end earlier under another.
  @Test func `a value next to one that no count reaches counts as a run of its own does`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject user { }
      event act of user { kind long, kind short }
      event other of user { }
      param most: number = 0 in -5 .. 5 step 1
      rule r { on act, when not count(long, last 1 h) in 0 .. most, emit note "r", cooldown 1 h }
      rule s { on other, when not count(long, last 1 h) in 0 .. most, emit note "s", limit 2 }
      """)
    let lines = [("long", 0), ("short", 222 * 60_000)].map { (kind: String, after: Int64) in
      #"{"subject":"u","event":"act","kind":"\#(kind)","at_ms":\#(Night.start + after),"id":"\#(kind)"}"#
    }
    let input = lines.joined(separator: "\n") + "\n"
    let swept = try Pace.run(
      "sweep", pack, "--stdin", "--param", "most=-1..1", "--format", "csv", input: input)
    let counts = swept.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[1] }
    let runs = try [-1, 0, 1].map { value in
      try Pace.run("eval", pack, "--stdin", "--set", "most=\(value)", "--format", "jsonl", input: input)
        .output.split(separator: "\n").count
    }
    #expect(counts.map(String.init) == runs.map(String.init), "\(swept)")
    #expect(runs == [2, 1, 0])
  }
}

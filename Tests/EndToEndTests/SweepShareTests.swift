import Foundation
import Testing

@Suite struct SweepShareTests {
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
}

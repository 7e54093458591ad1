import Testing

/// The levels that `explain` tells of what comes next.
struct NextLevelTests {
  /// A level that a rule with `on` raises and lowers without speaking, between the last row and the question.
  @Test(arguments: [
    ("09:00:30", "levels    mood low, high from 09:01:00\n"),
    ("09:01:30", "levels    mood high, low from 09:02:00"),
    ("09:05", "levels    mood low\n"),
  ])
  func `the next level lies ahead`(at: String, line: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      "tap.pace",
      """
      subject visit {}
      event tap of visit {}
      scale mood = low < high
      rule warm {
        on tap
        when since(tap) in 1 min to 2 min
        raise mood to high
        emit note "Warm."
      }

      """)
    try scratch.write(
      "tap.test.pace",
      "include \"tap.pace\"\nscenario \"x\" {\n  start 2026-01-01 09:00\n  at 09:00 tap\n  until 10:00\n}\n")
    let result = try Pace.run(
      "explain", "tap.pace", "--scenario", "x", "--at", at, "--rule", "warm", folder: scratch.folder)
    #expect(result.output.contains(line), "\(result.output)\(result.remarks)")
  }
}

import Testing

struct SweepRefusalTests {
  @Test(arguments: [
    ("fast_pace_units=1..99999999999999", "99999999999999", "number is too large"),
    ("fast_pace_units=1..5/99999999999999", "99999999999999", "number is too large"),
    ("rapid_window=1..99999999999999 h", "99999999999999 h", "number is too large"),
    ("rapid_window=1..9000000000000 h", "9000000000000 h", "duration is too long"),
    ("fast_pace_units=1..2/0.0000001", "0.0000001", "six digits after the point"),
  ])
  func `a number that doesn't fit is refused`(axis: String, number: String, problem: String) throws {
    let scratch = try Scratch()
    _ = try Pace.run("sample", "take-care", "--db", scratch.path("a.db"), "--subjects", "1", "--seed", "1")
    let result = try Pace.run("sweep", "take-care", "--db", scratch.path("a.db"), "--param", axis)
    #expect(result.status == 2)
    #expect(result.remarks.contains("`--param \(axis)`: "), "\(result.remarks)")
    #expect(result.remarks.contains("\(problem) (`\(number)`)"), "\(result.remarks)")
    #expect(result.remarks.contains("the largest is 9223372036854.775807") == (problem.hasSuffix("large")))
  }

  @Test(arguments: [
    ("rapid_window=99 h", "balanced"), ("rapid_windw=11 min", "balanced"), ("rapid_window=11 min", "blanced"),
  ])
  func `a value that can't be applied is refused before anything is swept`(
    value: String, preset: String
  ) throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = ["--param", "rapid_window=9..11 min", "--apply", value]
    let result = try Pace.run(["sweep", "take-care", "--db", path] + words + ["--preset", preset])
    #expect(result.status == 2 && result.output.isEmpty, "\(result)")
    // Without a preset, each of them gives it a value.
    let several = try Pace.run(
      "sweep", "take-care", "--db", path, "--param", "rapid_window=9..11 min", "--apply",
      "rapid_window=11 min")
    #expect(several.status == 2 && several.output.isEmpty, "\(several)")
  }
}

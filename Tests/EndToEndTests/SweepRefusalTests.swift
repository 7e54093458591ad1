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
}

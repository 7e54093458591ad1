import Testing

/// A sweep with `--labels`.
struct SweepLabelTests {
  private func friday(_ words: String...) throws -> RunResult { try friday(words) }

  private func friday(_ words: [String]) throws -> RunResult {
    let scratch = try Scratch()
    let database = try Night.friday(in: scratch)
    return try Pace.run(["sweep", "take-care", "--db", database] + words)
  }

  @Test func `labels judge each value`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "labels.csv",
      "subject,from,to,wanted\ns1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes\n\"s1\",\(Night.start),\(Night.start),no\n"
    )
    let result = try friday(
      "--param", "rapid_window=8..9 min", "--labels", scratch.path("labels.csv"), "--rule", "rapid_repeat",
      "--format", "csv")
    let rows = result.output.split(separator: "\n")
    #expect(
      rows.map { $0.split(separator: ",", omittingEmptySubsequences: false).suffix(7).joined(separator: " ") }
        == [
          "caught missed false unlabelled precision recall pareto", "0 1 0 0  0 no", "1 0 0 0 1 1 yes",
        ])
  }

  @Test(arguments: ["sweep", "fit"])
  func `a subject that begins after the last instant is not said to be unknown`(command: String) throws {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "s1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes\n")
    let result = try Pace.run(
      command, "take-care", "--db", try Night.friday(in: scratch), "--param", "rapid_window=8..9 min",
      "--labels", scratch.path("labels.csv"), "--until", "2026-11-20T20:00")
    #expect(!result.remarks.contains("has no session") && !result.remarks.contains("is empty"), "\(result)")
    #expect(!result.remarks.contains("unknown"), "\(result)")
  }

  @Test func `labels without an offset say by which clocks they are read, unless the zone is named`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "labels.csv",
      "subject,from,to,wanted\ns1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes\ns1,2026-11-20T22:08,2026-11-20T22:10,no\n"
    )
    let words = ["--param", "rapid_window=9..9 min", "--labels", scratch.path("labels.csv")]
    let result = try friday(words)
    #expect(
      result.remarks.hasPrefix(
        "\(scratch.path("labels.csv")):3: a time without an offset, read as wall time in UTC; `--zone` names")
    )
    #expect(try friday(words + ["--zone", "UTC"]).remarks == "")
    try scratch.write("labels.csv", "s1,2026-11-20T21:08Z,1795208400000,yes\n")
    #expect(try !friday(words).remarks.contains("offset"))
  }

  @Test func `a share is rounded to four digits`() throws {
    let scratch = try Scratch()
    try scratch.write(
      "labels.csv",
      """
      s1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes
      s1,2026-11-20T21:09Z,2026-11-20T21:10Z,yes
      s1,2026-11-20T23:00Z,2026-11-20T23:01Z,yes

      """)
    let result = try friday(
      "--param", "rapid_window=9..9 min", "--labels", scratch.path("labels.csv"), "--rule", "rapid_repeat",
      "--format", "csv")
    #expect(result.output.hasSuffix(",2,1,0,0,1,0.6667,yes\n"), "\(result)")
  }

  @Test func `a date alone is the whole day`() throws {
    let scratch = try Scratch()
    func scores(_ label: String) throws -> Substring? {
      try scratch.write("labels.csv", "s1,\(label),yes,rapid_repeat\n")
      let result = try friday(
        "--param", "rapid_window=9..9 min", "--labels", scratch.path("labels.csv"), "--format", "csv")
      return result.output.split(separator: "\n").last?.split(
        separator: ",", omittingEmptySubsequences: false
      ).suffix(7).first
    }
    #expect(try scores("2026-11-20,2026-11-20") == "1")
    #expect(try scores("2026-11-20T00:00,2026-11-20") == "1")
    #expect(try scores("2026-11-20,2026-11-20T00:00") == "0")
    #expect(try scores("2026-11-21,2026-11-21") == "0")
  }

  @Test(arguments: ["now", "2 h ago"])
  func `a label that would mean something else later is refused`(time: String) throws {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "s1,2026-11-20T21:08Z,\(time),yes\n")
    let result = try friday("--param", "rapid_window=8..9 min", "--labels", scratch.path("labels.csv"))
    #expect(result.status == 3, "\(result)")
    #expect(result.remarks.contains("labels.csv:1: `\(time)` is no instant"), "\(result)")
  }

  @Test func `columns in another order are named`() throws {
    let scratch = try Scratch()
    try scratch.write("labels.csv", "wanted,subject,to,from\nyes,s1,2026-11-20T21:10Z,2026-11-20T21:08Z\n")
    let result = try friday("--param", "rapid_window=9..9 min", "--labels", scratch.path("labels.csv"))
    #expect(
      result.status == 3
        && result.remarks.contains(
          "labels.csv:1: the columns are `wanted,subject,to,from`; expected subject,from,to,wanted"),
      "\(result)")
  }

  @Test(arguments: [60, 80, 120])
  func `the scores fit, and bars that would all look the same are left out`(columns: Int) throws {
    let scratch = try Scratch()
    let database = scratch.path("nights.db")
    _ = try Pace.run("sample", "take-care", "--db", database, "--subjects", "20", "--seed", "3")
    try scratch.write("labels.csv", "s01,2026-01-01,2026-12-31,yes,fast_pace\n")
    let result = try Pace.run(
      ["sweep", "take-care", "--db", database, "--param", "fast_pace_units=1..3"]
        + ["--labels", scratch.path("labels.csv")], environment: ["COLUMNS": String(columns)])
    let scores = result.output.split(separator: "\n").drop { !$0.contains("recall") }.prefix(6)
    #expect(scores.count == 6 && scores.allSatisfy { $0.count <= columns }, "\(result)")
    let bars = Set(scores.joined().filter { "▏▎▍▌▋▊▉█".contains($0) })
    #expect(bars != ["▏"], "\(result)")
  }
}

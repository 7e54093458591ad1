import Testing

/// A sweep with `--labels`.
@Suite struct SweepLabelTests {
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
}

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

  @Test(arguments: ["sweep", "fit"])
  func `labels that stand twice or contradict each other are told`(command: String) throws {
    let scratch = try Scratch()
    try scratch.write(
      "labels.csv",
      """
      s1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes
      s1,2026-11-20T21:08Z,2026-11-20T21:10Z,no,rapid_repeat
      s1,2026-11-20T22:08+01:00,2026-11-20T21:10Z,no
      s1,2026-11-20T21:08Z,2026-11-20T21:10Z,yes

      """)
    let result = try Pace.run(
      command, "take-care", "--db", try Night.friday(in: scratch), "--param", "rapid_window=8..9 min",
      "--labels", scratch.path("labels.csv"))
    let told = result.remarks.split(separator: "\n").filter { $0.contains("both count") }
      .map { $0.dropFirst(scratch.path("labels.csv").count) }
    #expect(
      told == [
        ":3: line 1 says the opposite of the same stretch; both count",
        ":4: the same label as in line 1; both count",
      ], "\(result)")
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

  /// Two subjects whose only row is at 21:00 UTC, 22:00 in Berlin and 06:00 of the next day in Tokyo.
  private func zoned(_ labels: String, _ words: [String]) throws -> RunResult {
    let scratch = try Scratch()
    try scratch.write(
      "p.pace",
      """
      subject s { zone: text }
      event e of s { }
      param least: number = 2 in 1 .. 3 step 1
      rule one { on e, when count(e) >= least, emit n "one" }

      """)
    try scratch.write("s.csv", "id,zone\na,Europe/Berlin\nb,Asia/Tokyo\n")
    try scratch.write("e.csv", "id,s,at\n1,a,\(Night.start)\n2,b,\(Night.start)\n")
    try scratch.write("l.csv", labels)
    let read = ["--db", "s.csv", "--db", "e.csv", "--labels", "l.csv"]
    return try Pace.run([words[0], "p.pace"] + read + words.dropFirst(), folder: scratch.folder)
  }

  @Test(arguments: [
    ["sweep", "--param", "least=1..1"], ["sweep", "--param", "least=1..1", "--zone", "Asia/Tokyo"],
  ])
  func `labels without an offset are read by the clocks of their subject`(words: [String]) throws {
    let labels = "a,2026-11-20T22:00,2026-11-20T22:00,yes\nb,2026-11-21T06:00,2026-11-21T06:00,yes\n"
    let result = try zoned(labels, words + ["--format", "csv"])
    #expect(result.output.hasSuffix(",2,0,0,0,1,1,yes\n"), "\(result)")
    let told =
      "l.csv:1: a time without an offset, read as wall time in the zone of its s; `Z` or `+02:00` behind each"
    #expect(result.remarks.hasPrefix(told), "\(result)")
    let days = try zoned(
      "a,2026-11-20,2026-11-20,yes\nb,2026-11-20,2026-11-20,no\n", words + ["--format", "csv"])
    #expect(days.output.hasSuffix(",1,0,0,1,1,1,yes\n"), "\(days)")
  }

  @Test func `a fit too reads labels by the clocks of their subject`() throws {
    let labels = "a,2026-11-20T22:00,2026-11-20T22:00,yes\nb,2026-11-20T22:00,2026-11-20T22:00,no\n"
    let result = try zoned(labels, ["fit", "--params", "least", "--format", "json"])
    #expect(result.output.contains(#""recommended":{"set":{"least":"1"}"#), "\(result)")
  }

  @Test func `one end of a label with an offset and one by the subject's clocks are refused`() throws {
    let result = try zoned("a,2026-11-20T22:00,2026-11-20T21:00Z,yes\n", ["sweep", "--param", "least"])
    #expect(result.status == 3, "\(result)")
    #expect(
      result.remarks.contains("l.csv:1: one of `2026-11-20T22:00` and `2026-11-20T21:00Z` has an offset"),
      "\(result)")
  }

  private static let pack = """
    calendar { day starts 04:00 }
    subject s { }
    event e of s { }
    param notices: number = 1 in 1 .. 5 step 1
    rule one { on e, when count(e) >= notices, emit n1 "one" }
    rule two { on e, when count(e) >= 5, emit n2 "two" }

    """
  private static let id = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"

  private func own(_ labels: String, _ words: String...) throws -> RunResult {
    let scratch = try Scratch()
    try scratch.write("p.pace", Self.pack)
    // 2026-11-21T02:00Z, on the calendar's 20 November.
    try scratch.write("e.csv", "id,s,at\n1,\(Self.id),1795226400000\n")
    try scratch.write("l.csv", labels)
    let sweep = ["sweep", "p.pace", "--db", "e.csv", "--param", "notices=1..2", "--labels", "l.csv"]
    return try Pace.run(sweep + words, folder: scratch.folder)
  }

  @Test func `a date alone is the calendar's day, from its day start`() throws {
    for (date, caught) in [("2026-11-20", "1"), ("2026-11-21", "0")] {
      let result = try own("\(Self.id),\(date),\(date),yes\n", "--format", "csv", "--zone", "UTC")
      let row = result.output.split(separator: "\n").dropFirst().first
      let cells = row?.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells?.suffix(7).first.map(String.init) == caught, "\(result)")
    }
  }

  @Test func `a subject's UUID may be in capital letters`() throws {
    let result = try own("\(Self.id.uppercased()),1795226400000,1795226400000,yes\n")
    #expect(result.output.contains("1       0      0"), "\(result)")
    #expect(!result.remarks.contains("unknown"), "\(result)")
  }

  @Test func `labels by which nothing can be judged are said to be none`() throws {
    let none = try own("subject,from,to,wanted\n")
    #expect(none.status == 3 && none.remarks == "error: l.csv has no labels\n", "\(none)")
    let filtered = try own("\(Self.id),1795226400000,1795226400000,yes,one\n", "--rule", "two")
    #expect(filtered.remarks == "error: l.csv has no labels of the rules of --rule\n", "\(filtered)")
    let unread = try own("w,1795226400000,1795226400000,yes\n")
    #expect(unread.status == 0 && unread.remarks.contains("so nothing is judged"), "\(unread)")
  }

  @Test func `a parameter called like a column is told apart from it`() throws {
    let result = try own("\(Self.id),1795226400000,1795226400000,yes\n", "--format", "csv")
    #expect(result.output.hasPrefix("param.notices,notices,affected,"), "\(result)")
  }

  @Test func `only all is 100 %`() throws {
    let late = (1...300).map { "\(Self.id),\(1_795_226_400_000 - $0),1795226400000,yes\n" }.joined()
    let result = try own(late + "\(Self.id),1795226400001,1795226400002,yes\n")
    #expect(result.output.contains(">99 %"), "\(result)")
  }
}

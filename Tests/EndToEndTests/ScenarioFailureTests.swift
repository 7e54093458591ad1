import Testing

/// What a failed expectation says: what happened instead, why, and how to look closer.
struct `Failed expectations` {
  private static let rules = """
    subject person { }
    event run of person { }
    event nap of person { }
    rule told {
      on run
      when count(run) >= 1
      emit note "Told."
      cooldown 15 min
    }
    rule dozed {
      on nap
      unless count(run, last 30 min) >= 1
      emit nudge "Dozed."
    }
    """

  /// The failures of a scenario with some lines, as `test` writes them.
  private func failures(_ lines: String, name: String = "it") throws -> RunResult {
    let scratch = try Scratch()
    let pack = "\(Self.rules)\nscenario \"\(name)\" {\n\(lines)\n}\n"
    try scratch.write("a.pace", pack)
    return try Pace.run(["test", "a.pace"], folder: scratch.folder, environment: ["COLUMNS": "200"])
  }

  @Test func `a time that clocks show twice stands with its offset`() throws {
    let result = try failures(
      """
      start 2026-10-24 20:00
      zone "Europe/London"
      at +5 h 30 min run
      at +5 h 40 min run
      expect nothing at +5 h 30 min
      expect told at +5 h 40 min
      """)
    #expect(
      result.output.contains("  actual    told at 2026-10-25 01:30+01:00 \"Told.\"\n"), "\(result.output)")
    let reason =
      "told was held by cooldown: last fired at 2026-10-25 01:30+01:00, opens at 2026-10-25 01:45:00.001+01:00\n"
    #expect(result.output.contains(reason), "\(result.output)")
  }

  @Test func `a rule that fires just after the last instant named is told`() throws {
    func failure(_ lines: String) throws -> String {
      let scratch = try Scratch()
      let rules = """
        subject plant { }
        event watering of plant { }
        rule dry { when since(watering) > 2 d, emit reminder "Dry." }
        """
      let start = "start 2026-11-05 06:00\nat 07:00 watering\n"
      try scratch.write("a.pace", "\(rules)\nscenario \"it\" {\n\(start)\(lines)\n}\n")
      return try Pace.run(["test", "a.pace"], folder: scratch.folder, environment: ["COLUMNS": "200"]).output
    }
    let late = "; dry fires at 2026-11-07 07:00:00.001, after the last instant named\n"
    let told = try failure("expect dry at 2026-11-07 07:00")
    #expect(told.contains("actual    no dry\n"), "\(told)")
    #expect(told.contains("dry was idle: since(watering) = 2 d > 2 d is false\(late)"), "\(told)")
    #expect(try failure("expect dry at 2026-11-07 07:00\nuntil 2026-11-07 07:00").contains(late))
    let far = try failure("expect dry at 2026-11-07 06:00")
    #expect(far.contains("dry was idle") && !far.contains("dry fires"), "\(far)")
    let known = try failure("expect dry at 2026-11-07 07:00\nuntil 2026-11-07 08:00")
    #expect(known.contains("actual    dry at 2026-11-07 07:00:00.001"), "\(known)")
    #expect(!known.contains("dry fires"), "\(known)")
  }

  private static let night = """
    start 2026-11-20 20:00
    at 20:10 run
    at 20:20 run
    at 20:30 nap
    at 21:30 run
    """

  /// A count that fails, and what is said of it.
  struct FailedCount: CustomTestStringConvertible {
    let claim: String
    let actual: String
    let because: String
    let look: String

    init(_ claim: String, actual: String, because: String, look: String) {
      (self.claim, self.actual, self.because, self.look) = (claim, actual, because, look)
    }

    var testDescription: String { claim }
  }

  @Test(
    arguments: [
      FailedCount(
        "told exactly 3 times", actual: "2 times: told at 20:10 \"Told.\", told at 21:30 \"Told.\"",
        because: "told was held by cooldown at 20:20: last fired at 20:10, opens at 20:25:00.001",
        look: "20:20 --rule told"),
      FailedCount(
        "told held by cooldown exactly 2 times", actual: "1 time, at 20:20",
        because: "told fired at 20:10: count(run) = 1 >= 1",
        look: "20:10 --rule told"),
      FailedCount(
        "told held by cooldown exactly 0 times", actual: "1 time, at 20:20",
        because: "told was held by cooldown at 20:20: last fired at 20:10, opens at 20:25:00.001",
        look: "20:20 --rule told"),
      FailedCount(
        "told is fired exactly 1 time", actual: "2 times, at 20:10, 21:30",
        because: "told fired at 20:10: count(run) = 1 >= 1",
        look: "20:10 --rule told"),
      FailedCount(
        "dozed is fired exactly 1 time", actual: "0 times",
        because: "dozed was held by unless at 20:30: count(run, last 30 min) = 2 >= 1, opens at 20:50:00.001",
        look: "20:30 --rule dozed"),
      FailedCount(
        "dozed is idle at 20:30 exactly 1 time", actual: "0 times",
        because: "dozed was held by unless: count(run, last 30 min) = 2 >= 1, opens at 20:50:00.001",
        look: "20:30 --rule dozed"),
    ])
  func `a count has its instants, a reason and a command`(_ count: FailedCount) throws {
    let result = try failures("\(Self.night)\nexpect \(count.claim)")
    #expect(result.status == 1)
    let told = """
        actual    \(count.actual)
        because   \(count.because)
        look      pace explain a.pace --scenario it --at \(count.look)

      """
    #expect(result.output.contains(told), "\(result.output)")
  }

  @Test func `a scenario without a name is refused, since no command could name it`() throws {
    let result = try failures(Self.night, name: "")
    #expect(result.status == 2)
    #expect(result.remarks.hasPrefix("error[E0910]: this scenario's name is empty\n"), "\(result.remarks)")
  }
}

import Testing

/// Streams with a condition: what `explain` and `graph` show of how an event was decided.
struct `The condition of a stream` {
  private static let program = """
    subject card { }
    event auth of card { country: text }
    stream moved = auth where country != latest(auth.country) and since(auth) <= 2 h
    stream second = auth where count(auth, today) >= 1
    rule travel { on moved, when gap(auth) <= 1 h, emit alert "Travel." }
    rule again { on second, when count(second, today) >= 9, emit note "Again." }
    scenario "x" {
      start 2026-03-01 10:00
      at 10:00 auth { country = "DE" }
      at 10:30 auth { country = "FR" }
      expect travel at 10:30
    }
    """

  private func told(_ words: String...) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    let result = try Pace.run(
      [words[0], pack, "--scenario", "x"] + words.dropFirst(), environment: ["COLUMNS": "200"])
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  private func check(
    _ output: String, has lines: String..., at place: SourceLocation = #_sourceLocation
  ) {
    let all = output.split(separator: "\n").map(String.init)
    for line in lines {
      #expect(all.contains(line), "\(line) in\n\(output)", sourceLocation: place)
    }
  }

  @Test func `a graph shows the values by which the stream decided`() throws {
    check(
      try told("graph", "--at", "10:30"), has: "* country != latest(auth.country): yes", "* country: FR",
      "* latest(auth.country): DE", "* since(auth): 30 min", "* auth, last 2 events: 2 rows")
    check(
      try told("graph", "--at", "10:00"), has: "  second: no rows", "  count(auth, today) >= 1: no",
      "  count(auth, today): 0", "  auth, today: 0 rows", "  second, today: 0 rows")
  }

  @Test func `a graph shows no values where no event was asked about`() throws {
    check(
      try told("graph", "--at", "10:15"), has: "  country: not asked", "  auth, today: not asked",
      "  count(second, today): 0", "  gap(auth): unknown")
    let json = try told("graph", "--at", "10:15", "--format", "json")
    #expect(json.contains(#""label":"country","value":null,"decided":false"#), "\(json)")
  }

  @Test func `a page says by which values an event is in the stream, or isn't`() throws {
    let fired = try told("explain", "--rule", "travel", "--at", "10:30")
    #expect(
      fired.contains(
        "trigger on moved: 10:30 auth (line 10), where country = \"FR\" != \"DE\" (latest(auth.country))"),
      "\(fired)")
    #expect(fired.contains(" and since(auth) = 30 min"), "\(fired)")
    let refused = try told("explain", "--rule", "again", "--at", "10:00")
    #expect(
      refused.contains(
        "trigger on second: not 10:00 auth (line 9), for it asks count(auth, today) = 0 >= 1, too low by 1"),
      "\(refused)")
  }

  @Test func `JSON has the condition of each stream that an event was asked about`() throws {
    let json = try told("explain", "--rule", "travel", "--at", "10:30", "--format", "json")
    #expect(
      json.contains(
        #""streams":[{"stream":"moved","event":"line 10","condition":{"text":"country != latest"#), "\(json)")
    let between = try told("explain", "--rule", "travel", "--at", "10:15", "--format", "json")
    #expect(!between.contains("\"streams\""), "\(between)")
  }
}

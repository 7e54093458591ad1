import Testing

/// What `explain` says of a scenario on one line, and of rules that give the same kind of notice.
struct ExplainOneLineTests {
  private static let program = """
    subject s { }
    event e of s { kind a, kind b }
    rule first { on a, when count(a, last 10 min) >= 2, emit alarm "Two." }
    rule sum { on e, when count(e, last 10 min) >= 2 and not fires(alarm), emit alarm "Two of any." }
    rule calm { on e, when not fires(alarm), emit note "Calm." }
    scenario "x" { start 2026-03-02 08:00, at 08:00 b, at 08:05 a, at 08:06 a, expect sum at 08:05 }
    scenario "lines" {
      start 2026-03-02 08:00, at 08:00 b
      at 08:05 a
      expect sum at 08:05
    }
    """

  private func page(_ words: String...) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    return try Pace.run(["explain", pack, "--scenario"] + words, environment: ["COLUMNS": "200"]).output
  }

  @Test func `a kind that a rule gives itself is one that another rule gives`() throws {
    let fired = try page("x", "--rule", "sum", "--at", "08:05")
    #expect(fired.contains("2, at least 2; no other rule gives an alarm for it.\nsum FIRED"), "\(fired)")
    let idle = try page("x", "--rule", "sum", "--at", "08:06")
    #expect(idle.contains("Another rule gives an alarm for it.\nsum idle"), "\(idle)")
    let calm = try page("x", "--rule", "calm", "--at", "08:00")
    #expect(calm.contains("It brings no alarm.\ncalm FIRED"), "\(calm)")
  }

  @Test func `rows on one line are told apart by their columns`() throws {
    let shared = try page("x", "--rule", "sum", "--at", "08:05")
    #expect(shared.contains("08:00 b (line 6:43) · 08:05 a (line 6:55)"), "\(shared)")
    #expect(shared.contains("without line 6:55 or line 6:43"), "\(shared)")
    let apart = try page("lines", "--rule", "sum", "--at", "08:05")
    #expect(apart.contains("08:00 b (line 8) · 08:05 a (line 9)"), "\(apart)")
  }
}

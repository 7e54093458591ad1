import PaceOracle
import Testing

/// What `explain` says of truths: named ones, negated ones, fields, schedules, lists and ratios.
struct `Truths in an explanation` {
  private static let program = """
    subject person { away_until: date, plan: schedule = "weekly mon sat" }
    event cup of person { mg: number = 50, decaf: bool = no "decaf" }
    stream strong = cup where mg >= 100
    define away = (date <= away_until) else no "Away"
    define busy = count(cup, last 1 h) >= 3 "Busy hour"
    rule a { on cup, when not away, emit note "a", unless busy }
    rule b { on cup, when count(cup) >= 1, emit note "b", unless away }
    rule c { on cup, when not (count(cup, last 1 h) >= 2), emit note "c" }
    rule d { on cup, when latest(cup.decaf), emit note "d" }
    rule e { on cup, when away or busy, emit note "e" }
    rule planned { at 09:00, when due(plan), emit note "p" }
    rule few { on cup, when count(cup) in (3, 7), emit note "f" }
    rule some { on cup, when count(cup) in 3 .. 7, emit note "s" }
    rule share { on cup, when count(strong, last 1 h) / count(cup, last 1 h) > 0.4, emit note "h" }
    rule tick { at 12:00, when count(cup) >= 1, emit note "t", limit 1 }
    scenario "x" {
      start 2026-03-01 10:00
      subject { away_until = 2026-03-02 }
      at 10:00 cup { mg = 120 }
      at 10:10 cup
      at 10:20 cup { mg = 150 }
      at 10:30 cup { decaf = yes }
      at day 2 09:30 cup
      until 2026-03-05 00:00
    }
    """

  private func explain(_ words: String...) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    let result = try Pace.run(
      ["explain", pack, "--scenario", "x"] + words, environment: ["COLUMNS": "200"])
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  @Test(
    arguments: cases([
      ("a", "Away.", "because not (away: yes, date = 2026-03-01 <= 2026-03-02 (away_until))"),
      (
        "b", "Cups so far: 2, at least 1, but held back: away.",
        "date = 2026-03-01 <= 2026-03-02 (away_until)"
      ),
      ("e", "Away.", "because away: yes, date = 2026-03-01 <= 2026-03-02 (away_until)"),
    ]))
  func `a named truth with an else goes by its name`(given: Case<(String, String, String)>) throws {
    let (rule, sentence, part) = given.value
    let page = try explain("--rule", rule, "--at", "10:10")
    #expect(page.split(separator: "\n").dropFirst().first == Substring(sentence), "\(page)")
    #expect(page.contains(part), "\(page)")
    #expect(!page.contains("else no"), "\(page)")
  }

  @Test(arguments: [
    ("c", "10:00", "Cups in the last 1 h: 1, below 2."),
    ("c", "10:10", "Cups in the last 1 h: 2, not below 2."),
    ("d", "10:10", "Decaf of the last cup: no."), ("d", "10:30", "Decaf of the last cup: yes."),
  ])
  func `a negation and a field are told in words`(rule: String, at: String, sentence: String) throws {
    let page = try explain("--rule", rule, "--at", at)
    #expect(page.split(separator: "\n").dropFirst().first == Substring(sentence), "\(page)")
  }

  @Test func `a truth about a schedule shows the schedule`() throws {
    let page = try explain("--rule", "planned", "--at", "2026-03-03T09:00")
    #expect(page.contains("because due(plan) = no  false, plan = \"weekly mon sat\"\n"), "\(page)")
  }

  @Test func `two instants are held against each other by the values of a list or a range`() throws {
    let list = try explain("--rule", "few", "--at", "10:20", "--against", "10:10")
    #expect(list.contains("  3, in (3, 7)"), "\(list)")
    #expect(list.contains("  2, not in (3, 7)"), "\(list)")
    let range = try explain("--rule", "some", "--at", "10:20", "--against", "10:10")
    #expect(range.contains("  3, in 3 .. 7, true by 0"), "\(range)")
    #expect(range.contains("  2, not in 3 .. 7, false by 1"), "\(range)")
  }

  @Test func `a ratio is shown in full with each of its calls, and the rows behind it`() throws {
    let page = try explain("--rule", "share", "--at", "10:20", "--full")
    #expect(page.contains("          count(strong, last 1 h) = 2\n"), "\(page)")
    #expect(page.contains("          count(cup, last 1 h) = 3\n"), "\(page)")
    #expect(page.contains("            10:00 cup (line 19) · 10:20 cup (line 21)\n"), "\(page)")
  }

  @Test func `each firing of a tick that is held back is listed, as it is counted`() throws {
    let lines = try explain("--rule", "tick", "--all").split(separator: "\n").dropFirst()
    #expect(lines.count { $0.contains("FIRED") } == 1, "\(lines)")
    #expect(lines.count { $0.contains("held by limit") } == 3, "\(lines)")
  }
}

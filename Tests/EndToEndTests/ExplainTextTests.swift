import Testing

/// What `explain` tries where conditions read texts of the log and the pack has texts of its own.
struct `Trials with texts` {
  private static let pack = """
    subject person { team: text = "blue", open: schedule = "weekly mon" }
    event tea of person { place: text, days: schedule }
    param few: number = 3 in 1 .. 5 step 1
    param word: text = "Tea"
    rule team { on tea, when team == "red" and count(tea, today) >= few, emit nudge "{word}." }
    rule day { on tea, when due(open) and count(tea, today) >= few, emit nudge "{word}." }
    rule place { on tea, when latest(tea.place) == "home" and count(tea, today) >= few, emit nudge "{word}." }
    rule plan { on tea, when due(latest(tea.days)) and count(tea, today) >= few, emit nudge "{word}." }
    scenario "two" {
      start 2026-03-01 10:00
      subject { team = "red", open = "weekly sun" }
      at 10:00 tea { place = "home", days = "daily" }
      at 10:10 tea { place = "home", days = "daily" }
    }
    """

  @Test(arguments: ["team", "day", "place", "plan"])
  func `a lower threshold is a flip`(rule: String) throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.pack)
    let words = ["explain", pack, "--scenario", "two", "--rule", rule, "--at", "10:10"]
    #expect(try Pace.run(words + ["--set", "few=2"]).output.contains("FIRED"))
    let page = try Pace.run(words).output
    #expect(page.contains("flips   few 2 or less"), "\(page)")
  }
}

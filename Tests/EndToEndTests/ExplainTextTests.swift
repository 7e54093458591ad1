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

  /// A pack whose rule looks for a place, and a log with places in an order of their own.
  private func places(_ home: String, in scratch: Scratch) throws -> String {
    try Scratch.pack(
      scratch,
      """
      subject person {}
      event tea of person { place: text }
      param home: text = "\(home)"
      param few: number = 2 in 1 .. 3 step 1
      rule there { on tea, when latest(tea.place) == home and count(tea, today) >= few, emit nudge "There." }
      scenario "day" {
        start 2026-03-01 10:00
        at 10:00 tea { place = "inn" }
        at 10:10 tea { place = "work" }
        at 10:20 tea { place = "den" }
        at 10:30 tea { place = "home" }
        at 10:40 tea { place = "work" }
      }
      """)
  }

  @Test(arguments: ["10:10", "10:20", "10:30", "10:40"])
  func `a text that is set does what one written in the pack does`(at: String) throws {
    let (set, written) = (try Scratch(), try Scratch())
    let words = ["--scenario", "day", "--rule", "there", "--at", at, "--format", "json"]
    let one = try Pace.run(["explain", try places("none", in: set), "--set", "home=\"den\""] + words)
    let other = try Pace.run(["explain", try places("den", in: written)] + words)
    #expect(one.status == 0 && one.output == other.output, "\(one)")
  }

  @Test func `a sweep with a text that is set counts what one written in the pack counts`() throws {
    let (set, written) = (try Scratch(), try Scratch())
    let log = ["inn", "work", "den", "home", "work", "den"].enumerated().map { index, place in
      #"{"subject":"a","event":"tea","at":"2026-03-01T1\#(index):00Z","place":"\#(place)"}"# + "\n"
    }.joined()
    let words = ["--stdin", "--param", "few=1..3", "--format", "csv"]
    let one = try Pace.run(
      ["sweep", try places("none", in: set), "--set", "home=\"den\""] + words, input: log)
    let other = try Pace.run(["sweep", try places("den", in: written)] + words, input: log)
    #expect(one.status == 0 && one.output == other.output, "\(one)\(other)")
    #expect(other.output.contains("\n1,2,1,"), "\(other)")
  }

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

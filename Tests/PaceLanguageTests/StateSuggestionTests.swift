import PaceLanguage
import Testing

/// Questions about states, and items of the calendar, with what is said about each and the text after the edit.
struct StateSuggestionTests {
  /// What asks for a state: which kind of event came last, or that none came.
  @Test(arguments: [
    SuggestionTests.Slip(
      "latest door is open", "E0224 a kind isn't compared", "count(open, after closed) >= 1"),
    SuggestionTests.Slip(
      "latest(door) is open", "E0224 a kind isn't compared", "count(open, after closed) >= 1"),
    SuggestionTests.Slip(
      "latest(door) is not open", "E0224 a kind isn't compared", "count(closed, after open) >= 1"),
    SuggestionTests.Slip("door is open", "E0224 a kind isn't compared", "count(open, after closed) >= 1"),
    SuggestionTests.Slip("door == open", "E0224 a kind isn't compared", "count(open, after closed) >= 1"),
    SuggestionTests.Slip("door != open", "E0224 a kind isn't compared", "count(closed, after open) >= 1"),
    SuggestionTests.Slip("no cup for 2 d", "E0207", "since(cup) > 2 d"),
    SuggestionTests.Slip("no cup in the last 2 days", "E0207", "count(cup, last 2 d) == 0"),
    SuggestionTests.Slip("no cup today", "E0207", "count(cup, today) == 0"),
    SuggestionTests.Slip("no cup", "E0207", "count(cup) == 0"),
    SuggestionTests.Slip("cup older than 2 d", "E0207", "since(cup) > 2 d"),
    SuggestionTests.Slip("time since last cup > 2 d", "E0207", "since(cup) > 2 d"),
    SuggestionTests.Slip("time since(cup) > 2 d", "E0207", "since(cup) > 2 d"),
    SuggestionTests.Slip("count(cup) > 3 and no cup for 2 d", "E0207", "count(cup) > 3 and since(cup) > 2 d"),
    SuggestionTests.Slip("latest(cup.mg) > 200 C", "E0207", "latest(cup.mg) > 200"),
    SuggestionTests.Slip("latest(cup.mg) > 2 kLux for 5 min", "E0207", "latest(cup.mg) > 2 for 5 min"),
    SuggestionTests.Slip("latest cup > 2", "E0207", "latest(cup.mg) > 2"),
    SuggestionTests.Slip("sum cup.mg > 2", "E0207", "sum(cup.mg) > 2"),
    SuggestionTests.Slip("count(cup, since yesterday) > 2", "E0200", "count(cup, yesterday) > 2"),
    SuggestionTests.Slip("count(cup, since last open) > 2", "E0200", "count(cup, after open) > 2"),
    SuggestionTests.Slip("count(cup, since last 2 h) > 2", "E0200", "count(cup, last 2 h) > 2"),
  ])
  func `a question about a state is mended`(_ slip: SuggestionTests.Slip) {
    func program(_ condition: String) -> String {
      "subject s { }\nevent door of s { kind open, kind closed }\nevent cup of s { mg: number }\n"
        + "rule a {\n  when \(condition)\n  emit w \"a\"\n}\n"
    }
    expectMended(program(slip.written), slip.said, program(slip.mended))
  }

  @Test func `what no edit can mend is told without one`() {
    let head =
      "subject s { }\nevent door of s { kind open, kind closed }\nrule q { when since(open) > 1 h, emit w \"q\" }\n"
    let newest = "whether the newest `door` is `open` is asked by `count(open, after closed) >= 1`"
    let said = "what it said before is asked by `count(q, last 1 h) >= 1`"
    let helps = [
      ("when latest(door.kind) == open", "a kind is a stream of its own, as in `on open`; \(newest)"),
      ("when latest(door) > 3", newest),
      (
        "when since(open) < since(closed)",
        "whether `open` came last is asked by `count(open, after closed) >= 1`"
      ),
      ("on q", "a rule is on an event, not on another rule; \(said)"), ("on open, when fires(q)", said),
      ("when since(open) > 1 h, message \"y\"", "a rule says one text, that of its `emit`"),
      ("when count(open, since lunch) > 1", nil),
    ]
    for (clause, help) in helps {
      let found = compile(
        files: ["a.pace": head + "rule a {\n  \(clause)\n  emit w \"a\"\n}\n"], root: "a.pace")
      #expect(
        found.diagnostics.map(\.help) == [help] && found.diagnostics.flatMap(\.fix).isEmpty, "\(clause)")
    }
    for (line, help) in [
      (
        "zone \"Europe/Berlin\"",
        "`zone` stands in the braces of the calendar: `calendar { zone \"Europe/Berlin\" }`"
      ),
      ("day starts 04:00", "`day` stands in the braces of the calendar: `calendar { day starts 04:00 }`"),
    ] {
      #expect(Parsed(line).diagnostics.map(\.help) == [help])
    }
  }

  @Test(arguments: [
    SuggestionTests.Slip("timezone \"UTC\"", "E0202", "zone \"UTC\""),
    SuggestionTests.Slip("timezone = \"UTC\"", "E0202", "zone \"UTC\""),
    SuggestionTests.Slip("zone = \"UTC\"", "E0200", "zone \"UTC\""),
    SuggestionTests.Slip("zone: \"UTC\"", "E0200", "zone \"UTC\""),
  ])
  func `a calendar is mended`(_ slip: SuggestionTests.Slip) {
    func program(_ item: String) -> String { "calendar { \(item) }\nsubject s { }\nevent e of s { }\n" }
    expectMended(program(slip.written), slip.said, program(slip.mended))
  }
}

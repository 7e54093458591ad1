import PaceLanguage
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  private let rules = """
    scale mood = good < bad
    rule many { on entry, when count(entry) > 2, raise mood to bad, emit warning "x", cooldown 5 min }
    policy warning { limit 3 today }
    preset calm {}
    preset busy {}

    """

  @Test("Steps and expectations find what they name")
  func everythingIsFound() throws {
    let program = try #require(
      compile(
        rules + """
          scenario "one" {
            start 2026-11-20 21:00
            presets calm, busy
            subject { goal = 3 }
            at 21:01 large { note = "a" }
            at +2 min entry
            given many at 21:03
            ended at day 2 04:00
            until 2026-11-21 05:00
            expect many saying "x" at 21:01
            expect no warning under calm
            expect mood >= bad at 21:02
            expect many held by cooldown at 21:02
            expect many held by policy limit
            expect many is already_fired
            expect warning exactly 2 times
          }
          """
      ).program)
    let scenario = try #require(program.scenarios.first)
    #expect(scenario.steps.count == 3)
    #expect(scenario.presets == [PresetID(0), PresetID(1)])
    #expect(scenario.expectations.count == 7)
    guard case .event(EventID(0), KindID(1)?, let values) = scenario.steps[0].action else {
      Issue.record("the first step is a large entry")
      return
    }
    #expect(values == [nil, .text("a")])
    guard case .held(let rule, .limit, isPolicy: true) = scenario.expectations[4].claim else {
      Issue.record("the fifth expectation is about the policy")
      return
    }
    #expect(rule == RuleID(0))
  }

  @Test("No point of the first day lies before the start, and that day runs on past midnight")
  func pointsBeforeTheStart() {
    expect(
      rules + """
        calendar { day starts 04:00 }
        scenario "one" {
          start 2026-11-20 12:00
          preset calm
          at day 1 11:00 entry
          at day 1 12:00 entry
          at day 2 11:00 entry
          expect many at day 1 04:00
          expect many at day 1 03:59
          until day 1 11:59
        }
        scenario "two" {
          start 2026-11-21 03:00
          preset calm
          at day 1 03:30 entry
          at day 1 23:00 entry
        }
        """,
      "day 1 11:00: E0908 this lies before the scenario's start",
      "day 1 04:00: E0908 this lies before", "day 1 11:59: E0908 this lies before",
      "day 1 23:00: E0908 this lies before")
  }

  @Test("Only a gate that is there can hold")
  func gatesAreThere() {
    expect(
      rules + """
        scenario "one" { start 2026-11-20 21:00, preset calm
          expect many held by limit
        }
        """,
      "limit: E0905 the rule `many` has no gate `limit`")
  }

  @Test("Wrong names are errors of their own")
  func wrongNames() {
    expect(
      rules + """
        scenario "one" {
          start 2026-11-20 21:00
          preset clam
          at +1 min lrage
          at +1 min small { amuont = 2 }
          set goal = 3
          expect mood == worse
          expect small
        }
        """,
      "clam: E0307 no preset is called `clam`", "lrage: E0305 no stream is called `lrage`",
      "amuont: E0308 the event `entry` has no field `amuont`",
      "goal: E0304 `goal` is an attribute; expected a param",
      "worse: E0307 no level of `mood` is called `worse`",
      "small: E0904 `small` is a kind; expected a rule or a notice kind")
  }
}

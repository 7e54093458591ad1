extension FindingPage {
  static let scenarios = [
    FindingPage(
      code: "E0901", summary: "a scenario has no start",
      rationale: "Every instant of a scenario is reckoned from its start, a local date and time.",
      reported: #"scenario "one" { at +1 min entry }"#,
      accepted: #"scenario "one" { start 2026-11-20 21:00, at +1 min entry }"#),
    FindingPage(
      code: "E0902", summary: "something other than an event happens",
      rationale: "Events and kinds are logged; streams are made of them, and rules fire by themselves.",
      reported: """
        stream big = entry where amount > 3
        scenario "one" { start 2026-11-20 21:00, at +1 min big }
        """,
      accepted: """
        stream big = entry where amount > 3
        scenario "one" { start 2026-11-20 21:00, at +1 min entry { amount = 5 } }
        """),
    FindingPage(
      code: "E0903", summary: "the subject has no such attribute",
      rationale:
        "The `subject` block of a scenario gives values to attributes; params are given theirs by `set`.",
      reported: #"scenario "one" { start 2026-11-20 21:00, subject { gaol = 3 } }"#,
      accepted: #"scenario "one" { start 2026-11-20 21:00, subject { goal = 3 } }"#),
    FindingPage(
      code: "E0904", summary: "something that doesn't fire is expected",
      rationale: "`expect NAME` and `expect no NAME` take a rule or a notice kind.",
      reported: #"scenario "one" { start 2026-11-20 21:00, expect no wraning }"#,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning }
        """),
    FindingPage(
      code: "E0905", summary: "a gate isn't there",
      rationale: "`held by` names a gate of the rule, `held by policy` one of its notice kind's policy.",
      reported: """
        rule many { on entry, emit warning "One more.", cooldown 5 min }
        scenario "one" { start 2026-11-20 21:00, at +1 min entry, expect many held by limit }
        """,
      accepted: """
        rule many { on entry, emit warning "One more.", cooldown 5 min }
        scenario "one" { start 2026-11-20 21:00, at +1 min entry, expect many held by cooldown }
        """),
    FindingPage(
      code: "E0906", summary: "an outcome is unknown",
      rationale: """
        Outcomes are `fired`, `idle`, `unknown`, `not_triggered`, `waiting`, `already_fired` and `held`.
        """,
      reported: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect many is silent at +1 min }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect many is not_triggered at +1 min }
        """),
    FindingPage(
      code: "E0907", summary: "an expectation is for a preset that the scenario doesn't run under",
      rationale:
        "What `under` names must be among the scenario's presets, else it would never be looked at.",
      reported: """
        preset calm {}
        preset busy {}
        scenario "one" {
          start 2026-11-20 21:00
          preset calm
          expect nothing under busy
        }
        """,
      mended: ["  expect nothing under busy": "  expect nothing under calm"]),
    FindingPage(
      code: "E0908", summary: "a point lies before the start",
      rationale: "Nothing can happen or be expected before a scenario begins; days are counted from 1.",
      reported: #"scenario "one" { start 2026-11-20 21:00, at 2026-11-19 21:00 entry }"#,
      accepted: #"scenario "one" { start 2026-11-20 21:00, at 2026-11-21 21:00 entry }"#),
    FindingPage(
      code: "E0909", summary: "a param has no value in a scenario",
      rationale: """
        No preset is in force: the scenario names none, and the subject's preset has neither a value nor a default.
        """,
      reported: """
        param most: number
        preset calm { most = 3 }
        preset busy { most = 5 }
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        """,
      mended: [
        #"scenario "one" { start 2026-11-20 21:00, expect nothing }"#: """
        scenario "one" {
          start 2026-11-20 21:00
          preset calm
          expect nothing
        }
        """
      ]),
    FindingPage(
      code: "E0910", summary: "a scenario has no name of its own",
      rationale: "Reports and `--scenario` name scenarios, so each needs a name of its own in its file.",
      reported: """
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        scenario "one" { start 2026-11-21 21:00, expect nothing }
        """,
      accepted: """
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        scenario "two" { start 2026-11-21 21:00, expect nothing }
        """),
    FindingPage(
      code: "E0911", summary: "part of an expectation has no meaning",
      rationale:
        "`saying` is about a notice that fires; `exactly … times` counts firings, `held` and `is`.",
      reported: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning exactly 2 times }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning }
        """),
  ]
}

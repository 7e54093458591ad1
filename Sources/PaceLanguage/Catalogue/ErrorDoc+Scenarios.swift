extension ErrorDoc {
  static let scenarios = [
    ErrorDoc(
      code: "E0901", summary: "a scenario has no start",
      explanation: "Every instant of a scenario is reckoned from its start, a local date and time.",
      example: """
        scenario "one" { at +1 min entry }
        """,
      accepted: """
        scenario "one" { start 2026-11-20 21:00, at +1 min entry }
        """),
    ErrorDoc(
      code: "E0902", summary: "something other than an event happens",
      explanation: "Events and kinds are logged; streams are made of them, and rules fire by themselves.",
      example: """
        stream big = entry where amount > 3
        scenario "one" { start 2026-11-20 21:00, at +1 min big }
        """,
      accepted: """
        stream big = entry where amount > 3
        scenario "one" { start 2026-11-20 21:00, at +1 min entry { amount = 5 } }
        """),
    ErrorDoc(
      code: "E0903", summary: "the subject has no such attribute",
      explanation:
        "The `subject` block of a scenario gives values to attributes; params are given theirs by `set`.",
      example: """
        scenario "one" { start 2026-11-20 21:00, subject { gaol = 3 } }
        """,
      accepted: """
        scenario "one" { start 2026-11-20 21:00, subject { goal = 3 } }
        """),
    ErrorDoc(
      code: "E0904", summary: "something that doesn't fire is expected",
      explanation: "`expect NAME` and `expect no NAME` take a rule or a notice kind.",
      example: """
        scenario "one" { start 2026-11-20 21:00, expect no wraning }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning }
        """),
    ErrorDoc(
      code: "E0905", summary: "a gate isn't there",
      explanation: "`held by` names a gate of the rule, `held by policy` one of its notice kind's policy.",
      example: """
        rule many { on entry, emit warning "One more.", cooldown 5 min }
        scenario "one" { start 2026-11-20 21:00, at +1 min entry, expect many held by limit }
        """,
      accepted: """
        rule many { on entry, emit warning "One more.", cooldown 5 min }
        scenario "one" { start 2026-11-20 21:00, at +1 min entry, expect many held by cooldown }
        """),
    ErrorDoc(
      code: "E0906", summary: "an outcome is unknown",
      explanation: """
        Outcomes are `fired`, `idle`, `unknown`, `not_triggered`, `waiting`, `already_fired` and `held`.
        """,
      example: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect many is silent at +1 min }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect many is not_triggered at +1 min }
        """),
    ErrorDoc(
      code: "E0907", summary: "an expectation is for a preset that the scenario doesn't run under",
      explanation:
        "What `under` names must be among the scenario's presets, else it would never be looked at.",
      example: """
        preset calm {}
        preset busy {}
        scenario "one" {
          start 2026-11-20 21:00
          preset calm
          expect nothing under busy
        }
        """,
      accepted: """
        preset calm {}
        preset busy {}
        scenario "one" {
          start 2026-11-20 21:00
          preset calm
          expect nothing under calm
        }
        """),
    ErrorDoc(
      code: "E0908", summary: "a point lies before the start",
      explanation: "Nothing can happen or be expected before a scenario begins; days are counted from 1.",
      example: """
        scenario "one" { start 2026-11-20 21:00, at 2026-11-19 21:00 entry }
        """,
      accepted: """
        scenario "one" { start 2026-11-20 21:00, at 2026-11-21 21:00 entry }
        """),
    ErrorDoc(
      code: "E0909", summary: "a param has no value in a scenario",
      explanation: """
        No preset is in force: the scenario names none, and the subject's preset has neither a value nor a default.
        """,
      example: """
        param most: number
        preset calm { most = 3 }
        preset busy { most = 5 }
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        """,
      accepted: """
        param most: number
        preset calm { most = 3 }
        preset busy { most = 5 }
        scenario "one" {
          start 2026-11-20 21:00
          preset calm
          expect nothing
        }
        """),
    ErrorDoc(
      code: "E0910", summary: "a scenario has no name of its own",
      explanation: "Reports and `--scenario` name scenarios, so each needs a name of its own in its file.",
      example: """
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        scenario "one" { start 2026-11-21 21:00, expect nothing }
        """,
      accepted: """
        scenario "one" { start 2026-11-20 21:00, expect nothing }
        scenario "two" { start 2026-11-21 21:00, expect nothing }
        """),
    ErrorDoc(
      code: "E0911", summary: "part of an expectation has no meaning",
      explanation:
        "`saying` is about a notice that fires; `exactly … times` counts firings, `held` and `is`.",
      example: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning exactly 2 times }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        scenario "one" { start 2026-11-20 21:00, expect no warning }
        """),
  ]
}

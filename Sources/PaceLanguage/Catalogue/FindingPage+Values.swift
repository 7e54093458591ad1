extension FindingPage {
  static let values = [
    FindingPage(
      code: "E0501", summary: "a value is out of its range",
      rationale:
        "The range that a declaration gives holds for its default, presets, kinds and scenarios alike.",
      reported: "param most: number = 30 in 1 .. 20",
      accepted: "param most: number = 20 in 1 .. 20"),
    FindingPage(
      code: "E0502", summary: "a range is empty",
      rationale: "The lower end stands first; both ends belong to the range.",
      reported: "param most: number = 3 in 20 .. 1",
      accepted: "param most: number = 3 in 1 .. 20"),
    FindingPage(
      code: "E0503", summary: "a step is not usable",
      rationale: """
        The step of a param lays out the values that a sweep tries, from the low end of the range: more than \
        nothing, and no larger than the range. A date's step is a number of whole days.
        """,
      reported: "param most: number = 3 in 1 .. 20 step 0",
      accepted: "param most: number = 3 in 1 .. 20 step 1"),
    FindingPage(
      code: "E0504", summary: "a param has no value",
      rationale: """
        Under every preset each param needs a value: from the preset, from one that it extends, or from the \
        param's default.
        """,
      reported: """
        param most: number in 1 .. 20
        preset calm { most = 3 }
        preset busy {}
        """,
      mended: ["preset busy {}": "preset busy { most = 5 }"]),
    FindingPage(
      code: "E0505", summary: "a duration is too short",
      rationale:
        """
        Durations of windows and gates aren't negative; steps of `every` and `repeat` are more than nothing. The same \
        goes for every value of a param or an attribute that stands there.
        """,
      reported: #"rule nudge { every 0 min from 08:00 to 20:00, emit reminder "Now." }"#,
      accepted: #"rule nudge { every 30 min from 08:00 to 20:00, emit reminder "Now." }"#),
    FindingPage(
      code: "E0506", summary: "a number is not whole",
      rationale: """
        `limit` and `severity` count, so they need whole numbers that aren't negative. The same goes for every \
        value of a param or an attribute that stands there.
        """,
      reported: #"rule many { on entry, emit warning "One more.", limit 1.5 today }"#,
      accepted: #"rule many { on entry, emit warning "One more.", limit 1 today }"#),
    FindingPage(
      code: "E0507", summary: "a value is given twice",
      rationale: "Each name is given one value in a block. Keep one of the two.",
      reported: """
        param most: number = 3
        preset calm { most = 3, most = 4 }
        """,
      mended: ["preset calm { most = 3, most = 4 }": "preset calm { most = 4 }"]),
    FindingPage(
      code: "E0508", summary: "a text is no schedule",
      rationale: """
        Schedules are `daily`, `weekly mon wed`, `monthly 1 15 31`, a date, `sticky`, or the JSON of an \
        application.
        """,
      reported: #"subject person { plan: schedule = "weekly moonday" }"#,
      accepted: #"subject person { plan: schedule = "weekly mon" }"#),
    FindingPage(
      code: "E0509", summary: "a text is no colour",
      rationale: "A level's colour is a CSS colour name or `#rrggbb`.",
      reported: #"scale mood = good "greenish" < bad "red""#,
      accepted: #"scale mood = good "green" < bad "red""#),
    FindingPage(
      code: "E0510", summary: "a zone has no name",
      rationale: "Time zones are named as in the IANA database: `Europe/London`, `UTC`.",
      reported: #"calendar { zone "" }"#,
      accepted: #"calendar { zone "Europe/London" }"#),
    FindingPage(
      code: "E0511", summary: "a guard forbids nothing",
      rationale: "A phrase that no message may say has at least one word.",
      reported: #"guard { never say " " }"#,
      accepted: #"guard { never say "you must" }"#),
    FindingPage(
      code: "E0512", summary: "a window has no such number of events",
      rationale: "`last N events` is the newest N events of the stream, of which 1 to 10,000 are kept.",
      reported: #"rule often { on entry, when count(entry, last 0 events) >= 1, emit warning "Often." }"#,
      accepted: #"rule often { on entry, when count(entry, last 5 events) >= 5, emit warning "Often." }"#),
  ]
}

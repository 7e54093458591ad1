extension FindingPage {
  static let types = [
    FindingPage(
      code: "E0401", summary: "a value has the wrong type",
      rationale: "Types are never converted: a duration needs its unit, a text its quotes.",
      reported: "param pause: duration = 10",
      accepted: "param pause: duration = 10 min"),
    FindingPage(
      code: "E0402", summary: "an operator can't join these types",
      rationale: """
        `+` and `-` join equal types, numbers or durations. `number * duration` and `duration / number` are \
        durations, `duration / duration` is a number, `time - time` is a duration. `%` joins equal types.
        """,
      reported: "define odd = count(entry) + since(entry)",
      accepted: "define odd = count(entry) * 1 min + since(entry)"),
    FindingPage(
      code: "E0403", summary: "values of different types are compared",
      rationale: "A comparison, `in` and `else` need values of one type on all sides.",
      reported: #"rule rare { when since(entry) > 20, emit warning "It has been a while." }"#,
      accepted: #"rule rare { when since(entry) > 20 min, emit warning "It has been a while." }"#),
    FindingPage(
      code: "E0404", summary: "values without an order are ordered",
      rationale: """
        Numbers, durations, times, dates, weekdays and levels have an order. Texts, choices, presets and yes or \
        no can only be equal or not. Schedules can't be compared at all.
        """,
      reported: #"stream noted = entry where note > "m""#,
      accepted: #"stream noted = entry where note == "m""#),
    FindingPage(
      code: "E0405", summary: "a condition is neither true nor false",
      rationale:
        "`when`, `unless`, `until`, `where`, `and`, `or` and `not` need something that is true or false.",
      reported: #"rule many { when count(entry, today), emit warning "That is a lot." }"#,
      accepted: #"rule many { when count(entry, today) > 3, emit warning "That is a lot." }"#),
    FindingPage(
      code: "E0406", summary: "a field is not numeric",
      rationale: "\(Noun.all(Function.quotedOverFields)) need a field that is a number or a duration.",
      reported: "define notes = sum(entry.note, today)",
      accepted: "define amounts = sum(entry.amount, today)"),
    FindingPage(
      code: "E0407", summary: "a stream has no such field, or several types of it",
      rationale: """
        Firings have no fields. A field of a union must have one type in all of its events.
        """,
      reported: """
        event press of person { amount: duration }
        stream both = entry, press
        define total = sum(both.amount, today)
        """,
      mended: ["event press of person { amount: duration }": "event press of person { amount: number }"]),
    FindingPage(
      code: "E0408", summary: "a value that may change stands where a constant is needed",
      rationale: """
        The length of a window, a cooldown or a clock span is fixed for each subject: a literal, a param or an \
        attribute.
        """,
      reported: """
        define pause = since(entry)
        rule many { on entry, emit warning "One more.", cooldown pause }
        """,
      mended: ["define pause = since(entry)": "param pause: duration = 20 min"]),
    FindingPage(
      code: "E0409", summary: "the clock is used in another way than in a span",
      rationale: "The only use of `clock` is `clock in A to B`, half-open, which may cross midnight.",
      reported: #"rule late { on entry, when clock in 22:00 .. 23:00, emit warning "It is late." }"#,
      accepted: #"rule late { on entry, when clock in 22:00 to 23:00, emit warning "It is late." }"#),
    FindingPage(
      code: "E0418", summary: "a half-open span of weekdays",
      rationale: "`A to B` leaves `B` out, which nobody means of weekdays; `mon .. fri` is five days.",
      reported: #"rule workday { on entry, when weekday in mon to fri, emit warning "Back to work." }"#,
      accepted: #"rule workday { on entry, when weekday in mon .. fri, emit warning "Back to work." }"#),
    FindingPage(
      code: "E0410", summary: "`due` needs a schedule",
      rationale: """
        `due(A)` asks a schedule whether it asks for today: an attribute of the subject of type `schedule`, \
        the newest value of such a field, as in `latest(change.plan)`, or `A else B` of those.
        """,
      reported: #"rule remind { at 08:00, when due(goal), emit reminder "Today." }"#,
      accepted: """
        subject person { plan: schedule = "daily" }
        rule remind { at 08:00, when due(plan), emit reminder "Today." }
        """),
    FindingPage(
      code: "E0411", summary: "a stream's condition uses what it can't",
      rationale: """
        Whether an event belongs to a stream is decided once, when it comes: from its fields, params, \
        attributes, `clock`, `weekday`, `date`, and windows and `since` of streams declared before. Firings and \
        scales change later.
        """,
      reported: """
        scale mood = good < bad
        stream tense = entry where mood == bad
        """,
      accepted: "stream tense = entry where count(entry, last 60 min) > 3"),
    FindingPage(
      code: "E0412", summary: "a streak uses what it can't",
      rationale: """
        A streak looks at each day by itself, at its end: windows `today`, `yesterday` and `last`, `latest`, `due`, \
        `date`, `weekday`, attributes and params have a meaning there.
        """,
      reported: "define calm_days = streak(days where since(entry) > 2 h)",
      accepted: "define calm_days = streak(days where count(entry, today) < 3)"),
    FindingPage(
      code: "E0413", summary: "a type has no place here",
      rationale: """
        An attribute of type `preset` picks the preset of the subject's params, so only an attribute has it. \
        A `schedule`, which `due` asks, is an attribute of the subject or a field of an event.
        """,
      reported: #"param plan: schedule = "daily""#,
      accepted: #"subject person { plan: schedule = "daily" }"#),
    FindingPage(
      code: "E0414", summary: "a second attribute picks the preset",
      rationale: "One attribute of type `preset` decides which preset is in force for a subject.",
      reported: """
        subject person {
          mode: preset
          style: preset
        }
        """,
      mended: ["  style: preset": "  style: plain | loud = plain"]),
    FindingPage(
      code: "E0415", summary: "the attribute `zone` is no text",
      rationale:
        "An attribute called `zone` holds the name of the subject's time zone, such as `Europe/London`.",
      reported: "subject person { zone: number }",
      accepted: #"subject person { zone: text = "Europe/London" }"#),
    FindingPage(
      code: "E0416", summary: "a type has no range",
      rationale: "Numbers, durations, times and dates have a range: `in 0 .. 10`.",
      reported: "param loud: bool = yes in no .. yes",
      accepted: "param loud: bool = yes"),
    FindingPage(
      code: "E0417", summary: "a limit over a time that doesn't end now",
      rationale: """
        A limit lets so many firings pass in a time up to now: `today`, `this week`, `this month`, `last` and a \
        duration, or `after` a stream. Of its newest firings there are always as many, and no firing now adds \
        to those of yesterday.
        """,
      reported: #"rule often { on entry, emit warning "Often.", limit 2 last 5 events }"#,
      accepted: #"rule often { on entry, emit warning "Often.", limit 2 last 60 min }"#),
  ]
}

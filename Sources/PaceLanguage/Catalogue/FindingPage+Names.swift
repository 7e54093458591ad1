extension FindingPage {
  static let names = [
    FindingPage(
      code: "E0301", summary: "no subject is declared",
      rationale: """
        A program is about one type of subject: a session, a person, a day. A file without one is a fragment, \
        such as a list of presets; it is checked through the files that include it. Name one of those.
        """,
      reported: """
        # no subject here
        guard { never say "guaranteed" }
        """,
      mended: ["# no subject here": "subject person {}"]),
    FindingPage(
      code: "E0302", summary: "a second subject is declared",
      rationale:
        "A program has exactly one subject. Put what belongs to another into a program of its own.",
      reported: """
        subject person {}
        subject household {}
        event entry of person {}
        """,
      mended: ["subject household {}": nil]),
    FindingPage(
      code: "E0303", summary: "a name is taken",
      rationale: """
        Events, kinds, streams, rules and notice kinds share one space of names: `count(…)` takes any of them. \
        Params, attributes, defines and scales share another. Presets have their own. Rename one of the two.
        """,
      reported: "stream large = entry where amount > 3",
      accepted: "stream big = entry where amount > 3"),
    FindingPage(
      code: "E0304", summary: "a name stands for no value",
      rationale: """
        An expression may name params, attributes, defines and scales. Streams have no value of their own: ask \
        for something about them, such as `count(entry)`. Names of levels, presets, weekdays and choices are \
        found only on the other side of a comparison.
        """,
      reported: #"rule many { when count(entry, today) > gaol, emit warning "That is a lot." }"#,
      accepted: #"rule many { when count(entry, today) > goal, emit warning "That is a lot." }"#),
    FindingPage(
      code: "E0305", summary: "a name stands for no stream",
      rationale: """
        Where a stream is expected, an event, a kind, a stream, a rule or a notice kind must be named; some \
        places take rules only.
        """,
      reported: #"rule many { on entri, emit warning "One more." }"#,
      accepted: #"rule many { on entry, emit warning "One more." }"#),
    FindingPage(
      code: "E0307", summary: "a level, preset, weekday or choice is unknown",
      rationale: "The type of the other side decides which names may stand here, and this is none of them.",
      reported: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to worse }
        """,
      accepted: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        """),
    FindingPage(
      code: "E0308", summary: "an event has no such field",
      rationale: """
        A field is found by its name in each event of a stream, so every event of a union must have it.
        """,
      reported: "define total = sum(entry.amuont, today)",
      accepted: "define total = sum(entry.amount, today)"),
    FindingPage(
      code: "E0309", summary: "a name is reserved",
      rationale: """
        Every event has the columns `id`, `at`, `kind`, `device` and one named as the subject; every subject has \
        `id`, `started_at` and `ended_at`. `clock`, `weekday`, `date`, `yes`, `no` and `not` have a meaning of \
        their own in expressions. An event or subject can't be called `notice`, `settings` or `kinds`, which a source \
        reads as something else; a subject not `id`, `at`, `kind` or `device`, unless it is `per day`.
        """,
      reported: "event press of person { device: text }",
      accepted: "event press of person { button: text }"),
    FindingPage(
      code: "E0310", summary: "a field has the name of a value",
      rationale: """
        In the `where` of a stream both fields and values may be named, so that a shared name could mean either.
        """,
      reported: """
        param strength: number = 2
        event press of person { strength: number = 1 }
        """,
      mended: ["param strength: number = 2": "param least_strength: number = 2"]),
    FindingPage(
      code: "E0311", summary: "a list names something twice",
      rationale: "Levels, choices, fields, members of a stream and presets of an order stand once each.",
      reported: "scale mood = good < bad < good",
      accepted: "scale mood = good < fair < bad"),
    FindingPage(
      code: "E0312", summary: "something that stands once is there twice",
      rationale: "Keep one of the two.",
      reported: """
        event press of person {
          debounce 1 s
          debounce 2 s
        }
        """,
      mended: ["  debounce 1 s": nil]),
    FindingPage(
      code: "E0313", summary: "a definition rests on itself",
      rationale:
        "A definition stands for its expression, so it can't be part of it, directly or through others.",
      reported: """
        define more = less + 1
        define less = more - 1
        """,
      accepted: """
        define less = count(entry)
        define more = less + 1
        """),
    FindingPage(
      code: "E0314", summary: "a preset extends itself",
      rationale: "A preset takes from its base what it doesn't say; a circle of bases has no first.",
      reported: """
        preset calm extends busy {}
        preset busy extends calm {}
        """,
      mended: ["preset calm extends busy {}": "preset calm {}"]),
    FindingPage(
      code: "E0315", summary: "a program is too large",
      rationale: """
        A program may have 65,536 declarations of a sort (1,024 events, 256 presets, 16,384 params, 4,096 names \
        of fields), and definitions that rest on one another up to 128 deep. A definition or a rule, with the \
        definitions in it written out, may have 10,000 parts: names, values, calls and operators.
        """),
    FindingPage(
      code: "E0316", summary: "a stream rests on one that comes later",
      rationale: """
        Streams are decided one after another, in the order of the text, when an event comes. Move the stream \
        below those that it rests on.
        """,
      reported: """
        stream first = second
        stream second = entry
        """,
      accepted: """
        stream second = entry
        stream first = second
        """),
    FindingPage(
      code: "E0317", summary: "an event belongs to another subject",
      rationale: "A program has one subject, and every event belongs to it.",
      reported: "event press of persona {}",
      accepted: "event press of person {}"),
  ]
}

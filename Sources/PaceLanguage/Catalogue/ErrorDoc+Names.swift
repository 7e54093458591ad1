extension ErrorDoc {
  static let names = [
    ErrorDoc(
      code: "E0301", summary: "no subject is declared",
      explanation: """
        A program is about one type of subject: a session, a person, a day. A file without one is a fragment, \
        such as a list of presets; it is checked through the files that include it. Name one of those.
        """,
      example: """
        # no subject here
        guard { never say "guaranteed" }
        """,
      accepted: """
        subject person {}
        guard { never say "guaranteed" }
        """),
    ErrorDoc(
      code: "E0302", summary: "a second subject is declared",
      explanation:
        "A program has exactly one subject. Put what belongs to another into a program of its own.",
      example: """
        subject person {}
        subject household {}
        event entry of person {}
        """,
      accepted: """
        subject person {}
        event entry of person {}
        """),
    ErrorDoc(
      code: "E0303", summary: "a name is taken",
      explanation: """
        Events, kinds, streams, rules and notice kinds share one space of names: `count(…)` takes any of them. \
        Params, attributes, defines and scales share another. Presets have their own. Rename one of the two.
        """,
      example: """
        stream large = entry where amount > 3
        """,
      accepted: """
        stream big = entry where amount > 3
        """),
    ErrorDoc(
      code: "E0304", summary: "a name stands for no value",
      explanation: """
        An expression may name params, attributes, defines and scales. Streams have no value of their own: ask \
        for something about them, such as `count(entry)`. Names of levels, presets, weekdays and choices are \
        found only on the other side of a comparison.
        """,
      example: """
        rule many { when count(entry, today) > gaol, emit warning "That is a lot." }
        """,
      accepted: """
        rule many { when count(entry, today) > goal, emit warning "That is a lot." }
        """),
    ErrorDoc(
      code: "E0305", summary: "a name stands for no stream",
      explanation: """
        Where a stream is expected, an event, a kind, a stream, a rule or a notice kind must be named; some \
        places take rules only.
        """,
      example: """
        rule many { on entri, emit warning "One more." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        """),
    ErrorDoc(
      code: "E0307", summary: "a level, preset, weekday or choice is unknown",
      explanation: "The type of the other side decides which names may stand here, and this is none of them.",
      example: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to worse }
        """,
      accepted: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        """),
    ErrorDoc(
      code: "E0308", summary: "an event has no such field",
      explanation: """
        A field is found by its name in each event of a stream, so every event of a union must have it.
        """,
      example: """
        define total = sum(entry.amuont, today)
        """,
      accepted: """
        define total = sum(entry.amount, today)
        """),
    ErrorDoc(
      code: "E0309", summary: "a name is reserved",
      explanation: """
        Every event has the columns `id`, `at`, `kind`, `device` and one named as the subject; every subject has \
        `id`, `started_at` and `ended_at`. `clock`, `weekday`, `date`, `yes`, `no` and `not` have a meaning of \
        their own in expressions. An event or subject can't be called `notice`, `settings` or `kinds`, which a source \
        reads as something else; a subject not `id`, `at`, `kind` or `device`, unless it is `per day`.
        """,
      example: """
        event press of person { device: text }
        """,
      accepted: """
        event press of person { button: text }
        """),
    ErrorDoc(
      code: "E0310", summary: "a field has the name of a value",
      explanation: """
        In the `where` of a stream both fields and values may be named, so that a shared name could mean either.
        """,
      example: """
        param strength: number = 2
        event press of person { strength: number = 1 }
        """,
      accepted: """
        param least_strength: number = 2
        event press of person { strength: number = 1 }
        """),
    ErrorDoc(
      code: "E0311", summary: "a list names something twice",
      explanation: "Levels, choices, fields, members of a stream and presets of an order stand once each.",
      example: """
        scale mood = good < bad < good
        """,
      accepted: """
        scale mood = good < fair < bad
        """),
    ErrorDoc(
      code: "E0312", summary: "something that stands once is there twice",
      explanation: "Keep one of the two.",
      example: """
        event press of person {
          debounce 1 s
          debounce 2 s
        }
        """,
      accepted: """
        event press of person {
          debounce 2 s
        }
        """),
    ErrorDoc(
      code: "E0313", summary: "a definition rests on itself",
      explanation:
        "A definition stands for its expression, so it can't be part of it, directly or through others.",
      example: """
        define more = less + 1
        define less = more - 1
        """,
      accepted: """
        define less = count(entry)
        define more = less + 1
        """),
    ErrorDoc(
      code: "E0314", summary: "a preset extends itself",
      explanation: "A preset takes from its base what it doesn't say; a circle of bases has no first.",
      example: """
        preset calm extends busy {}
        preset busy extends calm {}
        """,
      accepted: """
        preset calm {}
        preset busy extends calm {}
        """),
    ErrorDoc(
      code: "E0315", summary: "a program is too large",
      explanation: """
        A program may have 65,536 declarations of a sort (1,024 events, 256 presets, 16,384 params, 4,096 names \
        of fields), and definitions that rest on one another up to 128 deep. A definition or a rule, with the \
        definitions in it written out, may have 10,000 parts: names, values, calls and operators.
        """,
      example: ""),
    ErrorDoc(
      code: "E0316", summary: "a stream rests on one that comes later",
      explanation: """
        Streams are decided one after another, in the order of the text, when an event comes. Move the stream \
        below those that it rests on.
        """,
      example: """
        stream first = second
        stream second = entry
        """,
      accepted: """
        stream second = entry
        stream first = second
        """),
    ErrorDoc(
      code: "E0317", summary: "an event belongs to another subject",
      explanation: "A program has one subject, and every event belongs to it.",
      example: """
        event press of persona {}
        """,
      accepted: """
        event press of person {}
        """),
  ]
}

extension ErrorDoc {
  static let rules = [
    ErrorDoc(
      code: "E0603", summary: "a rule has neither `when` nor a trigger",
      explanation:
        "Without a trigger, a rule speaks when its condition comes true; without either it never could.",
      example: """
        rule many { emit warning "One more." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        """),
    ErrorDoc(
      code: "E0604", summary: "a rule that emits nothing has clauses about notices",
      explanation: """
        Gates, `severity`, `repeat` and `when fired` are about firings, and a rule without `emit` never fires. \
        Gates don't hold levels back.
        """,
      example: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad, cooldown 10 min }
        """,
      accepted: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        """),
    ErrorDoc(
      code: "E0605", summary: "`repeat` stands beside a trigger",
      explanation:
        "`repeat` makes a rule without a trigger speak again while its state lasts; a trigger already says when.",
      example: """
        rule many { on entry, when count(entry, today) > 3, emit warning "One more.", repeat 2 h }
        """,
      accepted: """
        rule many { when count(entry, today) > 3, emit warning "One more.", repeat 2 h }
        """),
    ErrorDoc(
      code: "E0606", summary: "firings stand where logged events are needed",
      explanation:
        "`on`, `ends after` and the members of a stream take events, kinds and streams, not rules or notice kinds.",
      example: """
        rule many { on entry, emit warning "One more." }
        rule echo { on many, emit praise "Noted." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        rule echo { on entry, when fires(many), emit praise "Noted." }
        """),
    ErrorDoc(
      code: "E0607", summary: "`fires` has no meaning here",
      explanation: """
        `fires(R)` asks about this very event, so it needs a rule that is tried at events and keeps no state: \
        one with `on` and without `raise`, `for` and `until`.
        """,
      example: """
        rule many { on entry, emit warning "One more." }
        rule echo { at 20:00, when fires(many), emit praise "Noted." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        rule echo { on entry, when fires(many), emit praise "Noted." }
        """),
    ErrorDoc(
      code: "E0608", summary: "`fires` asks about something that never fires for an event",
      explanation: """
        `fires` needs a rule with `on`, or a notice kind that such rules emit. Whether another rule has fired before \
        is a count of its firings.
        """,
      example: """
        rule evening { at 20:00, emit reminder "Evening." }
        rule echo { on entry, when fires(evening), emit praise "Noted." }
        """,
      accepted: """
        rule evening { at 20:00, emit reminder "Evening." }
        rule echo { on entry, when count(evening, today) >= 1, emit praise "Noted." }
        """),
    ErrorDoc(
      code: "E0609", summary: "rules wait for each other in a circle",
      explanation: """
        A rule is evaluated after those whose firings it reads, and after those that raise a scale it reads. A \
        rule may read its own firings and those of its own notice kind: it sees the earlier ones. A rule waits \
        for itself if it reads the scale that it raises, in its own clauses or by the policy of its kind.
        """,
      example: """
        rule first { when count(second, today) < 3 and count(entry, today) > 2, emit warning "First." }
        rule second { when count(first, today) < 3 and count(entry, today) > 2, emit praise "Second." }
        """,
      accepted: """
        rule first { when count(entry, today) > 2, emit warning "First." }
        rule second { when count(first, today) < 3 and count(entry, today) > 2, emit praise "Second." }
        """),
    ErrorDoc(
      code: "E0610", summary: "a policy is for a kind of notice that no rule emits",
      explanation: "A policy shares gates between the rules that emit its kind.",
      example: """
        policy warming { limit 3 today }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today }
        """),
    ErrorDoc(
      code: "E0611", summary: "a notice kind has two policies",
      explanation: "Gates are tried in the order written, so they stand in one place.",
      example: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today }
        policy warning { cooldown 5 min }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today, cooldown 5 min }
        """),
    ErrorDoc(
      code: "E0612", summary: "a message says what a guard forbids",
      explanation: "Whole words are compared, in any case, with blanks collapsed.",
      example: """
        guard { never say "you must" }
        rule many { on entry, emit warning "You  must stop." }
        """,
      accepted: """
        guard { never say "you must" }
        rule many { on entry, emit warning "You could stop." }
        """),
    ErrorDoc(
      code: "E0613", summary: "firings of a rule that never fires are read",
      explanation: "A rule without `emit` only raises a level; read the scale.",
      example: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        rule echo { on entry, when count(low) > 0, emit praise "Noted." }
        """,
      accepted: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        rule echo { on entry, when mood == bad, emit praise "Noted." }
        """),
    ErrorDoc(
      code: "E0614", summary: "an order of one preset claims nothing",
      explanation: "`order a < b` claims that b objects to whatever a objects to.",
      example: """
        preset calm {}
        order calm
        """,
      accepted: """
        preset calm {}
        preset strict {}
        order calm < strict
        """),
  ]
}

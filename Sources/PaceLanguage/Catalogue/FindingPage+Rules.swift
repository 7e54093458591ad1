extension FindingPage {
  static let rules = [
    FindingPage(
      code: "E0603", summary: "a rule has neither `when` nor a trigger",
      rationale:
        "Without a trigger, a rule speaks when its condition comes true; without either it never could.",
      reported: #"rule many { emit warning "One more." }"#,
      accepted: #"rule many { on entry, emit warning "One more." }"#),
    FindingPage(
      code: "E0604", summary: "a rule that emits nothing has clauses about notices",
      rationale: """
        Gates, `severity`, `repeat` and `when fired` are about firings, and a rule without `emit` never fires. \
        Gates don't hold levels back.
        """,
      reported: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad, cooldown 10 min }
        """,
      accepted: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        """),
    FindingPage(
      code: "E0605", summary: "`repeat` stands beside a trigger",
      rationale:
        "`repeat` makes a rule without a trigger speak again while its state lasts; a trigger already says when.",
      reported:
        #"rule many { on entry, when count(entry, today) > 3, emit warning "One more.", repeat 2 h }"#,
      accepted: #"rule many { when count(entry, today) > 3, emit warning "One more.", repeat 2 h }"#),
    FindingPage(
      code: "E0606", summary: "firings stand where logged events are needed",
      rationale:
        "`on`, `ends after` and the members of a stream take events, kinds and streams, not rules or notice kinds.",
      reported: """
        rule many { on entry, emit warning "One more." }
        rule echo { on many, emit praise "Noted." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        rule echo { on entry, when fires(many), emit praise "Noted." }
        """),
    FindingPage(
      code: "E0607", summary: "`fires` has no meaning here",
      rationale: """
        `fires(R)` asks about this very event, so it needs a rule that is tried at events and keeps no state: \
        one with `on` and without `raise`, `for` and `until`.
        """,
      reported: """
        rule many { on entry, emit warning "One more." }
        rule echo { at 20:00, when fires(many), emit praise "Noted." }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        rule echo { on entry, when fires(many), emit praise "Noted." }
        """),
    FindingPage(
      code: "E0608", summary: "`fires` asks about something that never fires for an event",
      rationale: """
        `fires` needs a rule with `on`, or a notice kind that such rules emit. Whether another rule has fired before \
        is a count of its firings.
        """,
      reported: """
        rule evening { at 20:00, emit reminder "Evening." }
        rule echo { on entry, when fires(evening), emit praise "Noted." }
        """,
      accepted: """
        rule evening { at 20:00, emit reminder "Evening." }
        rule echo { on entry, when count(evening, today) >= 1, emit praise "Noted." }
        """),
    FindingPage(
      code: "E0609", summary: "rules wait for each other in a circle",
      rationale: """
        A rule is evaluated after those whose firings it reads, and after those that raise a scale it reads. A \
        rule may read its own firings and those of its own notice kind: it sees the earlier ones. A rule waits \
        for itself if it reads the scale that it raises, in its own clauses or by the policy of its kind.
        """,
      reported: """
        rule first { when count(second, today) < 3 and count(entry, today) > 2, emit warning "First." }
        rule second { when count(first, today) < 3 and count(entry, today) > 2, emit praise "Second." }
        """,
      accepted: """
        rule first { when count(entry, today) > 2, emit warning "First." }
        rule second { when count(first, today) < 3 and count(entry, today) > 2, emit praise "Second." }
        """),
    FindingPage(
      code: "E0610", summary: "a policy is for a kind of notice that no rule emits",
      rationale: "A policy shares gates between the rules that emit its kind.",
      reported: "policy warming { limit 3 today }",
      accepted: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today }
        """),
    FindingPage(
      code: "E0611", summary: "a notice kind has two policies",
      rationale: "Gates are tried in the order written, so they stand in one place.",
      reported: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today }
        policy warning { cooldown 5 min }
        """,
      accepted: """
        rule many { on entry, emit warning "One more." }
        policy warning { limit 3 today, cooldown 5 min }
        """),
    FindingPage(
      code: "E0612", summary: "a message says what a guard forbids",
      rationale: "Whole words are compared, in any case, with blanks collapsed.",
      reported: """
        guard { never say "you must" }
        rule many { on entry, emit warning "You  must stop." }
        """,
      accepted: """
        guard { never say "you must" }
        rule many { on entry, emit warning "You could stop." }
        """),
    FindingPage(
      code: "E0613", summary: "firings of a rule that never fires are read",
      rationale: "A rule without `emit` only raises a level; read the scale.",
      reported: """
        scale mood = good < bad
        rule low { when count(entry, today) > 3, raise mood to bad }
        rule echo { on entry, when count(low) > 0, emit praise "Noted." }
        """,
      mended: [
        #"rule echo { on entry, when count(low) > 0, emit praise "Noted." }"#:
          #"rule echo { on entry, when mood == bad, emit praise "Noted." }"#
      ]),
    FindingPage(
      code: "E0614", summary: "an order of one preset claims nothing",
      rationale: "`order a < b` claims that b objects to whatever a objects to.",
      reported: """
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

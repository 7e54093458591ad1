import Testing

/// What `explain` says in words: the opening sentence, names, states, streaks.
struct `The words of an explanation` {
  private static let program = """
    subject person { urgent: bool = no, plan: schedule, least: number }
    event meeting of person { kind all_hands "All-hands", kind call }
    event pause of person { }
    param many: number in 1 .. 9 step 1
    preset calm { many = 3 }
    preset tight { many = 2 }
    order calm < tight
    define recent = count(meeting, last 1 h) "Meetings in the last hour"
    define rested = since(pause) <= 30 min
    define full = recent >= 3 or (urgent and recent >= 1)
    define tired = full and not rested

    rule crowd "a crowded hour" {
      on meeting
      when recent >= many
      emit warning "Crowded."
      cooldown 30 min
    }
    rule exact {
      on pause
      when recent == many
      emit note "Exact."
    }
    rule spent {
      on meeting
      when tired and count(meeting, today) >= 2
      emit note "Spent."
    }
    rule long_day {
      when count(all_hands, today) >= 2 until since(meeting) >= 2 h
      emit note "Long."
      repeat daily
    }
    rule quiet_days {
      at 12:00
      when streak(days where count(call, today) == 0) >= 2
      emit note "Quiet."
    }
    rule hushed {
      on pause
      emit note "Hush."
      quiet 22:00 to 07:00
    }

    rule planned {
      on pause
      when due(plan)
      emit note "Planned."
    }
    rule ranged {
      on pause
      when recent in least .. 9
      emit note "Ranged."
    }
    rule lasting {
      when count(all_hands, today) >= 2 for 3 h
      emit note "Lasting."
    }

    scenario "morning" {
      start 2026-11-20 09:00
      preset tight
      at 09:00 all_hands
      at 09:10 all_hands
      at 09:20 call
      at 09:40 pause
      until day 2 23:00
      expect crowd at 09:10
    }
    scenario "week" {
      start 2026-11-18 06:00
      preset tight
      at 06:30 call
      at day 4 22:30 pause
      expect quiet_days at day 3 12:00
    }
    """

  /// A page of 200 columns, on which no line of these tests is broken.
  private func page(_ scenario: String, _ words: String...) throws -> String {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    let result = try Pace.run(
      ["explain", pack, "--scenario", scenario] + words, environment: ["COLUMNS": "200"])
    #expect(result.status == 0, "\(result.remarks)")
    return result.output
  }

  private func check(
    _ page: String, _ lines: String..., isThere: Bool = true, at place: SourceLocation = #_sourceLocation
  ) {
    for line in lines {
      #expect(page.contains(line) == isThere, "\(line) in\n\(page)", sourceLocation: place)
    }
  }

  // MARK: The opening sentence

  @Test func `says what fired by the labels of figures and rules`() throws {
    check(
      try page("morning", "--rule", "crowd", "--at", "09:10"),
      """
      Meetings in the last hour: 2, at least 2, where tight calls it a crowded hour.
      crowd FIRED at 09:10:00
      """)
  }

  @Test func `says what held a notice back`() throws {
    check(
      try page("morning", "--rule", "crowd", "--at", "09:20"),
      """
      Meetings in the last hour: 3, at least 2, where tight calls it a crowded hour, but it spoke at 09:10, less than 30 min
      before.
      """)
    check(
      try page("week", "--rule", "hushed", "--at", "2026-11-21T22:30"),
      "Pause at 22:30, but it is quiet from 22:00 to 07:00.")
  }

  @Test func `says what is not so, and what did not happen`() throws {
    check(
      try page("morning", "--rule", "crowd", "--at", "09:00"), "Meetings in the last hour: 1, below 2.\n")
    check(try page("morning", "--rule", "crowd", "--at", "10:00"), "No meeting at 10:00.\n")
    check(try page("morning", "--rule", "quiet_days", "--at", "10:00"), "It is looked at 12:00 only.\n")
  }

  @Test func `says that something is not known, and not that it is not so`() throws {
    check(
      try page("morning", "--rule", "planned", "--at", "09:40"),
      "Whether it is scheduled for today is not known.\n")
    check(try page("morning", "--rule", "ranged", "--at", "09:40"), "Least is not known.\n")
  }

  @Test func `says since when a condition holds that has not held for long enough`() throws {
    check(
      try page("morning", "--rule", "lasting", "--at", "10:00"),
      "All-hands today: 2, at least 2, so since 09:10, and long enough at 12:10.\n")
  }

  // MARK: Names

  @Test func `a condition of named parts is told by their names, and in full on demand`() throws {
    let brief = try page("morning", "--rule", "spent", "--at", "09:20")
    // `rested` compares, so that it is told by its values; without a pause they are unknown, and so is `tired`.
    check(brief, "tired: unknown, ", "count(meeting, today) = 3 >= 2")
    check(brief, "urgent", isThere: false)
    let full = try page("morning", "--rule", "spent", "--at", "09:20", "--full")
    check(full, "count(meeting, last 1 h) = 3 >= 3", "urgent = no", "count(meeting, today) = 3 >= 2")
  }

  @Test func `the label of a kind stands in sentences, and what is a plural already stays so`() throws {
    check(try page("week", "--rule", "crowd", "--at", "06:30"), "one more all-hands or call now")
  }

  // MARK: States and streaks

  @Test func `a state kept on says since when and why it has not ended`() throws {
    let later = try page("morning", "--rule", "long_day", "--at", "11:00")
    check(later, "until   on since 09:10:00, and not ended:", "since(meeting) = 1 h 40 min >= 2 h")
    check(later, "spoke at 09:10:00; it repeats daily, from the next day on")
  }

  @Test func `a streak names its days`() throws {
    check(
      try page("week", "--rule", "quiet_days", "--at", "2026-11-21T12:00"), "days 19 to 20 Nov",
      "At 12:00: days in a row: 2, at least 2.")
  }

  // MARK: Times

  @Test func `a time that comes on several days is said to be the first day's`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(scratch, Self.program)
    let result = try Pace.run("explain", pack, "--scenario", "week", "--at", "12:00", "--rule", "quiet_days")
    #expect(
      result.remarks.contains(
        """
        12:00 is that of Wednesday 18 November 2026, the first day of person week with that time; another is named \
        with its date, such as `--at 2026-11-19T12:00`
        """), "\(result.remarks)")
    let dated = try Pace.run(
      "explain", pack, "--scenario", "week", "--at", "2026-11-18T12:00", "--rule", "quiet_days")
    #expect(dated.output == result.output)
    #expect(!dated.remarks.contains("is that of"), "\(dated.remarks)")
  }

  // MARK: Flips

  @Test func `a parameter flips in each direction, the looser value first`() throws {
    // At 09:40 three meetings are recent, which is not 2; calm asks for three.
    check(
      try page("morning", "--rule", "exact", "--at", "09:40", "--set", "many=3"),
      "many 4 or more · many 2 or less")
  }

  @Test func `a rule whose own firing ends its state is idle from then on`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { ends after 1 d without e }
      event e of s { }
      rule r {
        when since(e) >= 10 min and count(r, last 5 min) == 0
        emit note "Hi."
      }
      """)
    try Night.execute(
      """
      CREATE TABLE s(id); INSERT INTO s VALUES ('a');
      CREATE TABLE e(id, s, at); INSERT INTO e VALUES ('e1', 'a', \(Night.start));
      """, in: scratch.path("own.db"))
    let words = ["explain", pack, "--db", scratch.path("own.db"), "--rule", "r"]
    let all = try Pace.run(words + ["--all", "--until", "2026-11-20T21:16"]).output
    #expect(all.contains("  21:10:00.001  idle") && all.contains("  21:15:00.002  idle"), "\(all)")
    #expect(!all.contains("already_fired"), "\(all)")
    let one = try Pace.run(words + ["--at", "1795209000001"]).output
    #expect(one.contains("idle"), "\(one)")
  }

  @Test func `a message that the guard forbids is said to be withheld, and its rule is named`() throws {
    let scratch = try Scratch()
    let pack = try Scratch.pack(
      scratch,
      """
      subject s { }
      event e of s { note: text }
      rule said { on e, emit word "You said {latest(e.note)}" }
      guard { never say "lazy" }
      """)
    try Night.execute(
      """
      CREATE TABLE s(id); INSERT INTO s VALUES ('a');
      CREATE TABLE e(id, s, at, note); INSERT INTO e VALUES ('e1', 'a', \(Night.start), 'lazy');
      """, in: scratch.path("own.db"))
    let words = ["explain", pack, "--db", scratch.path("own.db")]
    for question in [[], ["--at", String(Night.start)], ["--notice", "1"]] {
      let result = try Pace.run(words + question)
      #expect(result.output.contains("\n  says    (message withheld)\n"), "\(result.output)")
      #expect(result.remarks.contains("said: 1 message withheld, for the guard forbids it\n"))
      let json = try Pace.run(words + question + ["--format", "json"])
      #expect(json.remarks == result.remarks)
    }
  }

  @Test func `waiting counts on nothing else being logged, and says so`() throws {
    let scratch = try Scratch()
    let path = try Night.friday(in: scratch)
    let words = [
      "explain", "take-care", "--db", path, "--at", "21:15", "--rule", "nice_reset", "--preset", "strict",
    ]
    let alone = try Pace.run(words, environment: ["COLUMNS": "200"]).output
    #expect(alone.contains("waiting until 21:29:00\n"), "\(alone)")
    try Night.execute(Night.drink("w", "s1", minute: 20, "water"), in: path)
    let more = try Pace.run(words, environment: ["COLUMNS": "200"]).output
    #expect(more.contains("waiting until 21:29:00 if nothing else is logged till then\n"), "\(more)")
  }

  @Test func `a wait for an attribute without a value is said never to end`() throws {
    func explain(_ attribute: String) throws -> String {
      let scratch = try Scratch()
      let pack = """
        subject person { \(attribute) }
        event meeting of person { }
        rule long { when count(meeting) > 0 for least, emit note "Long." }
        scenario "x" { start 2026-11-20 09:00, at 10:00 meeting, until 12:00 }
        """
      let path = try Scratch.pack(scratch, pack)
      let words = ["explain", path, "--scenario", "x", "--rule", "long", "--at", "11:00"]
      return try Pace.run(words, environment: ["COLUMNS": "200"]).output
    }
    let unknown = try explain("least: duration")
    #expect(unknown.contains(", and never long enough, because least has no value.\n"), "\(unknown)")
    let hold = "unknown (least): true since 10:00:00, and never for long enough: least has no value\n"
    #expect(unknown.contains("long waiting at 11:00:00") && unknown.contains(hold), "\(unknown)")
    let known = try explain("least: duration = 2 h")
    #expect(known.contains("long waiting") && !known.contains("never"), "\(known)")
  }
}

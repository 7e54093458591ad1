import PaceEngine
import PaceLab
import PaceLanguage
import Testing

@Suite("one subject after the other")
struct SubjectWalkTests {
  private static let text = """
    subject visit { label: text = "x" "What it is called", ends after 3 h without a }
    event a of visit { size: number = 1, kind tap { debounce 60 s } }
    scale badge = low < mid < high
    define so_far = count(a) "So far"

    rule second {
      on a
      when count(a, last 60 min) >= 2
      raise badge to mid
      emit warning "Second of {count(a)}."
    }
    rule first {
      on a
      when count(a) == 1
      emit reminder "First."
    }
    rule third {
      when count(a, last 60 min) >= 3
      raise badge to high
    }
    """
  private static let present = moment("2026-11-25")

  private static func summary(
    _ log: SubjectLog, present: Instant = present, text: String = text
  ) throws -> SubjectSummary {
    var walk = SubjectWalk(try plan(text), notices: .derived, present: present)
    return try walk.walk(log)
  }

  private static let evening: [(at: String, kind: Int?, size: Int64?)] = [
    ("2026-11-20 21:00", nil, nil), ("2026-11-20 21:30", nil, 5),
  ]

  @Test("a subject ends by hand, by itself, or is open")
  func endings() throws {
    let itself = try Self.summary(visit("s", rows: Self.evening))
    #expect(itself.start == moment("2026-11-20 21:00"))
    #expect(itself.end == moment("2026-11-21 00:30"))
    #expect(itself.ending == .itself)
    #expect(itself.length == Int64(210 * 60_000))
    let hand = try Self.summary(visit("s", end: "2026-11-20 22:00", rows: Self.evening))
    #expect(hand.end == moment("2026-11-20 22:00"))
    #expect(hand.ending == .hand)
    // At its last instant one that ends by itself is open, one ended by hand is not.
    #expect(try Self.summary(visit("s", rows: Self.evening), present: moment("2026-11-21 00:30")).isOpen)
    let over = try Self.summary(
      visit("s", end: "2026-11-20 22:00", rows: Self.evening), present: moment("2026-11-20 22:00"))
    #expect(over.ending == .hand)
    let before = try Self.summary(
      visit("s", end: "2026-11-20 22:00", rows: Self.evening), present: moment("2026-11-20 21:45"))
    #expect(before.isOpen)
  }

  @Test("a row after a recorded end revives the subject, which then ends by itself")
  func revived() throws {
    let rows = Self.evening + [("2026-11-20 23:00", nil, nil)]
    let summary = try Self.summary(visit("s", end: "2026-11-20 22:00", rows: rows))
    #expect(summary.end == moment("2026-11-21 02:00"))
    #expect(summary.ending == .itself)
  }

  @Test("rows of one instant that revive a subject all count, however late they come", arguments: [0, 1])
  func revivedBySeveral(later: Int64) throws {
    var log = visit("s", rows: Self.evening)
    for size: Int64 in [1, 2, 4] {
      let at = Instant(moment("2026-11-21 21:00").milliseconds + later)
      log.events.append(EventRecord(event: EventID(0), kind: nil, at: at, values: [Value(size * 1_000_000)]))
    }
    let summary = try Self.summary(log)
    #expect(summary.tally.rows == 5)
    #expect(summary.highest == [2])
  }

  @Test("a subject per day is over when its day is")
  func perDay() throws {
    let text = """
      calendar { day starts 04:00 }
      subject evening per day { }
      event a of evening { size: number = 1 }
      rule r { on a, emit note "N." }
      """
    let log = visit("2026-11-20", rows: Self.evening)
    let summary = try Self.summary(log, text: text)
    #expect(summary.end == Instant(moment("2026-11-21 04:00").milliseconds - 1))
    #expect(summary.ending == .itself)
    #expect(try Self.summary(log, present: moment("2026-11-21 03:00"), text: text).isOpen)
    // What would end it later changes nothing; what ends it earlier does.
    for (span, end) in [("12 h", summary.end), ("60 min", moment("2026-11-20 22:30"))] {
      let ending = text.replacing("per day { }", with: "per day { ends after \(span) without a }")
      #expect(try Self.summary(log, present: moment("2026-11-21 04:00"), text: ending).end == end)
    }
  }

  @Test("rows are those kept, sums have the defaults, levels the highest")
  func tally() throws {
    let rows: [(at: String, kind: Int?, size: Int64?)] = [
      ("2026-11-20 21:00", 0, nil), ("2026-11-20 21:00", 0, 3), ("2026-11-20 21:10", nil, 5),
      ("2026-11-20 21:20", nil, nil),
    ]
    let summary = try Self.summary(visit("s", rows: rows))
    #expect(summary.tally.rows == 3)
    #expect(summary.debounced == 1)
    #expect(summary.tally.kinds == [1, 2])
    #expect(summary.tally.sums.map { $0.bits } == [7_000_000])
    #expect(summary.tally.notices == [2, 1])
    #expect(summary.highest == [2])
    // One row alone raises nothing.
    #expect(try Self.summary(visit("s", rows: [Self.evening[0]])).highest == [0])
  }

  @Test("the list has the newest first, of equal starts by id, and knows how many there are besides")
  func list() throws {
    func list(_ filter: SubjectList.Filter, limit: Int = 2, from: String? = nil) throws -> SubjectList {
      var list = SubjectList(
        limit: limit, filter: filter,
        started: (from.map { moment($0) } ?? Instant(.min))...Instant(.max))
      for (id, start, end) in [
        ("b", "2026-11-20", "2026-11-21"), ("c", "2026-11-19", "2026-11-21"), ("a", "2026-11-20", nil),
        ("d", "2026-11-21", "2026-11-22"), ("e", "2026-11-18", nil), ("f", "2026-11-17", nil),
      ] as [(String, String, String?)] {
        var summary = try Self.summary(visit(id, start: start, end: end))
        if end == nil { (summary.end, summary.ending) = (nil, nil) }
        list.add(summary)
      }
      return list
    }
    #expect(try list(.all).subjects.map(\.subject) == ["d", "a"])
    #expect(try list(.all).count == 6)
    #expect(try list(.all, limit: 10).subjects.map(\.subject) == ["d", "a", "b", "c", "e", "f"])
    #expect(try list(.open, limit: 1).subjects.map(\.subject) == ["a"])
    #expect(try list(.open).count == 3)
    #expect(try list(.ended, limit: 9).subjects.map(\.subject) == ["d", "b", "c"])
    #expect(try list(.all, from: "2026-11-20").count == 3)
  }

  @Test("a story has rows before their notices, notices in the order of rules, and levels in stretches")
  func story() throws {
    var walk = SubjectWalk(try plan(Self.text), notices: .derived, present: Self.present)
    var log = visit("s", rows: Self.evening)
    log.rows += ["r1", "r2"]
    let story = try SubjectStory(log, &walk, present: Self.present)
    let entries = story.entries.map { entry in
      switch entry {
      case .row(let row): "row \(row.id) \(row.values.map { $0.value.bits })"
      case .notice(let notice): "\(notice.rule) \(notice.message ?? "")"
      }
    }
    #expect(
      entries == [
        "row r1 [1000000]", "first First.", "row r2 [5000000]", "second Second of 2.",
      ])
    // The first row leaves the window one millisecond after 22:00.
    let after = Instant(moment("2026-11-20 22:00").milliseconds + 1)
    let ends = ["2026-11-20 21:00", "2026-11-20 21:30", "2026-11-21 00:30"].map { moment($0) }
    #expect(story.levels.map { $0.map { $0.from } } == [[ends[0], ends[1], after]])
    #expect(story.levels.map { $0.map { $0.to } } == [[ends[1], after, ends[2]]])
    #expect(story.levels.map { $0.map { $0.level } } == [[0, 1, 0]])
    #expect(story.figures.map { $0.value.bits } == [2_000_000])
    #expect(story.attributes.map { $0.text } == ["x"])
  }

  @Test("no level stands between an end and the row that revives the subject")
  func gap() throws {
    let text = """
      subject visit { ends after 3 h without a }
      event a of visit { size: number = 1 }
      scale badge = low < high
      rule up { when count(a) >= 1 until count(a) >= 5, raise badge to high }
      """
    var walk = SubjectWalk(try plan(text), notices: .derived, present: Self.present)
    let rows = [("2026-11-20 21:00", nil, nil), ("2026-11-21 21:00", nil, nil)] as [(String, Int?, Int64?)]
    let story = try SubjectStory(visit("s", rows: rows), &walk, present: Self.present)
    let times = [["2026-11-20 21:00", "2026-11-21 00:00"], ["2026-11-21 21:00", "2026-11-22 00:00"]]
    #expect(story.levels.map { $0.map { [$0.from, $0.to] } } == [times.map { $0.map { moment($0) } }])
    #expect(story.levels.map { $0.map { $0.level } } == [[1, 1]])
  }

  @Test("what lies outside of a span is not told, and counts all the same")
  func span() throws {
    var walk = SubjectWalk(try plan(Self.text), notices: .derived, present: Self.present)
    var story = try SubjectStory(visit("s", rows: Self.evening), &walk, present: Self.present)
    story.keep(moment("2026-11-20 21:30")...moment("2026-11-20 23:00"))
    #expect(story.entries.map { $0.at } == [moment("2026-11-20 21:30"), moment("2026-11-20 21:30")])
    #expect(story.summary.tally.rows == 2)
    story.quote { rule, at in rule == "second" && at == moment("2026-11-20 21:30") ? "Said." : nil }
    let messages = story.entries.compactMap { entry in
      if case .notice(let notice) = entry { notice.message } else { nil }
    }
    #expect(messages == ["Said."])
  }

  @Test("a present outside of the years 1 to 9999 is the nearest within", arguments: [Int64.max, .min])
  func far(_ milliseconds: Int64) throws {
    let rows = visit("s", rows: Self.evening)
    let far = try Self.summary(rows, present: Instant(milliseconds))
    let nearest = try Self.summary(rows, present: Instant(clamping: milliseconds))
    #expect(far.end == nearest.end && far.tally.rows == nearest.tally.rows)
    var machine = Machine(try plan(Self.text), options: SubjectLog.dueOptions())
    let due = try rows.due(at: Instant(milliseconds), in: &machine)
    #expect(due.status.isOpen == false)
  }

  @Test("a list of the years 1 to 9999 has what a list of all instants has")
  func years() throws {
    for (first, count) in [(Instant(.min), 1), (Instant(clamping: .min), 1), (moment("0002-01-01"), 0)] {
      var list = SubjectList(limit: 9, filter: .all, started: first...Instant.last)
      list.add(try Self.summary(visit("s")))
      #expect(list.count == count, "\(first)")
    }
  }

  @Test("a list of fewer than no subjects has none")
  func noLimit() throws {
    var list = SubjectList(limit: -1, filter: .all, started: Instant(.min)...Instant(.max))
    list.add(try Self.summary(visit("s", rows: Self.evening)))
    #expect(list.subjects.isEmpty && list.count == 1)
  }
}

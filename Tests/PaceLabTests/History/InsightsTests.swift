import PaceEngine
import PaceLab
import PaceLanguage
import PaceReport
import Testing

@Suite("insights: what a log holds over time")
struct InsightsTests {
  private static let text = """
    subject visit { group: red | blue = red, share: number = 1 }
    event a of visit { size: number = 1, kind big { size = 2 } }
    stream second = a where count(a, today) == 1

    define today = count(a, today) "Today"
    define clean = streak(days where count(a, today) == 0) "Clean days"
    define newest = latest(a.size) "Newest"
    define busy = count(a, today) >= 2 "Busy"

    rule many {
      on a
      when count(a, today) >= 2
      emit warning "Many."
    }
    rule calm {
      at 20:00
      when count(a, today) == 0
      emit praise "Calm."
    }
    """

  /// Monday 16 to Thursday 19 November: two rows, none, one, two.
  private static let rows: [(at: String, kind: Int?, size: Int64?)] = [
    ("2026-11-16 10:00", 0, nil), ("2026-11-16 11:00", nil, nil), ("2026-11-18 10:00", nil, nil),
    ("2026-11-19 21:00", nil, nil), ("2026-11-19 22:00", nil, 7),
  ]
  private static let present = moment("2026-11-25")

  /// Counts logs, by day unless told otherwise.
  private static func insights(
    of logs: [SubjectLog], by unit: BucketUnit = .day, from: String? = nil, to: String? = nil,
    stream: String? = nil, figures: [String] = [], rollUp: RollUp.Request? = nil, weekStart: Int64 = 0,
    notices: SubjectWalk.Notices = .derived, text: String = text, present: Instant = present
  ) throws -> Insights {
    let plan = try plan(text)
    var extent = LogExtent()
    for event in logs.flatMap({ $0.events }) { extent.add(event.at) }
    let range = try InsightsRange(
      BucketCalendar(unit, LocalCalendar(zone: .utc, weekStart: weekStart)), from: from.map { moment($0) },
      to: to.map { moment($0) }, of: extent, present: present)
    var request = Insights.Request()
    request.stream = plan.program.streams.firstIndex { $0.name == stream }.map { StreamID($0) }
    request.figures = figures.compactMap { name in plan.program.figures.first { $0.name.text == name } }
    request.rollUp = rollUp
    var walk = SubjectWalk(
      plan, notices: notices, present: present, reading: request.figures.map { $0.value },
      at: range.readings(upTo: present, isCut: to != nil))
    var insights = Insights(plan.program, range, request)
    for log in logs { try insights.add(log, &walk) }
    return insights
  }

  @Test("rows, kinds, sums and notices are counted by bucket, empty ones included")
  func buckets() throws {
    let insights = try Self.insights(of: [visit("me", rows: Self.rows)])
    #expect(insights.tallies.map { $0.rows } == [2, 0, 1, 2])
    #expect(insights.tallies.map { $0.sums.map { $0.bits } } == [[3_000_000], [0], [1_000_000], [8_000_000]])
    // Kinds are `big`, then `a` for rows without one; notices are warnings, then praise.
    #expect(insights.tallies.map { $0.kinds } == [[1, 1], [0, 0], [0, 1], [0, 2]])
    #expect(insights.tallies.map { $0.notices } == [[1, 0], [0, 1], [0, 0], [1, 1]])
    #expect(insights.layout.ranked(insights.total).map { "\($0.count) \($0.name)" } == ["4 a", "1 big"])
    #expect(insights.subjects == 1)
  }

  @Test("equally empty or full buckets are all told; of hours the first is commonest")
  func ties() throws {
    let insights = try Self.insights(of: [visit("me", rows: Self.rows)])
    #expect(insights.fewest == [1])
    #expect(insights.most == [0, 3])
    #expect(insights.commonestHour == 10)
    let even = try Self.insights(of: [visit("me", rows: [Self.rows[3], Self.rows[4]])])
    #expect(even.commonestHour == 21)
    #expect(try Self.insights(of: []).fewest == [])
  }

  @Test("by weekday and hour the notices of the first and the last day count as they do by day")
  func wholeDays() throws {
    let text = Self.text.replacing(
      "count(a, today) == 0\n  emit praise", with: "count(a, today) >= 1\n  emit praise")
    let rows = [visit("me", rows: Array(Self.rows[0...2]))]
    // One warning on the 16th; praise at 20:00 on the 16th and, after the last row, on the 18th.
    for unit in [BucketUnit.day, .weekday, .hour] {
      #expect(try Self.insights(of: rows, by: unit, text: text).total.notices == [1, 2])
      let cut = try Self.insights(of: rows, by: unit, to: "2026-11-18 19:59", text: text)
      #expect(cut.total.notices == [1, 1])
    }
  }

  @Test("a bucket that no subject's time reaches into has not the fewest rows")
  func uncovered() throws {
    let visits = [
      visit("a", start: "2026-11-16 09:00", end: "2026-11-17 12:00", rows: Array(Self.rows[0...1])),
      visit(
        "b", start: "2026-11-19 20:00", end: "2026-11-19 23:00",
        rows: [Self.rows[3], ("2026-11-19 23:00", nil, nil)]),
    ]
    // On the 17th somebody was there and did nothing; on the 18th there was nobody.
    #expect(try Self.insights(of: visits).tallies.map { $0.rows } == [2, 0, 0, 2])
    #expect(try Self.insights(of: visits).fewest == [1])
    #expect(try Self.insights(of: [visits[0]], from: "2026-11-15", to: "2026-11-20").fewest == [2])
    // Nothing at 22:00, in between; before and after nobody was there.
    #expect(try Self.insights(of: [visits[1]], by: .hour).fewest == [22])
    #expect(try Self.insights(of: [visits[1]], by: .hour).most == [21, 23])
  }

  @Test("the change is against the equally many buckets before, and unknown where these hold nothing")
  func change() throws {
    let rows = [visit("me", rows: Self.rows)]
    let insights = try Self.insights(of: rows, from: "2026-11-18")
    // Two rows and a sum of 3 on the 16th and 17th; three and 9 on the 18th and 19th.
    #expect(insights.before.rows == 2)
    #expect(Insights.change(from: 2, to: Int64(insights.compared.rows)) == 500)
    #expect(insights.before.sums[0].bits == 3_000_000)
    #expect(Insights.change(from: 3, to: 9) == 2_000)
    #expect(insights.before.notices == [1, 1])
    #expect(Insights.change(from: 0, to: 5) == nil)
    #expect(Insights.change(from: 3, to: 2) == -333)
    #expect(Insights.change(from: 3, to: 4) == 333)
    #expect(Insights.change(from: -4, to: -2) == 500)
    // Half a tenth of a percent is rounded away from 0.
    #expect(Insights.change(from: 2_000, to: 2_001) == 1)
    #expect(Insights.change(from: 2_000, to: 1_999) == -1)
    #expect(try Self.insights(of: rows).before == Tally(insights.layout))
    // Only the one day before counts, which is empty; the 19th, which is not whole, doesn't.
    let one = try Self.insights(of: rows, from: "2026-11-18", to: "2026-11-19 23:59")
    #expect(one.range.comparedCount == 1 && one.compared.rows == 1 && one.before.rows == 0)
  }

  @Test("a bucket that is cut, or not over, is compared with none")
  func comparedBuckets() throws {
    let days = (1...28).map { "2026-09-\($0 < 10 ? "0" : "")\($0) 10:00" }
    let rows = [visit("me", rows: days.map { (at: $0, kind: nil, size: nil) })]
    func compared(from: String? = "2026-09-15", to: String? = nil, now: String) throws -> [Int] {
      let insights = try Self.insights(of: rows, by: .week, from: from, to: to, present: moment(now))
      return [insights.range.comparedCount, insights.compared.rows, insights.before.rows]
    }
    // Weeks from the 14th, which is cut, and from the 21st and the 28th, which are over on the 28th and 5 October.
    #expect(try compared(now: "2026-09-27 23:59") == [0, 0, 0])
    #expect(try compared(now: "2026-09-28") == [1, 7, 7])
    #expect(try compared(now: "2026-10-05") == [2, 8, 14])
    #expect(try compared(to: "2026-09-26", now: "2026-10-05") == [0, 0, 0])
    #expect(try compared(from: "2026-09-14", now: "2026-09-28") == [2, 14, 13])
    #expect(try compared(from: nil, now: "2026-10-05") == [0, 0, 0])
  }

  @Test("figures are read at the end of each bucket, with least, greatest and mean")
  func figures() throws {
    let insights = try Self.insights(
      of: [visit("me", rows: Self.rows)], figures: ["today", "clean", "newest", "busy"])
    let types: [ValueType] = [.number, .number, .number, .bool]
    let means = insights.figures.map { zip($0, types).map { $0.mean($1).bits } }
    #expect(
      means == [
        [2_000_000, 0, 1_000_000, 1_000_000], [0, 0, 1_000_000, 0], [1_000_000, 1_000_000, 1_000_000, 0],
        [2_000_000, 0, 7_000_000, 1_000_000],
      ])
    let totals = insights.figureTotals
    #expect(totals.map { $0.least.bits } == [0, 0, 1_000_000, 0])
    #expect(totals.map { $0.greatest.bits } == [2_000_000, 1_000_000, 7_000_000, 1])
    #expect(zip(totals, types).map { $0.mean($1).bits } == [1_250_000, 250_000, 2_500_000, 500_000])
  }

  @Test("a figure is read while its subject is open only, and never later than the present")
  func openOnly() throws {
    let ended = visit("a", end: "2026-11-17 12:00", rows: [Self.rows[0], Self.rows[1]])
    let later = visit("b", rows: [Self.rows[2], Self.rows[3], Self.rows[4]])
    let insights = try Self.insights(of: [ended, later], figures: ["today"])
    // The first ends on the 17th, the second begins on the 18th.
    #expect(insights.figures.map { $0[0].count } == [1, 0, 1, 1])
    #expect(insights.figures[1][0].mean(.number) == .unknown)
    let cut = try Self.insights(
      of: [later], from: "2026-11-19", figures: ["today"], present: moment("2026-11-19 21:30"))
    #expect(cut.figures.map { $0[0].mean(.number).bits } == [1_000_000])
  }

  @Test("what revives a subject has its figures read again")
  func revived() throws {
    let log = visit("a", end: "2026-11-16 12:00", rows: [Self.rows[0], Self.rows[2]])
    let insights = try Self.insights(of: [log], to: "2026-11-19 12:00", figures: ["today"])
    #expect(insights.figures.map { $0[0].count } == [0, 0, 1, 1])
  }

  @Test("rows of a stream are those that met its condition when they came")
  func stream() throws {
    let logs = [visit("me", rows: Self.rows)]
    // The second row of a day sees one before it.
    #expect(try Self.insights(of: logs, stream: "second").tallies.map { $0.rows } == [1, 0, 0, 1])
    #expect(try Self.insights(of: logs, stream: "big").tallies.map { $0.rows } == [1, 0, 0, 0])
    let all = try Self.insights(of: logs, stream: "a")
    #expect(all.tallies.map { $0.rows } == [2, 0, 1, 2])
    // Notices are not of a stream.
    #expect(try Self.insights(of: logs, stream: "second").tallies.map { $0.notices[0] } == [1, 0, 0, 1])
  }

  @Test("weekdays go from the first day of the week, hours round the clock")
  func cycles() throws {
    let logs = [visit("me", rows: Self.rows)]
    #expect(try Self.insights(of: logs, by: .weekday).tallies.map { $0.rows } == [2, 0, 1, 2, 0, 0, 0])
    let sunday = try Self.insights(of: logs, by: .weekday, weekStart: 6)
    #expect(sunday.tallies.map { $0.rows } == [0, 2, 0, 1, 2, 0, 0])
    let hours = try Self.insights(of: logs, by: .hour, from: "2026-11-17")
    #expect(hours.tallies.count == 24)
    #expect(hours.tallies.indices.filter { hours.tallies[$0].rows > 0 } == [10, 21, 22])
    #expect(hours.tallies[10].rows == 1)
  }

  @Test("the grid is by weekday and hour, the newest days end with the last one looked at")
  func grids() throws {
    let insights = try Self.insights(of: [visit("me", rows: Self.rows)], from: "2026-11-17")
    #expect(
      insights.hours.indices.filter { insights.hours[$0] > 0 } == [2 * 24 + 10, 3 * 24 + 21, 3 * 24 + 22])
    #expect(insights.recent.count == 91)
    #expect(insights.recent.suffix(5) == [0, 0, 0, 1, 2])
  }

  @Test("subjects count that are open in the range or have a row there, and only ended ones have a length")
  func subjects() throws {
    let logs = [
      visit("hour", start: "2026-11-16 10:00", end: "2026-11-16 11:00", rows: [Self.rows[0]]),
      visit("three", start: "2026-11-16 10:00", end: "2026-11-16 13:00", rows: [Self.rows[0]]),
      visit("none", start: "2026-11-16 10:00", end: "2026-11-16 10:00"), visit("open", rows: [Self.rows[2]]),
      visit("early", start: "2026-11-01", end: "2026-11-02"),
    ]
    let insights = try Self.insights(of: logs, from: "2026-11-16")
    #expect(insights.subjects == 4)
    #expect(insights.meanLength == Int64(2 * 3_600_000))
    // The last one lies before the first row too.
    let all = try Self.insights(of: logs)
    #expect(all.subjects == 4)
    #expect(all.meanLength == Int64(2 * 3_600_000))
    #expect(try Self.insights(of: [logs[3]]).meanLength == nil)
  }

  @Test("a subject is not open between its end and the row that revives it, nor before it starts")
  func shut() throws {
    let text = "subject visit { ends after 1 h without a }\nevent a of visit { size: number = 1 }"
    let logs = [
      visit("a", rows: [("2026-11-16 10:00", nil, nil), ("2026-11-26 10:00", nil, nil)]),
      visit("b", rows: [("2026-11-21 10:00", nil, nil)]), visit("c", start: "2026-11-28"),
    ]
    let present = moment("2026-11-29")
    let part = try Self.insights(
      of: logs, from: "2026-11-20", to: "2026-11-22 23:59", text: text, present: present)
    #expect(part.subjects == 1)
    #expect(part.meanLength == 3_600_000)
    #expect(part.fewest == [1])
    let all = try Self.insights(of: logs, text: text, present: present)
    #expect(all.subjects == 2)
    #expect(all.fewest == [0, 5, 10])
    // It ends at 11:00, and nobody is there from then on.
    #expect(try Self.insights(of: [logs[0]], by: .hour, text: text, present: present).fewest == [11])
  }

  @Test("a roll-up weighs the subjects of a group and leaves those out whose figure is unknown")
  func rollUp() throws {
    func subject(_ id: String, _ group: Int64, weight: Int64, _ size: Int64?) -> SubjectLog {
      let rows: [(at: String, kind: Int?, size: Int64?)] = size.map { [("2026-11-17 10:00", nil, $0)] } ?? []
      return visit(
        id, start: "2026-11-16 10:00", attributes: [Value(group), Value(weight * 1_000_000)], rows: rows)
    }
    let logs = [
      subject("a", 0, weight: 1, 1), subject("b", 0, weight: 3, 2), subject("c", 0, weight: 100, nil),
      subject("d", 1, weight: 1, nil), subject("e", 0, weight: 0, 9), subject("f", 0, weight: -1, 4),
    ]
    let request = RollUp.Request(attribute: AttributeID(0), weight: AttributeID(1))
    let weighted = try #require(
      try Self.insights(
        of: logs, from: "2026-11-16", to: "2026-11-17 23:00", figures: ["newest"], rollUp: request
      ).rollUp)
    #expect(weighted.sorted.map { $0.value } == ["blue", "red"])
    #expect(weighted.sorted.map { $0.subjects } == [0, 2])
    let means = weighted.sorted.map { group in (0..<2).map { weighted.mean(group, bucket: $0) } }
    // Nothing is known on the 16th; then (1 · 1 + 3 · 2) / 4.
    #expect(means == [[.unknown, .unknown], [.unknown, Value(1_750_000)]])
    let plain = try #require(
      try Self.insights(
        of: logs, from: "2026-11-17", to: "2026-11-17 23:00", figures: ["newest"],
        rollUp: RollUp.Request(attribute: AttributeID(0))
      ).rollUp)
    // Without weights the four that are known count alike.
    #expect(plain.mean(plain.sorted[1], bucket: 0) == Value(4_000_000))
    #expect(plain.mean(plain.sorted[1]) == Value(4_000_000))
  }

  @Test("given notices are those that count, up to the present; derived ones only where they are asked for")
  func given() throws {
    var log = visit("me", rows: Self.rows)
    log.record.given = [
      GivenNotice(rule: RuleID(1), at: moment("2026-11-17 09:00")),
      GivenNotice(rule: RuleID(0), at: moment("2026-11-17 10:00")),
      GivenNotice(rule: RuleID(0), at: moment("2027-01-01")),
    ]
    let insights = try Self.insights(of: [log], notices: .given)
    #expect(insights.tallies.map { $0.notices } == [[0, 0], [1, 1], [0, 0], [0, 0]])
  }

  @Test(arguments: [BucketUnit.weekday, .hour])
  func `buckets that come round have no end at which a figure could be read`(unit: BucketUnit) throws {
    let insights = try Self.insights(
      of: [visit("me", rows: Self.rows)], by: unit, figures: ["today", "clean"])
    #expect(insights.request.figures.isEmpty && insights.figureTotals.isEmpty)
    let look = LookBack(
      insights.program, zone: LogZone(.utc, isNamed: true), notices: .derived, otherKinds: [],
      present: Self.present, isAhead: false)
    let lines = InsightsCSV.bytes(of: InsightsView(look, insights), isShown: false).split(separator: 10)
    #expect(lines.count == 1 + insights.tallies.count)
  }

  @Test("sums that do not fit are unknown, not wrong")
  func overflow() throws {
    var log = visit("me", rows: Self.rows)
    log.events = EventRows(
      log.events.map { EventRecord(event: $0.event, kind: $0.kind, at: $0.at, values: [Value(.max - 1)]) })
    let insights = try Self.insights(of: [log])
    #expect(insights.tallies.map { $0.sums[0].isUnknown } == [true, false, false, true])
    #expect(insights.total.sums[0].isUnknown)
  }
}

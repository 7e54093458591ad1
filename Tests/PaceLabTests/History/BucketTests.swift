import PaceEngine
import PaceLab
import PaceLanguage
import Testing

@Suite("buckets of time")
struct BucketTests {
  private static func buckets(
    _ unit: BucketUnit, _ calendar: LocalCalendar, from: String, to: String
  ) throws -> [[Instant]] {
    let calendar = BucketCalendar(unit, calendar)
    return try InsightsRange(calendar, from: moment(from), to: moment(to), of: LogExtent()).buckets
      .map { [$0.from, $0.to] }
  }

  private static func bucket(_ from: String, _ to: String, offset: Int64 = 0) -> [Instant] {
    [moment(from, offset: offset), moment(to, offset: offset)]
  }

  @Test("a number that no bucket of the years 1 to 9999 has gives none", arguments: BucketUnit.allCases)
  func far(_ unit: BucketUnit) {
    let calendar = BucketCalendar(unit, LocalCalendar(zone: .utc))
    for number in [.max, .min, .max / 7, 4_000_001, 3_000_000] { #expect(calendar.bucket(number) == nil) }
    if unit.cycle != nil { return }
    let last = calendar.number(at: .last)
    #expect(calendar.bucket(last).map { $0.from <= .last && .last < $0.to } == true)
    #expect(calendar.bucket(last + 1) == nil)
  }

  @Test("a day begins when the calendar's does, and an empty one stands between two others")
  func days() throws {
    let calendar = LocalCalendar(zone: .utc, dayStart: 4 * 3_600_000)
    let found = try Self.buckets(.day, calendar, from: "2026-11-20 03:59", to: "2026-11-21 04:00")
    #expect(
      found == [
        Self.bucket("2026-11-19 04:00", "2026-11-20 04:00"),
        Self.bucket("2026-11-20 04:00", "2026-11-21 04:00"),
        Self.bucket("2026-11-21 04:00", "2026-11-22 04:00"),
      ])
  }

  @Test("a day on which clocks change lasts 23 or 25 hours")
  func clockChanges() throws {
    let calendar = LocalCalendar(zone: berlin)
    let spring = try Self.buckets(.day, calendar, from: "2026-03-29 12:00", to: "2026-03-29 12:00")
    #expect(spring == [Self.bucket("2026-03-28 23:00", "2026-03-29 22:00")])
    let autumn = try Self.buckets(.day, calendar, from: "2026-10-25 12:00", to: "2026-10-25 12:00")
    #expect(autumn == [Self.bucket("2026-10-24 22:00", "2026-10-25 23:00")])
  }

  @Test("weeks begin on the calendar's weekday")
  func weeks() throws {
    // 2026-11-20 is a Friday.
    let monday = try Self.buckets(
      .week, LocalCalendar(zone: .utc), from: "2026-11-15 12:00", to: "2026-11-20 12:00")
    #expect(
      monday == [Self.bucket("2026-11-09", "2026-11-16"), Self.bucket("2026-11-16", "2026-11-23")])
    let sunday = try Self.buckets(
      .week, LocalCalendar(zone: .utc, weekStart: 6), from: "2026-11-15 12:00", to: "2026-11-20 12:00")
    #expect(sunday == [Self.bucket("2026-11-15", "2026-11-22")])
  }

  @Test("months and years follow the calendar, across the turn of a year and before 1970")
  func months() throws {
    let found = try Self.buckets(
      .month, LocalCalendar(zone: .utc), from: "2026-12-31 23:59", to: "2027-02-01 00:00")
    #expect(
      found == [
        Self.bucket("2026-12-01", "2027-01-01"), Self.bucket("2027-01-01", "2027-02-01"),
        Self.bucket("2027-02-01", "2027-03-01"),
      ])
    let years = try Self.buckets(
      .year, LocalCalendar(zone: .utc), from: "1968-06-01", to: "1969-01-01")
    #expect(years == [Self.bucket("1968-01-01", "1969-01-01"), Self.bucket("1969-01-01", "1970-01-01")])
  }

  @Test("a date that clocks never showed is no day")
  func skippedDate() throws {
    // Samoa went from 29 December 2011, UTC-10, straight to the 31st, UTC+14.
    let samoa = Zone(
      name: "Apia", initialOffset: -10 * 3_600_000,
      transitions: [Zone.Transition(start: moment("2011-12-30 10:00").milliseconds, offset: 14 * 3_600_000)])
    let found = try Self.buckets(
      .day, LocalCalendar(zone: samoa), from: "2011-12-29 12:00", to: "2011-12-31 00:00")
    #expect(
      found == [
        [moment("2011-12-29 10:00"), moment("2011-12-30 10:00")],
        [moment("2011-12-30 10:00"), moment("2011-12-31 10:00")],
      ])
  }

  @Test("the rims of the calendar have buckets too")
  func rims() throws {
    let years = try Self.buckets(
      .year, LocalCalendar(zone: .utc), from: "0001-01-01", to: "9999-12-31 23:59")
    #expect(years.count == 9_999)
    let months = try Self.buckets(
      .month, LocalCalendar(zone: .utc), from: "9999-11-30", to: "9999-12-31 23:59")
    #expect(months.count == 2)
    let weeks = try Self.buckets(.week, LocalCalendar(zone: .utc), from: "0001-01-01", to: "0001-01-08")
    // 0001-01-01 is a Monday.
    #expect(weeks.map { $0[0] } == [moment("0001-01-01"), moment("0001-01-08")])
  }

  @Test("more buckets than anyone reads are refused, with their number")
  func tooMany() {
    #expect(throws: TooManyBuckets.self) {
      try Self.buckets(.day, LocalCalendar(zone: .utc), from: "0001-01-01", to: "9999-12-31")
    }
    let calendar = BucketCalendar(.day, LocalCalendar(zone: .utc))
    let last = TooManyBuckets.limit
    let first = moment("2000-01-01")
    let fits = Instant(first.milliseconds + Int64(last - 1) * 86_400_000)
    let more = Instant(first.milliseconds + Int64(last) * 86_400_000)
    #expect(throws: Never.self) {
      try InsightsRange(calendar, from: first, to: fits, of: LogExtent())
    }
    let refused = #expect(throws: TooManyBuckets.self) {
      try InsightsRange(calendar, from: first, to: more, of: LogExtent())
    }
    #expect(refused?.count == last + 1)
    #expect(refused?.to == more)
  }

  @Test("without a span the log's own rows say where buckets begin and end")
  func extent() throws {
    var extent = LogExtent()
    for at in ["2026-11-20", "2026-11-18", "2026-11-19"] { extent.add(moment(at)) }
    let calendar = BucketCalendar(.day, LocalCalendar(zone: .utc))
    let all = try InsightsRange(calendar, from: nil, to: nil, of: extent)
    #expect(all.buckets.map(\.from) == ["2026-11-18", "2026-11-19", "2026-11-20"].map { moment($0) })
    #expect(try InsightsRange(calendar, from: nil, to: nil, of: LogExtent()).buckets.isEmpty)
    let readings = all.readings(upTo: moment("2026-11-20 10:00"), isCut: false)
    #expect(
      readings == [
        Instant(moment("2026-11-19").milliseconds - 1), Instant(moment("2026-11-20").milliseconds - 1),
        moment("2026-11-20 10:00"),
      ])
  }
}

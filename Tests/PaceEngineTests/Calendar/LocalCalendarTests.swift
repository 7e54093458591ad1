import PaceEngine
import Testing

/// Cases worth reading; the property tests cover the rest.
struct LocalCalendarTests {
  /// `2025-03-09 01:30`, standing on the wall of a zone.
  private func at(_ text: String, _ hour: Int64, _ minute: Int64 = 0, in zone: Zone) -> Int64 {
    LocalCalendar(zone: zone).instant(date: day(text), time: time(hour, minute)) ?? .min
  }

  private let hour: Int64 = 3_600_000

  @Test("a clock time in a gap happens after it, one in an overlap the first time")
  func gapAndOverlap() {
    let calendar = LocalCalendar(zone: Zones.newYork)
    #expect(calendar.instant(date: day("2025-03-09"), time: time(2, 30)) == 1_741_503_600_000)
    #expect(calendar.instant(date: day("2025-11-02"), time: time(1, 30)) == 1_762_063_200_000 - hour / 2)
    let lordHowe = LocalCalendar(zone: Zones.lordHowe)
    #expect(lordHowe.instant(date: day("2025-10-05"), time: time(2, 10)) == 1_759_591_800_000)
    #expect(lordHowe.instant(date: day("2025-04-06"), time: time(1, 45)) == 1_743_865_200_000 - hour / 4)
  }

  @Test("what an overlap shows is repeated, and neither what lies around it nor around a gap")
  func repetition() {
    let newYork = LocalCalendar(zone: Zones.newYork)
    let second: Int64 = 1_762_063_200_000
    #expect(
      [-hour - 1, -hour, -1, 0, hour - 1, hour].map { newYork.isRepeated(at: second + $0) }
        == [false, true, true, true, true, false])
    #expect([-hour, -1, 0, hour].allSatisfy { !newYork.isRepeated(at: 1_741_503_600_000 + $0) })
    let lordHowe = LocalCalendar(zone: Zones.lordHowe)
    let half = hour / 2
    #expect(
      [-half - 1, -half, half - 1, half].map { lordHowe.isRepeated(at: 1_743_865_200_000 + $0) }
        == [false, true, true, false])
  }

  @Test("a date that clocks never showed has no times and is not a day")
  func skippedDate() {
    let skipped = day("2011-12-30")
    for start in [0, time(4), time(23)] {
      let calendar = LocalCalendar(zone: Zones.apia, dayStart: start)
      #expect(calendar.instant(date: skipped, time: time(12)) == nil)
      #expect(calendar.dayStart(of: skipped) == nil)
      #expect(calendar.nextDay(after: skipped - 1) == skipped + 1)
      #expect(calendar.dayEnd(of: skipped - 1) == calendar.dayStart(of: skipped + 1))
    }
    #expect(LocalCalendar(zone: Zones.apia).dayEnd(of: skipped - 1) == 1_325_239_200_000)
    #expect(LocalCalendar(zone: Zones.apia, dayStart: time(4)).day(at: 1_325_239_200_000) == skipped - 1)
  }

  @Test("of two day starts that one gap throws together the later counts")
  func sharedDayStart() {
    let change = 20_000 * 24 * hour
    let zone = Zone(
      name: "Test/Noon", initialOffset: -12 * hour, transitions: [.init(start: change, offset: 12 * hour)])
    let calendar = LocalCalendar(zone: zone, dayStart: time(12))
    #expect(calendar.dayStart(of: 19_999) == nil)
    #expect(calendar.dayStart(of: 20_000) == change)
    #expect(calendar.day(at: change - 1) == 19_998)
    #expect(calendar.day(at: change) == 20_000)
  }

  @Test("a day whose midnight is skipped starts after the gap")
  func midnightGap() {
    for (zone, date) in [
      (Zones.beirut, "2025-03-30"), (Zones.havana, "2025-03-09"), (Zones.saoPaulo, "2018-11-04"),
    ] {
      let calendar = LocalCalendar(zone: zone)
      let start = calendar.dayStart(of: day(date))
      #expect(start.map(calendar.timeOfDay(at:)) == time(1))
      #expect(start.map { calendar.dayEnd(of: day(date)) - $0 } == 23 * hour)
    }
  }

  @Test("a day start that comes twice starts the day the first time")
  func doubledDayStart() {
    let havana = LocalCalendar(zone: Zones.havana)
    let start = at("2025-11-02", 0, in: Zones.havana)
    #expect(havana.dayStart(of: day("2025-11-02")) == start)
    #expect(havana.timeOfDay(at: start + hour) == 0)
    #expect(havana.day(at: start + hour) == day("2025-11-02"))
    let stJohns = LocalCalendar(zone: Zones.stJohns)
    let midnight = at("2010-11-07", 0, in: Zones.stJohns)
    #expect(stJohns.wallDate(at: midnight + 60_000) == day("2010-11-06"))
    #expect(stJohns.day(at: midnight + 60_000) == day("2010-11-07"))
    #expect(stJohns.dayEnd(of: day("2010-11-07")) - midnight == 25 * hour)
  }

  @Test("midnight that clocks fall back from starts the day when it stays")
  func fallBackAtMidnight() {
    let calendar = LocalCalendar(zone: Zones.saoPaulo)
    #expect(calendar.dayStart(of: day("2018-02-18")) == 1_518_919_200_000 + hour)
  }

  @Test("a clock time whose gap ends on another date does not happen, a day that starts there does")
  func gapAcrossMidnight() {
    let date = day("2025-03-29")
    let calendar = LocalCalendar(zone: Zones.nuuk, dayStart: time(23, 30))
    #expect(calendar.instant(date: date, time: time(23, 30)) == nil)
    #expect(calendar.dayStart(of: date) == 1_743_296_400_000)
    #expect(
      calendar.nextClockInstant(time(23, 30), after: 1_743_296_400_000 - hour)
        == at("2025-03-30", 23, 30, in: Zones.nuuk))
  }

  @Test("a span that a gap takes whole is empty")
  func spanWithinGap() {
    let calendar = LocalCalendar(zone: Zones.newYork)
    let gap = at("2025-03-09", 3, in: Zones.newYork)
    #expect(!calendar.isInside(gap, from: time(2, 15), to: time(2, 45)))
    #expect(calendar.isInside(gap, from: time(2, 45), to: time(2, 15)))
    #expect(
      calendar.nextSpanBoundary(after: gap, from: time(2, 15), to: time(2, 45)) == gap + 23 * hour + hour / 4)
    #expect(!calendar.isTick(gap, every: hour, from: time(2, 15), to: time(2, 45)))
    #expect(calendar.elapsed(at: gap + hour, from: time(2, 15), to: time(2, 45))?.elapsed == 0)
  }

  @Test("a span across midnight is closed at A and open at B")
  func spanAcrossMidnight() {
    let calendar = LocalCalendar(zone: Zones.london)
    let night = at("2025-06-10", 22, in: Zones.london)
    let inside = { calendar.isInside($0, from: time(22), to: time(7)) }
    #expect(!inside(night - 1) && inside(night) && inside(night + 9 * hour - 1) && !inside(night + 9 * hour))
    #expect(calendar.nextSpanBoundary(after: night, from: time(22), to: time(7)) == night + 9 * hour)
    #expect(!calendar.isInside(night, from: time(22), to: time(22)))
    #expect(calendar.nextSpanBoundary(after: night, from: time(22), to: time(22)) == nil)
  }

  @Test("ticks come in elapsed time from A")
  func ticks() {
    let calendar = LocalCalendar(zone: Zones.newYork)
    let first = at("2025-03-09", 1, in: Zones.newYork)
    var ticks: [Int64] = []
    var last = first - 1
    while let tick = calendar.nextTick(after: last, every: 2 * hour, from: time(1), to: time(6)),
      ticks.count < 3
    {
      ticks.append((tick - first) / hour)
      last = tick
    }
    // 06:00 is four hours after 01:00 that night; the next 01:00 comes after 23 hours.
    #expect(ticks == [0, 2, 23])
    #expect(calendar.nextTick(after: first, every: 0, from: time(1), to: time(6)) == nil)
    #expect(calendar.nextTick(after: first, every: .max, from: time(1), to: time(6)) == first + 23 * hour)
  }

  @Test("elapsed is unknown where the day start cuts the span")
  func elapsed() {
    let calendar = LocalCalendar(zone: .utc, dayStart: time(4))
    #expect(calendar.elapsed(at: 0, from: time(22), to: time(7)) == nil)
    #expect(calendar.elapsed(at: 0, from: time(22), to: time(4)) != nil)
    let noon = at("2026-11-20", 12, in: .utc)
    let progress = calendar.elapsed(at: noon, from: time(7), to: time(22))
    #expect(progress?.elapsed == 5 * hour)
    #expect(progress?.nextBoundary == noon + 10 * hour)
    #expect(calendar.elapsed(at: noon + 14 * hour, from: time(7), to: time(22))?.elapsed == 15 * hour)
    #expect(calendar.elapsed(at: noon + 16 * hour, from: time(7), to: time(22))?.elapsed == 0)
  }

  @Test("weeks and months start with the day")
  func weeksAndMonths() {
    let calendar = LocalCalendar(zone: Zones.newYork, dayStart: time(18), weekStart: 6)
    let instant = at("2025-11-01", 17, 59, in: Zones.newYork)
    #expect(calendar.monthStart(at: instant) == at("2025-10-01", 18, in: Zones.newYork))
    #expect(calendar.monthEnd(at: instant) == instant + 60_000)
    #expect(calendar.weekStart(at: instant) == at("2025-10-26", 18, in: Zones.newYork))
    #expect(calendar.weekEnd(at: instant) == at("2025-11-02", 18, in: Zones.newYork))
  }
}

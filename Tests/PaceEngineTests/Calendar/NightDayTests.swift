import PaceEngine
import PaceOracle
import Testing

/// The time tests of the application that days from 18:00 come from, under their names there.
struct NightDayTests {
  private func calendar(_ zone: Zone, _ hour: Int64 = 18) -> LocalCalendar {
    LocalCalendar(zone: zone, dayStart: time(hour))
  }

  private func at(_ date: String, _ hour: Int64, _ minute: Int64 = 0, in zone: Zone) -> Int64 {
    LocalCalendar(zone: zone).instant(date: day(date), time: time(hour, minute)) ?? .min
  }

  @Test(
    "test_6PM_boundary",
    arguments: [
      ("2025-12-26", 17, 59, "2025-12-25"), ("2025-12-26", 18, 0, "2025-12-26"),
      ("2025-12-26", 18, 1, "2025-12-26"),
      ("2025-12-26", 2, 0, "2025-12-25"), ("2025-12-26", 12, 0, "2025-12-25"),
    ])
  func boundary(_ date: String, _ hour: Int64, _ minute: Int64, _ expected: String) {
    #expect(calendar(Zones.newYork).day(at: at(date, hour, minute, in: Zones.newYork)) == day(expected))
  }

  @Test("test_timezone_change_sessionDateStability")
  func stability() {
    let instant = at("2025-12-26", 23, in: Zones.newYork)
    #expect(calendar(Zones.newYork).day(at: instant) == day("2025-12-26"))
    #expect(calendar(Zones.losAngeles).day(at: instant) == day("2025-12-26"))
  }

  @Test("test_sessionKey_same_moment_different_timezones")
  func sameMoment() {
    let instant = at("2026-02-14", 23, in: .utc)
    #expect(calendar(Zones.newYork).day(at: instant) == day("2026-02-14"))
    #expect(calendar(Zones.losAngeles).day(at: instant) == day("2026-02-13"))
    #expect(calendar(.utc).day(at: instant) == day("2026-02-14"))
  }

  @Test("test_timezone_travel_east and west")
  func travel() {
    let pacific = at("2026-02-14", 17, in: Zones.losAngeles)
    #expect(calendar(Zones.losAngeles).day(at: pacific) == day("2026-02-13"))
    #expect(calendar(Zones.newYork).day(at: pacific) == day("2026-02-14"))
    let tokyo = at("2026-02-15", 8, in: Zones.tokyo)
    #expect(calendar(Zones.tokyo).day(at: tokyo) == day("2026-02-14"))
    #expect(calendar(Zones.losAngeles).day(at: tokyo) == day("2026-02-13"))
  }

  @Test(
    "test_backdatedEdit_noDuplicateSession, test_forwardEdit_sameSession, test_crossDayEdit_differentSessions"
  )
  func edits() {
    let day = { calendar(Zones.newYork).day(at: at("2025-12-26", $0, $1, in: Zones.newYork)) }
    #expect(day(23, 0) == day(22, 30))
    #expect(day(22, 0) == day(23, 0))
    #expect(day(17, 0) == day(19, 0) - 1)
  }

  @Test("test_custom_rollover_hour", arguments: [Int64(20), 16])
  func customHour(_ hour: Int64) {
    let start = at("2026-02-14", hour, in: Zones.newYork)
    #expect(calendar(Zones.newYork, hour).day(at: start - 60_000) == day("2026-02-13"))
    #expect(calendar(Zones.newYork, hour).day(at: start) == day("2026-02-14"))
  }

  @Test(
    "test_nextRollover",
    arguments: [
      ("2026-02-14", 10, "2026-02-14"), ("2026-02-14", 20, "2026-02-15"), ("2026-02-14", 18, "2026-02-15"),
      ("2026-01-31", 19, "2026-02-01"), ("2025-12-31", 19, "2026-01-01"),
    ])
  func nextRollover(_ date: String, _ hour: Int64, _ expected: String) {
    let instant = at(date, hour, in: Zones.newYork)
    let next = at(expected, 18, in: Zones.newYork)
    #expect(calendar(Zones.newYork).nextClockInstant(time(18), after: instant) == next)
    #expect(calendar(Zones.newYork).dayEnd(of: calendar(Zones.newYork).day(at: instant)) == next)
  }

  @Test("test_preSleepSessionKey is the wall's date")
  func preSleep() {
    let calendar = calendar(Zones.newYork)
    #expect(calendar.wallDate(at: at("2026-02-14", 19, in: Zones.newYork)) == day("2026-02-14"))
    #expect(calendar.wallDate(at: at("2026-02-14", 15, in: Zones.newYork)) == day("2026-02-14"))
    #expect(calendar.wallDate(at: at("2026-02-15", 1, in: Zones.newYork)) == day("2026-02-15"))
  }

  @Test(
    "test_dst_spring, test_dst_fall, Sydney, leap days and Tokyo",
    arguments: cases([
      (Zones.newYork, "2025-03-09"), (Zones.newYork, "2025-11-02"), (Zones.sydney, "2025-04-06"),
      (Zones.sydney, "2025-10-05"), (Zones.newYork, "2025-02-28"), (Zones.newYork, "2028-02-29"),
      (Zones.tokyo, "2026-02-14"),
    ]))
  func aroundChanges(_ given: Case<(Zone, String)>) {
    let (zone, date) = given.value
    let start = at(date, 18, in: zone)
    #expect(calendar(zone).day(at: start - 60_000) == day(date) - 1)
    #expect(calendar(zone).day(at: start) == day(date))
    #expect(calendar(zone).day(at: start + 8 * 3_600_000) == day(date))
  }

  @Test("test_lateDose1", arguments: [(3, 0, true), (5, 59, true), (6, 0, false), (22, 0, false)])
  func late(_ hour: Int64, _ minute: Int64, _ isLate: Bool) {
    let instant = at("2026-02-14", hour, minute, in: Zones.newYork)
    #expect(calendar(Zones.newYork).isInside(instant, from: 0, to: time(6)) == isLate)
  }

  @Test("test_DST_forward and backward: elapsed time is absolute")
  func absolute() {
    let spring = at("2025-03-08", 23, 30, in: Zones.losAngeles)
    #expect(LocalCalendar(zone: Zones.losAngeles).timeOfDay(at: spring + 4 * 3_600_000) == time(4, 30))
    let autumn = at("2025-11-01", 22, in: Zones.losAngeles)
    #expect(LocalCalendar(zone: Zones.losAngeles).timeOfDay(at: autumn + 4 * 3_600_000) == time(1))
  }
}

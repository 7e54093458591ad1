import PaceEngine
import Testing

/// Whatever is given, nothing traps, and what is asked for lies on the right side of it.
struct CalendarRimTests {
  private static let extremes: [Int64] = [
    .min, .min + 1, -1 << 60, -62_135_596_800_001, -62_135_596_800_000, -1, 0, 1, 86_399_999, 86_400_000,
    253_402_300_799_999, 253_402_300_800_000, 1 << 60, .max - 1, .max,
  ]

  private static let zones: [Zone] = [
    .utc, Zones.apia,
    Zone(name: "far", initialOffset: .min, transitions: [.init(start: 0, offset: .max)]),
    Zone(name: "rims", initialOffset: 0, transitions: extremes.map { .init(start: $0, offset: $0) }),
    Zone(
      name: "back", initialOffset: 0,
      transitions: extremes.reversed().map { .init(start: $0, offset: 60_000) }),
    Zone(
      name: "restless", initialOffset: 0,
      transitions: (0..<500).map { .init(start: $0 * 60_000, offset: $0 % 2 == 0 ? .max : .min) }),
  ]

  @Test("any instants, times, days and zones will do", arguments: zones.map(\.name))
  func extremes(name: String) throws {
    let zone = try #require(Self.zones.first { $0.name == name })
    for dayStart in Self.extremes {
      let calendar = LocalCalendar(zone: zone, dayStart: dayStart, weekStart: dayStart)
      for instant in Self.extremes {
        let day = calendar.day(at: instant)
        #expect(calendar.day(at: calendar.lastMillisecond(of: day)) <= day)
        _ = calendar.dayStart(of: instant)
        _ = calendar.nextDay(after: instant)
        _ = calendar.weekEnd(at: instant) - calendar.weekStart(at: instant)
        _ = calendar.monthEnd(at: instant) - calendar.monthStart(at: instant)
        for from in Self.extremes {
          _ = calendar.instant(date: instant, time: from)
          if let next = calendar.nextClockInstant(from, after: instant) { #expect(next > instant) }
          if let last = calendar.lastClockInstant(from, atOrBefore: instant) { #expect(last <= instant) }
          for to in [from, 0, .max, 3_600_000] {
            if let next = calendar.nextSpanBoundary(after: instant, from: from, to: to) {
              #expect(next > instant)
            }
            _ = calendar.elapsed(at: instant, from: from, to: to)
            for step in [Int64(1), 90_000, .max, .min] {
              guard let next = calendar.nextTick(after: instant, every: step, from: from, to: to) else {
                continue
              }
              #expect(next > instant)
            }
            _ = calendar.isTick(instant, every: 7, from: from, to: to)
          }
        }
      }
    }
  }
}

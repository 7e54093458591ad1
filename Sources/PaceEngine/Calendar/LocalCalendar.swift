public import PaceLanguage

/// Local dates, days and clock times of one zone, with its own start of the day and of the week.
///
/// Instants are Unix milliseconds, local times milliseconds since 1970-01-01 00:00 on the wall. Dates and days are
/// day numbers since 1970-01-01, times of day milliseconds since midnight. Instants outside the years 1 to 9999 and
/// times outside a day are clamped.
///
/// Methods take constant time and keep no hidden state, so one calendar serves any number of subjects. `init` lays
/// out the zone's transitions: call it once for a zone, not for each row.
public struct LocalCalendar: Hashable, Sendable {
  /// When the calendar day starts: milliseconds since midnight.
  public let dayStart: Int64
  /// The first weekday of a week, 0 being Monday.
  public let weekStart: Int64
  let timeline: ZoneTimeline

  /// Clamps `dayStart` to a time of day, and takes `weekStart` modulo 7.
  public init(zone: Zone, dayStart: Int64 = 0, weekStart: Int64 = 0) {
    self.dayStart = LocalCalendar.clampTime(dayStart)
    self.weekStart = (weekStart % 7 + 7) % 7
    timeline = ZoneTimeline(zone)
  }

  /// Milliseconds east of UTC.
  public func offset(at instant: Int64) -> Int64 {
    timeline.segment(at: ZoneTimeline.clamp(instant)).offset
  }

  /// The date and time on the wall, as local time.
  public func localMilliseconds(at instant: Int64) -> Int64 {
    let instant = ZoneTimeline.clamp(instant)
    return instant + timeline.segment(at: instant).offset
  }

  /// The time of day on the wall.
  public func timeOfDay(at instant: Int64) -> Int64 {
    ZoneTimeline.time(localMilliseconds(at: instant))
  }

  /// The date on the wall, which starts at midnight whatever the day start.
  public func wallDate(at instant: Int64) -> Int64 {
    ZoneTimeline.date(localMilliseconds(at: instant))
  }

  static func clampTime(_ time: Int64) -> Int64 { min(max(time, 0), CivilDate.dayLength - 1) }

  /// Day numbers for which arithmetic is safe; a little wider than the years 1 to 9999.
  static func clampDay(_ day: Int64) -> Int64 {
    let range = CivilDate.dayNumbers
    return min(max(day, range.lowerBound - 4), range.upperBound + 4)
  }
}

extension CalendarRules {
  /// The calendar by these rules in a zone.
  public func calendar(in zone: Zone) -> LocalCalendar {
    LocalCalendar(zone: zone, dayStart: dayStart, weekStart: Int64(weekStart))
  }
}

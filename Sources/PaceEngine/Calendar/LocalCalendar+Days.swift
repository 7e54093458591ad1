import PaceLanguage

/// A calendar day and the instants that it is made of.
struct CalendarDay: Sendable {
  var number: Int64
  var start: Int64
  /// The first instant after it.
  var end: Int64

  func contains(_ t: Int64) -> Bool { start <= t && t < end }
}

/// Calendar days: from the day start on one date to the day start on the next.
///
/// Each instant belongs to exactly one day, and days never go back. A day starts when clocks first reach its start.
/// If a gap skips that, the day starts at the first instant after the gap. If it comes twice, the day starts the
/// first time, even while clocks then show the old date again. A date that clocks never showed is not a day; the
/// day before lasts until the next start.
extension LocalCalendar {
  /// The calendar day that an instant belongs to.
  public func day(at instant: Int64) -> Int64 {
    let instant = ZoneTimeline.clamp(instant)
    let segment = timeline.segment(at: instant)
    let local = instant + segment.offset
    if instant >= segment.settled { return ZoneTimeline.date(local - dayStart) }
    var day = ZoneTimeline.date(max(local, segment.reachBefore) - dayStart)
    while start(of: day) == nil { day -= 1 }
    return day
  }

  /// The calendar day that an instant belongs to, with its bounds.
  func calendarDay(at instant: Int64) -> CalendarDay {
    let day = day(at: instant)
    return CalendarDay(number: day, start: dayStart(of: day) ?? instant, end: dayEnd(of: day))
  }

  /// The first instant of a calendar day; nil if the date is not a day.
  public func dayStart(of day: Int64) -> Int64? {
    LocalCalendar.clampDay(day) == day ? start(of: day) : nil
  }

  /// The first instant after a calendar day; for a date that is not a day, the start of the next day.
  public func dayEnd(of day: Int64) -> Int64 {
    firstStart(from: LocalCalendar.clampDay(day) + 1)
  }

  /// The instants of a calendar day; nil if the date is not a day.
  public func span(ofDay day: Int64) -> ClosedRange<Int64>? {
    dayStart(of: day).map { $0...lastMillisecond(of: day) }
  }

  /// The instants of a subject that is a day, whose id is its date.
  ///
  /// An id that is no date, or a date that is not a day, gives `Int64.min` alone, an instant that no row has.
  public func span(ofDayNamed id: String) -> ClosedRange<Int64> {
    CivilDate(id).flatMap { span(ofDay: $0.dayNumber) } ?? Int64.min...Int64.min
  }

  /// The last instant of a subject that is a day, whose id is its date; nil if the id is no date.
  public func lastInstant(ofDayNamed id: String) -> Instant? {
    CivilDate(id).map { Instant(lastMillisecond(of: $0.dayNumber)) }
  }

  /// The last millisecond of a calendar day.
  public func lastMillisecond(of day: Int64) -> Int64 { dayEnd(of: day) - 1 }

  /// The nearest later date that is a day.
  public func nextDay(after day: Int64) -> Int64 {
    firstDay(from: LocalCalendar.clampDay(day) + 1).date
  }

  /// The first instant of the calendar week of an instant.
  public func weekStart(at instant: Int64) -> Int64 {
    firstStart(from: CivilDate.firstOfWeek(containing: day(at: instant), startingOn: weekStart))
  }

  /// The first instant of the next calendar week.
  public func weekEnd(at instant: Int64) -> Int64 {
    firstStart(from: CivilDate.firstOfWeek(containing: day(at: instant), startingOn: weekStart) + 7)
  }

  /// The first instant of the calendar month of an instant.
  public func monthStart(at instant: Int64) -> Int64 {
    firstStart(from: CivilDate.firstOfMonth(containing: day(at: instant)))
  }

  /// The first instant of the next calendar month.
  public func monthEnd(at instant: Int64) -> Int64 {
    firstStart(from: CivilDate.firstOfNextMonth(after: day(at: instant)))
  }

  /// The start of the first date from `day` on that is a day.
  private func firstStart(from day: Int64) -> Int64 { firstDay(from: day).start }

  /// The first date from `day` on that is a day, and when it starts.
  private func firstDay(from day: Int64) -> (date: Int64, start: Int64) {
    var day = day
    while true {
      if let start = start(of: day) { return (day, start) }
      day += 1
    }
  }

  private func start(of day: Int64) -> Int64? {
    let local = day * CivilDate.dayLength + dayStart
    let crossing = timeline.crossing(of: local)
    return starts(day, in: crossing) ? crossing.instant : nil
  }

  /// Whether `day` starts at a crossing that reached its start.
  ///
  /// If several days would start at the end of one gap, only the last one does. A day whose whole date the gap
  /// skipped never starts.
  private func starts(_ day: Int64, in crossing: ZoneTimeline.Crossing) -> Bool {
    let midnight = day * CivilDate.dayLength
    if crossing.local == midnight + dayStart { return true }
    guard crossing.reachBefore >= midnight || crossing.local < midnight + CivilDate.dayLength else {
      return false
    }
    let next = midnight + CivilDate.dayLength + dayStart
    return crossing.local < next || !starts(day + 1, in: crossing)
  }
}

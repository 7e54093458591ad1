import PaceLanguage

/// Clock times: when the wall clock shows a time of day.
///
/// A clock time happens at most once on each date. If a gap skips it, it happens at the first instant after the
/// gap if that has the same date, else not on that date. If it comes twice, it happens the first time.
extension LocalCalendar {
  /// An instant at which a clock time happens.
  struct ClockPoint {
    /// The date and time meant, as local time. Labels are in the order of time, and they differ even for points
    /// that a gap moves to one instant.
    var label: Int64
    var instant: Int64
  }

  /// When a clock time happens on a date of the wall; nil if it doesn't, or outside the years 1 to 9999.
  public func instant(date: Int64, time: Int64) -> Int64? {
    guard LocalCalendar.clampDay(date) == date else { return nil }
    return point(date: date, time: LocalCalendar.clampTime(time))?.instant
  }

  /// When a clock time happens on a date of the wall; nil if it doesn't.
  ///
  /// A time that clocks show twice that day is the second one if `other` lies in the repeated hour, else the first.
  public func instant(date: Int64, time: Int64, asAt other: Int64) -> Int64? {
    guard let first = instant(date: date, time: time) else { return nil }
    if !isRepeated(at: first) || !isRepeated(at: other) { return first }
    let local = localMilliseconds(at: first)
    let own = local - (localMilliseconds(at: other) - other)
    return localMilliseconds(at: own) == local ? own : first
  }

  /// The first instant later than `instant` at which a clock time happens; nil at the end of the year 9999.
  public func nextClockInstant(_ time: Int64, after instant: Int64) -> Int64? {
    guard instant < Instant.milliseconds.upperBound else { return nil }
    let reach = timeline.reach(at: ZoneTimeline.clamp(instant))
    return nextPoint(LocalCalendar.clampTime(time), after: reach).instant
  }

  /// The last instant not later than `instant` at which a clock time happens; nil before the year 1.
  public func lastClockInstant(_ time: Int64, atOrBefore instant: Int64) -> Int64? {
    guard instant >= Instant.milliseconds.lowerBound else { return nil }
    let reach = timeline.reach(at: ZoneTimeline.clamp(instant))
    return lastPoint(LocalCalendar.clampTime(time), atOrBefore: reach).instant
  }

  /// Whether clocks show the date and time of an instant at another instant too.
  public func isRepeated(at instant: Int64) -> Bool { timeline.isRepeated(ZoneTimeline.clamp(instant)) }

  /// The first point whose label is later than `reach`.
  func nextPoint(_ time: Int64, after reach: Int64) -> ClockPoint {
    var date = ZoneTimeline.date(reach - time) + 1
    while true {
      if let point = point(date: date, time: time) { return point }
      date += 1
    }
  }

  /// The last point whose label is not later than `reach`.
  func lastPoint(_ time: Int64, atOrBefore reach: Int64) -> ClockPoint {
    var date = ZoneTimeline.date(reach - time)
    while true {
      if let point = point(date: date, time: time) { return point }
      date -= 1
    }
  }

  private func point(date: Int64, time: Int64) -> ClockPoint? {
    let label = date * CivilDate.dayLength + time
    let crossing = timeline.crossing(of: label)
    guard crossing.local == label || ZoneTimeline.date(crossing.local) == date else { return nil }
    return ClockPoint(label: label, instant: crossing.instant)
  }
}

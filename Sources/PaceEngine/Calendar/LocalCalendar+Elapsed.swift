/// How far a daily span has come.
public struct SpanProgress: Hashable, Sendable {
  /// Milliseconds of the span that have passed today.
  public var elapsed: Int64
  /// Whether it grows: by a millisecond each millisecond until `nextBoundary`.
  public var isMoving: Bool
  /// The first later instant at which it starts or stops to grow, or returns to 0.
  public var nextBoundary: Int64
}

extension LocalCalendar {
  /// How much of the span `A to B` has passed today; nil, unknown, if the day start lies strictly inside
  /// the span.
  ///
  /// Today's span starts at the first A within the calendar day and ends at the next B, or with the day. On
  /// a day without an instant of A, because a gap took it, nothing of the span passes.
  public func elapsed(at instant: Int64, from start: Int64, to end: Int64) -> SpanProgress? {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    guard !isDayStartInside(from: start, to: end) else { return nil }
    let instant = ZoneTimeline.clamp(instant)
    let day = day(at: instant)
    let dayEnd = dayEnd(of: day)
    guard start != end, let dayStart = dayStart(of: day) else {
      return SpanProgress(elapsed: 0, isMoving: false, nextBoundary: dayEnd)
    }
    let first = nextPoint(start, after: timeline.reach(at: dayStart - 1))
    if first.instant > instant {
      return SpanProgress(elapsed: 0, isMoving: false, nextBoundary: min(first.instant, dayEnd))
    }
    let last = min(nextPoint(end, after: first.label).instant, dayEnd)
    if last > instant {
      return SpanProgress(elapsed: instant - first.instant, isMoving: true, nextBoundary: last)
    }
    return SpanProgress(elapsed: last - first.instant, isMoving: false, nextBoundary: dayEnd)
  }

  /// Whether the day start cuts the span in two, so that no day has all of it.
  public func isDayStartInside(from start: Int64, to end: Int64) -> Bool {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    if start == end { return false }
    return start < end
      ? start < dayStart && dayStart < end : start < dayStart || dayStart < end
  }
}

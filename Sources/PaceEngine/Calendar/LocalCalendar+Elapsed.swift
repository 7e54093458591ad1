/// A daily span as one calendar day has it.
struct DailySpan: Sendable {
  /// The first instant of the span, and the first after it; both at or after `dayEnd` if the day has none of it.
  var start: Int64
  var end: Int64
  /// The first instant after the day.
  var dayEnd: Int64
  /// Whether its progress is unknown: an end is unknown, or the day start lies strictly inside it.
  var isUnknown = false

  static var unknown: DailySpan { DailySpan(start: .min, end: .min, dayEnd: .max, isUnknown: true) }
  /// The span of a day that is over.
  static var past: DailySpan { DailySpan(start: 0, end: 0, dayEnd: .min) }

  /// The progress of the span at an instant of the day.
  func progress(at instant: Int64) -> SpanProgress {
    if instant < start {
      return SpanProgress(elapsed: 0, isMoving: false, nextBoundary: min(start, dayEnd))
    }
    if instant < end {
      return SpanProgress(elapsed: instant - start, isMoving: true, nextBoundary: end)
    }
    return SpanProgress(elapsed: end - start, isMoving: false, nextBoundary: dayEnd)
  }
}

/// How much of a daily span has passed.
public struct SpanProgress: Hashable, Sendable {
  /// Milliseconds of the span that have passed today.
  public var elapsed: Int64
  /// Whether `elapsed` grows: by a millisecond each millisecond until `nextBoundary`.
  public var isMoving: Bool
  /// The next instant at which `elapsed` starts or stops growing, or returns to 0.
  public var nextBoundary: Int64
}

extension LocalCalendar {
  /// How much of the span `A to B` has passed today; nil, unknown, if the day start lies strictly inside
  /// the span.
  ///
  /// Today's span starts at the first A within the calendar day and ends at the next B, or with the day.
  ///
  /// If clocks skip the whole span, it has no length, and the next A of the day counts: there is one where the day
  /// starts right after the gap. On a day without an A that counts, nothing passes.
  public func elapsed(at instant: Int64, from start: Int64, to end: Int64) -> SpanProgress? {
    let instant = ZoneTimeline.clamp(instant)
    let span = dailySpan(on: calendarDay(at: instant), from: start, to: end)
    return span.isUnknown ? nil : span.progress(at: instant)
  }

  /// The span `A to B` of a day.
  func dailySpan(on day: CalendarDay, from start: Int64, to end: Int64) -> DailySpan {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    guard !isDayStartInside(from: start, to: end) else { return .unknown }
    guard start != end, dayStart(of: day.number) != nil else {
      return DailySpan(start: day.end, end: day.end, dayEnd: day.end)
    }
    var first = nextPoint(start, after: timeline.reach(at: day.start - 1))
    var last = nextPoint(end, after: first.label)
    if last.instant == first.instant {
      first = nextPoint(start, after: first.label)
      last = nextPoint(end, after: first.label)
    }
    return DailySpan(start: first.instant, end: min(last.instant, day.end), dayEnd: day.end)
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

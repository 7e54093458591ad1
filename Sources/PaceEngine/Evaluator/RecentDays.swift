/// The two calendar days that were asked for last, with a daily span of each: mostly the present one is asked for
/// again and again, and its end is looked past now and then.
struct RecentDays: Sendable {
  private struct Known {
    var day = CalendarDay(number: 0, start: .max, end: .min)
    var from: Int64 = .min
    var to: Int64 = .min
    var span: DailySpan?
  }

  private var last = Known()
  private var other = Known()

  /// The calendar day of `t`, which is the last one asked for from here on.
  @inline(__always)
  mutating func day(at t: Int64, _ calendar: LocalCalendar) -> CalendarDay {
    if !last.day.contains(t) { find(t, calendar) }
    return last.day
  }

  @inline(never)
  private mutating func find(_ t: Int64, _ calendar: LocalCalendar) {
    swap(&last, &other)
    if !last.day.contains(t) { last = Known(day: calendar.calendarDay(at: t)) }
  }

  /// The daily span of the calendar day of `t`; nil if the day's start lies strictly inside it.
  mutating func span(from: Int64, to: Int64, at t: Int64, _ calendar: LocalCalendar) -> DailySpan? {
    let day = day(at: t, calendar)
    if last.from != from || last.to != to {
      last.from = from
      last.to = to
      last.span = calendar.dailySpan(on: day, from: from, to: to)
    }
    return last.span
  }
}

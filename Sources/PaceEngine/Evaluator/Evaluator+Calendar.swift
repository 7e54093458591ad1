import PaceLanguage

extension LocalCalendar {
  /// Whether the wall clock's `time` happens at `t`.
  func happens(_ time: Int64, at t: Int64) -> Bool {
    time != unknown && lastClockInstant(time, atOrBefore: t) == t
  }

  /// When the wall clock's `time` happens next.
  func nextClock(_ time: Int64, after t: Int64) -> Int64 {
    time == unknown ? never : nextClockInstant(time, after: t) ?? never
  }
}

extension Evaluator {
  /// The calendar day of `t`.
  @inline(__always)
  mutating func calendarDay(at t: Int64) -> CalendarDay { recentDays.day(at: t, calendar) }

  /// How far the daily span of two clock times has come at `t`; nil where one of them is unknown, or the day
  /// starts inside it.
  private mutating func elapsed(_ from: Slot, _ to: Slot, at t: Int64) -> SpanProgress? {
    let (from, to) = (slots[from.index], slots[to.index])
    guard from != unknown, to != unknown else { return nil }
    let t = ZoneTimeline.clamp(t)
    return recentDays.span(from: from, to: to, at: t, calendar)?.progress(at: t)
  }

  /// Whether `t` lies in the clock span; not where an end of it is unknown.
  mutating func isInClockSpan(_ t: Int64, from: Int64, to: Int64) -> Bool {
    from != unknown && to != unknown && calendar.isInside(t, from: from, to: to)
  }

  mutating func nextClockBoundary(from: Int64, to: Int64, after t: Int64) -> Int64 {
    guard from != unknown, to != unknown else { return never }
    return calendar.nextSpanBoundary(after: t, from: from, to: to) ?? never
  }

  mutating func nextTick(every step: Int64, from: Int64, to: Int64, after t: Int64) -> Int64 {
    guard step != unknown, from != unknown, to != unknown else { return never }
    return calendar.nextTick(after: t, every: step, from: from, to: to) ?? never
  }

  /// Whether a rule with `at` or `every` may speak at `t`.
  mutating func isTick(_ trigger: PlannedRule.Trigger, at t: Int64) -> Bool {
    switch trigger {
    case .none, .on: return true
    case .at(let time): return calendar.happens(slots[time.index], at: t)
    case .every(let step, let from, let to):
      let (step, from, to) = (slots[step.index], slots[from.index], slots[to.index])
      guard step != unknown, from != unknown, to != unknown else { return false }
      return calendar.isTick(t, every: step, from: from, to: to)
    }
  }

  mutating func nextElapsedBoundary(from: Slot, to: Slot, after t: Int64) -> Int64 {
    elapsed(from, to, at: t)?.nextBoundary ?? never
  }

  /// The value of a node that reads the calendar.
  mutating func clockValue(_ id: NodeID, at t: Int64) -> Int64 {
    switch plan.nodes[id.index] {
    case .due(let slot): return due(slot, on: calendarDay(at: t).number)
    case .streak: return streak(id, on: calendarDay(at: t).number)
    case .elapsed(let from, let to): return elapsed(from, to, at: t)?.elapsed ?? unknown
    case .clockWithin(let from, let to):
      let (from, to) = (slots[from.index], slots[to.index])
      guard from != unknown, to != unknown else { return unknown }
      return calendar.isInside(t, from: from, to: to) ? 1 : 0
    case .weekday: return CivilDate.weekday(ofDay: calendarDay(at: t).number)
    case .date: return calendarDay(at: t).number
    default: return unknown
    }
  }

  /// Whether a schedule asks for a day; unknown where it is, or says nothing that can be read.
  private mutating func due(_ slot: Slot, on day: Int64) -> Int64 {
    guard let index = plan.schedules.firstIndex(of: slot), let schedule = schedules[index] else {
      return unknown
    }
    return schedule.asks(for: day) ? 1 : 0
  }
}

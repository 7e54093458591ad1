import PaceLanguage

/// Looks at expressions that read the calendar.
extension State {
  @inline(never)
  mutating func due(_ schedule: NodeID) -> Look {
    let text = look(schedule)
    guard let schedule = clock.schedule(ofText: text.value) else {
      return Look(value: unknown, until: text.until)
    }
    let day = clock.day(at: now)
    let isAsked = schedule.asks(for: day.number) { clock.calendar.wallDate(at: $0) }
    return Look(value: isAsked ? 1 : 0, until: min(day.end, text.until))
  }

  @inline(never)
  mutating func streak(_ part: Int) -> Look {
    let length = clock.streaks == nil ? 0 : streaks[part].length
    return Look(value: length * Arithmetic.unit, until: clock.day(at: now).end)
  }

  @inline(never)
  mutating func elapsed(_ from: Slot, _ to: Slot, _ part: Int) -> Look {
    if now >= dailySpans[part].dayEnd {
      dailySpans[part] = clock.dailySpan(at: now, from: slots[from.index], to: slots[to.index])
    }
    return Look(value: elapsed(part, at: now), until: dailySpans[part].progress(at: now).nextBoundary)
  }

  @inline(never)
  mutating func weekday() -> Look {
    let day = clock.day(at: now)
    return Look(value: CivilDate.weekday(ofDay: day.number), until: day.end)
  }

  @inline(never)
  mutating func date() -> Look {
    let day = clock.day(at: now)
    return Look(value: day.number, until: day.end)
  }

  @inline(never)
  mutating func clockWithin(_ from: Slot, _ to: Slot, _ part: Int) -> Look {
    guard slots[from.index] != unknown, slots[to.index] != unknown else {
      return Look(value: unknown, until: never)
    }
    let span = span(part)
    return Look(value: span.isInside ? 1 : 0, until: span.until)
  }

  /// Whether the clock is inside a span now.
  @inline(__always)
  mutating func span(_ index: Int) -> SpanState {
    if now >= spans[index].until {
      let code = code.clockSpans[index]
      spans[index] = clock.span(at: now, from: slots[code.from.index], to: slots[code.to.index])
    }
    return spans[index]
  }

  /// How much of a daily span of the present day has passed at `t`.
  mutating func elapsed(_ part: Int, at t: Int64) -> Int64 {
    let span = dailySpans[part]
    return span.isUnknown ? unknown : span.progress(at: t).elapsed
  }

  /// Forgets every span and tick of the clock, since the values they depend on may have changed.
  mutating func forgetClock() {
    spans.fill(SpanState())
    dailySpans.fill(.past)
    for rule in rules.indices {
      rules[rule].tick = .min
      rules[rule].ticksEnd = .min
    }
  }

  // MARK: Ticks

  /// Whether a rule with `at` or `every` may speak now; other rules always may.
  @inline(__always)
  mutating func isTick(_ rule: Int) -> Bool {
    guard code.rules[rule].traits.contains(.hasTicks) else { return true }
    let tick = rules[rule].tick
    return tick >= now ? tick == now : isUnforeseenTick(rule)
  }

  /// `isTick` for a rule whose next tick has not been asked for.
  @inline(never)
  private mutating func isUnforeseenTick(_ rule: Int) -> Bool {
    switch code.planned[rule].trigger {
    case .none, .on: return true
    case .at(let time):
      let time = slots[time.index]
      return time != unknown && clock.calendar.lastClockInstant(time, atOrBefore: now) == now
    case .every(let step, let from, let to):
      let (step, from, to) = (slots[step.index], slots[from.index], slots[to.index])
      guard step != unknown, from != unknown, to != unknown else { return false }
      return clock.calendar.isTick(now, every: step, from: from, to: to)
    }
  }

  /// The next tick of a rule with `at` or `every`.
  mutating func nextTick(_ rule: Int) -> Int64 {
    if rules[rule].tick <= now { rules[rule].tick = foundTick(rule) }
    return rules[rule].tick
  }

  @inline(never)
  private mutating func foundTick(_ rule: Int) -> Int64 {
    let known = LocalCalendar.Ticks(first: rules[rule].tick, end: rules[rule].ticksEnd)
    if known.first < known.end, let tick = known.next(after: now, every: tickStep(rule)) { return tick }
    let ticks = ticks(rule, after: now)
    rules[rule].ticksEnd = ticks?.end ?? .min
    return ticks?.first ?? never
  }

  /// The first tick of a rule after an instant; `never` if there is none.
  func tick(_ rule: Int, after t: Int64) -> Int64 { ticks(rule, after: t)?.first ?? never }

  /// The last tick of a rule after `now` and before `t`; nil if there is none.
  func lastTick(_ rule: Int, before t: Int64) -> Int64? {
    var last: Int64?
    // Ticks come daily, so any three days have one, even when clocks change.
    var after = max(now, Arithmetic.saturatingDifference(t, 3 * CivilDate.dayLength))
    while let ticks = ticks(rule, after: after), ticks.first < t {
      let step = tickStep(rule)
      after = ticks.first + (min(ticks.end, t) - 1 - ticks.first) / step * step
      last = after
    }
    return last
  }

  /// How far apart a rule's ticks are within one `Ticks`; 1 for an `at`, whose `Ticks` hold a single tick.
  private func tickStep(_ rule: Int) -> Int64 {
    if case .every(let step, _, _) = code.planned[rule].trigger { slots[step.index] } else { 1 }
  }

  /// The ticks of a rule with `at` or `every`, from the first one later than `t` to the end of its span. Nil if there
  /// is none.
  private func ticks(_ rule: Int, after t: Int64) -> LocalCalendar.Ticks? {
    switch code.planned[rule].trigger {
    case .none, .on: return nil
    case .at(let time):
      let time = slots[time.index]
      guard time != unknown, let tick = clock.calendar.nextClockInstant(time, after: t) else { return nil }
      return LocalCalendar.Ticks(first: tick, end: tick + 1)
    case .every(let step, let from, let to):
      let (step, from, to) = (slots[step.index], slots[from.index], slots[to.index])
      guard step != unknown, from != unknown, to != unknown else { return nil }
      return clock.calendar.nextTicks(after: t, every: step, from: from, to: to)
    }
  }
}

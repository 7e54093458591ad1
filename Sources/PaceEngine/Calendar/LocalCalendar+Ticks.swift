/// `every D from A to B`: at A, A + D, … strictly before the next B, in elapsed time; each A starts anew.
extension LocalCalendar {
  /// The first tick later than `instant`; nil if there is none.
  public func nextTick(
    after instant: Int64, every step: Int64, from start: Int64, to end: Int64
  ) -> Int64? {
    nextTicks(after: instant, every: step, from: start, to: end)?.first
  }

  /// Ticks one step apart, from `first` on, all before `end`.
  struct Ticks {
    var first: Int64
    var end: Int64

    /// The first of them that is later than `instant`; nil if there is none.
    func next(after instant: Int64, every step: Int64) -> Int64? {
      if first > instant { return first }
      let (distance, overflow) = ((instant - first) / step + 1).multipliedReportingOverflow(by: step)
      let (tick, overflow2) = first.addingReportingOverflow(distance)
      return overflow || overflow2 || tick >= end ? nil : tick
    }
  }

  /// The ticks from the first one later than `instant` to the end of its span; nil if there is none.
  func nextTicks(after instant: Int64, every step: Int64, from start: Int64, to end: Int64) -> Ticks? {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    guard step > 0, start != end, instant < Instant.milliseconds.upperBound else { return nil }
    let instant = ZoneTimeline.clamp(instant)
    var first = lastPoint(start, atOrBefore: timeline.reach(at: instant))
    // A span is empty only if a gap moved its A and B to one instant. A few steps find a tick in any real zone.
    for _ in 0..<16 {
      let ticks = Ticks(first: first.instant, end: ticksEnd(of: first, from: start, to: end))
      if let tick = ticks.next(after: instant, every: step), tick < ticks.end {
        return Ticks(first: tick, end: ticks.end)
      }
      first = nextPoint(start, after: first.label)
    }
    return nil
  }

  /// Whether an instant is a tick.
  public func isTick(_ instant: Int64, every step: Int64, from start: Int64, to end: Int64) -> Bool {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    guard step > 0, start != end, Instant.milliseconds.contains(instant) else { return false }
    let first = lastPoint(start, atOrBefore: timeline.reach(at: instant))
    return (instant - first.instant) % step == 0 && instant < ticksEnd(of: first, from: start, to: end)
  }

  /// Where the ticks that start at `first` stop: at the next B, or the next A if that comes before.
  private func ticksEnd(of first: ClockPoint, from start: Int64, to end: Int64) -> Int64 {
    min(nextPoint(end, after: first.label).instant, nextPoint(start, after: first.label).instant)
  }
}

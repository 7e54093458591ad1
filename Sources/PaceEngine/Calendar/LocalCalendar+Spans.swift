/// Clock spans `A to B`: from an instant of A to the next instant of B, which is outside.
///
/// The instants of A and B alone decide. If a gap moves an A and a B to one instant, they count in the order of
/// their clock times. So `02:15 to 02:45` is empty on a night that has neither, and does not last until the next
/// day's 02:45.
extension LocalCalendar {
  /// Whether an instant lies in a span. A equal to B is empty.
  public func isInside(_ instant: Int64, from start: Int64, to end: Int64) -> Bool {
    let instant = ZoneTimeline.clamp(instant)
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    let segment = timeline.segment(at: instant)
    let local = instant + segment.offset
    if instant >= segment.settled {
      let time = ZoneTimeline.time(local)
      return start <= end ? start <= time && time < end : start <= time || time < end
    }
    guard start != end else { return false }
    let reach = max(local, segment.reachBefore)
    return lastPoint(start, atOrBefore: reach).label > lastPoint(end, atOrBefore: reach).label
  }

  /// The first instant later than `instant` at which `isInside` changes; nil if it never does.
  public func nextSpanBoundary(after instant: Int64, from start: Int64, to end: Int64) -> Int64? {
    let start = LocalCalendar.clampTime(start)
    let end = LocalCalendar.clampTime(end)
    guard start != end else { return nil }
    let isInside = isInside(instant, from: start, to: end)
    var last = instant
    // Only around a gap does a boundary leave `isInside` unchanged, so a few steps are enough in any real zone.
    for _ in 0..<16 {
      guard let nextStart = nextClockInstant(start, after: last),
        let nextEnd = nextClockInstant(end, after: last)
      else { return nil }
      last = min(nextStart, nextEnd)
      if self.isInside(last, from: start, to: end) != isInside { break }
    }
    return last
  }
}

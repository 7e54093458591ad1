import PaceLanguage

/// A zone's offsets laid out for constant-time questions in both directions.
///
/// Everything here rests on one idea: the *reach* of an instant is the latest local time that clocks have
/// shown up to then. The reach never falls. So each local time has one first instant at which clocks have reached
/// it, and these instants are in the order of the local times.
struct ZoneTimeline: Hashable, Sendable {
  /// The time between two changes of the offset.
  struct Segment: Hashable, Sendable {
    /// Unix milliseconds; the first segment has no start.
    var start: Int64
    /// Milliseconds east of UTC.
    var offset: Int64
    /// The reach of the millisecond before `start`.
    var reachBefore: Int64
    /// From here on, each of the last 24 hours of local time was shown exactly once, and in this segment.
    var settled: Int64
  }

  /// When clocks first reached a local time.
  struct Crossing {
    var instant: Int64
    /// The local time that clocks showed then: later than the one asked for if a gap skipped that.
    var local: Int64
    /// The reach of the millisecond before a gap; meaningless without a gap.
    var reachBefore: Int64
  }

  /// About half a year: a bucket holds one or two transitions.
  private static let bucketShift: Int64 = 34

  let segments: [Segment]
  /// The index of the segment in force at the start of each 2^34 ms from the first transition on.
  private let buckets: [Int]

  init(_ zone: Zone) {
    var segments = [
      Segment(
        start: .min, offset: ZoneTimeline.sane(zone.initialOffset), reachBefore: .min, settled: .min)
    ]
    for transition in zone.transitions {
      ZoneTimeline.add(transition, to: &segments)
    }
    self.segments = segments
    buckets = ZoneTimeline.makeBuckets(segments)
  }

  /// Offsets of real zones lie within a day; with larger ones a gap could swallow any number of days.
  private static func sane(_ offset: Int64) -> Int64 {
    min(max(offset, -CivilDate.dayLength), CivilDate.dayLength)
  }

  /// Ignores transitions that change nothing, are out of order, or lie outside the years 1 to 9999.
  private static func add(_ transition: Zone.Transition, to segments: inout [Segment]) {
    let offset = sane(transition.offset)
    guard let last = segments.last, transition.start <= Instant.milliseconds.upperBound else { return }
    guard transition.start > max(last.start, Instant.milliseconds.lowerBound) else {
      if segments.count == 1 { segments[0].offset = offset }
      return
    }
    guard offset != last.offset else { return }
    let reach = max(last.reachBefore, transition.start + last.offset - 1)
    segments.append(
      Segment(
        start: transition.start, offset: offset, reachBefore: reach,
        settled: max(transition.start, reach + 1 - offset) + CivilDate.dayLength))
  }

  private static func makeBuckets(_ segments: [Segment]) -> [Int] {
    guard segments.count > 1, let last = segments.last else { return [] }
    let base = segments[1].start
    var buckets: [Int] = []
    var index = 1
    for bucket in 0...((last.start - base) >> bucketShift) {
      let start = base + bucket << bucketShift
      while index + 1 < segments.count, segments[index + 1].start <= start { index += 1 }
      buckets.append(index)
    }
    return buckets
  }

  /// The index of the segment that contains an instant of the years 1 to 9999, give or take a few days.
  func index(at instant: Int64) -> Int {
    guard segments.count > 1, instant >= segments[1].start else { return 0 }
    let bucket = (instant - segments[1].start) >> ZoneTimeline.bucketShift
    var index = bucket < buckets.count ? buckets[Int(bucket)] : segments.count - 1
    while index + 1 < segments.count, segments[index + 1].start <= instant { index += 1 }
    return index
  }

  func segment(at instant: Int64) -> Segment { segments[index(at: instant)] }

  /// The latest local time that clocks have shown up to and including `instant`.
  func reach(at instant: Int64) -> Int64 {
    let segment = segment(at: instant)
    return max(instant + segment.offset, segment.reachBefore)
  }

  /// When clocks first reached `local`.
  func crossing(of local: Int64) -> Crossing {
    var index = index(at: local - CivilDate.dayLength)
    while index + 1 < segments.count, segments[index + 1].reachBefore < local { index += 1 }
    let segment = segments[index]
    let instant = max(segment.start, local - segment.offset)
    return Crossing(
      instant: instant, local: instant + segment.offset, reachBefore: segment.reachBefore)
  }

  /// Whether clocks show an instant's local time once more, on the other side of a neighbouring transition.
  func isRepeated(_ instant: Int64) -> Bool {
    let own = index(at: instant)
    return [own - 1, own + 1].contains { other in
      segments.indices.contains(other)
        && index(at: instant + segments[own].offset - segments[other].offset) == other
    }
  }

  static func clamp(_ instant: Int64) -> Int64 {
    min(max(instant, Instant.milliseconds.lowerBound), Instant.milliseconds.upperBound)
  }

  /// The date of a local time.
  static func date(_ local: Int64) -> Int64 {
    local >= 0 ? local / CivilDate.dayLength : (local + 1) / CivilDate.dayLength - 1
  }

  /// The time of day of a local time.
  static func time(_ local: Int64) -> Int64 {
    let remainder = local % CivilDate.dayLength
    return remainder < 0 ? remainder + CivilDate.dayLength : remainder
  }
}

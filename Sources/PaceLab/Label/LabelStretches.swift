import PaceEngine
import PaceLanguage

/// Cuts a subject's time into the stretches that are asked about, for one rule.
///
/// Each stretch lies around an instant. Every notice that the values in force give has one. Near misses are added
/// next, then the notices that only other candidate values give, unless they lie within the margin of an instant
/// that was added before.
///
/// A stretch reaches five minutes to each side of its instant, but only half-way to the next instant, and never
/// into a stretch that was answered. So a notice that another value gives a little earlier or later is judged
/// by the same answer, and no notice by two.
struct LabelStretches {
  /// How far a stretch reaches to each side, in milliseconds: five minutes.
  static let margin: Int64 = 300_000

  /// In the order of time.
  private(set) var instants: [Instant] = []

  /// Adds those instants that are not near to one that is already there.
  mutating func add(_ more: [Instant], near margin: Int64 = margin) {
    for instant in more {
      let place = instants.partitioningIndex { $0 >= instant }
      let isNear = [place - 1, place].contains { index in
        instants.indices.contains(index) && Self.distance(instants[index], instant) <= margin
      }
      if !isNear { instants.insert(instant, at: place) }
    }
  }

  /// The stretch around the instant with this index; nil if it was answered.
  func stretch(_ index: Int, besides labelled: [SweepLabel]) -> ClosedRange<Instant>? {
    let at = instants[index].milliseconds
    var first = max(at - Self.margin, Instant.milliseconds.lowerBound)
    var last = min(at + Self.margin, Instant.milliseconds.upperBound)
    if index > 0 { first = max(first, Self.lastOf(instants[index - 1], before: instants[index]) + 1) }
    if index + 1 < instants.count {
      last = min(last, Self.lastOf(instants[index], before: instants[index + 1]))
    }
    for known in labelled {
      let (from, to) = (known.from.milliseconds, known.to.milliseconds)
      if from <= at, at <= to { return nil }
      if to < at { first = max(first, to + 1) } else { last = min(last, from - 1) }
    }
    return Instant(first)...Instant(last)
  }

  /// The last millisecond that belongs to the first of two neighbours.
  private static func lastOf(_ instant: Instant, before next: Instant) -> Int64 {
    instant.milliseconds + (distance(instant, next) - 1) / 2
  }

  private static func distance(_ a: Instant, _ b: Instant) -> Int64 { abs(b.milliseconds - a.milliseconds) }

  /// Whether any of some instants in the order of time lies in a stretch.
  static func has(_ instants: [Instant], in stretch: ClosedRange<Instant>) -> Bool {
    let place = instants.partitioningIndex { $0 >= stretch.lowerBound }
    return place < instants.count && instants[place] <= stretch.upperBound
  }
}

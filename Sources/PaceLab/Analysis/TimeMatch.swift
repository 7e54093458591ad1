public import PaceEngine

/// Matches two lists by their instants.
public enum TimeMatch {
  /// By default, two notices at most this many milliseconds apart are one that has moved.
  public static let usualMove: Int64 = 30 * 60_000

  /// Pairs elements at most `limit` milliseconds apart, and returns those left over; both lists are in the order of
  /// time, and so are the pairs.
  ///
  /// As many are paired as can be; of those that could take each other's place, the nearest.
  public static func pair<Element>(
    _ one: [Element], _ other: [Element], within limit: Int64, at: (Element) -> Instant,
    _ tell: (Element, Element) -> Void
  ) -> (one: [Element], other: [Element]) {
    let times = (one: one.map(at), other: other.map(at))
    let first = firstPairs(times.one, times.other, within: limit)
    let pairs = nearest(among: times.one, times.other, first)
    var rest: (one: [Element], other: [Element]) = ([], [])
    var (i, j) = (0, 0)
    for pair in pairs {
      rest.one += one[i..<pair.one]
      rest.other += other[j..<pair.other]
      tell(one[pair.one], other[pair.other])
      (i, j) = (pair.one + 1, pair.other + 1)
    }
    rest.one += one[i...]
    rest.other += other[j...]
    return rest
  }

  /// As many pairs as can be made, each of the first that are left, by their indices.
  private static func firstPairs(
    _ one: [Instant], _ other: [Instant], within limit: Int64
  ) -> [(one: Int, other: Int)] {
    var pairs: [(one: Int, other: Int)] = []
    var (i, j) = (0, 0)
    while i < one.count, j < other.count {
      if distance(one[i], other[j]) <= limit.magnitude {
        pairs.append((i, j))
        i += 1
        j += 1
      } else if one[i] < other[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }

  /// The same pairs, but each with the nearest of those that are left over after it.
  private static func nearest(
    among one: [Instant], _ other: [Instant], _ first: [(one: Int, other: Int)]
  ) -> [(one: Int, other: Int)] {
    var pairs = first
    var end = (one: one.count, other: other.count)
    // The last one first: its place is then free for the one before.
    for index in pairs.indices.reversed() {
      var (i, j) = pairs[index]
      while true {
        let way = distance(one[i], other[j])
        if j + 1 < end.other, distance(one[i], other[j + 1]) < way {
          j += 1
        } else if i + 1 < end.one, distance(one[i + 1], other[j]) < way {
          i += 1
        } else {
          break
        }
      }
      pairs[index] = (i, j)
      end = (i, j)
    }
    return pairs
  }

  private static func distance(_ one: Instant, _ other: Instant) -> UInt64 {
    let (way, overflow) = one.milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? .max : way.magnitude
  }
}

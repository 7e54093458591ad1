public import PaceEngine

/// Matches two lists by their instants.
public enum TimeMatch {
  /// By default, two notices at most this many milliseconds apart are one that has moved.
  public static let usualMove: Int64 = 30 * 60_000

  /// Pairs elements at most `limit` milliseconds apart, and returns those left over; both lists are in the order of
  /// time.
  public static func pair<Element>(
    _ one: [Element], _ other: [Element], within limit: Int64, at: (Element) -> Instant,
    _ tell: (Element, Element) -> Void
  ) -> (one: [Element], other: [Element]) {
    var rest: (one: [Element], other: [Element]) = ([], [])
    var (i, j) = (0, 0)
    while i < one.count, j < other.count {
      let (first, second) = (at(one[i]), at(other[j]))
      let (way, overflow) = first.milliseconds.subtractingReportingOverflow(second.milliseconds)
      if !overflow, way.magnitude <= limit.magnitude {
        tell(one[i], other[j])
        i += 1
        j += 1
      } else if first < second {
        rest.one.append(one[i])
        i += 1
      } else {
        rest.other.append(other[j])
        j += 1
      }
    }
    rest.one += one[i...]
    rest.other += other[j...]
    return rest
  }
}

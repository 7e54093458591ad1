/// A stretch of time, both ends included.
///
/// Lists of them are in order; between any two there is at least a millisecond.
struct BatchStretch: Sendable {
  var from: Int64
  var through: Int64
}

extension [BatchStretch] {
  /// Adds a stretch that begins after all others do.
  @inline(__always)
  mutating func append(_ from: Int64, through: Int64) {
    guard through >= from else { return }
    if let end = last?.through, from <= end &+ 1 {
      if through > end { self[count - 1].through = through }
    } else {
      append(BatchStretch(from: from, through: through))
    }
  }

  /// What lies in both lists.
  func common(with other: [BatchStretch]) -> [BatchStretch] {
    var common: [BatchStretch] = []
    common.reserveCapacity(Swift.max(count, other.count))
    var (own, its) = (0, 0)
    while own < count, its < other.count {
      let from = Swift.max(self[own].from, other[its].from)
      let through = Swift.min(self[own].through, other[its].through)
      if from <= through { common.append(BatchStretch(from: from, through: through)) }
      if self[own].through < other[its].through { own += 1 } else { its += 1 }
    }
    return common
  }

  /// What lies in either list.
  func joined(with other: [BatchStretch]) -> [BatchStretch] {
    var joined: [BatchStretch] = []
    var (own, its) = (0, 0)
    while own < count || its < other.count {
      if its == other.count || (own < count && self[own].from <= other[its].from) {
        joined.append(self[own].from, through: self[own].through)
        own += 1
      } else {
        joined.append(other[its].from, through: other[its].through)
        its += 1
      }
    }
    return joined
  }

  /// What lies in this list and not in the other.
  func without(_ other: [BatchStretch]) -> [BatchStretch] {
    if other.isEmpty { return self }
    var rest: [BatchStretch] = []
    var its = 0
    for stretch in self {
      var from = stretch.from
      while its < other.count, other[its].through < from { its += 1 }
      var next = its
      while next < other.count, other[next].from <= stretch.through {
        if other[next].from > from { rest.append(BatchStretch(from: from, through: other[next].from - 1)) }
        from = other[next].through + 1
        next += 1
      }
      if from <= stretch.through { rest.append(BatchStretch(from: from, through: stretch.through)) }
    }
    return rest
  }
}
